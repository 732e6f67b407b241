import { createHash } from 'node:crypto';
import { Column } from 'typeorm';
import { SearchText, Translation } from '../translations/translation.js';

/** The text of a category or tag in one language. Borrowed rows have all columns, too, with the texts that are shown. */
export abstract class TermTranslation extends Translation {
  /**
   * What must be unique in a language, see `nameScope`. Null where a category came below another parent because its own
   * was deleted, and the name was taken there.
   */
  @Column('varchar', { length: 64, nullable: true })
  nameScope!: string | null;

  /** The slug that is shown; orders lists alike on every database. */
  @Column({ type: 'varchar', length: 255, collation: 'utf8mb4_bin', select: false })
  shownSlug!: string;

  /** The beginning of the description that is shown, folded; '' where there is none. */
  @Column({ type: 'varchar', length: 512, collation: 'utf8mb4_bin', select: false })
  descriptionKey!: string;

  @SearchText()
  searchText!: string;
}

/** Identifies a name below a parent: SHA-256, hexadecimal, since collations differ. */
export function nameScope(parentId: number | null, name: string): string {
  return createHash('sha256')
    .update(`${parentId ?? 0}:${comparedName(name)}`)
    .digest('hex');
}

/** Names that differ by capitals only are the same. */
export function comparedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
