import { type Caller } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { queryAside } from '../../database/rows/aside.js';
import { positional } from '../../database/rows/named.js';
import { query } from '../../database/rows/statements.js';
import { type Statement, type Value } from '../../database/rows/values.js';
import { type FlagFilter, foundBy, hasFlags, type LinkFilter, type Selection } from './selection.js';
import { dayOf } from '../times/store-days.js';
import { inWindow, type Stretch, stretchesByDuration, stretchesOf, together, withinAny } from './stretches.js';
import { secondAfter, type Window } from './window.js';

interface Sum {
  readonly total: number | string;
}

const DAY = 24 * 60 * 60_000;

/** So many days at the end of a window are counted. What begins before them and ends too late is of the longer classes of durations. */
const LAST_DAYS = 3;

/** A number of events, as SQL; `minus` ones are taken off. */
interface Term extends Statement {
  readonly minus?: boolean;
}

/** A number of events: SQL for one row with one column, and whether it takes no time. */
export interface Total extends Statement {
  readonly isQuick: boolean;
}

/** What a caller finds by links, counted in the links: where they are those of one record, they are few. */
export function countLinked(selection: Selection, window: Window, caller: Caller, isFile: boolean): Total {
  const [first] = selection.links as [LinkFilter];
  const { ids } = first;
  const counted = ids.length > 1 ? 'DISTINCT link.eventId' : '*';
  const terms = foundBy(first, ids, selection, caller).flatMap(({ sql, parameters }) => {
    const links = positional(`SELECT COUNT(${counted}) ${sql}`, parameters);
    return together(stretchesOf(window), isFile).map((some) => counting(links, 'link', some));
  });
  return { ...added(terms), isQuick: ids.length === 1 && selection.links.length === 1 };
}

/** All listed events of a window, by the numbers of each day; those with one flag likewise. */
export function countListed({ flags, exclude }: Selection, window: Window, isFile: boolean): Total {
  const sql = [
    "SELECT COUNT(*) FROM events event WHERE event.status = 'publish' AND event.hidden = FALSE",
    ...hasFlags(flags, 'event'),
  ].join(' AND ');
  const count = (stretches: readonly Stretch[]) =>
    together(stretches, isFile).map((some) => counting({ sql, values: [] }, 'event', some));
  const stretches = stretchesOf(window);
  const terms = [
    ...count(stretches.filter(isShort)),
    ...stretches.filter((stretch) => !isShort(stretch)).flatMap((long) => byDays(long, numberOf(flags), count)),
  ];
  return { ...added([...terms, ...excluded(sql, exclude, window)]), isQuick: true };
}

/** Asks for a total by itself. */
export async function ask({ manager, context }: ListScope, total: Total): Promise<number> {
  const { sql, values, isQuick } = total;
  const [row] = await (isQuick ? query<Sum>(manager, sql, values) : queryAside<Sum>(manager, total, context));
  return Number(row!.total);
}

/** Those of the events so far that the list leaves out. */
function excluded(from: string, ids: readonly number[], window: Window): Term[] {
  if (ids.length === 0) return [];
  const { sql, values } = inWindow('event', window);
  return [{ sql: `${from} AND event.id IN (${ids.join()}) AND ${sql}`, values, minus: true }];
}

function counting(from: Statement, alias: string, stretches: readonly Stretch[]): Term {
  const { sql, values } = withinAny(alias, stretches);
  return { sql: `${from.sql} AND ${sql}`, values: [...from.values, ...values] };
}

/** What is added up for each day. */
function numberOf([flag]: readonly FlagFilter[]): string {
  if (!flag) return 'events';
  return flag.wanted ? flag.column : `events - ${flag.column}`;
}

/** Whether counting is as quick as adding up: what runs at a moment, or begins within some days. */
function isShort({ durationClass, startFrom, startTo }: Stretch): boolean {
  if (durationClass !== undefined) return true;
  return startFrom !== undefined && startTo !== undefined && dayOf(startTo) - dayOf(startFrom) <= LAST_DAYS;
}

/** Whole days are added up, the part of the first one and the last ones counted, and those taken off that begin between and end too late. */
function byDays(
  { startFrom, startTo, endTo }: Stretch,
  number: string,
  count: (stretches: readonly Stretch[]) => Term[],
): Term[] {
  const [first, last] = [startFrom && dayOf(startFrom), startTo && dayOf(startTo) - LAST_DAYS + 1];
  const values: Value[] = [first, last].filter((day) => day !== undefined);
  const days = [first !== undefined && 'day > ?', last !== undefined && 'day < ?'].filter(Boolean);
  const whole = `SELECT COALESCE(SUM(${number}), 0) FROM event_days WHERE ${days.join(' AND ') || '1 = 1'}`;
  const beforeLast = last === undefined ? undefined : new Date(last * DAY - 1000);
  const late = endTo ? stretchesByDuration({ startFrom, startTo: beforeLast, endFrom: secondAfter(endTo) }) : [];
  return [
    { sql: whole, values },
    ...(startFrom ? count([{ startFrom, startTo: new Date((first! + 1) * DAY - 1000) }]) : []),
    ...(startTo ? count([{ startFrom: new Date(last! * DAY), startTo, endTo }]) : []),
    ...count(late).map((term) => ({ ...term, minus: true })),
  ];
}

/** One statement, however many terms. */
function added(terms: readonly Term[]): Statement {
  const sql = terms.map(({ sql: term, minus }) => `${minus ? '-' : '+'} (${term})`).join(' ');
  return { sql: `SELECT 0 ${sql} AS total`, values: terms.flatMap(({ values }) => values) };
}
