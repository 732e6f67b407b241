import { ApiProperty } from '@nestjs/swagger';
import { resources } from '../../calendar/resources.js';

/** A record whose title or name may be meant. */
export class SearchSuggestionDto {
  /** The kind of the record. */
  @ApiProperty({ enum: resources.map(({ names }) => names.singular), example: 'event' })
  kind!: string;

  /** Id of the record. */
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  /** Title of an event, or name of another record. */
  @ApiProperty({ example: 'Jazz by the river' })
  text!: string;

  /** Page of the record on the website. */
  @ApiProperty({ format: 'uri' })
  url!: string;

  /** Start of an event: ISO 8601 with offset. Absent for other records. */
  @ApiProperty({ format: 'date-time', required: false })
  starts_at?: string;
}

/** Records whose titles or names have the typed words. */
export class SearchSuggestionsDto {
  /** At most eight: events by date, then venues, organizers, categories and tags by name. */
  @ApiProperty({ type: [SearchSuggestionDto] })
  suggestions!: SearchSuggestionDto[];
}
