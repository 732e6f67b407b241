import { type ObjectLiteral } from 'typeorm';
import { selectNamedInWorker, type SqlFragment } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { type ListScope } from '../../list/listing.js';
import { WRITABLE_STATUSES } from '../../content/status.js';
import { shownText } from '../../content/translations/shown-text.js';
import { loadRecords } from '../../content/load-records.js';
import { unmasked, visible } from '../../content/visible.js';
import { type CountGroup } from '../../resource/event-link.js';
import { type Link } from '../relations/links.js';
import { SERIES_KEY } from './collapse-series.js';
import { type EventSelect } from './event-query.js';

interface Counted {
  readonly value: number | string;
  readonly count: number;
}

/** Counts the events of each record, or of each group of records. Those with most events come first. */
export async function countRelations(
  scope: ListScope,
  select: EventSelect,
  link: Link,
  groups: readonly CountGroup[] | undefined,
  limit: number,
): Promise<Counted[]> {
  const relations = relationsOf(scope, select, link);
  return groups ? countGroups(scope, relations, groups, limit) : countEach(scope, relations, link, limit);
}

/**
 * SQL of the relations of all events of a list, except those that the caller sees masked. If a series counts once, the
 * relations of all its events count for it.
 */
function relationsOf(
  { context }: ListScope,
  { counted, isCollapsed }: EventSelect,
  { table, column }: Link,
): SqlFragment {
  const columns = ['event.id AS id', `${isCollapsed ? SERIES_KEY : 'event.id'} AS shown`];
  const { sql, parameters } = counted.copy().andWhere(unmasked('event', context.caller)).sql({ columns });
  const relations = `SELECT ${isCollapsed ? 'DISTINCT ' : ''}listed.shown AS eventId, link.${column} AS value`;
  return { sql: `${relations} FROM (${sql}) listed INNER JOIN ${table} link ON link.eventId = listed.id`, parameters };
}

async function countEach(
  scope: ListScope,
  relations: SqlFragment,
  { resource }: Link,
  limit: number,
): Promise<Counted[]> {
  const { manager, context } = scope;
  const counted = `SELECT value, COUNT(*) AS number FROM (${relations.sql}) relations GROUP BY value`;
  // A public event may be related to drafts.
  const readable = resource.isPublished ? visible('record', context.caller, WRITABLE_STATUSES) : undefined;
  const { name } = tableOf<ObjectLiteral>(manager, resource.entity);
  const join = readable ? ` INNER JOIN ${name} record ON record.id = counted.value AND ${readable.sql}` : '';
  const sql =
    `SELECT counted.value AS value, counted.number AS number FROM (${counted}) counted${join} ` +
    `ORDER BY number DESC, value LIMIT ${limit}`;
  const parameters = { ...relations.parameters, ...readable?.parameters };
  const rows = await selectNamedInWorker<{ value: number; number: number | string }>(manager, { sql, parameters });
  return rows.map(({ value, number }) => ({ value, count: Number(number) }));
}

/**
 * Counts an event once for each group that has any of its records. The database counts the distinct combinations of
 * records in events, which are few.
 */
async function countGroups(
  { manager }: ListScope,
  relations: SqlFragment,
  groups: readonly CountGroup[],
  limit: number,
): Promise<Counted[]> {
  const sets = `SELECT GROUP_CONCAT(value) AS ids FROM (${relations.sql}) relations GROUP BY eventId`;
  const sql = `SELECT ids, COUNT(*) AS number FROM (${sets}) sets GROUP BY ids`;
  const rows = await selectNamedInWorker<{ ids: string; number: number | string }>(manager, {
    sql,
    parameters: relations.parameters,
  });
  const groupsOf = new Map<number, CountGroup[]>();
  for (const group of groups) for (const id of group.ids) groupsOf.set(id, [...(groupsOf.get(id) ?? []), group]);
  const counts = new Map<CountGroup['value'], number>();
  for (const { ids, number } of rows) {
    const named = new Set(ids.split(',').flatMap((id) => groupsOf.get(Number(id)) ?? []));
    for (const { value } of named) counts.set(value, (counts.get(value) ?? 0) + Number(number));
  }
  const all = [...counts].map(([value, count]) => ({ value, count }));
  return all.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)).slice(0, limit);
}

/** The fields that describe the record of a count. */
interface RecordLabel {
  readonly label: string;
  readonly slug: string;
  /** The id of the parent category; 0 at the top level. */
  readonly parent?: number;
}

/** Names, slugs and parents of records, as they are shown in the language of the request. */
export async function labelsOf(
  { manager, context }: ListScope,
  { resource }: Link,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RecordLabel>> {
  const records = await loadRecords(manager, resource, ids);
  return new Map(
    records.map((record) => {
      const { name, slug } = shownText(record.translations, context.language);
      const parent = 'parentId' in record ? { parent: Number(record.parentId ?? 0) } : {};
      return [record.id, { label: name, slug: slug!, ...parent }];
    }),
  );
}
