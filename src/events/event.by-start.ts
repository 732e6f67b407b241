import { type EntityManager } from 'typeorm';
import { type Order, type Pages } from '../common/listing/pages.js';
import { ask, type Rows } from '../common/listing/rows.js';
import { type Condition } from '../common/records/visible.js';
import { isFoundBy, type Selection } from './event.selection.js';
import { type Stretch, stretchesOf, within } from './event.stretches.js';
import { type Window } from './event.window.js';

/** More pieces than this take longer to put together than the query takes that reads everything. */
const MOST_PIECES = 60;

/**
 * What a list by start is read from: rows with the times of events, of which an index in this order exists. Selects `id`
 * and `startUtc`, and ends in a WHERE clause.
 */
interface Source extends Condition {
  readonly alias: string;
  readonly id: string;
}

/** The list's query as a source. */
export function eventSource(rows: Rows): Source {
  return { ...rows.sql({ columns: ['event.id AS id', 'event.startUtc AS startUtc'] }), alias: 'event', id: 'event.id' };
}

/** The links to each of the records that the first filter names as sources, narrowed by the others: what everybody finds by them. */
export function linkSources(selection: Selection): Source[] {
  const [first] = selection.links;
  return (first?.ids ?? []).map((id) => ({
    sql:
      `SELECT link.eventId AS id, link.startUtc AS startUtc FROM ${first!.table} link ` +
      `WHERE ${isFoundBy(first!, [id], selection)}`,
    parameters: {},
    ...{ alias: 'link', id: 'link.eventId' },
  }));
}

/**
 * Ids in the order of starts, put together from stretches of indexes: each piece is read in its order and no further
 * than the page reaches.
 * @returns undefined where there would be too many pieces
 */
export function idsByStart(
  manager: EntityManager,
  sources: readonly Source[],
  window: Window,
  direction: Order['direction'],
): Pages['ids'] | undefined {
  const pieces = sources.flatMap((source) => stretchesOf(window).map((stretch) => ({ source, stretch })));
  if (pieces.length > MOST_PIECES) return undefined;
  return async (offset, limit) => {
    const most = pieces.length > 1 ? `LIMIT ${offset + limit}` : `LIMIT ${limit} OFFSET ${offset}`;
    const parts = pieces.map(({ source, stretch }, number) => piece(source, stretch, `p${number}`, direction, most));
    const [only] = parts;
    const sql = parts.length === 1 ? only!.sql : merged(parts, sources.length > 1, direction, offset, limit);
    const rows = await ask<{ id: number }>(manager, { sql, parameters: parametersOf(parts) });
    return rows.map(({ id }) => id);
  };
}

function piece(
  { sql, alias, id, parameters }: Source,
  stretch: Stretch,
  name: string,
  direction: Order['direction'],
  most: string,
): Condition {
  const inStretch = within(alias, stretch, name);
  return {
    sql: `${sql} AND ${inStretch.sql} ORDER BY ${alias}.startUtc ${direction}, ${id} ${direction} ${most}`,
    parameters: { ...parameters, ...inStretch.parameters },
  };
}

/** Each piece is a table of its own: SQLite knows no limits within a union. */
function merged(
  parts: readonly Condition[],
  areRepeated: boolean,
  direction: Order['direction'],
  offset: number,
  limit: number,
): string {
  const tables = parts.map(({ sql }, number) => `SELECT id, startUtc FROM (${sql}) part${number}`);
  return (
    `SELECT id FROM (${tables.join(areRepeated ? ' UNION ' : ' UNION ALL ')}) page ` +
    `ORDER BY startUtc ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`
  );
}

/** Those of all parts. */
export function parametersOf(parts: readonly Condition[]): Condition['parameters'] {
  return Object.assign({}, ...parts.map(({ parameters }) => parameters)) as Condition['parameters'];
}
