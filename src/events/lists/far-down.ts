import { type ListScope } from '../../lists/listing.js';
import { type Order } from '../../lists/pages.js';
import { marks } from '../../database/sql/lists.js';
import { query } from '../../database/sql/statements.js';
import { type Value } from '../../database/sql/values.js';
import { dayOf } from '../links/store-days.js';
import { type Selection } from './selection.js';
import { isEmpty } from './stretches.js';
import { askTotal, daysOf, midnight, totalOf } from './totals.js';
import { secondBefore, type Window } from './window.js';

/** From so many rows on it is quicker to know how many there are than to read them. */
const FAR = 2000;

/** Where the rows of a page are read: this far down in a window. */
export interface Place {
  readonly window: Window;
  readonly offset: number;
}

/**
 * Where to read what is far down in a list by start: from a day on that the numbers by day tell, so that page 1,000 takes
 * little more than the first one.
 */
export async function placeOf(
  scope: ListScope,
  selection: Selection,
  direction: Order['direction'],
  asked: Place,
): Promise<Place> {
  const { window, offset } = asked;
  if (offset < FAR || window.begun) return asked;
  const day = await dayReached(scope, selection, direction, asked);
  if (day === undefined) return asked;
  const [passed, rest] =
    direction === 'ASC'
      ? [
          { ...window, startTo: secondBefore(midnight(day)) },
          { ...window, startFrom: midnight(day) },
        ]
      : [
          { ...window, startFrom: midnight(day + 1) },
          { ...window, startTo: secondBefore(midnight(day + 1)) },
        ];
  if (isEmpty(passed)) return asked;
  const total = totalOf(selection, passed, scope);
  const skipped = total ? await askTotal(scope, total) : Infinity;
  // Whoever sees more events than the numbers count has passed more of them, too.
  return skipped > offset ? asked : { window: rest, offset: offset - skipped };
}

/** The day on which the rows lie that are so far down: before it, in the order of the list, there are no more than that. */
async function dayReached(
  { manager }: ListScope,
  selection: Selection,
  direction: Order['direction'],
  { window, offset }: Place,
): Promise<number | undefined> {
  const days = daysOf(selection);
  if (!days) return undefined;
  const { number, narrowedBy, recordId } = days;
  const { startFrom, startTo } = window;
  const values: Value[] = [...narrowedBy, recordId];
  if (startFrom) values.push(dayOf(startFrom));
  if (startTo) values.push(dayOf(startTo));
  const limits = [startFrom && 'day >= ?', startTo && 'day <= ?'].filter(Boolean);
  const where = [`narrowedBy IN (${marks(narrowedBy.length)})`, 'recordId = ?', ...limits].join(' AND ');
  const passed = `SUM(${number}) OVER (ORDER BY day ${direction}) - (${number}) AS passed`;
  const sql =
    `SELECT ${direction === 'ASC' ? 'MAX' : 'MIN'}(day) AS day ` +
    `FROM (SELECT day, ${passed} FROM listed_days WHERE ${where}) days WHERE passed <= ?`;
  const [row] = await query<{ day: number | null }>(manager, sql, [...values, offset]);
  return row?.day ?? undefined;
}
