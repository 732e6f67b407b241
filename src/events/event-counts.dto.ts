import { ApiProperty } from '@nestjs/swagger';
import { COUNTED_BY } from './query/counts.js';

/** How many events have a value. */
export class EventCountDto {
  /** A day, a month or a city as text; else the id of a record. */
  @ApiProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }], example: '2027-06-21' })
  value!: number | string;

  /** Events of the list that have it. */
  @ApiProperty({ type: 'integer', example: 3 })
  count!: number;

  /** The value for people, in the language of the answer. */
  @ApiProperty({ example: 'June 21, 2027' })
  label!: string;
}

/** How many events of a list have which values. */
export class EventCountsDto {
  /** What they are counted by. */
  @ApiProperty({ enum: COUNTED_BY })
  by!: string;

  /** Days and months in order, without those that have none; everything else by falling count. */
  @ApiProperty({ type: [EventCountDto] })
  counts!: EventCountDto[];

  /** Events of the list in all. */
  @ApiProperty({ type: 'integer', example: 42 })
  total!: number;
}
