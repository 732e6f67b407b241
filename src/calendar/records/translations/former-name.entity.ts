import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Language } from '../../../lib/i18n/language.js';

/**
 * A name of a record that was merged with another one, which it means as long as no record has this name. All resources
 * share the table, which therefore has no foreign key: permanent deletion removes the rows in code.
 */
@Entity('former_names')
@Index('IX_former_names_name', ['kind', 'nameKey'])
@Index('IX_former_names_record', ['kind', 'recordId'])
export class FormerName {
  /** `venue`, `organizer`, … */
  @PrimaryColumn('varchar', { length: 16 })
  kind!: string;

  /** The record that was merged. It may exist no longer; its id is never used again. */
  @PrimaryColumn('int', { unsigned: true })
  formerId!: number;

  @PrimaryColumn('varchar', { length: 2 })
  language!: Language;

  @Column('varchar', { length: 255 })
  name!: string;

  /** The folded name, by which candidates are found before names are compared. */
  @Column({ type: 'varchar', length: 512, collation: 'utf8mb4_bin' })
  nameKey!: string;

  /** The value by which records of this name differ, such as the city of a venue. */
  @Column('varchar', { length: 255, nullable: true })
  place!: string | null;

  /** The record that it means: of a chain of merges, the last. */
  @Column('int', { unsigned: true })
  recordId!: number;
}
