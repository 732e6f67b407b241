import { type EntityManager } from 'typeorm';
import { differences } from '../../../database/sql/differences.js';
import { tableOf } from '../../../database/sql/table.js';
import { logChanges } from '../change-log/change-log.js';
import { type TextChanges } from '../translations/text-changes.js';
import { isChanged, isStateChanged, storeTexts, type TextSchema, textRows } from '../translations/texts.js';
import { type Translation } from '../translations/translation.js';
import { type TranslationWrite } from '../translations/translation-state.js';
import { updateRecord } from './versioned-records.js';

/** The columns of every record that a write sets itself. */
interface StoredRecord<T extends Translation> {
  id: number;
  revision: number;
  modifiedAt: Date;
  modifiedById: number | null;
  translations: T[];
}

/** A validated write of a record and its texts. */
export interface RecordWrite<E, T extends Translation> {
  /** The record before the write; undefined on create. */
  readonly current: E | undefined;
  /** The time of the write, in whole seconds, for all rows that it stores. */
  readonly now: Date;
  /** The account that writes. */
  readonly modifiedById: number | null;
  readonly columns: Partial<E>;
  readonly texts: TextChanges;
  readonly translation: TranslationWrite;
  /** Words by which a search finds a text, in addition to itself; absent if the searched text is not such a column. */
  readonly words?: (row: T) => readonly (string | null)[];
  /** Whether data in other tables, such as relations, has changed. */
  readonly hasOtherChanges?: boolean;
  /** Checks the rows of texts before anything is compared, and returns those to store. */
  readonly prepareTexts?: (rows: readonly T[]) => Promise<readonly T[]>;
}

/**
 * Stores a new record, or the changes of one, with its texts.
 * @returns the record and its texts after the write; the same object if nothing changes
 * @throws {LastTranslation}
 * @throws {OptimisticLockError} if the record was changed since it was read
 */
export async function storeRecord<E extends StoredRecord<T>, T extends Translation>(
  manager: EntityManager,
  resource: TextSchema<T> & { readonly entity: new () => E },
  write: RecordWrite<E, T>,
): Promise<E> {
  const {
    current,
    now,
    modifiedById,
    columns,
    texts,
    translation,
    words,
    hasOtherChanges = false,
    prepareTexts,
  } = write;
  const record = current ?? (await insert(manager, resource.entity, columns, { modifiedAt: now, modifiedById }));
  const existing = current?.translations ?? [];
  const changes: Partial<E> = current ? differences(current, columns) : {};
  const wanted = textRows(resource, record.id, existing, texts, words, translation);
  const rows = prepareTexts ? await prepareTexts(wanted) : wanted;
  const isRecordChanged = Object.keys(changes).length > 0;
  const isTextChanged = isChanged(resource, rows, existing);
  const isConfirmed = isStateChanged(rows, existing);
  const isUpdated = hasOtherChanges || isTextChanged || isRecordChanged;
  if (current && !isUpdated && !isConfirmed) return current;
  // Confirming a translation does not set the date of the last change, since readers see no difference.
  const modified = { modifiedById, ...(isUpdated && { modifiedAt: now }) } as Partial<E>;
  const stored = current ? await updateRecord(manager, resource.entity, current, { ...changes, ...modified }) : record;
  // Derived columns of the texts depend on columns of the record.
  const hasDerivedColumns = words !== undefined || resource.fillDerivedColumns !== undefined;
  const isStale = isTextChanged || isConfirmed || (hasDerivedColumns && isRecordChanged);
  const translations = isStale ? await storeTexts(manager, resource, rows, existing) : [...rows];
  return { ...stored, translations };
}

async function insert<E extends object>(
  manager: EntityManager,
  entity: new () => E,
  columns: Partial<E>,
  modified: Pick<StoredRecord<never>, 'modifiedAt' | 'modifiedById'>,
): Promise<E> {
  const record: E = Object.assign(new entity(), columns, modified, { revision: 1 });
  const [id] = await tableOf(manager, entity).insert(manager, [record]);
  logChanges(manager, entity, [id!]);
  return { ...record, id };
}
