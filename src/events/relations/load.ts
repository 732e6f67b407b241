import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { marks } from '../../database/sql/lists.js';
import { query, queryLists } from '../../database/sql/statements.js';
import { type Table, tableOf } from '../../database/sql/table.js';
import { type Language } from '../../i18n/language.js';
import { type Fieldset, isWanted } from '../../content/fieldset.js';
import { ShownRecords } from '../../content/load-records.js';
import { type LinkedRecord } from '../../resource/event-link.js';
import { imageJoin, type SharedRecords, type Version, versionColumns } from '../../resource/shared-records.js';
import { inOrder } from '../../content/in-order.js';
import { EventTranslation } from '../event-translation.entity.js';
import { Event, OF_PARENTS, type Parent } from '../event.entity.js';
import { unneededFor } from './needed-columns.js';
import { COUNTED, eachLink, type Link, type Linked, LINKS } from './links.js';

export type LinkedEvent = Event & { linked: Linked };

/** What of events is to be read, where it is not all. */
export interface Reading {
  /** What is asked for: links that nothing of it needs are not read. */
  readonly fields?: Fieldset | undefined;
  /** The one language that is shown: see `ShownRecords`. */
  readonly language?: Language | undefined;
  /** Whether nobody looks at what there is in the other one either, such as slugs: it is not read at all. */
  readonly isAlone?: boolean;
}

/**
 * Events with all that they are shown with, in the order of the ids. One statement for the events, one for all their
 * links, and those of `SharedRecords` for what is not known of the linked records, however many events there are.
 */
export async function loadEvents(
  manager: EntityManager,
  ids: readonly number[],
  shared: SharedRecords,
  { fields, language, isAlone = false }: Reading = {},
): Promise<LinkedEvent[]> {
  if (ids.length === 0) return [];
  const { image, ...unneeded } = unneededFor(fields);
  const alone = isAlone ? language : undefined;
  const shown = ShownRecords.of(manager, Event, EventTranslation, { image: !image, without: unneeded, alone });
  const parents = parentsOf(manager);
  const values = [...ids];
  const sql = shown.statement(`with parents ${values.length} ${language}`, () =>
    [
      `SELECT ${shown.columns(language)}, ${parents.columnsOf('parent')} FROM ${shown.table} record${shown.joins}`,
      `LEFT JOIN ${shown.table} parent ON parent.id = record.parentId WHERE record.id IN (${marks(values.length)})`,
    ].join(' '),
  );
  const lists = await queryLists(manager, sql, values);
  const events = lists.map((list) => Object.assign(shown.at(list, 0), { parent: parents.rowAt(list, shown.width) }));
  const wanted = fields ? LINKS.filter(({ field }) => isWanted(fields, field, 'json_ld')) : LINKS;
  const linked = await loadLinked(manager, wanted, values, shared);
  return inOrder(events, ids).map((event) => Object.assign(event, { linked: linked.get(event.id) ?? {} }));
}

const parentTables = new WeakMap<Table<Event>, Table<Parent>>();

function parentsOf(manager: EntityManager): Table<Parent> {
  const events = tableOf(manager, Event);
  const parents = parentTables.get(events) ?? events.reading(OF_PARENTS);
  parentTables.set(events, parents);
  return parents;
}

/** A link, and the version of the record that it leads to. */
type Found = [link: number, eventId: number, recordId: number, place: number, ...version: Version];

/** The records that events are linked to, by the ids of the events; each is one object, however many show it. */
async function loadLinked(
  manager: EntityManager,
  wanted: readonly Link[],
  ids: readonly number[],
  shared: SharedRecords,
): Promise<ReadonlyMap<number, Linked>> {
  const byEvent = new Map(ids.map((id) => [id, eachLink((): LinkedRecord[] => [])]));
  if (wanted.length === 0) return byEvent;
  const given = wanted.flatMap(() => ids);
  const lists = (await queryLists(manager, linksSql(manager, wanted, ids.length), given)) as Found[];
  const found = wanted.map((): Found[] => []);
  for (const row of lists) found[row[0]]!.push(row);
  for (const [number, { kind, name }] of wanted.entries()) {
    const own = found[number]!.sort((one, other) => one[3] - other[3]);
    const versions = new Map<number, Version>();
    for (const row of own) if (!versions.has(row[2])) versions.set(row[2], [row[4], row[5], row[6]]);
    const records = await shared.atVersions(manager, kind, versions);
    for (const row of own) {
      const record = records.get(row[2]);
      if (record) byEvent.get(row[1])![name]!.push(record);
    }
  }
  return byEvent;
}

const statements = new Map<string, string>();

/** The links of so many events, of some kinds at once. */
function linksSql({ dataSource }: EntityManager, links: readonly Link[], count: number): string {
  // With its statistics not yet those of what was just imported, a server would begin with all records and read all links.
  const join = isSqlite(dataSource) ? 'JOIN' : 'STRAIGHT_JOIN';
  const key = `${join} ${links.map(({ name }) => name).join()} ${count}`;
  let sql = statements.get(key);
  if (sql === undefined) {
    sql = links.map((link, number) => oneKind(link, number, count, join)).join(' UNION ALL ');
    statements.set(key, sql);
  }
  return sql;
}

function oneKind({ kind, table, column, isOrdered }: Link, number: number, count: number, join: string): string {
  const place = `link.${isOrdered ? 'position' : column}`;
  return (
    `SELECT ${number}, link.eventId, link.${column}, ${place}, ${versionColumns(kind)} FROM ${table} link ` +
    `${join} ${kind.names.many} record ON record.id = link.${column}${imageJoin(kind)} WHERE link.eventId IN (${marks(count)})`
  );
}

/** Shows how many events name the records that count them now, which other writers count as well: one statement. */
export async function readCounts(manager: EntityManager, event: LinkedEvent): Promise<void> {
  const parts = COUNTED.map(
    ({ kind, name, table, column }) =>
      `SELECT '${name}' AS name, record.id AS id, record.count AS count ` +
      `FROM ${table} link JOIN ${kind.names.many} record ON record.id = link.${column} WHERE link.eventId = ?`,
  );
  const sql = parts.join(' UNION ALL ');
  const rows = await query<{ name: string; id: number; count: number }>(
    manager,
    sql,
    COUNTED.map(() => event.id),
  );
  const counts = new Map(rows.map(({ name, id, count }) => [`${name} ${id}`, count]));
  const counted = (name: string, record: LinkedRecord) => {
    const count = counts.get(`${name} ${record.id}`);
    return count === undefined ? record : { ...record, count };
  };
  event.linked = eachLink(({ name }) => (event.linked[name] ?? []).map((record) => counted(name, record)));
}
