import { ApiProperty } from '@nestjs/swagger';
import { DateTimeField, Flag, Id, PlainText, Translations, Url } from '../../http/validation/body-fields.js';
import { Field, ReadOnly, RequiredText } from '../../http/validation/field.js';
import { SearchedListDto } from '../../http/response/paging.dto.js';
import { PublishedBodyDto, PublishedTextsDto, READ_ONLY } from '../records/record/published-body.dto.js';
import { PublishedRecordDto } from '../records/record/published-record.dto.js';
import { AllTexts, JsonLd } from '../records/reading/response-properties.js';
import { parseRecurrence, type Recurrence } from '../../lib/recurrence/recurrence.js';
import { type DateTimeInput } from '../../lib/datetime/date-time-input.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';
import { oneOf } from '../../http/validation/parsers.js';
import { parseTimeZone } from '../../lib/datetime/zone.js';
import { Cost } from './pricing/cost-field.js';
import { type StoredCost } from './pricing/cost.js';
import { CostDetailsDto, DateDetailsDto, EventSubmissionDto, OccurrenceDto, RecurrenceDto } from './event-parts.dto.js';
import { ATTENDANCES, type Attendance, EVENT_STATUSES, type EventStatus } from './states.js';
import { parsePassword } from './password/event-password.js';
import { RelationResponses, RelationBodies } from './relations/relations.js';

/** The texts of an event in one language. */
export class EventTextsDto extends PublishedTextsDto {
  /** Title of the event. */
  @PlainText({ whenEmpty: 'refused', example: 'Summer concert' })
  title?: string;

  /** Why the event does not take place as announced. */
  @PlainText()
  event_status_reason?: string | null;

  /** Address of the online event in this language alone, in place of the one for all languages. */
  @Url({ example: 'https://meet.example.com/soiree' })
  online_url?: string | null;

  /** Cost in this language; replaces the value for all languages. The filter `price` follows the latter. */
  @Cost({ example: 'Contribution volontaire' })
  cost?: StoredCost | null;

  /** Website in this language; replaces the value for all languages. */
  @Url({ example: 'https://example.com/concert-d-ete' })
  website?: string | null;
}

/** A change of an event: fields that are not sent keep their values. Related records (venues, …) have a field each. */
@RelationBodies()
@ReadOnly({
  ...READ_ONLY,
  ...({
    start_date_details: true,
    end_date_details: true,
    utc_start_date: true,
    utc_start_date_details: true,
    utc_end_date: true,
    utc_end_date_details: true,
    starts_at: true,
    ends_at: true,
    timezone_abbr: true,
    occurrence: true,
    cost_details: true,
    password_protected: true,
    not_public: true,
    submission: true,
    json_ld: true,
  } satisfies OwnReadOnly<EventDto, UpdateEventDto, typeof READ_ONLY>),
})
export class UpdateEventDto extends PublishedBodyDto {
  /** Title of the event. */
  @PlainText({ whenEmpty: 'refused', example: 'Summer concert' })
  title?: string;

  /** Start, in the event's time zone unless it names another. */
  @DateTimeField({ whenEmpty: 'refused', example: '2027-06-21 19:30:00' })
  start_date?: DateTimeInput;

  /** End, in the event's time zone unless it names another; not before the start. */
  @DateTimeField({ whenEmpty: 'refused', example: '2027-06-21 22:00:00' })
  end_date?: DateTimeInput;

  /** Time zone of the event: an IANA name, UTC or an offset; by default that of the site. */
  @Field(parseTimeZone, { whenEmpty: 'kept', schema: { type: 'string', example: 'America/Toronto' } })
  timezone?: string;

  /** Whether the event lasts whole days: from 00:00:00 of the first to 23:59:59 of the last. Times that are sent are ignored. */
  @Flag()
  all_day?: boolean;

  /** Whether the event takes place as announced. */
  @Field(oneOf(EVENT_STATUSES), {
    whenEmpty: 'kept',
    schema: { type: 'string', enum: [...EVENT_STATUSES], default: 'scheduled' },
  })
  event_status?: EventStatus;

  /** Why the event does not take place as announced. */
  @PlainText({ example: 'The storm has damaged the stage.' })
  event_status_reason?: string | null;

  /** How people attend: in person, online, or both. */
  @Field(oneOf(ATTENDANCES), {
    whenEmpty: 'kept',
    schema: { type: 'string', enum: [...ATTENDANCES], default: 'offline' },
  })
  attendance?: Attendance;

  /** Address of the online event: a meeting or a stream. */
  @Url({ example: 'https://meet.example.com/open-evening' })
  online_url?: string | null;

  /** Cost: a text, a number, or a list of these. */
  @Cost({ example: '20 - 35' })
  cost?: StoredCost | null;

  /** Website of the event. */
  @Url({ example: 'https://example.com/summer-concert' })
  website?: string | null;

  /** Whether a map is shown. */
  @Flag()
  show_map?: boolean;

  /** Whether a link to a map is shown. */
  @Flag()
  show_map_link?: boolean;

  /** Whether the event is hidden from lists. */
  @Flag()
  hide_from_listings?: boolean;

  /** Whether the event is sticky in the calendar. */
  @Flag()
  sticky?: boolean;

  /** Whether the event is featured on the site. */
  @Flag()
  featured?: boolean;

  /** Whether tickets are offered. */
  @Flag()
  ticketed?: boolean;

  /** Id of the parent event. An occurrence keeps its series as parent. */
  @Id()
  post_parent?: number | null;

  /** Makes the event a series: a rule (RFC 5545), or an object with a rule, excluded dates and additional dates. Null ends the series. */
  @Field(parseRecurrence, {
    schema: {
      oneOf: [
        { type: 'string' },
        {
          type: 'object',
          properties: {
            rrule: { type: 'string', nullable: true },
            exdates: { type: 'array', items: { type: 'string' } },
            rdates: { type: 'array', items: { type: 'string' } },
          },
          additionalProperties: false,
        },
      ],
      example: { rrule: 'FREQ=WEEKLY;BYDAY=TU', exdates: ['2027-07-06'], rdates: ['2027-07-10 14:00/16:00'] },
    } as object,
  })
  recurrence?: Recurrence | null;

  /** Sets the event's password; an empty text removes it. Only on creation and on routes by id. */
  @Field(parsePassword, { schema: { type: 'string', maxLength: 255, writeOnly: true } })
  password?: string | null;

  /** Texts by language: `{"en": {…}, "fr": {…}}`; null removes a translation. */
  @Translations(EventTextsDto)
  translations?: { en?: EventTextsDto | null; fr?: EventTextsDto | null };
}

/** A new event. */
@RequiredText('title')
export class CreateEventDto extends UpdateEventDto {
  /** Start, in the event's time zone unless it names another. */
  @DateTimeField({ required: true, example: '2027-06-21 19:30:00' })
  declare start_date: DateTimeInput;

  /** End, in the event's time zone unless it names another; not before the start. */
  @DateTimeField({ required: true, example: '2027-06-21 22:00:00' })
  declare end_date: DateTimeInput;
}

/** An event. Related records (venues, …) have a field each. */
@RelationResponses()
export class EventDto extends PublishedRecordDto {
  /** Title of the event. */
  @ApiProperty({ example: 'Summer concert' })
  title!: string;

  /** Whether the event lasts whole days. */
  all_day!: boolean;

  /** Start in the event's time zone, `YYYY-MM-DD HH:MM:SS`. */
  @ApiProperty({ example: '2027-06-21 19:30:00' })
  start_date!: string;

  /** Parts of the start in the event's time zone. */
  @ApiProperty({ type: DateDetailsDto })
  start_date_details!: DateDetailsDto;

  /** End in the event's time zone. */
  @ApiProperty({ example: '2027-06-21 22:00:00' })
  end_date!: string;

  /** Parts of the end in the event's time zone. */
  @ApiProperty({ type: DateDetailsDto })
  end_date_details!: DateDetailsDto;

  /** Start in UTC. */
  @ApiProperty({ example: '2027-06-21 23:30:00' })
  utc_start_date!: string;

  /** Parts of the start in UTC. */
  @ApiProperty({ type: DateDetailsDto })
  utc_start_date_details!: DateDetailsDto;

  /** End in UTC. */
  @ApiProperty({ example: '2027-06-22 02:00:00' })
  utc_end_date!: string;

  /** Parts of the end in UTC. */
  @ApiProperty({ type: DateDetailsDto })
  utc_end_date_details!: DateDetailsDto;

  /** Start, ISO 8601 with offset. */
  @ApiProperty({ format: 'date-time', example: '2027-06-21T19:30:00-04:00' })
  starts_at!: string;

  /** End, ISO 8601 with offset. */
  @ApiProperty({ format: 'date-time', example: '2027-06-21T22:00:00-04:00' })
  ends_at!: string;

  /** Time zone of the event. */
  @ApiProperty({ example: 'America/Toronto' })
  timezone!: string;

  /** Abbreviation of the time zone at the start of the event, in English. */
  @ApiProperty({ example: 'EDT' })
  timezone_abbr!: string;

  /** Whether the event takes place as announced. */
  @ApiProperty({ enum: EVENT_STATUSES })
  event_status!: EventStatus;

  /** Why the event does not take place as announced, in the language of the texts. */
  @ApiProperty({ type: 'string', nullable: true })
  event_status_reason!: string | null;

  /** How people attend: in person, online, or both. */
  @ApiProperty({ enum: ATTENDANCES })
  attendance!: Attendance;

  /** Address of the online event: a meeting or a stream. */
  @ApiProperty({ type: 'string', format: 'uri', nullable: true })
  online_url!: string | null;

  /** Cost as displayed in the language of the response. */
  @ApiProperty({ type: 'string', nullable: true, example: '$20 – $35' })
  cost!: string | null;

  /** Parts of the cost. */
  @ApiProperty({ type: CostDetailsDto, nullable: true })
  cost_details!: CostDetailsDto | null;

  /** Website of the event. */
  @ApiProperty({ type: 'string', nullable: true })
  website!: string | null;

  /** Whether a map is shown. */
  show_map!: boolean;

  /** Whether a link to a map is shown. */
  show_map_link!: boolean;

  /** Whether the event is hidden from lists. */
  hide_from_listings!: boolean;

  /** Whether the event is sticky in the calendar. */
  sticky!: boolean;

  /** Whether the event is featured on the site. */
  featured!: boolean;

  /** Whether tickets are offered. */
  ticketed!: boolean;

  /** Id of the parent event; for an occurrence, of its series. */
  @ApiProperty({ type: 'integer', nullable: true })
  post_parent!: number | null;

  /** Recurrence of a series, on the record that represents it; null on all other events. */
  @ApiProperty({ type: RecurrenceDto, nullable: true })
  recurrence!: RecurrenceDto | null;

  /** Place of an occurrence in its series, the first one included; null on single events. */
  @ApiProperty({ type: OccurrenceDto, nullable: true })
  occurrence!: OccurrenceDto | null;

  /** Whether the event has a password. */
  password_protected!: boolean;

  /** Linked venues and organizers that are drafts or pending, by field, in the response to a write that makes the event public or schedules it: they are not shown with it. Absent where there are none. */
  @ApiProperty({
    type: 'object',
    required: false,
    additionalProperties: { type: 'array', items: { type: 'integer' } },
    example: { venue: [12] },
  } as object)
  not_public?: Record<string, readonly number[]>;

  /** Who has sent the event with the public form, for callers who may edit it: on a single event, and in lists with `status=pending`. Absent otherwise, and some time after the decision. */
  @ApiProperty({ type: EventSubmissionDto, required: false })
  submission?: EventSubmissionDto;

  /** The texts of both languages, with `translations=all`. */
  @AllTexts('title', {
    own: {
      event_status_reason: 'Why the event does not take place as announced.',
      online_url: 'Address of the online event in this language alone, in place of the one for all languages.',
      cost: 'Cost in this language; replaces the value for all languages. The filter `price` follows the latter.',
      website: 'Website in this language; replaces the value for all languages.',
    },
  })
  translations?: Record<string, EventTextsDto>;

  /** `Event` (schema.org); on single records, and in lists if `_fields` names it. An on-site event without a venue has no `location`, and Google then shows no rich result. */
  @JsonLd()
  json_ld?: object;
}

/** A page of events. */
export class EventListDto extends SearchedListDto {
  /** The events of this page. */
  @ApiProperty({ type: [EventDto] })
  events!: EventDto[];
}
