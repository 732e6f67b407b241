import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { ask } from '../common/listing/rows.js';
import { type Condition } from '../common/records/visible.js';
import { parametersOf } from './event.by-start.js';
import { type FlagFilter, hasFlags, isFoundBy, type LinkFilter, type Selection } from './event.selection.js';
import { dayOf } from './event.store-days.js';
import { inWindow, type Stretch, stretchesByDuration, stretchesOf, within } from './event.stretches.js';
import { secondAfter, type Window } from './event.window.js';

const DAY = 24 * 60 * 60_000;

/** A number of events, as SQL; `minus` ones are taken off. */
interface Term extends Condition {
  readonly minus?: boolean;
}

/** What everybody finds by links, counted in the links. */
export function countLinked(manager: EntityManager, selection: Selection, window: Window): Promise<number> {
  const [first] = selection.links as [LinkFilter];
  const { table, ids } = first;
  const counted = ids.length > 1 ? 'DISTINCT link.eventId' : '*';
  const from = `SELECT COUNT(${counted}) FROM ${table} link WHERE ${isFoundBy(first, ids, selection)}`;
  const terms = stretchesOf(window).map((stretch, number) => counting(from, 'link', stretch, `t${number}`));
  return sum(manager, terms);
}

/** All listed events of a window, by the numbers of each day; those with one flag likewise. */
export function countListed(manager: EntityManager, selection: Selection, window: Window): Promise<number> {
  const { flags, exclude } = selection;
  const from = [
    "SELECT COUNT(*) FROM events event WHERE event.status = 'publish' AND event.hidden = FALSE",
    ...hasFlags(flags, 'event'),
  ].join(' AND ');
  const count = (stretch: Stretch, name: string) => counting(from, 'event', stretch, name);
  const terms = stretchesOf(window).flatMap((stretch, number) =>
    isShort(stretch) ? [count(stretch, `t${number}`)] : byDays(stretch, numberOf(flags), count),
  );
  return sum(manager, [...terms, ...excluded(from, exclude, window)]);
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
  return startFrom !== undefined && startTo !== undefined && dayOf(startTo) - dayOf(startFrom) <= 1;
}

/** Whole days are added up, the parts of a day at either end counted, and those taken off that end too late. */
function byDays(
  { startFrom, startTo, endTo }: Stretch,
  number: string,
  count: (stretch: Stretch, name: string) => Term,
): Term[] {
  const [first, last] = [startFrom && dayOf(startFrom), startTo && dayOf(startTo)];
  const parameters: ObjectLiteral = { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
  const days = [first !== undefined && 'day > :first', last !== undefined && 'day < :last'].filter(Boolean);
  const whole = `SELECT COALESCE(SUM(${number}), 0) FROM event_days WHERE ${days.join(' AND ') || '1 = 1'}`;
  const late = endTo ? stretchesByDuration({ startFrom, startTo, endFrom: secondAfter(endTo) }) : [];
  return [
    { sql: whole, parameters },
    ...(startFrom ? [count({ startFrom, startTo: new Date((first! + 1) * DAY - 1000) }, 'head')] : []),
    ...(startTo ? [count({ startFrom: new Date(last! * DAY), startTo }, 'tail')] : []),
    ...late.map((stretch, place) => ({ ...count(stretch, `late${place}`), minus: true })),
  ];
}

/** One statement, however many terms. */
async function sum(manager: EntityManager, terms: readonly Term[]): Promise<number> {
  const sql = terms.map(({ sql: term, minus }) => `${minus ? '-' : '+'} (${term})`).join(' ');
  const statement = { sql: `SELECT 0 ${sql} AS total`, parameters: parametersOf(terms) };
  const [row] = await ask<{ total: number | string }>(manager, statement);
  return Number(row!.total);
}
