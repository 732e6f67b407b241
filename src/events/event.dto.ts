import { ApiProperty } from '@nestjs/swagger';
import { CategoryDto } from '../categories/category.dto.js';
import { DateTimeField, Flag, Id, Line, Translations, Url } from '../common/fields/body-fields.js';
import { Field, Required } from '../common/fields/field.js';
import { PagingDto } from '../common/listing/paging.dto.js';
import { ExcerptTextsDto, PublishedBodyDto, READ_ONLY } from '../common/records/published-body.dto.js';
import { PublishedRecordDto } from '../common/records/published-record.dto.js';
import { AllTexts, JsonLd } from '../common/records/answer-fields.js';
import { type DateTimeInput } from '../common/time/date-time-input.js';
import { parseTimeZone } from '../common/time/zone.js';
import { type TermRef } from '../common/values/lists.js';
import { CreateOrganizerDto, OrganizerDto } from '../organizers/organizer.dto.js';
import { TagDto } from '../tags/tag.dto.js';
import { CreateVenueDto, VenueDto } from '../venues/venue.dto.js';
import { parseCost, type StoredCost } from './cost.js';
import { parsePassword } from './event-password.js';
import { type LinkInput, Links, Terms } from './link-fields.js';

/** The texts of an event in one language. */
export class EventTextsDto extends ExcerptTextsDto {
  /** Title of the event. */
  @Line({ whenEmpty: 'refused', example: 'Summer concert' })
  title?: string;
}

/** A change of an event: what is not sent is kept. */
export class UpdateEventDto extends PublishedBodyDto {
  /** Title of the event. */
  @Line({ whenEmpty: 'refused', example: 'Summer concert' })
  title?: string;

  /** Start, in the event's time zone where it says none. */
  @DateTimeField({ whenEmpty: 'refused', example: '2027-06-21 19:30:00' })
  start_date?: DateTimeInput;

  /** End, in the event's time zone where it says none; not before the start. */
  @DateTimeField({ whenEmpty: 'refused', example: '2027-06-21 22:00:00' })
  end_date?: DateTimeInput;

  /** Time zone of the event: an IANA name, UTC or an offset; the site's where it is not given. */
  @Field(parseTimeZone, { whenEmpty: 'kept', schema: { type: 'string', example: 'America/Toronto' } })
  timezone?: string;

  /** Whether the event takes whole days: from 00:00:00 of the first to 23:59:59 of the last, whatever times are sent. */
  @Flag()
  all_day?: boolean;

  /** Cost: text, a number, or a list of them. */
  @Field(parseCost, {
    schema: {
      oneOf: [
        { type: 'string' },
        { type: 'number' },
        { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
      ],
      example: '20 - 35',
    } as object,
  })
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

  /** Whether the event is left out of lists. */
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

  /** Categories: ids, slugs or names. They replace those before; an empty list clears them. */
  @Terms()
  categories?: TermRef[];

  /** Tags: ids, slugs or names. They replace those before; an empty list clears them. */
  @Terms()
  tags?: TermRef[];

  /** Venues: ids, or objects that are found by name or created. They replace those before; an empty list unlinks all. */
  @Links(CreateVenueDto)
  venue?: LinkInput<CreateVenueDto>[];

  /** Organizers: ids, or objects that are found by name or created. They replace those before; an empty list unlinks all. */
  @Links(CreateOrganizerDto)
  organizer?: LinkInput<CreateOrganizerDto>[];

  /** Id of the parent event. */
  @Id()
  post_parent?: number | null;

  /** Sets the event's password; an empty text removes it. On the id routes only. */
  @Field(parsePassword, { schema: { type: 'string', maxLength: 255, writeOnly: true } })
  password?: string | null;

  /** Texts by language: `{"en": {…}, "fr": {…}}`; null removes a translation. */
  @Translations(EventTextsDto)
  translations?: { en?: EventTextsDto | null; fr?: EventTextsDto | null };

  static readonly readOnly: Readonly<Record<string, true>> = {
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
      cost_details: true,
      password_protected: true,
      json_ld: true,
    } satisfies Record<Exclude<keyof EventDto, keyof UpdateEventDto | keyof typeof READ_ONLY>, true>),
  };
}

/** A new event. */
@Required('start_date', 'end_date')
export class CreateEventDto extends UpdateEventDto {}

/** A wall clock reading taken apart; zero-padded text. */
export class DateDetailsDto {
  /** Four digits. */
  @ApiProperty({ example: '2027' })
  year!: string;

  /** Two digits. */
  @ApiProperty({ example: '06' })
  month!: string;

  /** Two digits. */
  @ApiProperty({ example: '21' })
  day!: string;

  /** Two digits, 00 to 23. */
  @ApiProperty({ example: '19' })
  hour!: string;

  /** Two digits. */
  @ApiProperty({ example: '30' })
  minutes!: string;

  /** Two digits. */
  @ApiProperty({ example: '00' })
  seconds!: string;
}

/** The cost of an event taken apart. */
export class CostDetailsDto {
  /** Sign of the currency. */
  @ApiProperty({ example: '$' })
  currency_symbol!: string;

  /** ISO 4217 code of the currency. */
  @ApiProperty({ example: 'CAD' })
  currency_code!: string;

  /** Where the sign stands in the language of the answer. */
  @ApiProperty({ enum: ['prefix', 'postfix'] })
  currency_position!: 'prefix' | 'postfix';

  /** The amounts, as text. */
  @ApiProperty({ type: [String], example: ['20', '35'] })
  values!: string[];
}

/** An event. */
export class EventDto extends PublishedRecordDto {
  /** Title of the event. */
  @ApiProperty({ example: 'Summer concert' })
  title!: string;

  /** Whether the event takes whole days. */
  all_day!: boolean;

  /** Start in the event's time zone, `YYYY-MM-DD HH:MM:SS`. */
  @ApiProperty({ example: '2027-06-21 19:30:00' })
  start_date!: string;

  /** Start in the event's time zone, taken apart. */
  @ApiProperty({ type: DateDetailsDto })
  start_date_details!: DateDetailsDto;

  /** End in the event's time zone. */
  @ApiProperty({ example: '2027-06-21 22:00:00' })
  end_date!: string;

  /** End in the event's time zone, taken apart. */
  @ApiProperty({ type: DateDetailsDto })
  end_date_details!: DateDetailsDto;

  /** Start in UTC. */
  @ApiProperty({ example: '2027-06-21 23:30:00' })
  utc_start_date!: string;

  /** Start in UTC, taken apart. */
  @ApiProperty({ type: DateDetailsDto })
  utc_start_date_details!: DateDetailsDto;

  /** End in UTC. */
  @ApiProperty({ example: '2027-06-22 02:00:00' })
  utc_end_date!: string;

  /** End in UTC, taken apart. */
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

  /** Cost as it is shown in the language of the answer. */
  @ApiProperty({ type: 'string', nullable: true, example: '$20 – $35' })
  cost!: string | null;

  /** Cost taken apart. */
  @ApiProperty({ type: CostDetailsDto, nullable: true })
  cost_details!: CostDetailsDto | null;

  /** Website of the event. */
  @ApiProperty({ type: 'string', nullable: true })
  website!: string | null;

  /** Whether a map is shown. */
  show_map!: boolean;

  /** Whether a link to a map is shown. */
  show_map_link!: boolean;

  /** Whether the event is left out of lists. */
  hide_from_listings!: boolean;

  /** Whether the event is sticky in the calendar. */
  sticky!: boolean;

  /** Whether the event is featured on the site. */
  featured!: boolean;

  /** Whether tickets are offered. */
  ticketed!: boolean;

  /** Id of the parent event. */
  @ApiProperty({ type: 'integer', nullable: true })
  post_parent!: number | null;

  /** Whether the event has a password. */
  password_protected!: boolean;

  /** Categories, by name. */
  @ApiProperty({ type: [CategoryDto] })
  categories!: CategoryDto[];

  /** Tags, by name. */
  @ApiProperty({ type: [TagDto] })
  tags!: TagDto[];

  /** Venues, in the order in which they were linked. */
  @ApiProperty({ type: [VenueDto] })
  venue!: VenueDto[];

  /** Organizers, in the order in which they were linked. */
  @ApiProperty({ type: [OrganizerDto] })
  organizer!: OrganizerDto[];

  /** The texts of both languages, with `translations=all`. */
  @AllTexts('title')
  translations?: Record<string, EventTextsDto>;

  /** schema.org Event; on a single record only. */
  @JsonLd()
  json_ld?: object;
}

/** A page of events. */
export class EventListDto extends PagingDto {
  /** The events of this page. */
  @ApiProperty({ type: [EventDto] })
  events!: EventDto[];
}
