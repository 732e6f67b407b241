import { ApiProperty } from '@nestjs/swagger';

/** The part of a list's answer that stands beside its records. */
export class PagingDto {
  /** Address of this page. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;

  /** Address of the next page; absent on the last. */
  @ApiProperty({ format: 'uri', required: false })
  next_rest_url?: string;

  /** Address of the page before; absent on the first. */
  @ApiProperty({ format: 'uri', required: false })
  previous_rest_url?: string;

  /** How many records the list has in all. */
  @ApiProperty({ type: 'integer', example: 42 })
  total!: number;

  /** How many pages the list has. */
  @ApiProperty({ type: 'integer', example: 5 })
  total_pages!: number;
}
