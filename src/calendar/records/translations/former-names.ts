import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { FormerName } from './former-name.entity.js';
import { nameKey, realTranslations, type Translation } from './translation.js';

/** A record that is merged with another one. */
interface MergedRecord {
  readonly id: number;
  readonly translations: readonly Pick<Translation, 'language' | 'borrowed' | 'name'>[];
  /** The value by which records of the same name differ; null if there is none. */
  readonly place: string | null;
}

/** Makes the names of a record, also those of records that were merged with it, lead to another record. */
export async function redirectNames(
  manager: EntityManager,
  { singular: kind }: ResourceNames,
  { id, translations, place }: MergedRecord,
  recordId: number,
): Promise<void> {
  const table = tableOf(manager, FormerName);
  await table.update(manager, { kind, recordId: id }, { recordId });
  const rows = realTranslations(translations).map(({ language, name }) => {
    return { kind, formerId: id, language, name, nameKey: nameKey(name), place, recordId };
  });
  await table.upsert(manager, rows, ['kind', 'formerId', 'language']);
}

/** The former names that may equal some names, the latest merged record first; callers compare them exactly. */
export async function formerNamesLike(
  manager: EntityManager,
  { singular: kind }: ResourceNames,
  names: readonly string[],
): Promise<FormerName[]> {
  if (names.length === 0) return [];
  const rows = await tableOf(manager, FormerName).select(manager, { kind, nameKey: names.map(nameKey) });
  return rows.sort((one, other) => other.formerId - one.formerId);
}

/** The records with which others were merged, by the ids of these. */
export async function survivorsOf(
  manager: EntityManager,
  { singular: kind }: ResourceNames,
  formerIds: readonly number[],
): Promise<Map<number, number>> {
  if (formerIds.length === 0) return new Map();
  const rows = await tableOf(manager, FormerName).select(manager, { kind, formerId: formerIds });
  return new Map(rows.map(({ formerId, recordId }) => [formerId, recordId]));
}

/** Deletes the names that lead to deleted records. */
export async function deleteFormerNames(
  manager: EntityManager,
  { singular: kind }: ResourceNames,
  recordIds: readonly number[],
): Promise<void> {
  await tableOf(manager, FormerName).remove(manager, { kind, recordId: recordIds });
}
