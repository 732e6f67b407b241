import { ApiProperty } from '@nestjs/swagger';
import { type StoredCost } from '../../calendar/events/pricing/cost.js';
import { Cost } from '../../calendar/events/pricing/cost-field.js';
import { LanguageBodyDto } from '../../http/language/language-body.dto.js';
import {
  DateTimeField,
  Email,
  Flag,
  Html,
  PlainLines,
  PlainText,
  Translations,
  Url,
} from '../../http/validation/body-fields.js';
import { Field, Refused, RequiredText } from '../../http/validation/field.js';
import { parseIdList, positiveInteger } from '../../http/validation/parsers.js';
import { type DateTimeInput } from '../../lib/datetime/date-time-input.js';
import { FieldError } from '../../lib/errors/field-error.js';
import { parsePlainText } from '../../lib/text/sanitize.js';

/** The largest number of characters of a note to the editors. */
export const MAX_NOTE_LENGTH = 2000;

/** A venue of the calendar by its id, or by its name. */
export type VenueInput = { readonly id: number } | { readonly name: string };

const parseName = parsePlainText();

function parseVenue(raw: unknown): VenueInput | '' | FieldError {
  const id = positiveInteger(raw);
  if (id !== undefined) return { id };
  const name = parseName(raw);
  if (name instanceof FieldError) return name;
  return name === '' ? '' : { name };
}

/** The texts of a submitted event in one language. */
export class SubmissionTextsDto {
  /** Title of the event. */
  @PlainText({ example: 'Summer concert' })
  title?: string | null;

  /** Description, as HTML or as plain text; cleaned on write. */
  @Html()
  description?: string | null;

  /** Alternative text of the picture. */
  @PlainText({ example: 'A band on a stage' })
  image_alt?: string | null;
}

/** An event that a visitor submits. */
@RequiredText('title')
export class SubmissionDto extends LanguageBodyDto {
  /** Title of the event. */
  @PlainText({ whenEmpty: 'refused', example: 'Summer concert' })
  title?: string;

  /** Start, in the time zone of the site unless it names another. */
  @DateTimeField({ required: true, example: '2027-06-21 19:30:00' })
  start_date!: DateTimeInput;

  /** End, in the time zone of the site unless it names another; not before the start. */
  @DateTimeField({ required: true, example: '2027-06-21 22:00:00' })
  end_date!: DateTimeInput;

  /** Whether the event lasts whole days. Times that are sent are ignored. */
  @Flag()
  all_day?: boolean;

  /** Description, as HTML or as plain text; cleaned on write. */
  @Html()
  description?: string | null;

  /** Venue: the id or the name of one that the calendar has, or the name of another one. */
  @Field(parseVenue, { schema: { oneOf: [{ type: 'integer' }, { type: 'string' }], example: 'Massey Hall' } as object })
  venue?: VenueInput | null;

  /** Street and number of the venue. With another address than that of a known venue, it is a new one. */
  @PlainText({ example: '178 Victoria Street' })
  address?: string | null;

  /** City of the venue. It tells venues of the same name apart. */
  @PlainText({ example: 'Toronto' })
  city?: string | null;

  /** Name of the organizer. */
  @PlainText({ example: 'Chess club' })
  organizer?: string | null;

  /** Cost: a text, a number, or a list of these. */
  @Cost({ example: '20 - 35' })
  cost?: StoredCost | null;

  /** Website of the event. */
  @Url({ example: 'https://example.com/summer-concert' })
  website?: string | null;

  /** Ids of categories. */
  @Field(parseIdList, { whenEmpty: 'list', schema: { type: 'array', items: { type: 'integer' }, example: [1] } })
  categories?: number[];

  /** Alternative text of the picture. */
  @PlainText({ example: 'A band on a stage' })
  image_alt?: string | null;

  /** The texts in the other language: `{"fr": {…}}`. */
  @Translations(SubmissionTextsDto)
  translations?: { en?: SubmissionTextsDto | null; fr?: SubmissionTextsDto | null };

  /** Name of the sender, for the editors alone. */
  @PlainText({ required: true, example: 'Robin Green' })
  contact_name!: string;

  /** Email address of the sender, for the editors alone. */
  @Email({ required: true, example: 'robin@example.org' })
  contact_email!: string;

  /** A note to the editors; it is not published. */
  @PlainLines(MAX_NOTE_LENGTH, { example: 'The hall opens at seven.' })
  note?: string | null;

  /** Must be empty: people do not see this field in the form, but programs that fill every field do. */
  @Refused((messages) => messages.submissionTrap)
  @ApiProperty({ type: 'string', maxLength: 0, required: false })
  reason?: string;
}

/** The response to the sender of an event. */
export class ReceivedSubmissionDto {
  /** The reference to name in questions about the event. */
  @ApiProperty({ example: 'K7PM-Q2XD' })
  reference!: string;
}

/** A token with which an event can be submitted. */
export class SubmissionTokenDto {
  /** Pass it as `token` in the query, 3 seconds after it was made at the earliest. */
  @ApiProperty({ example: 'mh2k8x0a.hQ3vT0' })
  token!: string;

  /** When it ends, in UTC. */
  @ApiProperty({ example: '2026-10-02 13:00:00' })
  expires_utc!: string;
}
