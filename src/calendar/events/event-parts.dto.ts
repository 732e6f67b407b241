import { ApiProperty } from '@nestjs/swagger';
import { type Language, LANGUAGES } from '../../lib/i18n/language.js';

/** The parts of a local date and time, as zero-padded text. */
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

/** The parts of the cost of an event. */
export class CostDetailsDto {
  /** Symbol of the currency. */
  @ApiProperty({ example: '$' })
  currency_symbol!: string;

  /** ISO 4217 code of the currency. */
  @ApiProperty({ example: 'CAD' })
  currency_code!: string;

  /** Position of the symbol in the language of the response. */
  @ApiProperty({ enum: ['prefix', 'postfix'] })
  currency_position!: 'prefix' | 'postfix';

  /** The amounts, as text. */
  @ApiProperty({ type: [String], example: ['20', '35'] })
  values!: string[];
}

/** How a series takes place. */
export class RecurrenceDto {
  /** The rule (RFC 5545, section 3.3.10); null if the series consists of dates alone. */
  @ApiProperty({ type: 'string', nullable: true, example: 'FREQ=WEEKLY;BYDAY=TU' })
  rrule!: string | null;

  /** Excluded dates, with the time if a day has several occurrences. */
  @ApiProperty({ type: [String], example: ['2027-07-06'] })
  exdates!: readonly string[];

  /** Additional dates, with the time if it differs from that of the first occurrence, and the end if the duration differs. */
  @ApiProperty({ type: [String], example: ['2027-07-10 14:00/16:00'] })
  rdates!: readonly string[];
}

/** The place of an event in a series. */
export class OccurrenceDto {
  /** Id of the record that represents the series: its first occurrence, or another one if that was deleted alone; null if you may not read it. */
  @ApiProperty({ type: 'integer', nullable: true, example: 35 })
  series!: number | null;

  /** Original date by the rule, with the time if a day has several occurrences; the event itself may have been moved. */
  @ApiProperty({ example: '2027-07-06' })
  date!: string;
}

/** Who has sent an event with the public form. */
export class EventSubmissionDto {
  /** The reference that the sender can name in questions about the event. */
  @ApiProperty({ example: 'K7PM-Q2XD' })
  reference!: string;

  /** Name of the sender. */
  @ApiProperty({ example: 'Robin Green' })
  contact_name!: string;

  /** Email address of the sender. */
  @ApiProperty({ format: 'email', example: 'robin@example.org' })
  contact_email!: string;

  /** The note of the sender to the editors; null if there is none. */
  @ApiProperty({ type: 'string', nullable: true })
  note!: string | null;

  /** When the event came, in UTC. */
  @ApiProperty({ example: '2026-10-01 13:00:00' })
  received_utc!: string;

  /** Language of the form. */
  @ApiProperty({ enum: LANGUAGES })
  language!: Language;
}
