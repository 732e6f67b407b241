import { type ObjectLiteral } from 'typeorm';
import { loadRecords } from '../../content/load-records.js';
import { WRITABLE_STATUSES } from '../../content/status.js';
import { resolveText } from '../../content/translations/resolve-text.js';
import { unmasked, visible } from '../../content/visible.js';
import { selectNamedInWorker, type SqlFragment } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { type PerLanguage } from '../../i18n/language.js';
import { type ListScope } from '../../list/listing.js';
import { type CountDimension, type CountGroup } from '../../resource/event-link.js';
import { type EventsQuery } from '../events.query.js';
import { type Price } from '../pricing/cost.js';
import { type Link, LINKS } from '../relations/links.js';
import { type EventStatus, STATUS_LABELS } from '../states.js';
import { SERIES_KEY } from './collapse-series.js';
import { countDates, UNITS } from './count-dates.js';
import { type EventSelect } from './event-query.js';

export interface Count {
  readonly value: number | string;
  readonly count: number;
  readonly label: string;
  readonly slug?: string;
  /** The id of the parent category; 0 at the top level. */
  readonly parent?: number;
}

const STATES = { price: 'event.price', event_status: 'event.eventStatus' } as const;

const PRICE_LABELS: PerLanguage<Readonly<Record<Price, string>>> = {
  en: { free: 'Free', paid: 'Paid' },
  fr: { free: 'Gratuit', paid: 'Payant' },
};

const BY_LINKS: ReadonlyMap<string, { readonly link: Link; readonly way: CountDimension }> = new Map(
  LINKS.flatMap((link) =>
    (link.countedBy ?? [{ by: link.resource.names.singular }]).map((way) => [way.by, { link, way }]),
  ),
);

export const COUNT_DIMENSIONS: readonly string[] = [...UNITS, ...BY_LINKS.keys(), ...Object.keys(STATES)];

/** The default number of values; for days, a little more than a year. */
export const DEFAULT_LIMIT = 100;
const USUAL_DAYS = 400;

/** Counts the events of a list by one of their values. */
export async function countBy(
  select: EventSelect,
  query: EventsQuery & { readonly by: string; readonly limit?: number },
): Promise<Count[]> {
  const { scope } = select;
  const { by, limit = by === 'day' ? USUAL_DAYS : DEFAULT_LIMIT } = query;
  const unit = UNITS.find((one) => one === by);
  if (unit) return countDates(scope, select, query, unit, limit);
  if (by === 'price' || by === 'event_status') return countStates(scope, select, by, limit);
  const { link, way } = BY_LINKS.get(by)!;
  const relations = relationsOf(scope, select, link);
  const groups = await way.groups?.(scope);
  const counts = await (groups
    ? countGroups(scope, relations, groups, limit)
    : countEach(scope, relations, link, limit));
  const labels = await labelsOf(scope, link, counts);
  return counts.map(({ value, count }) => ({ value, count, ...(labels.get(value) ?? { label: String(value) }) }));
}

/** Counts the events of a list by price or status. If a series counts once, it counts once for each value. */
async function countStates(
  { manager, context }: ListScope,
  { counted, isCollapsed }: EventSelect,
  state: keyof typeof STATES,
  limit: number,
): Promise<Count[]> {
  const column = STATES[state];
  const rows = counted.copy().andWhere(`${column} IS NOT NULL`);
  // A password protects what an event costs, as in the filter `price`.
  if (state === 'price') rows.andWhere(unmasked('event', context.caller));
  const { sql, parameters } = rows.sql({
    columns: [`${column} AS value`, `${isCollapsed ? SERIES_KEY : 'event.id'} AS shown`],
  });
  const counts = await selectNamedInWorker<{ value: Price | EventStatus; number: number | string }>(manager, {
    sql:
      `SELECT value, COUNT(DISTINCT shown) AS number FROM (${sql}) listed ` +
      `GROUP BY value ORDER BY number DESC, value LIMIT ${limit}`,
    parameters,
  });
  const { language } = context;
  const labels = { ...PRICE_LABELS[language], ...STATUS_LABELS[language] };
  return counts.map(({ value, number }) => ({ value, count: Number(number), label: labels[value] }));
}

/** A count without its label. */
type UnlabelledCount = Pick<Count, 'value' | 'count'>;

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
): Promise<UnlabelledCount[]> {
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
 * Counts an event once for each group that contains any of its records. The database counts the events of each distinct
 * combination of records, of which there are few, and this function adds them up by group.
 */
async function countGroups(
  { manager }: ListScope,
  relations: SqlFragment,
  groups: readonly CountGroup[],
  limit: number,
): Promise<UnlabelledCount[]> {
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

/** Names, slugs and parents of the counted records, as they are shown in the language of the request. */
async function labelsOf({ manager, context }: ListScope, { resource }: Link, counts: readonly UnlabelledCount[]) {
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
