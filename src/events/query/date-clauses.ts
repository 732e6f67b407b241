import { type Rows } from '../../database/sql/rows.js';
import { type ListScope } from '../../list/listing.js';
import { type Dates, rangeNow } from './date-range.js';

/**
 * Narrows a list to the date range of its parameters, and limits the lifetime of the response to the time until which
 * relative dates keep their meaning.
 */
export function narrowByDates(rows: Rows, dates: Dates, { context, errors, site }: ListScope): void {
  const { range, until, isReversed } = rangeNow(dates, site.timezone);
  if (isReversed) errors.add('to', (messages) => messages.toBeforeFrom);
  context.response.expireAt(until);
  const { startFrom, startTo, endTo, begun } = range;
  if (startFrom) rows.andWhere('event.startUtc >= :startFrom', { startFrom });
  if (startTo) rows.andWhere('event.startUtc <= :startTo', { startTo });
  if (endTo) rows.andWhere('event.endUtc <= :endTo', { endTo });
  if (begun)
    rows.andWhere('(event.startUtc > :begunBy OR event.endUtc >= :endFrom)', {
      begunBy: begun.startTo,
      endFrom: begun.endFrom,
    });
}
