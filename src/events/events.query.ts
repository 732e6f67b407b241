import { Parameter } from '../validation/field.js';
import { ListQuery } from '../list/list.query.js';
import { DeleteQuery, LanguageQuery, RecordQuery } from '../content/record.query.js';
import { type Price, PRICES } from './pricing/cost.js';
import { ATTENDANCES, type Attendance, EVENT_STATUSES, type EventStatus } from './states.js';
import { type Status, STATUSES } from '../content/status.js';
import { type DateTimeInput, parseDateBound } from '../datetime/date-time-input.js';
import { parseIdList, parseWordList } from '../validation/lists.js';
import { decimal, oneOf, boolean, recordId } from '../validation/scalars.js';
import { LinkedParameters } from './relations/linked-fields.js';
import { OCCURRENCES, type Occurrences } from './query/collapse-series.js';
import { parsePassword } from './password/event-password.js';

export const EVENT_SORTS = ['start_date', 'end_date', 'title', 'date', 'modified', 'id', 'include'] as const;

export const SEARCHED = ['text', 'all'] as const;

const date = (example: string) => ({ schema: { type: 'string', example } as const });
const ids = { type: 'array', items: { type: 'integer', minimum: 1 }, example: [1] } as const;
const words = (values: readonly string[]) =>
  ({ type: 'array', items: { type: 'string', enum: [...values] }, example: [values[0]] }) as object;
const flag = { type: 'boolean' } as const;

const password = { emptyIsAbsent: true, schema: { type: 'string' } } as const;

/** What reads of one event accept. */
export class EventRecordQuery extends RecordQuery {
  /** The event's password, where it has one; on the id route only. */
  @Parameter(parsePassword, password)
  password?: string;
}

/** What updates of one event accept. */
export class EventUpdateQuery extends LanguageQuery {
  /** The event's password; accepted, but it gives no right to write. */
  @Parameter(parsePassword, password)
  password?: string;

  /** `following`: the change is for this occurrence and all that follow; they begin a series of their own, and the one so far ends before them. */
  @Parameter(oneOf(['following']), { schema: { enum: ['following'] } })
  apply?: 'following';
}

/** What deletions of one event accept. */
export class EventDeleteQuery extends DeleteQuery {
  /** The event's password; accepted, but it gives no right to write. */
  @Parameter(parsePassword, password)
  password?: string;

  /** `following`: this occurrence and all that follow are deleted; their series ends before them. */
  @Parameter(oneOf(['following']), { schema: { enum: ['following'] } })
  apply?: 'following';
}

/** What the list of events accepts, beside a filter for each kind that events are linked to. */
@LinkedParameters()
export class EventsQuery extends ListQuery {
  /** Events that start on or after this day. Where only `end_date` or nothing is given it is today: an `end_date` in the past then finds nothing. */
  @Parameter(parseDateBound, date('today'))
  start_date?: DateTimeInput;

  /** Events that end on or before this day. Where only `start_date` or nothing is given it is 24 months after the start. */
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

  /** Events of which any part falls on this day or later. */
  @Parameter(parseDateBound, date('today'))
  from?: DateTimeInput;

  /** Events of which any part falls on this day or earlier. */
  @Parameter(parseDateBound, date('+7 days'))
  to?: DateTimeInput;

  /** false: dates mean whole days; true: they mean exactly the times given. */
  @Parameter(boolean, { schema: { ...flag, default: false } })
  strict_dates?: boolean;

  /** Whether events are featured. */
  @Parameter(boolean, { schema: flag })
  featured?: boolean;

  /** Whether tickets are offered. */
  @Parameter(boolean, { schema: flag })
  ticketed?: boolean;

  /** Events that take place as announced, or not: cancelled, postponed, …; several separated by commas. */
  @Parameter(parseWordList(EVENT_STATUSES), { schema: words(EVENT_STATUSES) })
  event_status?: EventStatus[];

  /** Events in which people take part in one of these ways, separated by commas. */
  @Parameter(parseWordList(ATTENDANCES), { schema: words(ATTENDANCES) })
  attendance?: Attendance[];

  /** Where `search` looks: in title, excerpt and description, or also in the names of venues, with their cities, organizers, categories and tags. */
  @Parameter(oneOf(SEARCHED), { schema: { enum: [...SEARCHED], default: 'text' } })
  search_in?: (typeof SEARCHED)[number];

  /** Events by what their cost says: nothing to pay, or something. Costs that name no amount are neither. */
  @Parameter(oneOf(PRICES), { schema: { enum: [...PRICES] } })
  price?: Price;

  /** Statuses, separated by commas; `any` is all that the caller may see but the trash. More than `publish` needs rights. */
  @Parameter(parseWordList([...STATUSES, 'any']), {
    schema: { type: 'string', default: 'publish', example: 'publish' },
  })
  status?: (Status | 'any')[];

  /** Children of this event. */
  @Parameter(recordId, { schema: { type: 'integer', minimum: 1, example: 35 } })
  post_parent?: number;

  /** What takes place again: `all` occurrences; `next`, of each series the first that the list would show; or each `series` once, where the list would show any of its occurrences. */
  @Parameter(oneOf(OCCURRENCES), { schema: { enum: [...OCCURRENCES], default: 'all' } })
  occurrences?: Occurrences;

  /** Events of these accounts. */
  @Parameter(parseIdList, { schema: ids })
  author?: number[];

  /** Events changed after this date. */
  @Parameter(parseDateBound, date('2026-01-01 00:00:00'))
  modified_after?: DateTimeInput;

  /** true: the events that lists leave out, as far as the caller may edit them. */
  @Parameter(boolean, { schema: { ...flag, default: false } })
  hide_from_listings?: boolean;

  /** Needs the geolocation extension: whether the venue of an event has coordinates. */
  @Parameter(boolean, { schema: flag, extension: 'geoloc' })
  geoloc?: boolean;

  /** Needs the geolocation extension: latitude of a point near which the venue lies; together with geoloc_lng. */
  @Parameter(decimal({ min: -90, max: 90 }), {
    schema: { type: 'number', format: 'double', minimum: -90, maximum: 90, example: 45.57 },
    extension: 'geoloc',
    togetherWith: 'geoloc_lng',
  })
  geoloc_lat?: number;

  /** Needs the geolocation extension: longitude of a point near which the venue lies; together with geoloc_lat. */
  @Parameter(decimal({ min: -180, max: 180 }), {
    schema: { type: 'number', format: 'double', minimum: -180, maximum: 180, example: -75.09 },
    extension: 'geoloc',
    togetherWith: 'geoloc_lat',
  })
  geoloc_lng?: number;

  /** What the list is ordered by. */
  @Parameter(oneOf(EVENT_SORTS), { schema: { enum: [...EVENT_SORTS], default: 'start_date' } })
  orderby?: (typeof EVENT_SORTS)[number];
}
