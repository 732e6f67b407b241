import { type EntityManager, Not } from 'typeorm';
import { isDuplicate, isForeignKeyViolation, Overtaken } from '../../database/database-errors.js';
import { TermExists } from '../errors/api-error.js';
import { differences, storeRevision } from '../records/store.js';
import { fold } from '../text/fold.js';
import { type TextChanges } from '../translation/text-changes.js';
import { isChanged, storeTexts, type TextsOf, textRows } from '../translation/texts.js';
import { visibleText } from '../values/text.js';
import { type Term, type TermKind } from './term.js';
import { nameScope, type TermTranslation } from './term-translation.js';

/** How much of a description decides over an order. */
const KEY_LENGTH = 512;

/**
 * Stores a new term, or the changes of one.
 * @param columns the parent of a category; nothing for a tag
 * @returns the term as it stands now; untouched where nothing changes
 * @throws {TermExists} where the name, or a slug that was given, is taken
 * @throws {LastTranslation}
 */
export async function storeTerm<E extends Term<T>, T extends TermTranslation>(
  manager: EntityManager,
  kind: TermKind<E, T>,
  current: E | undefined,
  changes: TextChanges,
  columns: Partial<E>,
): Promise<E> {
  const term = current ?? (await insert(manager, kind, columns));
  const changedColumns = differences(term, columns);
  const isMoved = Object.keys(changedColumns).length > 0;
  const existing = current?.translations ?? [];
  const texts = textsOf(kind, changes, columns.parentId ?? null, isMoved ? [] : existing);
  const rows = textRows(texts, term.id, existing, changes);
  if (current && !isMoved && !isChanged(rows, existing)) return current;
  if (current) await storeRevision(manager, kind.entity, term, changedColumns);
  try {
    await storeTexts(manager, texts, rows, existing);
  } catch (error) {
    throw isTakenName(manager, kind.translation, error) ? await termExists(manager, kind, rows) : error;
  }
  return Object.assign(term, { translations: rows });
}

/** Whether a write failed because another term has the name already. */
export function isTakenName(manager: EntityManager, translation: new () => TermTranslation, error: unknown): boolean {
  const table = manager.dataSource.getMetadata(translation).tableName;
  return isDuplicate(error, { index: `UQ_${table}_name_scope`, table, columns: ['language', 'nameScope'] });
}

async function insert<E extends Term<T>, T extends TermTranslation>(
  manager: EntityManager,
  { entity }: TermKind<E, T>,
  columns: Partial<E>,
): Promise<E> {
  const term: E = Object.assign(new entity(), columns, { count: 0, revision: 1 });
  try {
    await manager.insert<Omit<Term<T>, 'translations'>>(entity, term);
  } catch (error) {
    // The parent was deleted since it was looked up.
    throw isForeignKeyViolation(error) ? new Overtaken() : error;
  }
  return term;
}

/** @param settled the rows that are still where they were */
function textsOf<E extends Term<T>, T extends TermTranslation>(
  { kind, translation }: TermKind<E, T>,
  changes: TextChanges,
  parentId: number | null,
  settled: readonly T[],
): TextsOf<T> {
  return {
    kind,
    entity: translation,
    complete: (row, shown) => {
      const before = settled.find(({ language, name }) => language === row.language && name === row.name);
      const columns: Partial<TermTranslation> = {
        nameScope: before?.nameScope === null ? null : nameScope(parentId, row.name),
        shownSlug: shown.slug!,
        descriptionKey: fold(visibleText(shown.description ?? '')).slice(0, KEY_LENGTH),
        searchText: `${fold(row.name)}\n${shown.slug!}`,
      };
      Object.assign(row, columns);
    },
    onTakenSlug: (row, holder) => {
      if (changes[row.language]?.slug !== undefined) throw new TermExists(kind, holder);
    },
  };
}

async function termExists<E extends Term<T>, T extends TermTranslation>(
  manager: EntityManager,
  { kind, translation }: TermKind<E, T>,
  rows: readonly T[],
): Promise<Error> {
  const holder = await manager.findOne<TermTranslation>(translation, {
    select: { recordId: true, language: true },
    where: rows.flatMap(({ recordId, language, nameScope }) =>
      nameScope === null ? [] : { recordId: Not(recordId), language, nameScope },
    ),
    order: { recordId: 'ASC' },
  });
  // Gone again: then the name is free.
  return holder ? new TermExists(kind, holder.recordId) : new Overtaken();
}
