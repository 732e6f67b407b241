import { ApiProperty } from '@nestjs/swagger';
import { AccountNameDto } from '../../http/auth/account.dto.js';
import { PagingDto } from '../../http/response/paging.dto.js';
import { REVISION_CHANGES, type RevisionChange } from '../records/revisions/revision.entity.js';

/** A state of a record after a write. */
export class RevisionDto {
  /** Number of the revision, by which its routes name it; later revisions have higher ones. */
  @ApiProperty({ type: 'integer', example: 1 })
  revision!: number;

  /** Date of the write in UTC, `YYYY-MM-DD HH:MM:SS`. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  modified_utc!: string;

  /** Account that wrote; null if it is not known. */
  @ApiProperty({ type: AccountNameDto, nullable: true })
  author!: AccountNameDto | null;

  /** The kind of write. `restored` means that the record came back from the trash, or returned to an earlier revision. */
  @ApiProperty({ enum: REVISION_CHANGES })
  change!: RevisionChange;

  /** Fields that differ from the revision before: those of bodies, texts of the other language as `translations.fr.title`. Of a new record, the fields that have a value. */
  @ApiProperty({ type: [String], example: ['title', 'translations.fr.title'] })
  fields!: string[];

  /** Series whose dates the write changed, among them this one; absent for writes to the record itself. */
  @ApiProperty({ type: 'integer', required: false, example: 1 })
  of_series?: number;
}

/** A page of the revisions of a record. */
export class RevisionListDto extends PagingDto {
  /** The revisions of this page, newest first. */
  @ApiProperty({ type: [RevisionDto] })
  revisions!: RevisionDto[];
}

/** A revision with the record as it was after the write. */
export class RevisionWithRecordDto extends RevisionDto {
  /** The fields of a body of the record, with the texts of both languages in `translations`. Related records have their id and name, without those that you may not read. It never has a password. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { title: 'Summer concert' } })
  record!: Record<string, unknown>;
}
