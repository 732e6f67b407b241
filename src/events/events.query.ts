import { Parameter } from '../common/fields/field.js';
import { DeleteQuery, LanguageQuery, ListQuery, RecordQuery } from '../common/listing/list.query.js';
import { type Status, STATUSES } from '../common/records/status.js';
import { type DateTimeInput, parseDateTime } from '../common/time/date-time-input.js';
import { parseIdList, parseTermList, parseWordList, type TermRef } from '../common/values/lists.js';
import { decimal, oneOf, parseBoolean, parseId } from '../common/values/scalars.js';
import { parsePassword } from './event-password.js';

export const EVENT_SORTS = ['start_date', 'end_date', 'title', 'date', 'modified', 'id', 'include'] as const;

const date = (example: string) => ({ schema: { type: 'string', example } as const });
const ids = { type: 'array', items: { type: 'integer', minimum: 1 }, example: [1] } as const;
const terms = (example: string) => ({
  schema: { type: 'array', items: { oneOf: [{ type: 'integer' }, { type: 'string' }] }, example: [example] } as object,
});
const flag = { type: 'boolean' } as const;

const password = { emptyIsAbsent: true, schema: { type: 'string' } } as const;

/** What reads of one event accept. */
export class EventRecordQuery extends RecordQuery {
  /** The event's password, where it has one; on the id route only. */
  @Parameter(parsePassword, password)
  password?: string;
}

/** What writes of one event accept. */
export class EventWriteQuery extends LanguageQuery {
  /** The event's password; accepted, but it gives no right to write. */
  @Parameter(parsePassword, password)
  password?: string;
}

/** What deletions of one event accept. */
export class EventDeleteQuery extends DeleteQuery {
  /** The event's password; accepted, but it gives no right to write. */
  @Parameter(parsePassword, password)
  password?: string;
}

/** What the list of events accepts. */
export class EventsQuery extends ListQuery {
  /** Events that start on or after this day; today where nothing else bounds the list. */
  @Parameter(parseDateTime, date('today'))
  start_date?: DateTimeInput;

  /** Events that end on or before this day; 24 months after the start where nothing else bounds the list. */
  @Parameter(parseDateTime, date('2030-12-31'))
  end_date?: DateTimeInput;

  /** Events that start before the end of this day. */
  @Parameter(parseDateTime, date('2030-12-31'))
  starts_before?: DateTimeInput;

  /** Events that start after this day. */
  @Parameter(parseDateTime, date('yesterday'))
  starts_after?: DateTimeInput;

  /** Events that end before the end of this day. */
  @Parameter(parseDateTime, date('2030-12-31'))
  ends_before?: DateTimeInput;

  /** Events that end after this day. */
  @Parameter(parseDateTime, date('today'))
  ends_after?: DateTimeInput;

  /** Events of which any part falls on this day or later. */
  @Parameter(parseDateTime, date('today'))
  from?: DateTimeInput;

  /** Events of which any part falls on this day or earlier. */
  @Parameter(parseDateTime, date('+7 days'))
  to?: DateTimeInput;

  /** false: dates mean whole days; true: they mean exactly the times given. */
  @Parameter(parseBoolean, { schema: { ...flag, default: false } })
  strict_dates?: boolean;

  /** Events of one of these categories or of their descendants: ids or slugs, of either language. */
  @Parameter(parseTermList, terms('music'))
  categories?: TermRef[];

  /** Events with one of these tags: ids or slugs, of either language. */
  @Parameter(parseTermList, terms('outdoors'))
  tags?: TermRef[];

  /** Events at one of these venues. */
  @Parameter(parseIdList, { schema: ids })
  venue?: number[];

  /** Events of one of these organizers. */
  @Parameter(parseIdList, { schema: ids })
  organizer?: number[];

  /** Whether events are featured. */
  @Parameter(parseBoolean, { schema: flag })
  featured?: boolean;

  /** Whether tickets are offered. */
  @Parameter(parseBoolean, { schema: flag })
  ticketed?: boolean;

  /** Statuses, separated by commas; `any` is all that the caller may see but the trash. More than `publish` needs rights. */
  @Parameter(parseWordList([...STATUSES, 'any']), {
    schema: { type: 'string', default: 'publish', example: 'publish' },
  })
  status?: (Status | 'any')[];

  /** Children of this event. */
  @Parameter(parseId, { schema: { type: 'integer', minimum: 1, example: 35 } })
  post_parent?: number;

  /** Events of these accounts. */
  @Parameter(parseIdList, { schema: ids })
  author?: number[];

  /** Events changed after this date. */
  @Parameter(parseDateTime, date('2026-01-01 00:00:00'))
  modified_after?: DateTimeInput;

  /** true: the events that lists leave out, as far as the caller may edit them. */
  @Parameter(parseBoolean, { schema: { ...flag, default: false } })
  hide_from_listings?: boolean;

  /** Needs the geolocation extension: whether the venue of an event has coordinates. */
  @Parameter(parseBoolean, { schema: flag })
  geoloc?: boolean;

  /** Needs the geolocation extension: latitude of a point near which the venue lies; together with geoloc_lng. */
  @Parameter(decimal({ min: -90, max: 90 }), {
    schema: { type: 'number', format: 'double', minimum: -90, maximum: 90, example: 45.57 },
  })
  geoloc_lat?: number;

  /** Needs the geolocation extension: longitude of a point near which the venue lies; together with geoloc_lat. */
  @Parameter(decimal({ min: -180, max: 180 }), {
    schema: { type: 'number', format: 'double', minimum: -180, maximum: 180, example: -75.09 },
  })
  geoloc_lng?: number;

  /** What the list is ordered by. */
  @Parameter(oneOf(EVENT_SORTS), { schema: { enum: [...EVENT_SORTS], default: 'start_date' } })
  orderby?: (typeof EVENT_SORTS)[number];
}
