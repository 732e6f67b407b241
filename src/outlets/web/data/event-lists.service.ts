import { Injectable } from '@nestjs/common';
import { EventsQuery } from '../../../calendar/events/events.query.js';
import { EventsService } from '../../../calendar/events/events.service.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type DateTimeInput } from '../../../lib/datetime/date-time-input.js';
import { parseDateBound } from '../../../lib/datetime/date-time-input.js';
import { FieldError } from '../../../lib/errors/field-error.js';
import { type FeedEvent } from '../../feeds/feed-event.js';
import { type Card, CARD_FIELDS, cardOf } from './cards.js';
import { readApart } from './page-context.js';
import { PageSite } from './page-site.js';

/** A part of a list of events. */
export interface CardList {
  readonly cards: readonly Card[];
  readonly total: number;
  /** Another spelling of the search, if the list is empty and that one would find something. */
  readonly suggestion?: string | undefined;
}

/** Reads lists of events as GET /events does, for the same caller. */
@Injectable()
export class EventLists {
  constructor(
    private readonly events: EventsService,
    private readonly pageSite: PageSite,
  ) {}

  /**
   * Pages show events by day, so they are read in this order near a point, too.
   * @param filters parsed values of parameters of GET /events
   */
  async find(filters: object, context: RequestContext, now: Date): Promise<CardList> {
    const query = Object.assign(new EventsQuery(), { _fields: CARD_FIELDS, orderby: 'start_date' }, filters);
    const list = await readApart(context, (own) => this.events.list(query, own));
    const { events, total, search_suggestion: suggestion } = list;
    const scope = this.pageSite.cardScope(context.language, now);
    return { cards: events.map((event) => cardOf(event as FeedEvent, scope)), total, suggestion };
  }
}

/** A date as in the parameters of lists. */
export function dateBound(text: string): DateTimeInput {
  const parsed = parseDateBound(text);
  if (parsed instanceof FieldError) throw new Error(`no date: ${text}`);
  return parsed;
}
