import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { COUNT_DIMENSIONS } from './query/counts.js';

/** How many events have a value. */
export class EventCountDto {
  /** A day, a month, a city, a price or a status as text; otherwise the id of a record. */
  @ApiProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }], example: '2027-06-21' })
  value!: number | string;

  /** Number of events with this value. */
  @ApiProperty({ type: 'integer', example: 3 })
  count!: number;

  /** The value as people read it, in the language of the response. */
  @ApiProperty({ example: 'June 21, 2027' })
  label!: string;

  /** Slug of the record, in the language of the response; absent where the value is no record. */
  @ApiPropertyOptional({ example: 'jazz' })
  slug?: string;

  /** Id of the parent category, 0 at the top level; categories only. */
  @ApiPropertyOptional({ type: 'integer', example: 0 })
  parent?: number;
}

/** How many events of a list have which values. */
export class EventCountsDto {
  /** The property by which events are counted. */
  @ApiProperty({ enum: COUNT_DIMENSIONS })
  by!: string;

  /** Days and months in order, without empty ones; everything else by descending count. */
  @ApiProperty({ type: [EventCountDto] })
  counts!: EventCountDto[];

  /** Total number of events in the list. */
  @ApiProperty({ type: 'integer', example: 42 })
  total!: number;
}
