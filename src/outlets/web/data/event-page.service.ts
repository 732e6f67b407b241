import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../../http/request-context.js';
import { parseAsUtc } from '../../../lib/datetime/moment.js';
import { type FeedEvent } from '../../feeds/feed-event.js';
import { type Card } from './cards.js';
import { dateBound, EventLists } from './event-lists.service.js';

/** The number of other dates of a series that a page lists. */
const OTHER_DATES = 6;

/** Events of which the next one is chosen: more than one may start at the same time, or belong to the same series. */
const NEIGHBOURS = 10;

/** An event with what its page shows beside it. */
export interface EventPageData {
  readonly event: FeedEvent;
  readonly otherDates: readonly Card[];
  readonly hasMoreDates: boolean;
  readonly previous: Card | undefined;
  readonly next: Card | undefined;
  readonly hasEnded: boolean;
}

/** Reads what the page of an event shows, from the same lists as the API. */
@Injectable()
export class EventPages {
  constructor(private readonly lists: EventLists) {}

  async load(event: FeedEvent, context: RequestContext): Promise<EventPageData> {
    const now = new Date();
    const dates = await this.otherDates(event, context, now);
    const neighbours = await this.neighbours(event, context, now);
    const end = parseAsUtc(event.utc_end_date);
    if (end > now.getTime()) context.response.expireAt(end);
    return {
      event,
      otherDates: dates.slice(0, OTHER_DATES),
      hasMoreDates: dates.length > OTHER_DATES,
      ...neighbours,
      hasEnded: end < now.getTime(),
    };
  }

  /** The dates of the series from today on, without this one. */
  private async otherDates({ id, occurrence }: FeedEvent, context: RequestContext, now: Date): Promise<Card[]> {
    const series = occurrence?.series;
    if (!series) return [];
    const from = dateBound('today');
    const occurrences = { from, post_parent: series, exclude: [id], per_page: OTHER_DATES + 1 };
    const { cards } = await this.lists.find(occurrences, context, now);
    const isFirst = series === id;
    const first = isFirst ? [] : (await this.lists.find({ include: [series], per_page: 1 }, context, now)).cards;
    const upcoming = first.filter(({ hasEnded }) => !hasEnded);
    return [...upcoming, ...cards].sort((one, other) => (one.start < other.start ? -1 : 1));
  }

  /** The events before and after this one in the order of the list, without other dates of its series. */
  private async neighbours(event: FeedEvent, context: RequestContext, now: Date) {
    const start = dateBound(event.starts_at);
    const common = { strict_dates: true, exclude: [event.id], per_page: NEIGHBOURS };
    const { cards: since } = await this.lists.find({ ...common, start_date: start }, context, now);
    const { cards: before } = await this.lists.find({ ...common, starts_before: start, order: 'desc' }, context, now);
    // The order of the list is by start, then by id.
    const isEarlier = ({ start: other, id }: Card) => other === event.utc_start_date && id < event.id;
    const series = event.occurrence?.series ?? undefined;
    const isOther = (card: Card) => series === undefined || card.series !== series;
    return {
      next: since.find((card) => !isEarlier(card) && isOther(card)),
      previous: [...since.filter(isEarlier).reverse(), ...before].find(isOther),
    };
  }
}
