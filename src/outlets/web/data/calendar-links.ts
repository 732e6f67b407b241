import { fieldNamesOf } from '../../../http/validation/class-validator-errors.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type CalendarQuery, type Order } from '../calendar.query.js';
import { type Links, type Parameters } from './links.js';

/** Parameters that select what is shown of the same events. */
const VIEW_PARAMETERS = ['view', 'month', 'page', 'orderby', 'lang', 'translation_language'];

/** Parameters of dates, which a month replaces. */
const DATE_PARAMETERS = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
  ...['from', 'to', 'strict_dates'],
];

/** The calendar that links stay in: that of the site, of a category or tag, or of a frame. */
export interface CalendarBase {
  readonly path: (parameters: Parameters) => string;
  readonly isFramed: boolean;
  /** Whether the page itself is that of a category or tag. */
  readonly isOfTerm?: boolean;
}

/** The links from one state of the calendar to others, which keep its filters. */
export class CalendarLinks {
  /** The given parameters of the page. Lists are separated by commas. */
  readonly given: Readonly<Record<string, string>>;

  constructor(
    private readonly base: CalendarBase,
    private readonly query: CalendarQuery,
    { rawQuery }: Pick<RequestContext, 'rawQuery'>,
  ) {
    const names = fieldNamesOf(query.constructor).filter((name) => rawQuery[name] !== undefined);
    this.given = Object.fromEntries(names.map((name) => [name, [rawQuery[name]].flat().join(',')]));
  }

  /** The links from the results of another search. */
  searching(search: string): CalendarLinks {
    const { page: _page, ...given } = this.given;
    return new CalendarLinks(this.base, this.query, { rawQuery: { ...given, search } });
  }

  get isFramed(): boolean {
    return this.base.isFramed;
  }

  /** The given filters, without view and page. */
  get filters(): Readonly<Record<string, string>> {
    return without(this.given, VIEW_PARAMETERS);
  }

  /** Whether the events are narrowed down. */
  get isFiltered(): boolean {
    return Object.values(this.filters).some((value) => value !== '');
  }

  /** Whether a search, a filter, a category or a tag chooses among the events, other than by their dates. */
  get isNarrowed(): boolean {
    return this.base.isOfTerm === true || Object.values(this.undated).some((value) => value !== '');
  }

  private get undated(): Readonly<Record<string, string>> {
    return without(this.filters, [...DATE_PARAMETERS, 'include']);
  }

  month(month: string): string {
    return this.base.path({ ...without(this.given, [...DATE_PARAMETERS, 'page', 'view']), month });
  }

  /** The current month. A search and filters would show a list, unless the month is asked for. */
  monthView(): string {
    const view = this.isNarrowed && !this.isFramed ? 'month' : undefined;
    return this.base.path({ ...this.undated, ...this.language, view });
  }

  /** All coming events that the search and the filters choose. */
  coming(): string {
    return this.base.path({ ...this.undated, ...this.language, view: this.isFramed ? 'list' : undefined });
  }

  /** @param changes of the filters */
  list(changes: Parameters = {}): string {
    return this.base.path({ ...without(this.given, ['month', 'page']), view: 'list', ...changes });
  }

  /** The events of one day, or of a span such as `this weekend`. */
  days(from: string, to = from): string {
    return this.base.path({ ...without(this.given, [...DATE_PARAMETERS, 'month', 'page']), view: 'list', from, to });
  }

  /** The same page with other filters. */
  change(changes: Parameters): string {
    return this.base.path({ ...without(this.given, ['page']), ...changes });
  }

  /** The first page of the same events in another order. */
  ordered(orderby: Order): string {
    return this.base.path({ ...without(this.given, ['page']), orderby });
  }

  page(page: number): string {
    return this.base.path({ ...this.given, page: page > 1 ? page : undefined });
  }

  /** Without search and filters. */
  cleared(): string {
    const { view, lang } = this.given;
    return this.base.path({ view, lang });
  }

  private get language(): Parameters {
    const { lang, translation_language } = this.given;
    return { lang, translation_language };
  }
}

export function siteCalendar(links: Links, language: Language): CalendarBase {
  return { isFramed: false, path: (parameters) => links.calendar(language, parameters) };
}

function without(given: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}
