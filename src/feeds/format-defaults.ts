import { type Format } from '../extension-api/format.js';
import { type EventsQuery } from '../events/events.query.js';
import { hasDates } from '../events/query/date-range.js';
import { type ListQuery } from '../list/list.query.js';
import { type Site } from '../site/site.js';
import { fromToday } from '../datetime/date-time-input.js';

/** Number of months after today at which the list ends if no date is given. */
const MONTHS_AHEAD = 24;

/** Fills in the defaults of a format: number of records, dates and order. */
export function applyFormatDefaults(
  query: ListQuery & Partial<EventsQuery>,
  { lookbackDays, isNewestFirst }: Format,
  site: Site,
): void {
  query.per_page ??= site.feedLimit;
  if (lookbackDays !== undefined && !hasDates(query) && !query.translation) {
    query.start_date = fromToday({ days: -lookbackDays });
    query.end_date = fromToday({ months: MONTHS_AHEAD });
    query.strict_dates = undefined;
  }
  if (isNewestFirst) query.occurrences ??= 'series';
  if (isNewestFirst && query.orderby === undefined) {
    query.orderby = 'date';
    query.order ??= 'desc';
  }
}
