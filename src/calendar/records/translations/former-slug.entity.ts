import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Language } from '../../../lib/i18n/language.js';

/**
 * A former slug of a record. It redirects to the record as long as no record has the slug now. All resources share the
 * table, which therefore has no foreign key: permanent deletion removes the rows in code.
 */
@Entity('former_slugs')
@Index('IX_former_slugs_record', ['kind', 'recordId'])
export class FormerSlug {
  /** `event`, `venue`, … */
  @PrimaryColumn('varchar', { length: 16 })
  kind!: string;

  @PrimaryColumn('varchar', { length: 2 })
  language!: Language;

  @PrimaryColumn({ type: 'varchar', length: 255, collation: 'utf8mb4_bin' })
  slug!: string;

  /** The record that used the slug last. */
  @Column('int', { unsigned: true })
  recordId!: number;
}
