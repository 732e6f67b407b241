import { type ObjectLiteral } from 'typeorm';
import { loadRecords } from '../../records/reading/load-records.js';
import { WRITABLE_STATUSES } from '../../records/visibility/access.js';
import { resolveText } from '../../records/translations/translation.js';
import { visible } from '../../records/visibility/visible.js';
import { selectNamedInWorker, type SqlFragment } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { type PerLanguage } from '../../../lib/i18n/language.js';
import { type ListScope } from '../../list/listing.js';
import { type CountDimension, type CountGroup } from '../../resource/event-relation.js';
import { type EventsQuery } from '../events.query.js';
import { type Price } from '../pricing/cost.js';
import { type Relation, RELATIONS } from '../relations/relations.js';
import { type EventStatus, STATUS_LABELS } from '../states.js';
import { openColumn, protectedColumn, unmaskedRows, whereClause } from './clauses.js';
import { SERIES_KEY } from './collapse-series.js';
import { countDates, MOST_DAYS, UNITS } from './count-dates.js';
import { type EventSelect } from './event-query.js';

export interface Count {
  readonly value: number | string;
  readonly count: number;
  readonly label: string;
  readonly slug?: string;
  /** The id of the parent category; 0 at the top level. */
  readonly parent?: number;
}

const STATES = { price: protectedColumn('price'), event_status: openColumn('eventStatus') };

const PRICE_LABELS: PerLanguage<Readonly<Record<Price, string>>> = {
  en: { free: 'Free', paid: 'Paid' },
  fr: { free: 'Gratuit', paid: 'Payant' },
};

const BY_RELATION: ReadonlyMap<string, { readonly relation: Relation; readonly way: CountDimension }> = new Map(
  RELATIONS.flatMap((relation) =>
    (relation.countedBy ?? [{ by: relation.resource.names.singular }]).map((way) => [way.by, { relation, way }]),
  ),
);

export const COUNT_DIMENSIONS: readonly string[] = [...UNITS, ...BY_RELATION.keys(), ...Object.keys(STATES)];

/** The default number of values. */
export const DEFAULT_LIMIT = 100;

/** Counts the events of a list by one of their values. */
export async function countBy(
  select: EventSelect,
  query: EventsQuery & { readonly by: string; readonly limit?: number },
): Promise<Count[]> {
  const { scope } = select;
  const { by, limit = by === 'day' ? MOST_DAYS : DEFAULT_LIMIT } = query;
  const unit = UNITS.find((one) => one === by);
  if (unit) return countDates(select, query, unit, limit);
  if (by === 'price' || by === 'event_status') return countStates(select, by, limit);
  const { relation, way } = BY_RELATION.get(by)!;
  const relations = relationsOf(select, relation);
  const groups = await way.groups?.(scope);
  const counts = await (groups
    ? countGroups(scope, relations, groups, limit)
    : countEach(scope, relations, relation, limit));
  const labels = await labelsOf(scope, relation, counts);
  return counts.map((count) => ({ ...count, ...(labels.get(count.value) ?? { label: String(count.value) }) }));
}

/** A count without its label. */
type UnlabelledCount<V = number | string> = Pick<Count, 'count'> & { readonly value: V };

/** Counts the events of a list by price or status. If a series counts once, it counts once for each value. */
async function countStates(
  { counted, isCollapsed, scope }: EventSelect,
  state: keyof typeof STATES,
  limit: number,
): Promise<Count[]> {
  const { caller, language } = scope.context;
  const { column, hasValue } = STATES[state];
  const rows = whereClause(counted.copy(), hasValue, caller);
  const { sql, parameters } = rows.sql({
    columns: [`${column} AS value`, `${isCollapsed ? SERIES_KEY : 'event.id'} AS shown`],
  });
  const counts = await readCounts<Price | EventStatus>(
    scope,
    `SELECT value, COUNT(DISTINCT shown) AS count FROM (${sql}) listed GROUP BY value ORDER BY 2 DESC, 1 LIMIT ${limit}`,
    parameters,
  );
  const labels = { ...PRICE_LABELS[language], ...STATUS_LABELS[language] };
  return counts.map(({ value, count }) => ({ value, count, label: labels[value] }));
}

/** Reads rows with a `value` and its `count`. */
async function readCounts<V>({ manager }: ListScope, sql: string, parameters: ObjectLiteral) {
  const rows = await selectNamedInWorker<UnlabelledCount<V>>(manager, { sql, parameters });
  return rows.map(({ value, count }): UnlabelledCount<V> => ({ value, count: Number(count) }));
}

/** SQL of the relations of all unmasked events of a list; if a series counts once, of all its events. */
function relationsOf({ counted, isCollapsed, scope }: EventSelect, { table, column }: Relation): SqlFragment {
  const columns = ['event.id AS id', `${isCollapsed ? SERIES_KEY : 'event.id'} AS shown`];
  const { sql, parameters } = unmaskedRows(counted.copy(), scope.context.caller).sql({ columns });
  const relations = `SELECT ${isCollapsed ? 'DISTINCT ' : ''}listed.shown AS eventId, relation.${column} AS value`;
  return {
    sql: `${relations} FROM (${sql}) listed INNER JOIN ${table} relation ON relation.eventId = listed.id`,
    parameters,
  };
}

async function countEach(
  scope: ListScope,
  relations: SqlFragment,
  { resource }: Relation,
  limit: number,
): Promise<UnlabelledCount[]> {
  // A public event may be related to drafts.
  const readable = resource.isPublished ? visible('record', scope.context.caller, WRITABLE_STATUSES) : undefined;
  const { name } = tableOf<ObjectLiteral>(scope.manager, resource.entity);
  const join = readable ? ` INNER JOIN ${name} record ON record.id = counted.value AND ${readable.sql}` : '';
  const sql =
    `SELECT counted.value AS value, counted.number AS count FROM (SELECT value, COUNT(*) AS number ` +
    `FROM (${relations.sql}) relations GROUP BY value) counted${join} ORDER BY 2 DESC, 1 LIMIT ${limit}`;
  return readCounts<number>(scope, sql, { ...relations.parameters, ...readable?.parameters });
}

/** Counts an event once for each group with any of its records: adds up the counts of combinations of records. */
async function countGroups(
  scope: ListScope,
  relations: SqlFragment,
  groups: readonly CountGroup[],
  limit: number,
): Promise<UnlabelledCount[]> {
  const sets = `SELECT GROUP_CONCAT(value) AS ids FROM (${relations.sql}) relations GROUP BY eventId`;
  const sql = `SELECT ids AS value, COUNT(*) AS count FROM (${sets}) sets GROUP BY ids`;
  const groupsOf = new Map<number, CountGroup[]>();
  for (const group of groups) for (const id of group.ids) groupsOf.set(id, [...(groupsOf.get(id) ?? []), group]);
  const counts = new Map<CountGroup['value'], number>();
  for (const { value: ids, count } of await readCounts<string>(scope, sql, relations.parameters)) {
    const named = new Set(ids.split(',').flatMap((id) => groupsOf.get(Number(id)) ?? []));
    for (const { value } of named) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  const all = [...counts].map(([value, count]) => ({ value, count }));
  return all.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)).slice(0, limit);
}

/** Names, slugs and parents of the counted records, as they are shown in the language of the request. */
async function labelsOf({ manager, context }: ListScope, { resource }: Relation, counts: readonly UnlabelledCount[]) {
  const ids = counts.flatMap(({ value }) => (typeof value === 'number' ? value : []));
  const records = await loadRecords(manager, resource, ids);
  return new Map<number | string, Pick<Count, 'label' | 'slug' | 'parent'>>(
    records.map((record) => {
      const { name, slug } = resolveText(record.translations, context.language);
      const parent = 'parentId' in record ? { parent: Number(record.parentId ?? 0) } : {};
      return [record.id, { label: name, slug: slug!, ...parent }];
    }),
  );
}
