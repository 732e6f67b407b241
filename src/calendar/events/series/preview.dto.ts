import { ApiProperty, PickType } from '@nestjs/swagger';
import { TranslationLanguage, Id } from '../../../http/validation/body-fields.js';
import { type Language } from '../../../lib/i18n/language.js';
import { CreateEventDto } from '../event.dto.js';

/** A series that is not stored. */
export class PreviewOccurrencesDto extends PickType(CreateEventDto, [
  ...(['start_date', 'end_date', 'timezone', 'all_day', 'recurrence'] as const),
]) {
  /** Id of an event that you may edit: the dates that its series has are left out. */
  @Id({ example: 35 })
  id?: number;

  /** Language of error messages. */
  @TranslationLanguage()
  translation_language?: Language;
}

/** A date of a series that is not stored. */
export class PreviewedOccurrenceDto {
  /** Date by the rule, with the time if a day has several occurrences. */
  @ApiProperty({ example: '2027-07-06' })
  date!: string;

  /** Start in the event's time zone, `YYYY-MM-DD HH:MM:SS`. */
  @ApiProperty({ example: '2027-07-06 19:30:00' })
  start_date!: string;

  /** End in the event's time zone. */
  @ApiProperty({ example: '2027-07-06 22:00:00' })
  end_date!: string;
}

/** The dates that a series would have. */
export class PreviewedOccurrencesDto {
  /** The next ones that are not over, at most 20. */
  @ApiProperty({ type: [PreviewedOccurrenceDto] })
  occurrences!: PreviewedOccurrenceDto[];

  /** Number of all dates, also past ones, at most 750; of a series without an end, up to `SERIES_HORIZON` (24 months unless the operator has changed it). */
  @ApiProperty({ type: 'integer', example: 5 })
  total!: number;

  /** Start of the last date; null if others follow those that are counted. */
  @ApiProperty({ type: 'string', nullable: true, example: '2027-08-03 19:30:00' })
  last_start_date!: string | null;

  /** Values of `exdates` that exclude nothing. */
  @ApiProperty({ type: [String], example: [] })
  unused_exdates!: readonly string[];
}
