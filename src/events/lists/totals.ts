import { type Caller, hasRole } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { isSqlite } from '../../database/data-source.js';
import { queryAside } from '../../database/sql/aside.js';
import { type Condition } from '../../database/sql/condition.js';
import { positional } from '../../database/sql/named.js';
import { query } from '../../database/sql/statements.js';
import { type Statement, type Value } from '../../database/sql/values.js';
import { type Occurrences } from './fold-series.js';
import {
  type FlagFilter,
  matchingLinks,
  hasFlags,
  isFromLinks,
  type LinkFilter,
  MANY_EVENTS,
  type Selection,
  type StateFilter,
} from './selection.js';
import { OF_AUTHOR, OF_SERIES } from '../links/counted-states.js';
import { dayOf } from '../links/store-days.js';
import { seriesIn } from './series-in.js';
import { inWindow, type Stretch, stretchesByDuration, stretchesOf, together, withinAny } from './stretches.js';
import { secondAfter, secondBefore, type Window } from './window.js';

interface Sum {
  readonly total: number | string;
}

const DAY = 24 * 60 * 60_000;

const LISTED = "SELECT COUNT(*) FROM events event WHERE event.status = 'publish' AND event.hidden = FALSE";

/** A number of events, as SQL; `minus` ones are taken off. */
interface Term extends Statement {
  readonly minus?: boolean;
}

/** A number of events: SQL for one row with one column, and whether it takes no time. */
export interface Total extends Statement {
  readonly isQuick: boolean;
}

/** The number of all events of a window, where there is a shorter way than the query. */
export function totalOf(
  selection: Selection,
  window: Window,
  { manager, context: { caller } }: ListScope,
): Total | undefined {
  const { links, flags, states, authors, exclude, texts } = selection;
  const onSqlite = isSqlite(manager.dataSource);
  if (authors) return countOfAuthors(authors, selection, window, onSqlite);
  if (states.length > 0) return isByState(selection, caller) ? countStates(selection, window, onSqlite) : undefined;
  if (texts && links.length === 0 && exclude.length > 0) return undefined;
  if (links.length > 0)
    return isFromLinks(selection, window) ? countLinked(selection, window, caller, onSqlite) : undefined;
  return flags.length < 2 ? countListed(selection, window, onSqlite) : undefined;
}

/**
 * What a caller finds by links, counted in the links: where they are those of one record, they are few, or there are
 * numbers of each day.
 */
function countLinked(selection: Selection, window: Window, caller: Caller, onSqlite: boolean): Total {
  const [first] = selection.links as [LinkFilter];
  const { ids } = first;
  const [forEverybody, ...forCaller] = matchingLinks(first, ids, selection, caller);
  const counted = ids.length > 1 ? 'DISTINCT link.eventId' : '*';
  const counting = ({ sql, parameters }: Condition) =>
    countingBy(positional(`SELECT COUNT(${counted}) ${sql}`, parameters), 'link', onSqlite);
  const days = daysOf(selection);
  const terms = [
    ...(days ? byDays(window, days, counting(forEverybody)) : counting(forEverybody)(stretchesOf(window))),
    ...forCaller.flatMap((found) => counting(found)(stretchesOf(window))),
  ];
  return {
    ...added(terms),
    isQuick: (days !== undefined || ids.length === 1) && selection.links.length === 1 && !selection.texts,
  };
}

/** Whether what the events are is all that narrows a list, and everybody finds the same by it. */
function isByState({ links, flags, states: [first, ...others], texts }: Selection, caller: Caller): boolean {
  const isOne = others.length === 0 && links.length + flags.length === 0 && texts === undefined;
  return isOne && !(first?.state.isMasked && hasRole(caller, 'contributor'));
}

/** Of more accounts than these the query counts all events in one go, rather than some for each of them. */
const FEW_AUTHORS = 5;

/** The listed events of a window that few accounts have written, where nothing else narrows the list. */
function countOfAuthors(
  asked: readonly number[],
  { links, flags, states, texts, exclude }: Selection,
  window: Window,
  onSqlite: boolean,
): Total | undefined {
  const authors = [...new Set(asked)];
  if (links.length + flags.length + states.length > 0 || texts || authors.length > FEW_AUTHORS) return undefined;
  const terms = authors.flatMap((author) => {
    const events = `${LISTED} AND event.authorId = ${author}`;
    const days = { number: 'events', narrowedBy: [OF_AUTHOR], recordId: author };
    const counted = byDays(window, days, countingBy({ sql: events, values: [] }, 'event', onSqlite));
    return [...counted, ...excluded(events, exclude, window)];
  });
  // For what runs at a moment SQLite may go through all that an author has written.
  return { ...added(terms), isQuick: !onSqlite };
}

/** The listed events of a window that are what is wanted; of what nearly all are, those that are none of the others. */
function countStates({ states, exclude }: Selection, window: Window, onSqlite: boolean): Total {
  const [{ state, wanted }] = states as [StateFilter];
  const { column, values, usual, isMasked } = state;
  const events = (some: readonly string[]) => {
    const isOne = `event.${column} IN (${some.map((one) => `'${one}'`).join(', ')})`;
    return `${LISTED}${isMasked ? ' AND event.passwordHash IS NULL' : ''} AND ${isOne}`;
  };
  const count = (some: readonly string[]) => {
    const days = { number: 'events', narrowedBy: some, recordId: 0 };
    return byDays(window, days, countingBy({ sql: events(some), values: [] }, 'event', onSqlite));
  };
  const ones = values.filter((value) => wanted.includes(value));
  const others = values.filter((value) => !wanted.includes(value));
  const isUsual = usual !== undefined && ones.includes(usual);
  const all = { number: 'events', narrowedBy: [''], recordId: 0 };
  const terms = isUsual
    ? [
        ...byDays(window, all, countingBy({ sql: LISTED, values: [] }, 'event', onSqlite)),
        ...(others.length > 0 ? count(others).map(takenOff) : []),
      ]
    : count(ones);
  return { ...added([...terms, ...excluded(events(ones), exclude, window)]), isQuick: true };
}

/**
 * All listed events of a window where nothing else narrows a list, each series counted once: those of none by the numbers
 * of each day, and the series by a look at each.
 */
export function foldedTotalOf(
  { links, flags, states, authors, exclude, texts }: Selection,
  window: Window,
  keeps: Exclude<Occurrences, 'all'>,
  { manager }: ListScope,
): Total | undefined {
  if (links.length + flags.length + states.length + exclude.length > 0 || authors || texts) return undefined;
  const onSqlite = isSqlite(manager.dataSource);
  const series = seriesIn(window, onSqlite);
  const count = (events: string, narrowedBy: string) =>
    byDays(
      window,
      { number: 'events', narrowedBy: [narrowedBy], recordId: 0 },
      countingBy({ sql: events, values: [] }, 'event', onSqlite),
    );
  const isShown =
    keeps === 'next'
      ? ''
      : " JOIN events event ON event.id = one.id WHERE event.status = 'publish' AND event.hidden = FALSE";
  const terms = [
    ...count(LISTED, ''),
    ...count(`${LISTED} AND event.seriesId IS NOT NULL`, OF_SERIES).map(takenOff),
    { sql: `SELECT COUNT(*) FROM (${series.sql}) one${isShown}`, values: series.values },
  ];
  return { ...added(terms), isQuick: false };
}

/** All listed events of a window, by the numbers of each day; those with one flag, or by the language of texts, likewise. */
function countListed({ flags, exclude, texts }: Selection, window: Window, onSqlite: boolean): Total {
  const conditions = ["WHERE event.status = 'publish'", 'event.hidden = FALSE', ...hasFlags(flags, 'event')];
  const events = (join = '') => `SELECT COUNT(*) FROM events event${join} ${conditions.join(' AND ')}`;
  const number = numberOf(flags);
  const all = () =>
    byDays(
      window,
      { number, narrowedBy: [''], recordId: 0 },
      countingBy({ sql: events(), values: [] }, 'event', onSqlite),
    );
  if (!texts) return { ...added([...all(), ...excluded(events(), exclude, window)]), isQuick: true };
  const { language, are } = texts;
  const text = ' JOIN event_translations text ON text.recordId = event.id AND text.borrowed = FALSE AND text.language';
  const count = countingBy({ sql: events(`${text} = '${language}'`), values: [] }, 'event', onSqlite);
  const own = byDays(window, { number, narrowedBy: [language], recordId: 0 }, count);
  return { ...added(are === 'own' ? own : [...all(), ...own.map(takenOff)]), isQuick: true };
}

/** Numbers of days (`ListedDay`), and which of each is added up. */
export interface DayNumbers {
  readonly number: string;
  /** All of these together. */
  readonly narrowedBy: readonly string[];
  readonly recordId: number;
}

/**
 * Those that a list is added up by: of all events, of a language, or of the record by which events are listed, where it
 * has so many that adding up is quicker and nothing else narrows the list but one flag.
 */
export function daysOf({ links, flags, exclude, texts }: Selection): DayNumbers | undefined {
  const number = numberOf(flags);
  const [first, ...others] = links;
  if (!first) return { number, narrowedBy: [texts?.language ?? ''], recordId: 0 };
  const { counted } = first;
  const isNarrowed = others.length > 0 || flags.length > 1 || exclude.length > 0 || texts !== undefined;
  if (!counted || counted.events <= MANY_EVENTS || isNarrowed) return undefined;
  return { number, narrowedBy: [counted.name], recordId: counted.id };
}

/** Asks for a total by itself. */
export async function askTotal({ manager, context }: ListScope, total: Total): Promise<number> {
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

/** Counts the events of stretches. */
type Count = (stretches: readonly Stretch[]) => Term[];

const countingBy =
  (from: Statement, alias: string, onSqlite: boolean): Count =>
  (stretches) =>
    together(stretches, onSqlite).map((some) => {
      const { sql, values } = withinAny(alias, some);
      return { sql: `${from.sql} AND ${sql}`, values: [...from.values, ...values] };
    });

/** What is added up for each day. */
function numberOf([flag]: readonly FlagFilter[]): string {
  if (!flag) return 'events';
  return flag.wanted ? flag.column : `events - ${flag.column}`;
}

/** Whether counting is as quick as adding up: what runs at a moment, or begins on one day or the next. */
function isShort({ durationClass, startFrom, startTo }: Stretch): boolean {
  if (durationClass !== undefined) return true;
  return startFrom !== undefined && startTo !== undefined && dayOf(startTo) - dayOf(startFrom) <= 1;
}

function byDays(window: Window, days: DayNumbers, count: Count): Term[] {
  const stretches = stretchesOf(window);
  return [
    ...count(stretches.filter(isShort)),
    ...stretches.filter((stretch) => !isShort(stretch)).flatMap((long) => inWholeDays(long, days, count)),
  ];
}

/** Whole days are added up, the last one counted, and those taken off that begin between and end too late. */
function inWholeDays(
  { startFrom, startTo, endTo }: Stretch,
  { number, narrowedBy, recordId }: DayNumbers,
  count: Count,
): Term[] {
  const [first, ofFirst] = startFrom ? firstDay(startFrom, count) : [undefined, []];
  const last = startTo && dayOf(startTo);
  const values: Value[] = [first, last].filter((day) => day !== undefined);
  const between = [first !== undefined && 'day >= ?', last !== undefined && 'day < ?'].filter(Boolean);
  const days = [
    `narrowedBy IN (${narrowedBy.map((name) => `'${name}'`).join(', ')}) AND recordId = ${recordId}`,
    ...between,
  ].join(' AND ');
  const whole = `SELECT COALESCE(SUM(${number}), 0) FROM listed_days WHERE ${days}`;
  const beforeLast = last === undefined ? undefined : secondBefore(midnight(last));
  const late = endTo ? stretchesByDuration({ startFrom, startTo: beforeLast, endFrom: secondAfter(endTo) }) : [];
  return [
    { sql: whole, values },
    ...ofFirst,
    ...(startTo ? count([{ startFrom: midnight(last!), startTo, endTo }]) : []),
    ...count(late).map(takenOff),
  ];
}

/** From which day on whole ones are added up, and what the part of a day then comes to: the shorter one is counted. */
function firstDay(startFrom: Date, count: Count): [day: number, part: Term[]] {
  const day = dayOf(startFrom);
  const passed = startFrom.getTime() - midnight(day).getTime();
  if (passed > DAY / 2) return [day + 1, count([{ startFrom, startTo: secondBefore(midnight(day + 1)) }])];
  const before = { startFrom: midnight(day), startTo: secondBefore(startFrom) };
  return [day, passed === 0 ? [] : count([before]).map(takenOff)];
}

export const midnight = (day: number) => new Date(day * DAY);
const takenOff = (term: Term): Term => ({ ...term, minus: !term.minus });

/** One statement, however many terms. */
function added(terms: readonly Term[]): Statement {
  const sql = terms.map(({ sql: term, minus }) => `${minus ? '-' : '+'} (${term})`).join(' ');
  return { sql: `SELECT 0 ${sql} AS total`, values: terms.flatMap(({ values }) => values) };
}
