import { type ObjectLiteral } from 'typeorm';
import { type Condition } from '../../database/rows/condition.js';
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

/** The stretches that make up a window. No event lies in two of them. */
export function stretchesOf({ startFrom, startTo, endTo, begun }: Window): Stretch[] {
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

function isEmpty({ startFrom, startTo }: Stretch): boolean {
  return startFrom !== undefined && startTo !== undefined && startFrom > startTo;
}

/**
 * SQL that holds in a stretch.
 * @param alias of a table with the times of events
 * @param name of its parameters, in which a number follows
 */
export function within(alias: string, stretch: Stretch, name: string): Condition {
  const limits = [
    [`${alias}.durationClass =`, stretch.durationClass],
    [`${alias}.startUtc >=`, stretch.startFrom],
    [`${alias}.startUtc <=`, stretch.startTo],
    [`${alias}.endUtc >=`, stretch.endFrom],
    [`${alias}.endUtc <=`, stretch.endTo],
  ] as const;
  const parameters: ObjectLiteral = {};
  const conditions = limits.flatMap(([compared, value], place) => {
    if (value === undefined) return [];
    parameters[`${name}_${place}`] = value;
    return `${compared} :${name}_${place}`;
  });
  return { sql: conditions.length > 0 ? conditions.join(' AND ') : '1 = 1', parameters };
}

/** SQL that holds in a window, in one piece: for lists that are not ordered by start. */
export function inWindow(alias: string, { begun, ...limits }: Window): Condition {
  const { sql, parameters } = within(alias, limits, 'window');
  if (!begun) return { sql, parameters };
  const open = `(${alias}.startUtc > :begunTo OR ${alias}.endUtc >= :begunEnd)`;
  return { sql: `${sql} AND ${open}`, parameters: { ...parameters, begunTo: begun.startTo, begunEnd: begun.endFrom } };
}
