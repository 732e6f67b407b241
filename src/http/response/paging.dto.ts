import { ApiProperty } from '@nestjs/swagger';

/** The fields of a list's response in addition to its records. */
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

/** The fields of the response of a list that can be searched. */
export class SearchedListDto extends PagingDto {
  /** Where a `search` finds nothing but another spelling would: the search with each unknown word replaced by the nearest word that public records have. Absent otherwise. */
  @ApiProperty({ required: false, example: 'jazz' })
  search_suggestion?: string;
}
