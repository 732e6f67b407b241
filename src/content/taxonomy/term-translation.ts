import { createHash } from 'node:crypto';
import { Column } from 'typeorm';
import { SearchText, Translation } from '../translations/translation.js';

/** The text of a category or tag in one language. Borrowed rows have all columns, too, with the texts that are shown. */
export abstract class TermTranslation extends Translation {
  /**
   * The value that must be unique in a language, see `nameScope`. Null if the category was moved below another parent
   * because its own was deleted, and its name was taken there.
   */
  @Column('varchar', { length: 64, nullable: true })
  nameScope!: string | null;

  /** The shown slug; as a sort key it orders lists alike on every database. */
  @Column({ type: 'varchar', length: 255, collation: 'utf8mb4_bin', select: false })
  shownSlug!: string;

  /** The beginning of the shown description, folded; empty if there is none. */
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

/** Names that differ only by case are equal. */
export function comparedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
