import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A record that an import has created or updated, by the id that its source has for it. */
@Entity('imported_records')
@Index('IX_imported_records_record', ['kind', 'recordId'])
export class ImportedRecord {
  /** SHA-256 of the name of the source (a URL or the name of a file), hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  source!: string;

  /** The table of the record, which is also its name in routes: `events`. */
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  kind!: string;

  @PrimaryColumn({ type: 'varchar', length: 255, collation: 'utf8mb4_bin' })
  externalId!: string;

  @Column('int', { unsigned: true })
  recordId!: number;

  /** Digests of the fields by name, as JSON: of stored events, of other records as in the source. */
  @Column('text', { nullable: true })
  stored!: string | null;
}
