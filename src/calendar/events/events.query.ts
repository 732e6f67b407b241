import { type DtoClass } from '../../http/validation/dto-class.js';
import { Parameter } from '../../http/validation/field.js';
import { AUTHORS } from '../list/authors.js';
import { ListQuery } from '../list/list.query.js';
import { checkPendingOrder } from '../list/published.query.js';
import { DeleteQuery, FieldsQuery, type QueryScope, RecordQuery } from '../records/reading/record.query.js';
import { RestoreDatesQuery } from '../resource/restore.query.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type Price, PRICES } from './pricing/cost.js';
import { ATTENDANCES, type Attendance, EVENT_STATUSES, type EventStatus } from './states.js';
import { type Status, STATUSES } from '../records/visibility/access.js';
import { type DateTimeInput, parseDateBound } from '../../lib/datetime/date-time-input.js';
import { parseAuthorList, parseWordList, decimal, oneOf, boolean, recordId } from '../../http/validation/parsers.js';
import { RelationParameters } from './relations/relations.js';
import { OCCURRENCES, type Occurrences } from './query/collapse-series.js';
import { EventDto } from './event.dto.js';
import { checkOverlap } from './query/date-range.js';
import { parsePassword } from './password/event-password.js';

export const EVENT_SORTS = [
  'start_date',
  'end_date',
  'title',
  'date',
  'modified',
  'id',
  'include',
  'relevance',
  'pending',
] as const;

export const SEARCHED = ['text', 'all'] as const;

const date = (example: string) => ({ schema: { type: 'string', example } as const });
const words = (values: readonly string[]) =>
  ({ type: 'array', items: { type: 'string', enum: [...values] }, example: [values[0]] }) as object;
const flag = { type: 'boolean' } as const;

const password = { emptyIsAbsent: true, schema: { type: 'string' } } as const;

/** The parameters of writes of an event. */
export class EventWriteQuery extends FieldsQuery {
  static override readonly response: DtoClass = EventDto;

  /** true: if the event is public or scheduled after the write, also publishes those of its venues and organizers that are drafts or pending. A refusal of one of them (403) refuses the write. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  publish_links?: boolean = false;
}

/** The parameters of the return of an event to a revision. */
export class EventRestoreQuery extends RestoreDatesQuery {
  /** true: if the event is public or scheduled after the write, also publishes those of its venues and organizers that are drafts or pending. A refusal of one of them (403) refuses the write. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  publish_links?: boolean = false;
}

/** The parameters of reads of one event. */
export class EventRecordQuery extends RecordQuery {
  static override readonly response = EventDto;

  /** Password of the event, if it has one; accepted by id only, not by slug. */
  @Parameter(parsePassword, password)
  password?: string;
}

/** Which dates of a series a write or a deletion applies to. */
export const APPLIES = ['this', 'following', 'all'] as const;

export type Apply = (typeof APPLIES)[number];

/** Query parameters of updates of one event. */
export class EventUpdateQuery extends EventWriteQuery {
  /** Password of the event; accepted, but gives no right to write. */
  @Parameter(parsePassword, password)
  password?: string;

  /** Which dates of a series are meant. `this`: this date alone, even the first. `following`: this date and all later ones, which become a new series. `all`: all dates; a new start or end moves them all by the same difference. By default, the record of the series (`occurrence.series`) means all dates, and any other date itself. */
  @Parameter(oneOf(APPLIES), { schema: { enum: [...APPLIES] } })
  apply?: Apply;
}

/** Query parameters of deletions of one event. */
export class EventDeleteQuery extends DeleteQuery {
  static override readonly response = EventDto;

  /** Password of the event; accepted, but gives no right to write. */
  @Parameter(parsePassword, password)
  password?: string;

  /** Which dates of a series are meant. `this`: this date alone, even the first. `following`: this date and all later ones; the series ends before them. `all`: all dates. By default, the record of the series (`occurrence.series`) means all dates, and any other date itself. */
  @Parameter(oneOf(APPLIES), { schema: { enum: [...APPLIES] } })
  apply?: Apply;
}

/** The parameters of the list of events. `RelationParameters` adds a filter for each related resource. */
@RelationParameters()
export class EventsQuery extends ListQuery {
  static override readonly response = EventDto;

  /** Events that start on or after this day. By default today, also if only `end_date` is given: an `end_date` in the past then finds nothing. */
  @Parameter(parseDateBound, date('today'))
  start_date?: DateTimeInput;

  /** Events that end on or before this day. By default 24 months after the start. */
  @Parameter(parseDateBound, date('2030-12-31'))
  end_date?: DateTimeInput;

  /** Events that start before the end of this day. */
  @Parameter(parseDateBound, date('2030-12-31'))
  starts_before?: DateTimeInput;

  /** Events that start after this day. */
  @Parameter(parseDateBound, date('yesterday'))
  starts_after?: DateTimeInput;

  /** Events that end before the end of this day. */
  @Parameter(parseDateBound, date('2030-12-31'))
  ends_before?: DateTimeInput;

  /** Events that end after this day. */
  @Parameter(parseDateBound, date('today'))
  ends_after?: DateTimeInput;

  /** Events that take place, even in part, on or after this day. */
  @Parameter(parseDateBound, date('today'))
  from?: DateTimeInput;

  /** Events that take place, even in part, on or before this day. */
  @Parameter(parseDateBound, date('+7 days'))
  to?: DateTimeInput;

  /** true: dates are exact times; false: they are whole days. */
  @Parameter(boolean, { schema: { ...flag, default: false } })
  strict_dates?: boolean;

  /** true: only featured events; false: only others. */
  @Parameter(boolean, { schema: flag })
  featured?: boolean;

  /** Whether tickets are offered. */
  @Parameter(boolean, { schema: flag })
  ticketed?: boolean;

  /** Events with one of these statuses, separated by commas. */
  @Parameter(parseWordList(EVENT_STATUSES), { schema: words(EVENT_STATUSES) })
  event_status?: EventStatus[];

  /** Events with one of these forms of attendance, separated by commas. */
  @Parameter(parseWordList(ATTENDANCES), { schema: words(ATTENDANCES) })
  attendance?: Attendance[];

  /** `text`: searches title, excerpt and description; `all`: also the names of venues (with their cities), organizers, categories and tags. */
  @Parameter(oneOf(SEARCHED), { schema: { enum: [...SEARCHED], default: 'text' } })
  search_in?: (typeof SEARCHED)[number];

  /** Free or paid events. Events whose cost names no amount are neither. */
  @Parameter(oneOf(PRICES), { schema: { enum: [...PRICES] } })
  price?: Price;

  /** Statuses, separated by commas; `any` is every status that you may read, except the trash. All but `publish` need a key with rights. */
  @Parameter(parseWordList([...STATUSES, 'any']), {
    schema: { type: 'string', default: 'publish', example: 'publish' },
  })
  status?: (Status | 'any')[];

  /** Children of this event. */
  @Parameter(recordId, { schema: { type: 'integer', minimum: 1, example: 35 } })
  post_parent?: number;

  /** `all`: every occurrence; `next`: the first occurrence of each series in the list; `series`: each series with an occurrence in the list, once. */
  @Parameter(oneOf(OCCURRENCES), { schema: { enum: [...OCCURRENCES], default: 'all' } })
  occurrences?: Occurrences;

  /** Events of these accounts; `me` is your own. */
  @Parameter(parseAuthorList, { schema: AUTHORS })
  author?: (number | 'me')[];

  /** true: the events that are hidden from lists and that you may edit. */
  @Parameter(boolean, { schema: { ...flag, default: false } })
  hide_from_listings?: boolean;

  /** Whether the venue of the event has coordinates. Needs the geolocation extension. */
  @Parameter(boolean, { schema: flag, extension: 'geoloc' })
  geoloc?: boolean;

  /** Latitude of a point near the venue, with `geoloc_lng`. Needs the geolocation extension. */
  @Parameter(decimal({ min: -90, max: 90 }), {
    schema: { type: 'number', format: 'double', minimum: -90, maximum: 90, example: 45.57 },
    extension: 'geoloc',
    togetherWith: 'geoloc_lng',
  })
  geoloc_lat?: number;

  /** Longitude of a point near the venue, with `geoloc_lat`. Needs the geolocation extension. */
  @Parameter(decimal({ min: -180, max: 180 }), {
    schema: { type: 'number', format: 'double', minimum: -180, maximum: 180, example: -75.09 },
    extension: 'geoloc',
    togetherWith: 'geoloc_lat',
  })
  geoloc_lng?: number;

  /** Sort field. `relevance` (only with `search`): events whose title equals the search, begins with it, has all its words, then the others; among these, events from today on, the nearest first, then past ones, the latest first; `order` has no effect on it. `pending` (only with `status=pending`): since when records wait for a review, the oldest first. */
  @Parameter(oneOf(EVENT_SORTS), { schema: { enum: [...EVENT_SORTS], default: 'start_date' } })
  orderby?: (typeof EVENT_SORTS)[number];

  static override check(query: EventsQuery, scope: QueryScope, errors: FieldErrors): void {
    super.check(query, scope, errors);
    checkOverlap(query, scope.site.timezone, errors);
    checkPendingOrder(query, errors);
    if (query.orderby === 'relevance' && !query.search)
      errors.add('orderby', (messages) => messages.relevanceNeedsSearch);
  }
}
