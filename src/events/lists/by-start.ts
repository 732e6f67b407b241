import { type Caller } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { type Order, type Pages } from '../../lists/pages.js';
import { type Rows } from '../../database/sql/rows.js';
import { isSqlite } from '../../database/data-source.js';
import { queryAside } from '../../database/sql/aside.js';
import { type Condition } from '../../database/sql/condition.js';
import { named, positional } from '../../database/sql/named.js';
import { query } from '../../database/sql/statements.js';
import { unionOf } from '../../database/sql/union.js';
import { type Statement } from '../../database/sql/values.js';
import { type Place } from './far-down.js';
import { matchingLinks, type Selection } from './selection.js';
import { seriesIn } from './series-in.js';
import { type Stretch, stretchesOf, within } from './stretches.js';
import { type Window } from './window.js';

/** More pieces than this take longer to put together than the query takes that reads everything. */
const MOST_PIECES = 60;

/** Rows that are read in the thread that serves requests: some milliseconds. More are read aside (`queryAside`). */
const FEW = 2000;

/**
 * What a list in the order of starts is read from: events, or links that repeat the times of theirs, of which an index in
 * this order exists. Its SQL ends in a WHERE clause.
 */
interface Source {
  readonly alias: string;
  readonly id: string;
  readonly select: (columns: readonly string[]) => Condition;
  /** Whether no index has the rows in this order: all of a stretch are read. */
  readonly isUnordered?: boolean;
  /** Whether much of a stretch may be read that is none of the list, as no index tells it apart. */
  readonly isSparse?: boolean;
  /** Whether all of it is listed, whatever the window. */
  readonly isWhole?: boolean;
}

/** The list's query as a source. */
export function eventSource(rows: Rows): Source {
  return { alias: 'event', id: 'event.id', select: (columns) => rows.sql({ columns }) };
}

/**
 * What a list shows that has each series once, wherever that stands, of what is listed in a window: events of no series,
 * and the series of which something is.
 * @param rows all that may be shown
 */
export function foldedSources(rows: Rows, window: Window, onSqlite: boolean): Source[] {
  const { sql, parameters } = named(seriesIn(window, onSqlite), 'series');
  // Joined: for IN a server asks all events.
  const series = rows.copy().join(`(${sql})`, 'one', 'one.id = event.id', parameters);
  const others = rows.copy().andWhere('event.seriesId IS NULL');
  return [eventSource(others), { ...eventSource(series), isUnordered: true, isWhole: true }];
}

/** The links to the records that the first filter names, narrowed by all other filters: a source for each record. */
export function linkSources(selection: Selection, caller: Caller): Source[] {
  const [first] = selection.links;
  const found = (first?.ids ?? []).flatMap((id) => matchingLinks(first!, [id], selection, caller));
  return found.map(({ sql, parameters }) => ({
    alias: 'link',
    id: 'link.eventId',
    select: (columns) => ({ sql: `SELECT ${columns.join(', ')} ${sql}`, parameters }),
  }));
}

/** The same in one source, where the records are so many that sorting all their links is quicker than merging those of each. */
export function manyLinksSource(selection: Selection, caller: Caller): Source[] {
  const [first] = selection.links;
  return matchingLinks(first!, first!.ids, selection, caller).map(({ sql, parameters }) => ({
    alias: 'link',
    id: 'link.eventId',
    isUnordered: true,
    select: (columns) => ({ sql: `SELECT DISTINCT ${columns.join(', ')} ${sql}`, parameters }),
  }));
}

interface Row {
  readonly id: number;
  readonly total?: number | string;
}

/**
 * Pages in the order of starts, put together from stretches of indexes: each piece is read in its order and no further
 * than the page reaches.
 * @param counted the number of all, where that takes no time: it is read along
 * @param placeOf where to read what is asked for
 * @returns undefined where there would be too many pieces
 */
export function pagesByStart(
  { manager, context }: ListScope,
  sources: readonly Source[],
  window: Window,
  direction: Order['direction'],
  counted: Statement | undefined,
  placeOf: (asked: Place) => Promise<Place>,
): { readonly ids: Pages['ids']; readonly total: () => number | undefined } | undefined {
  const number = sources.length * stretchesOf(window).length;
  if (number > MOST_PIECES) return undefined;
  const isOne = number === 1;
  const isReadAtOnce = sources.every(({ isUnordered, isSparse }) => !isUnordered && !isSparse);
  const columns = counted ? [`(${counted.sql}) AS total`] : [];
  const onSqlite = isSqlite(manager.dataSource);
  let total: number | undefined;
  const ids: Pages['ids'] = async (down, limit) => {
    const { window: rest, offset } = await placeOf({ window, offset: down });
    const stretches = stretchesOf(rest);
    const most = isOne ? `LIMIT ${limit} OFFSET ${offset}` : `LIMIT ${offset + limit}`;
    const parts = sources.flatMap((source) => pieces(source, stretches, isOne ? columns : [], direction, most));
    const union = () =>
      unionOf(
        parts.map((part) => part.sql),
        onSqlite,
        sources.length > 1,
      );
    const sql = isOne ? parts[0]!.sql : merged(union(), columns, direction, offset, limit);
    const values = [...(counted?.values ?? []), ...parts.flatMap((part) => part.values)];
    const isShort = isReadAtOnce && number * (offset + limit) <= FEW;
    const rows = await (isShort
      ? query<Row>(manager, sql, values)
      : queryAside<Row>(manager, { sql, values }, context));
    total = rows[0]?.total === undefined ? undefined : Number(rows[0].total);
    return rows.map(({ id }) => id);
  };
  return { ids, total: () => total };
}

/** The first rows of each stretch. */
function pieces(
  { select, alias, id, isWhole }: Source,
  stretches: readonly Stretch[],
  columns: readonly string[],
  direction: Order['direction'],
  most: string,
): Statement[] {
  const { sql, parameters } = select([`${id} AS id`, `${alias}.startUtc AS startUtc`, ...columns]);
  const all = positional(sql, parameters);
  // In order a server would look for them among all events that begin before.
  if (isWhole) return [all];
  const order = `ORDER BY ${alias}.startUtc ${direction}, ${id} ${direction} ${most}`;
  return stretches.map((stretch) => {
    const inStretch = within(alias, stretch);
    return { sql: `${all.sql} AND ${inStretch.sql} ${order}`, values: [...all.values, ...inStretch.values] };
  });
}

function merged(
  pieces: string,
  columns: readonly string[],
  direction: Order['direction'],
  offset: number,
  limit: number,
): string {
  return (
    `SELECT ${['id', ...columns].join(', ')} FROM (${pieces}) page ` +
    `ORDER BY startUtc ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`
  );
}
