import { createHash } from 'node:crypto';
import { Column } from 'typeorm';
import { SearchText, Translation } from '../translations/translation.js';

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

/** Names that differ only by case are equal. */
export function normalizedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
