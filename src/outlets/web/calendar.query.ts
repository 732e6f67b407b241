import { OmitType } from '@nestjs/swagger';
import { EventsQuery } from '../../calendar/events/events.query.js';
import { checkOverlap, hasDates } from '../../calendar/events/query/date-range.js';
import { type QueryScope } from '../../calendar/records/reading/record.query.js';
import { Parameter } from '../../http/validation/field.js';
import { oneOf } from '../../http/validation/parsers.js';
import { FieldError, type FieldErrors, single } from '../../lib/errors/field-error.js';
import { LANGUAGES, type Language } from '../../lib/i18n/language.js';

export const VIEWS = ['month', 'list'] as const;

export type View = (typeof VIEWS)[number];

/** The orders of the results of a search, as GET /events calls them. */
const ORDERS = ['relevance', 'start_date'] as const;

export type Order = (typeof ORDERS)[number];

/** The page sets the number of events and their fields itself, and shows visitors what is public. */
const Filters = OmitType(EventsQuery, [
  ...(['per_page', 'order', 'orderby', '_fields', 'translations', 'occurrences'] as const),
  ...(['status', 'hide_from_listings', 'translation'] as const),
]);

/** A month, `YYYY-MM`. The years are those that dates may have. */
const parseMonth = single<string>((value) =>
  typeof value === 'string' && /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(value)
    ? value
    : new FieldError((messages) => messages.month),
);

/** Query parameters of the calendar: the filters of the list of events. */
export class CalendarQuery extends Filters {
  /** The order of a list with `search`: by relevance if it has several pages, else by date. */
  @Parameter(oneOf(ORDERS), { schema: { enum: [...ORDERS] } })
  orderby?: Order;

  /** The days of a month, or a list of coming events. */
  @Parameter(oneOf(VIEWS), { schema: { enum: [...VIEWS], default: 'month' } })
  view?: View;

  /** The month, by default the current one. */
  @Parameter(parseMonth, { schema: { type: 'string', example: '2027-06' } })
  month?: string;

  static check(query: CalendarQuery, { site }: QueryScope, errors: FieldErrors): void {
    checkOverlap(query, site.timezone, errors);
    if (query.month !== undefined && hasDates(query)) errors.add('month', (messages) => messages.monthWithDates);
    if (query.orderby === 'relevance' && !query.search)
      errors.add('orderby', (messages) => messages.relevanceNeedsSearch);
  }
}

/** Query parameters of the calendar in a frame of another site. */
export class EmbedQuery extends CalendarQuery {
  /** Language of the page. */
  @Parameter(oneOf(LANGUAGES), { schema: { enum: [...LANGUAGES], default: 'en' } })
  lang?: Language;
}

/**
 * How the events are shown. A range of dates, or of ids, is no month; and who searches wants to know what is coming, of
 * which a month may have nothing.
 * @param isNarrowed whether a search, a filter, a category or a tag chooses among the events
 */
export function viewOf(query: CalendarQuery, isNarrowed: boolean): View {
  if (query.view === 'list' || hasDates(query) || query.include !== undefined) return 'list';
  return query.view === undefined && query.month === undefined && isNarrowed ? 'list' : 'month';
}
