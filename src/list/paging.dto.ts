import { ApiProperty } from '@nestjs/swagger';

/** The part of a list's answer that stands beside its records. */
export class PagingDto {
  /** Address of this page. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;

  /** Address of the next page; absent on the last. */
  @ApiProperty({ format: 'uri', required: false })
  next_rest_url?: string;

  /** Address of the previous page; absent on the first. */
  @ApiProperty({ format: 'uri', required: false })
  previous_rest_url?: string;

  /** Total number of records in the list. */
  @ApiProperty({ type: 'integer', example: 42 })
  total!: number;

  /** Total number of pages in the list. */
  @ApiProperty({ type: 'integer', example: 5 })
  total_pages!: number;
}
