import { type Condition, parametersOf } from '../../database/rows/condition.js';
import { named } from '../../database/rows/named.js';
import { type Rows } from '../../database/rows/rows.js';
import { stretchesOf, within } from './stretches.js';
import { type Window } from './window.js';

/**
 * SQL of all events of a list, each once, put together from stretches of indexes.
 * @param events narrowed by everything but the dates
 * @param columns of `event`
 */
export function found(events: Rows, window: Window | undefined, columns: readonly string[]): Condition {
  const all = events.sql({ columns });
  if (!window) return all;
  const pieces = stretchesOf(window).map((stretch, number) => named(within('event', stretch), `f${number}`));
  return {
    sql: pieces.map(({ sql }) => `${all.sql} AND ${sql}`).join(' UNION ALL '),
    parameters: { ...all.parameters, ...parametersOf(pieces) },
  };
}
