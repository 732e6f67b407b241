import { type EntityManager } from 'typeorm';
import { isDuplicate, OptimisticLockError, throwConflictIfReferenceGone } from '../../../database/database-errors.js';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { tableOf } from '../../../database/sql/table.js';
import { TermExists } from '../../../lib/errors/api-error.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';
import { storeRecord } from '../writing/store-record.js';
import { truncateToSeconds } from '../../../lib/datetime/moment.js';
import { fold } from '../../../lib/text/fold.js';
import { storeFormerSlugs } from '../translations/former-slugs.js';
import { type TextChanges } from '../translations/text-changes.js';
import { type TextSchema } from '../translations/texts.js';
import { type TranslationWrite } from '../translations/translation-state.js';
import { visibleText } from '../../../lib/text/sanitize.js';
import { type Term, type TermResource, nameScope, type TermTranslation } from './term.js';
import { normalizedName } from '../translations/translation.js';

/** Number of characters of a description that are used for sorting. */
const KEY_LENGTH = 512;

/** A validated write of a term. */
interface TermWrite<E extends Term> {
  /** The account that writes. */
  readonly modifiedById: number | null;
  /** The term before the write; undefined on create. */
  readonly current?: E | undefined;
  readonly texts: TextChanges;
  /** The parent of a category; empty for a tag. */
  readonly columns?: Partial<E>;
  readonly translation?: TranslationWrite;
}

/**
 * Stores a new term, or the changes of one.
 * @returns the term after the write; the same object if nothing changes
 * @throws {TermExists} if the name, or a slug in the body, is taken
 * @throws {LastTranslation}
 */
export async function storeTerm<E extends Term>(
  manager: EntityManager,
  resource: TermResource<E>,
  { current, modifiedById, texts, columns = {}, translation = {} }: TermWrite<E>,
): Promise<E> {
  const { parentId } = columns;
  const isMoved = parentId !== undefined && parentId !== current?.parentId;
  // The rows whose parent stays the same.
  const unmoved = isMoved ? [] : (current?.translations ?? []);
  const schema: TermResource<E> & TextSchema<TermTranslation> = {
    ...resource,
    fillDerivedColumns: (row, shown) => void Object.assign(row, derivedColumns(row, shown, parentId ?? null, unmoved)),
    onTakenSlug: (row, holder) => {
      if (texts[row.language]?.slug !== undefined) throw new TermExists(resource.names, holder);
    },
    onRefusedRows: async (error, rows) => {
      if (isNameConflict(manager, resource.translation, error)) throw await termExistsError(manager, resource, rows);
    },
  };
  const storing = storeRecord<E, TermTranslation>(manager, schema, {
    current,
    modifiedById,
    now: truncateToSeconds(new Date()),
    columns: current ? columns : { ...columns, count: 0 },
    texts,
    translation,
    prepareTexts: async (rows) => {
      if (parentId !== undefined) await assertNameIsFree(manager, resource, parentId, rows, unmoved);
      return rows;
    },
  });
  // The parent may have been deleted since it was looked up.
  const stored = await storing.catch(throwConflictIfReferenceGone);
  const { id, translations: after } = stored;
  const translations = current?.translations ?? [];
  await storeFormerSlugs(manager, resource.names, [{ id, wasPublished: true, translations, after }]);
  return stored;
}

/** Whether a write failed because another term has the same name. */
export function isNameConflict(
  manager: EntityManager,
  translation: new () => TermTranslation,
  error: unknown,
): boolean {
  const table = manager.dataSource.getMetadata(translation).tableName;
  return isDuplicate(error, { index: `UQ_${table}_name_scope`, table, columns: ['language', 'nameScope'] });
}

/**
 * Refuses a new name if a category below the same parent has it. The unique index does not find rows without a scope.
 * @param unmoved the rows whose parent stays the same
 */
async function assertNameIsFree<E extends Term>(
  manager: EntityManager,
  { names, entity, translation }: TermResource<E>,
  parentId: number | null,
  rows: readonly TermTranslation[],
  unmoved: readonly TermTranslation[],
): Promise<void> {
  const isAmong = (texts: readonly NamedText[], { language, name }: NamedText) =>
    texts.some((text) => text.language === language && normalizedName(text.name) === normalizedName(name));
  const newNames = rows.filter((row) => !isAmong(unmoved, row));
  if (newNames.length === 0) return;
  const unscoped = SelectBuilder.of(manager, translation, 'text')
    .join(entity, 'term', 'term.id = text.recordId')
    .andWhere('text.language IN (:...languages) AND text.nameScope IS NULL', { languages: LANGUAGES })
    .andWhere('text.recordId <> :id AND COALESCE(term.parentId, 0) = :above', {
      id: rows[0]!.recordId,
      above: parentId ?? 0,
    });
  const columns = ['recordId', 'language', 'name'].map((name) => `text.${name} AS ${name}`);
  const duplicates = await unscoped.read<NamedText>({ columns, order: ['text.recordId'] });
  const duplicate = duplicates.find((text) => isAmong(newNames, text));
  if (duplicate) throw new TermExists(names, duplicate.recordId);
}

type NamedText = Pick<TermTranslation, 'recordId' | 'language' | 'name'>;

/** The columns of a term's text that derive from it. @param unmoved the rows whose parent stays the same */
function derivedColumns(
  row: TermTranslation,
  shown: TermTranslation,
  parentId: number | null,
  unmoved: readonly TermTranslation[],
): Partial<TermTranslation> {
  const before = unmoved.find(({ language, name }) => language === row.language && name === row.name);
  return {
    nameScope: before?.nameScope === null ? null : nameScope(parentId, row.name),
    shownSlug: shown.slug!,
    descriptionKey: fold(visibleText(shown.description ?? '')).slice(0, KEY_LENGTH),
    searchText: `${fold(row.name)}\n${shown.slug!}`,
  };
}

async function termExistsError<E extends Term>(
  manager: EntityManager,
  { names, translation }: TermResource<E>,
  rows: readonly TermTranslation[],
): Promise<Error> {
  const scopes = rows.flatMap(({ nameScope }) => nameScope ?? []);
  const named = await tableOf<TermTranslation>(manager, translation).select(
    manager,
    { language: LANGUAGES, nameScope: scopes },
    { columns: ['recordId', 'language', 'nameScope'] },
  );
  const holders = named.filter(({ recordId, language, nameScope }) =>
    rows.some((row) => row.recordId !== recordId && row.language === language && row.nameScope === nameScope),
  );
  // Without a holder, the other term was deleted meanwhile, so the name is free.
  if (holders.length === 0) return new OptimisticLockError();
  return new TermExists(names, Math.min(...holders.map(({ recordId }) => recordId)));
}
