import { type ObjectLiteral } from 'typeorm';
import { askAside } from '../../database/sql/aside.js';
import { pieces } from '../../database/sql/lists.js';
import { tableOf } from '../../database/sql/table.js';
import { type Condition, parametersOf } from '../../database/sql/condition.js';
import { named } from '../../database/sql/named.js';
import { unitedRows } from '../../database/sql/union.js';
import { type ListScope } from '../../lists/listing.js';
import { WRITABLE_STATUSES } from '../../records/status.js';
import { shownText } from '../../records/texts/shown-text.js';
import { type Translation } from '../../records/texts/translation.js';
import { unmasked, visible } from '../../records/visible.js';
import { hasRole } from '../../requests/context/role.js';
import { type CountGroup } from '../../resources/event-link.js';
import { type Link } from '../links/links.js';
import { ONE_OF } from './fold-series.js';
import { type EventPages } from './pages.js';
import { isMatchingLink, type Selection } from './selection.js';
import { stretchesOf, within } from './stretches.js';
import { isLong, QUARTER, type Window } from './window.js';

interface Counted {
  readonly value: number | string;
  readonly count: number;
}

/** How many events are linked to each record, or to any of each group; those to which most are come first. */
export async function countLinks(
  scope: ListScope,
  pages: EventPages,
  selection: Selection,
  link: Link,
  groups: readonly CountGroup[] | undefined,
  limit: number,
): Promise<Counted[]> {
  const { isPlain, window } = pages;
  const areLinksEnough = isPlain && window !== undefined && !hasRole(scope.context.caller, 'contributor');
  // Links lie by their records: those of few events are found from these.
  const areFew = window !== undefined && !isLong(window, QUARTER);
  if (!areLinksEnough || areFew) {
    const links = linksOf(scope, pages, link);
    return groups ? mostOf(await countSets(scope, links, groups), limit) : countEach(scope, links, link, limit);
  }
  const links = (ids?: readonly number[]) => listedLinks(link, selection, window, ids);
  return groups ? mostOf(await countGroups(scope, links, groups), limit) : countEach(scope, links(), link, limit);
}

/**
 * SQL of the links by which everybody finds the events of a list: `eventId` and the record's id, `value`.
 * @param ids of the records; those of all where nothing is said
 */
function listedLinks(
  { table, column }: Link,
  selection: Selection,
  window: Window,
  ids: readonly number[] | undefined,
): Condition {
  const ofRecords = ids ? ` AND link.${column} IN (${ids.join()})` : '';
  const all = `SELECT link.eventId AS eventId, link.${column} AS value FROM ${table} link WHERE ${isMatchingLink(selection)}`;
  const parts = stretchesOf(window).map((stretch, number) => named(within('link', stretch), `l${number}`));
  return {
    sql: parts.map(({ sql }) => `${all}${ofRecords} AND ${sql}`).join(' UNION ALL '),
    parameters: parametersOf(parts),
  };
}

/**
 * The same for whatever caller and list: by the events themselves, but for those that he sees masked. Where a series is
 * shown as one, what any of its events is linked to is linked to it.
 */
function linksOf({ context }: ListScope, { parts, isFolded }: EventPages, { table, column }: Link): Condition {
  const { sql: isOpen, parameters } = unmasked('event', context.caller);
  const columns = ['event.id AS id', `${isFolded ? ONE_OF : 'event.id'} AS shown`];
  const listed = unitedRows(
    parts.map((part) => part.copy().andWhere(isOpen, parameters)),
    columns,
  );
  const links = `SELECT ${isFolded ? 'DISTINCT ' : ''}listed.shown AS eventId, link.${column} AS value`;
  const sql = `${links} FROM (${listed.sql}) listed INNER JOIN ${table} link ON link.eventId = listed.id`;
  return { sql, parameters: listed.parameters };
}

async function countEach(scope: ListScope, links: Condition, { kind }: Link, limit: number): Promise<Counted[]> {
  const { manager, context } = scope;
  const counted = `SELECT value, COUNT(*) AS number FROM (${links.sql}) links GROUP BY value`;
  // A draft may stand beside others on an event that everybody sees.
  const readable = kind.isPublished ? visible('record', context.caller, WRITABLE_STATUSES) : undefined;
  const { name } = tableOf<ObjectLiteral>(manager, kind.entity);
  const join = readable ? ` INNER JOIN ${name} record ON record.id = counted.value AND ${readable.sql}` : '';
  const sql =
    `SELECT counted.value AS value, counted.number AS number FROM (${counted}) counted${join} ` +
    `ORDER BY number DESC, value LIMIT ${limit}`;
  const parameters = { ...links.parameters, ...readable?.parameters };
  const rows = await askAside<Row>(manager, { sql, parameters }, context);
  return rows.map(({ value, number }) => ({ value, count: Number(number) }));
}

interface Row {
  readonly value: number;
  readonly number: number | string;
}

type GroupCounts = Map<CountGroup, number>;

/** Groups that one statement counts: SQLite takes no more than 500. */
const GROUPS = 200;

/** Each group from its own stretches of an index; an event counts once. */
async function countGroups(
  { manager, context }: ListScope,
  links: (ids: readonly number[]) => Condition,
  groups: readonly CountGroup[],
): Promise<GroupCounts> {
  const counts: GroupCounts = new Map();
  if (groups.length === 0) return counts;
  for (const some of pieces(groups, GROUPS)) {
    const parts = some.map(({ ids }, place) => {
      const { sql, parameters } = links(ids);
      const number = ids.length > 1 ? 'COUNT(DISTINCT eventId)' : 'COUNT(*)';
      return { sql: `SELECT ${place} AS place, ${number} AS number FROM (${sql}) links`, parameters };
    });
    const all = { sql: parts.map(({ sql }) => sql).join(' UNION ALL '), parameters: parametersOf(parts) };
    const rows = await askAside<{ place: number; number: number | string }>(manager, all, context);
    for (const { place, number } of rows) if (Number(number) > 0) counts.set(some[Number(place)]!, Number(number));
  }
  return counts;
}

/** By the sets of what events are linked to, of which there are few: the list is gone through once. */
async function countSets(
  { manager, context }: ListScope,
  links: Condition,
  groups: readonly CountGroup[],
): Promise<GroupCounts> {
  const sets = `SELECT GROUP_CONCAT(value) AS ids FROM (${links.sql}) links GROUP BY eventId`;
  const sql = `SELECT ids, COUNT(*) AS number FROM (${sets}) sets GROUP BY ids`;
  const rows = await askAside<LinkedSet>(manager, { sql, parameters: links.parameters }, context);
  const byId = groupsById(groups);
  const counts: GroupCounts = new Map();
  for (const { ids, number } of rows) {
    const all = new Set(ids.split(',').flatMap((id) => byId.get(Number(id)) ?? []));
    for (const group of all) counts.set(group, (counts.get(group) ?? 0) + Number(number));
  }
  return counts;
}

interface LinkedSet {
  readonly ids: string;
  readonly number: number | string;
}

function mostOf(counts: GroupCounts, limit: number): Counted[] {
  const all = [...counts].map(([{ value }, count]) => ({ value, count }));
  const isBefore = (one: Counted, other: Counted) => (one.value < other.value ? -1 : 1);
  return all.sort((one, other) => other.count - one.count || isBefore(one, other)).slice(0, limit);
}

function groupsById(groups: readonly CountGroup[]): ReadonlyMap<number, readonly CountGroup[]> {
  const byId = new Map<number, CountGroup[]>();
  for (const group of groups)
    for (const id of group.ids) {
      const others = byId.get(id);
      if (others) others.push(group);
      else byId.set(id, [group]);
    }
  return byId;
}

/** The names of records as the language of the request shows them. */
export async function namesOf(
  { manager, context }: ListScope,
  { kind }: Link,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const table = tableOf<Translation>(manager, kind.translation);
  const texts = await table.select(
    manager,
    { recordId: ids },
    { columns: ['recordId', 'language', 'borrowed', 'name'] },
  );
  const byId = new Map<number, Pick<Translation, 'language' | 'borrowed' | 'name'>[]>();
  for (const text of texts) byId.set(text.recordId, [...(byId.get(text.recordId) ?? []), text]);
  return new Map([...byId].map(([id, some]) => [id, shownText(some, context.language).name]));
}
