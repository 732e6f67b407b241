import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { KINDS } from './changes.query.js';

/** `upsert`: created or changed; `delete`: deleted, or no longer to be seen. */
export const CHANGES = ['upsert', 'delete'] as const;

/** A change of one record. */
export class ChangeDto {
  /** The resource, as its route calls it. */
  @ApiProperty({ enum: KINDS })
  kind!: string;

  /** Id of the record. */
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  /** `upsert`: the record was created or changed; `delete`: it was deleted, or you may not see it any more. */
  @ApiProperty({ enum: CHANGES })
  change!: (typeof CHANGES)[number];

  /** Date of the last change in UTC. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  modified_utc!: string;

  /** With `records=true`: the record as its list shows it. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  record?: object;
}

/** A page of changes. */
export class ChangesDto {
  /** Changes, each record at most once on a page. A change may be listed again on a later page, but is never left out. */
  @ApiProperty({ type: [ChangeDto] })
  changes!: ChangeDto[];

  /** Token for the next request (`since`). It is valid for 90 days. */
  @ApiProperty({ example: 'WzEsImM5…' })
  next!: string;

  /** Whether there is more to read now. */
  @ApiProperty()
  more!: boolean;

  /** Address of this page. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;

  /** Address of the next page; absent where there is nothing more to read now. */
  @ApiPropertyOptional({ format: 'uri' })
  next_rest_url?: string;
}
