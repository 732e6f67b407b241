import { Injectable } from '@nestjs/common';
import { CategoriesQuery } from '../../../calendar/categories/categories.query.js';
import { CategoriesService } from '../../../calendar/categories/categories.service.js';
import { type CategoryDto } from '../../../calendar/categories/category.dto.js';
import { hasDates } from '../../../calendar/events/query/date-range.js';
import { type RequestContext } from '../../../http/request-context.js';
import { momentFromInstant, midnightAfter } from '../../../lib/datetime/moment.js';
import { CalendarQuery, type Order, viewOf } from '../calendar.query.js';
import { type Card, lengthOf, LONG_DAYS } from './cards.js';
import { type CardList, dateBound, EventLists } from './event-lists.service.js';
import { isNearEnd, monthRange, shiftMonth } from './month.js';
import { readApart } from './page-context.js';
import { PageSite } from './page-site.js';

/** The largest number of events in a month; more are mentioned. */
const MONTH_SIZE = 300;

export const LIST_SIZE = 24;

/** More categories than a visitor looks through. */
const MAX_CATEGORIES = 300;

/** The events of a month. */
export interface MonthData {
  readonly month: string;
  readonly cards: readonly Card[];
  readonly total: number;
}

/** The events of the calendar page, and how they are shown. */
export interface CalendarData {
  readonly view: 'month' | 'list';
  /** The current day in the zone of the site. */
  readonly today: string;
  /** The month, also of a list: where the month view begins. */
  readonly month: string;
  /** Whether the events are those of this month. */
  readonly isOfMonth: boolean;
  /** In the last days of a month, the next one. */
  readonly following?: MonthData;
  /** Whether dates or ids limit a list. */
  readonly isDated: boolean;
  /** The days that `from` and `to` limit a list to; without an end, it has everything from then on. */
  readonly span?: { readonly first: string; readonly last: string | undefined };
  /** The number of coming events that a search and filters choose, beside those of a month. */
  readonly coming?: number;
  /** The first day that is shown. Events that have begun before it are ongoing. */
  readonly from: string;
  readonly cards: readonly Card[];
  readonly ongoing: readonly Card[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** If the month is empty, the nearest month with events. */
  readonly nearest: string | undefined;
  readonly categories: readonly CategoryDto[];
  /** Whether a list begins with what fits a search best, instead of the next day. */
  readonly isRanked?: boolean;
  /** The order of the results of a search that has several pages. */
  readonly order?: Order | undefined;
  /** The search whose results are shown, if the one that was typed has none. */
  readonly corrected?: string;
}

/** The events of a page, and another spelling for a search without results. */
type ReadCalendar = CalendarData & { readonly suggestion?: string | undefined };

/** Reads what the calendar shows, by the same services as the API. */
@Injectable()
export class CalendarPages {
  constructor(
    private readonly lists: EventLists,
    private readonly categories: CategoriesService,
    private readonly site: PageSite,
  ) {}

  /** Reads what a query chooses; if its search finds nothing, what the suggested spelling finds. */
  async load(query: CalendarQuery, narrowing: Narrowing, context: RequestContext): Promise<CalendarData> {
    const { suggestion, ...data } = await this.read(query, narrowing, context);
    if (suggestion === undefined) return data;
    const corrected = Object.assign(new CalendarQuery(), query, { search: suggestion, page: undefined });
    const { suggestion: _none, ...found } = await this.read(corrected, narrowing, context);
    return { ...found, corrected: suggestion };
  }

  private async read(query: CalendarQuery, narrowing: Narrowing, context: RequestContext): Promise<ReadCalendar> {
    const now = new Date();
    const { timezone } = this.site;
    const today = momentFromInstant(now, timezone).local.slice(0, 10);
    context.response.expireAt(midnightAfter(now, timezone));
    const categories = await this.readCategories(context);
    const { fixed = {}, isNarrowed, canList = true } = narrowing;
    const filters = { ...filtersOf(query), ...fixed };
    const common = { today, categories };
    if (viewOf(query, isNarrowed && canList) === 'list')
      return { ...common, ...(await this.list(query, filters, context, now)) };
    const month = await this.monthOf(query.month, filters, { context, now, today });
    if (!isNarrowed) return { ...common, ...month };
    const range = { from: dateBound('today'), per_page: 1, occurrences: 'next', page: 1 };
    const { total: coming, suggestion } = await this.lists.find({ ...filters, ...range }, context, now);
    // The search has found events that are over, too.
    const isFound = month.total > 0 || month.nearest !== undefined;
    return { ...common, ...month, coming, suggestion: isFound ? undefined : suggestion };
  }

  private async monthOf(
    chosen: string | undefined,
    filters: object,
    scope: { context: RequestContext; now: Date; today: string },
  ) {
    const { context, now, today } = scope;
    const month = chosen ?? today.slice(0, 7);
    const { cards, total, first, last } = await this.eventsOf(month, filters, context, now);
    const next = chosen === undefined && isNearEnd(today) ? shiftMonth(month, 1) : undefined;
    const following = next ? await this.eventsOf(next, filters, context, now) : undefined;
    const begin = first <= today && today <= last ? today : first;
    const isOngoing = (card: Card) => lengthOf(card) >= LONG_DAYS && card.first < begin && card.last >= begin;
    const isEmpty = cards.length === 0 && (following?.total ?? 0) === 0;
    const nearest = isEmpty ? await this.nearest(next ?? month, filters, context, now) : undefined;
    const ongoing = cards.filter(isOngoing);
    return {
      view: 'month' as const,
      month,
      isOfMonth: true,
      isDated: false,
      following,
      from: first,
      cards,
      ongoing,
      total,
      page: 1,
      pages: 1,
      nearest,
    };
  }

  private async eventsOf(month: string, filters: object, context: RequestContext, now: Date) {
    const { first, last } = monthRange(month);
    const range = { from: dateBound(first), to: dateBound(last), per_page: MONTH_SIZE, page: 1 };
    const { cards, total } = await this.lists.find({ ...filters, ...range }, context, now);
    return { month, cards, total, first, last };
  }

  /** The next month with an event, else the last one before. */
  private async nearest(month: string, filters: object, context: RequestContext, now: Date) {
    const { last } = monthRange(month);
    const { cards: later } = await this.lists.find(
      { ...filters, starts_after: dateBound(last), per_page: 1 },
      context,
      now,
    );
    if (later[0]) return later[0].first.slice(0, 7);
    const before = { ends_before: dateBound(lastDayBefore(month)), order: 'desc', per_page: 1 };
    const { cards: earlier } = await this.lists.find({ ...filters, ...before }, context, now);
    return earlier[0]?.first.slice(0, 7);
  }

  private async list(query: CalendarQuery, filters: object, context: RequestContext, now: Date) {
    const { timezone } = this.site;
    const isDated = hasDates(query) || query.include !== undefined;
    const days = query.month === undefined ? undefined : monthRange(query.month);
    const from = query.from ?? query.start_date ?? dateBound(days?.first ?? 'today');
    const to = days && dateBound(days.last);
    const range = { page: query.page, per_page: LIST_SIZE, occurrences: 'next', ...(!isDated && { from, to }) };
    const byDate: CardList = await this.lists.find({ ...filters, ...range }, context, now);
    const { total, suggestion } = byDate;
    const hasPages = query.search !== undefined && total > LIST_SIZE;
    const order = hasPages ? (query.orderby ?? 'relevance') : undefined;
    const isRanked = (order ?? query.orderby) === 'relevance';
    const ranked = { ...filters, ...range, orderby: 'relevance' };
    const { cards } = isRanked && total > 0 ? await this.lists.find(ranked, context, now) : byDate;
    const begin =
      isDated && !query.from ? (cards[0]?.first ?? '') : from.resolve(timezone, now, 'first').local.slice(0, 10);
    const today = momentFromInstant(now, timezone).local.slice(0, 7);
    const end = query.to?.resolve(timezone, now, 'last').local.slice(0, 10);
    return {
      span: query.from && { first: begin, last: end },
      ...{ view: 'list' as const, month: query.month ?? (cards[0]?.first ?? today).slice(0, 7), from: begin },
      isOfMonth: days !== undefined && !isDated,
      isDated,
      cards: isRanked ? cards : cards.filter((card) => card.first >= begin),
      ongoing: isRanked ? [] : cards.filter((card) => card.first < begin),
      ...{ isRanked, order, suggestion },
      ...{ total, page: query.page ?? 1, pages: Math.ceil(total / LIST_SIZE), nearest: undefined },
    };
  }

  async readCategories(context: RequestContext): Promise<CategoryDto[]> {
    const fields = ['id', 'name', 'slug', 'parent', 'language', 'alternates', 'url'];
    const query = Object.assign(new CategoriesQuery(), { per_page: MAX_CATEGORIES, _fields: fields });
    const { categories } = await readApart(context, (own) => this.categories.list(query, own));
    return categories;
  }
}

/** The filters of a page other than dates. */
interface Narrowing {
  /** The filter of the category or tag whose page it is, in addition to the query. */
  readonly fixed?: object;
  /** Whether the query or `fixed` has such a filter. */
  readonly isNarrowed: boolean;
  /** Whether a list may take the place of the month. */
  readonly canList?: boolean;
}

/** The parameters that GET /events has, too. A search of visitors includes the names of places and categories. */
function filtersOf(query: CalendarQuery): object {
  const { view: _view, month: _month, orderby: _order, ...filters } = query;
  return { ...filters, search_in: query.search_in ?? 'all', lang: undefined, page: 1 };
}

/** The last day of the month before. */
function lastDayBefore(month: string): string {
  return monthRange(shiftMonth(month, -1)).last;
}
