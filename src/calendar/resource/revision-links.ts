import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { isEditor } from '../../http/role.js';
import { type LoadedRecord, loadRecords } from '../records/reading/load-records.js';
import { type Content } from '../records/revisions/content.js';
import { survivorsOf } from '../records/translations/former-names.js';
import { resolveText } from '../records/translations/translation.js';
import { type Accessible, isReadable } from '../records/visibility/access.js';
import { type ResourceDefinition } from './definition.js';

/** A record that a revision names, as it is now. */
export interface LinkedRecord {
  readonly id: number;
  /** In the language of the request; null if the record is deleted, and the caller may not know it. */
  readonly name: string | null;
  /** Whether a body may name it; otherwise it is deleted or in the trash. */
  readonly isThere: boolean;
}

/**
 * The records that a revision names, by field, without those that exist and that the caller may not read. With one
 * statement for each field.
 */
export async function linkedRecords(
  manager: EntityManager,
  definition: ResourceDefinition,
  content: Content,
  { caller, language }: RequestContext,
): Promise<ReadonlyMap<string, readonly LinkedRecord[]>> {
  const linked = new Map<string, LinkedRecord[]>();
  for (const { field, resource = definition } of definition.links ?? []) {
    const ids = linkedIds(content, field);
    const existing = await loadRecords(manager, resource, ids);
    const records = ids.flatMap((id): LinkedRecord[] => {
      const record = existing.find((one) => one.id === id);
      if (!record) return [{ id, name: (isEditor(caller) && content.names[field]?.[id]) || null, isThere: false }];
      const isShown = !isAccessible(record) || isReadable(record, caller);
      const isThere = !isInTrash(record);
      return isShown ? [{ id, name: resolveText(record.translations, language).name, isThere }] : [];
    });
    linked.set(field, records);
  }
  return linked;
}

/** The ids that a revision has in a field of links. */
export function linkedIds({ fields }: Content, field: string): number[] {
  return [fields[field]].flat().filter((id): id is number => typeof id === 'number' && id > 0);
}

interface Links {
  readonly field: string;
  readonly ids: readonly number[];
  /** The record that has the links. */
  readonly recordId?: number | undefined;
}

/**
 * The records with which linked records of a field were merged since, by the ids of these, if a body may name them. The
 * caller need not know those in the trash.
 */
export async function mergedLinks(
  manager: EntityManager,
  definition: ResourceDefinition,
  { field, ids, recordId }: Links,
  { caller }: RequestContext,
): Promise<ReadonlyMap<number, number>> {
  const { resource } = definition.links!.find((link) => link.field === field)!;
  const target = resource ?? definition;
  const survivors = await survivorsOf(manager, target.names, ids);
  const records = await loadRecords(manager, target, [...survivors.keys(), ...survivors.values()]);
  const known = new Map(records.map((record) => [record.id, record]));
  const isUsable = (id: number): boolean => {
    const record = known.get(id);
    const isItself = resource === undefined && id === recordId;
    return (
      record !== undefined && !isItself && !isInTrash(record) && (!isAccessible(record) || isReadable(record, caller))
    );
  };
  const isGone = (id: number): boolean => {
    const record = known.get(id);
    return record === undefined || isInTrash(record);
  };
  return new Map([...survivors].filter(([id, survivor]) => isGone(id) && isUsable(survivor)));
}

const isInTrash = (record: LoadedRecord): boolean => isAccessible(record) && record.status === 'trash';

/** Records of taxonomies have no status. */
function isAccessible(record: LoadedRecord): record is LoadedRecord & Accessible {
  return 'status' in record;
}
