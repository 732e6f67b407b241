import { createHash } from 'node:crypto';
import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { SearchText, Translation, normalizedName } from '../translations/translation.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';

/** The columns that categories and tags share. */
export abstract class Term {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  /** Categories only. */
  declare parentId?: number | null;

  /** The number of published events that have it, maintained by the writes of events. */
  @Column('int', { unsigned: true, default: 0 })
  count!: number;

  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  /** The account that wrote last; null for terms from before this was stored. */
  @Column('int', { unsigned: true, nullable: true })
  modifiedById!: number | null;

  /** Whole seconds, UTC. The count of events does not change it. */
  @Column('datetime', { nullable: true })
  modifiedAt!: Date;

  abstract translations: TermTranslation[];
}

/** The properties of the definition of a taxonomy that writes use. */
export interface TermResource<E extends Term> {
  readonly names: ResourceNames;
  readonly isPublished: false;
  readonly entity: new () => E;
  readonly translation: new () => TermTranslation;
}

/** The text of a category or tag in one language. Fallback rows have all derived columns, too. */
export abstract class TermTranslation extends Translation {
  /**
   * The hash that makes names unique below a parent, see `nameScope`. Null if the parent was deleted, and the name is
   * taken below the new parent.
   */
  @Column('varchar', { length: 64, nullable: true })
  nameScope!: string | null;

  /** The slug, or that of the fallback. As a binary column it sorts alike on every database. */
  @Column({ type: 'varchar', length: 255, collation: 'utf8mb4_bin', select: false })
  shownSlug!: string;

  /** The beginning of the description, or of the fallback, folded; empty if there is none. */
  @Column({ type: 'varchar', length: 512, collation: 'utf8mb4_bin', select: false })
  descriptionKey!: string;

  @SearchText()
  searchText!: string;
}

/** Identifies a name below a parent: SHA-256, hexadecimal, since collations differ. */
export function nameScope(parentId: number | null, name: string): string {
  return createHash('sha256')
    .update(`${parentId ?? 0}:${normalizedName(name)}`)
    .digest('hex');
}
