import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { logChanges } from '../change-log/change-log.js';
import { type TextChanges } from '../translations/text-changes.js';
import { isChanged, isStateChanged, storeTexts, type TextSchema, textRows } from '../translations/texts.js';
import { type Translation } from '../translations/translation.js';
import { type TranslationWrite } from '../translations/translation-state.js';
import { differences, updateRecord } from './versioned-records.js';

/** The columns of every record that a write sets itself. */
interface StoredRecord<T extends Translation> {
  id: number;
  revision: number;
  modifiedAt: Date;
  translations: T[];
}

/** A validated write of a record and its texts. */
export interface RecordWrite<E> {
  /** The time of the write, in whole seconds, for all rows that it stores. */
  readonly now: Date;
  readonly columns: Partial<E>;
  readonly texts: TextChanges;
  readonly translation: TranslationWrite;
}

interface StoreOptions<T extends Translation> {
  /** Words by which a search finds a text, in addition to itself; absent if the searched text is not such a column. */
  readonly words?: (row: T) => readonly (string | null)[];
  /** Whether data in other tables, such as relations, has changed. */
  readonly hasOtherChanges?: boolean;
  /** Checks or changes the rows of texts before anything is compared. */
  readonly prepareTexts?: (rows: readonly T[]) => Promise<void>;
}

/**
 * Stores a new record, or the changes of one, with its texts.
 * @param current undefined on create; it is changed in place, except its texts
 * @returns the record, and the rows of its texts after the write
 * @throws {LastTranslation}
 * @throws {OptimisticLockError} if the record was changed since it was read
 */
export async function storeRecord<E extends StoredRecord<T>, T extends Translation>(
  manager: EntityManager,
  resource: TextSchema<T> & { readonly entity: new () => E },
  current: E | undefined,
  { now, columns, texts, translation }: RecordWrite<E>,
  { words, hasOtherChanges = false, prepareTexts }: StoreOptions<T> = {},
): Promise<{ record: E; rows: T[] }> {
  const record = current ?? (await insert(manager, resource.entity, columns, now));
  const existing = current?.translations ?? [];
  const changes: Partial<E> = current ? differences(current, columns) : {};
  const rows = textRows(resource, record.id, existing, texts, words, translation);
  await prepareTexts?.(rows);
  const isRecordChanged = Object.keys(changes).length > 0;
  const isTextChanged = isChanged(resource, rows, existing);
  const isConfirmed = isStateChanged(rows, existing);
  const isUpdated = hasOtherChanges || isTextChanged || isRecordChanged;
  if (current && !isUpdated && !isConfirmed) return { record, rows: existing };
  // Confirming a translation does not set the date of the last change, since readers see no difference.
  const modified = (isUpdated ? { modifiedAt: now } : {}) as Partial<E>;
  if (current) await updateRecord(manager, resource.entity, record, { ...changes, ...modified });
  // Derived columns of the texts depend on columns of the record.
  const hasDerivedColumns = words !== undefined || resource.fillDerivedColumns !== undefined;
  if (isTextChanged || isConfirmed || (hasDerivedColumns && isRecordChanged))
    await storeTexts(manager, resource, rows, existing);
  return { record, rows };
}

async function insert<E extends object>(
  manager: EntityManager,
  entity: new () => E,
  columns: Partial<E>,
  now: Date,
): Promise<E> {
  const record: E = Object.assign(new entity(), columns, { modifiedAt: now, revision: 1 });
  const [id] = await tableOf(manager, entity).insert(manager, [record]);
  logChanges(manager, entity, [id!]);
  return Object.assign(record, { id });
}
