import { type Caller } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { type Order, type Pages } from '../../lists/pages.js';
import { type Rows } from '../../database/rows/rows.js';
import { askAside } from '../../database/rows/aside.js';
import { ask } from '../../database/rows/condition.js';
import { type Condition } from '../../database/rows/condition.js';
import { foundBy, type Selection } from './selection.js';
import { stretchesOf, within } from './stretches.js';
import { type Window } from './window.js';

/** More pieces than this take longer to put together than the query takes that reads everything. */
const MOST_PIECES = 60;

/** Rows that are read while everybody waits: some milliseconds. More are read aside. */
const FEW = 2000;

/**
 * What a list by start is read from: rows with the times of events, of which an index in this order exists. Its SQL ends
 * in a WHERE clause.
 */
interface Source {
  readonly alias: string;
  readonly id: string;
  readonly select: (columns: readonly string[]) => Condition;
  /** Whether no index has the rows in this order: all of a stretch are read. */
  readonly isUnordered?: boolean;
}

/** The list's query as a source. */
export function eventSource(rows: Rows): Source {
  return { alias: 'event', id: 'event.id', select: (columns) => rows.sql({ columns }) };
}

/** The links to each of the records that the first filter names as sources, narrowed by the others. */
export function linkSources(selection: Selection, caller: Caller): Source[] {
  const [first] = selection.links;
  const found = (first?.ids ?? []).flatMap((id) => foundBy(first!, [id], selection, caller));
  return found.map(({ sql, parameters }) => ({
    ...{ alias: 'link', id: 'link.eventId' },
    select: (columns) => ({ sql: `SELECT ${columns.join(', ')} ${sql}`, parameters }),
  }));
}

/** The same in one source, for so many records that their links are quicker put in order together. */
export function manyLinksSource(selection: Selection, caller: Caller): Source[] {
  const [first] = selection.links;
  return foundBy(first!, first!.ids, selection, caller).map(({ sql, parameters }) => ({
    ...{ alias: 'link', id: 'link.eventId', isUnordered: true },
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
 * @param counted SQL of the number of all, where that takes no time: it is read along
 * @returns undefined where there would be too many pieces
 */
export function pagesByStart(
  { manager, context }: ListScope,
  sources: readonly Source[],
  window: Window,
  direction: Order['direction'],
  counted: Condition | undefined,
): { readonly ids: Pages['ids']; readonly total: () => number | undefined } | undefined {
  const pieces = sources.flatMap((source) => stretchesOf(window).map((stretch) => ({ source, stretch })));
  if (pieces.length > MOST_PIECES) return undefined;
  const columns = counted ? [`(${counted.sql}) AS total`] : [];
  let total: number | undefined;
  const ids: Pages['ids'] = async (offset, limit) => {
    const isOne = pieces.length === 1;
    const most = isOne ? `LIMIT ${limit} OFFSET ${offset}` : `LIMIT ${offset + limit}`;
    const parts = pieces.map(({ source, stretch }, number) =>
      piece(source, within(source.alias, stretch, `p${number}`), isOne ? columns : [], direction, most),
    );
    const sql = isOne ? parts[0]!.sql : merged(parts, columns, sources.length > 1, direction, offset, limit);
    const page = { sql, parameters: { ...parametersOf(parts), ...counted?.parameters } };
    const isOrdered = sources.every(({ isUnordered }) => !isUnordered);
    const isShort = isOrdered && parts.length * (offset + limit) <= FEW;
    const rows = await (isShort ? ask<Row>(manager, page) : askAside<Row>(manager, page, context));
    total = rows[0]?.total === undefined ? undefined : Number(rows[0].total);
    return rows.map(({ id }) => id);
  };
  return { ids, total: () => total };
}

function piece(
  { select, alias, id }: Source,
  inStretch: Condition,
  columns: readonly string[],
  direction: Order['direction'],
  most: string,
): Condition {
  const { sql, parameters } = select([`${id} AS id`, `${alias}.startUtc AS startUtc`, ...columns]);
  return {
    sql: `${sql} AND ${inStretch.sql} ORDER BY ${alias}.startUtc ${direction}, ${id} ${direction} ${most}`,
    parameters: { ...parameters, ...inStretch.parameters },
  };
}

/** Each piece is a table of its own: SQLite knows no limits within a union. */
function merged(
  parts: readonly Condition[],
  columns: readonly string[],
  areRepeated: boolean,
  direction: Order['direction'],
  offset: number,
  limit: number,
): string {
  const tables = parts.map(({ sql }, number) => `SELECT id, startUtc FROM (${sql}) part${number}`);
  return (
    `SELECT ${['id', ...columns].join(', ')} FROM (${tables.join(areRepeated ? ' UNION ' : ' UNION ALL ')}) page ` +
    `ORDER BY startUtc ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`
  );
}

/** Those of all parts. */
export function parametersOf(parts: readonly Condition[]): Condition['parameters'] {
  return Object.assign({}, ...parts.map(({ parameters }) => parameters)) as Condition['parameters'];
}
