import { type ObjectLiteral } from 'typeorm';
import { type Caller } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { askAside } from '../../database/rows/aside.js';
import { ask as askNow, type Condition } from '../../database/rows/condition.js';
import { parametersOf } from './by-start.js';
import { type FlagFilter, foundBy, hasFlags, type LinkFilter, type Selection } from './selection.js';
import { dayOf } from '../times/store-days.js';
import { inWindow, type Stretch, stretchesByDuration, stretchesOf, within } from './stretches.js';
import { secondAfter, type Window } from './window.js';

interface Sum {
  readonly total: number | string;
}

const DAY = 24 * 60 * 60_000;

/** So many days at the end of a window are counted. What begins before them and ends too late is of the longer classes of durations. */
const LAST_DAYS = 3;

/** A number of events, as SQL; `minus` ones are taken off. */
interface Term extends Condition {
  readonly minus?: boolean;
}

/** A number of events: SQL for one row with one column, and whether it takes no time. */
export interface Total extends Condition {
  readonly isQuick: boolean;
}

/** What a caller finds by links, counted in the links: where they are those of one record, they are few. */
export function countLinked(selection: Selection, window: Window, caller: Caller): Total {
  const [first] = selection.links as [LinkFilter];
  const { ids } = first;
  const counted = ids.length > 1 ? 'DISTINCT link.eventId' : '*';
  const terms = foundBy(first, ids, selection, caller).flatMap(({ sql, parameters }, source) =>
    stretchesOf(window).map((stretch, number) => {
      const term = counting(`SELECT COUNT(${counted}) ${sql}`, 'link', stretch, `t${source}_${number}`);
      return { ...term, parameters: { ...term.parameters, ...parameters } };
    }),
  );
  return { ...added(terms), isQuick: ids.length === 1 && selection.links.length === 1 };
}

/** All listed events of a window, by the numbers of each day; those with one flag likewise. */
export function countListed({ flags, exclude }: Selection, window: Window): Total {
  const from = [
    "SELECT COUNT(*) FROM events event WHERE event.status = 'publish' AND event.hidden = FALSE",
    ...hasFlags(flags, 'event'),
  ].join(' AND ');
  const count = (stretch: Stretch, name: string) => counting(from, 'event', stretch, name);
  const terms = stretchesOf(window).flatMap((stretch, number) =>
    isShort(stretch) ? [count(stretch, `t${number}`)] : byDays(stretch, numberOf(flags), count),
  );
  return { ...added([...terms, ...excluded(from, exclude, window)]), isQuick: true };
}

/** Asks for a total by itself. */
export async function ask({ manager, context }: ListScope, total: Total): Promise<number> {
  const [row] = await (total.isQuick ? askNow<Sum>(manager, total) : askAside<Sum>(manager, total, context));
  return Number(row!.total);
}

/** Those of the events so far that the list leaves out. */
function excluded(from: string, ids: readonly number[], window: Window): Term[] {
  if (ids.length === 0) return [];
  const { sql, parameters } = inWindow('event', window);
  return [{ sql: `${from} AND event.id IN (${ids.join()}) AND ${sql}`, parameters, minus: true }];
}

function counting(from: string, alias: string, stretch: Stretch, name: string): Term {
  const { sql, parameters } = within(alias, stretch, name);
  return { sql: `${from} AND ${sql}`, parameters };
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
  count: (stretch: Stretch, name: string) => Term,
): Term[] {
  const [first, last] = [startFrom && dayOf(startFrom), startTo && dayOf(startTo) - LAST_DAYS + 1];
  const parameters: ObjectLiteral = { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
  const days = [first !== undefined && 'day > :first', last !== undefined && 'day < :last'].filter(Boolean);
  const whole = `SELECT COALESCE(SUM(${number}), 0) FROM event_days WHERE ${days.join(' AND ') || '1 = 1'}`;
  const beforeLast = last === undefined ? undefined : new Date(last * DAY - 1000);
  const late = endTo ? stretchesByDuration({ startFrom, startTo: beforeLast, endFrom: secondAfter(endTo) }) : [];
  return [
    { sql: whole, parameters },
    ...(startFrom ? [count({ startFrom, startTo: new Date((first! + 1) * DAY - 1000) }, 'head')] : []),
    ...(startTo ? [count({ startFrom: new Date(last! * DAY), startTo, endTo }, 'tail')] : []),
    ...late.map((stretch, place) => ({ ...count(stretch, `late${place}`), minus: true })),
  ];
}

/** One statement, however many terms. */
function added(terms: readonly Term[]): Condition {
  const sql = terms.map(({ sql: term, minus }) => `${minus ? '-' : '+'} (${term})`).join(' ');
  return { sql: `SELECT 0 ${sql} AS total`, parameters: parametersOf(terms) };
}
