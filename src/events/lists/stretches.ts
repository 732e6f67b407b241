import { type Statement } from '../../database/sql/values.js';
import { LONGEST } from '../times/duration.js';
import { earliest, latest, secondAfter, type Window } from './window.js';

/** A stretch of an index by start: events of one class of durations, or of all, between limits that are included. */
export interface Stretch {
  readonly durationClass?: number;
  readonly startFrom?: Date;
  readonly startTo?: Date;
  readonly endFrom?: Date;
  readonly endTo?: Date;
}

const known = new WeakMap<Window, readonly Stretch[]>();

/** The stretches that make up a window. No event lies in two of them. */
export function stretchesOf(window: Window): readonly Stretch[] {
  let stretches = known.get(window);
  if (!stretches) known.set(window, (stretches = split(window)));
  return stretches;
}

function split({ startFrom, startTo, endTo, begun }: Window): Stretch[] {
  if (!begun) return [{ startFrom, startTo, endTo }];
  const { endFrom } = begun;
  const running = stretchesByDuration({ startFrom, startTo: earliest(startTo, begun.startTo), endFrom, endTo });
  const others = { startFrom: latest(startFrom, secondAfter(begun.startTo)), startTo, endTo };
  return running.length > 0 && isEmpty(others) ? running : [...running, others];
}

/** Those of the events in a stretch that end at a moment or later; each class begins less than its duration before. */
export function stretchesByDuration(stretch: Stretch & { readonly endFrom: Date }): Stretch[] {
  const stretches = LONGEST.map((longest, durationClass): Stretch => {
    const oldest = longest === Infinity ? undefined : new Date(stretch.endFrom.getTime() - longest);
    return { ...stretch, durationClass, startFrom: latest(stretch.startFrom, oldest) };
  });
  return stretches.filter((some) => !isEmpty(some));
}

export function isEmpty({ startFrom, startTo }: Stretch): boolean {
  return startFrom !== undefined && startTo !== undefined && startFrom > startTo;
}

const COMPARED = [
  ['durationClass', 'durationClass ='],
  ['startFrom', 'startUtc >='],
  ['startTo', 'startUtc <='],
  ['endFrom', 'endUtc >='],
  ['endTo', 'endUtc <='],
] as const satisfies (readonly [keyof Stretch, string])[];

/**
 * SQL that holds in a stretch.
 * @param alias of a table with the times of events
 */
export function within(alias: string, stretch: Stretch): Statement {
  const limits = COMPARED.filter(([limit]) => stretch[limit] !== undefined);
  const sql = limits.map(([, compared]) => `${alias}.${compared} ?`).join(' AND ');
  return { sql: sql || '1 = 1', values: limits.map(([limit]) => stretch[limit]) };
}

/**
 * Stretches by what is counted in one go. To plan a count takes a server longer than to read what it counts; SQLite would
 * go through all events for an OR.
 */
export function together(stretches: readonly Stretch[], onSqlite: boolean): (readonly Stretch[])[] {
  if (onSqlite) return stretches.map((stretch) => [stretch]);
  const ofClasses = stretches.filter(({ durationClass }) => durationClass !== undefined);
  const others = stretches.filter(({ durationClass }) => durationClass === undefined);
  return [...(ofClasses.length > 0 ? [ofClasses] : []), ...others.map((stretch) => [stretch])];
}

/** SQL that holds in any of some stretches. */
export function withinAny(alias: string, stretches: readonly Stretch[]): Statement {
  const parts = stretches.map((stretch) => within(alias, stretch));
  return {
    sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** SQL that holds in a window, in one piece: for lists that are not ordered by start. */
export function inWindow(alias: string, { begun, ...limits }: Window): Statement {
  const { sql, values } = within(alias, limits);
  if (!begun) return { sql, values };
  const open = `(${alias}.startUtc > ? OR ${alias}.endUtc >= ?)`;
  return { sql: `${sql} AND ${open}`, values: [...values, begun.startTo, begun.endFrom] };
}
