import { Column, PrimaryColumn } from 'typeorm';
import { type Image } from '../images/image.entity.js';
import { type Language } from '../../i18n/language.js';
import { type TranslationState } from './states.js';

/**
 * The text of a record in one language. Each record has a row per language. The row of a missing translation is a
 * fallback row (`borrowed`): it has only the name and the columns for sorting and searching, copied from the other
 * language, so that lists sort and search by the text that they show.
 */
export abstract class Translation {
  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;

  @PrimaryColumn('varchar', { length: 2 })
  language!: Language;

  @Column('boolean', { default: false })
  borrowed!: boolean;

  /** Title of an event, or name of another record. */
  @Column('varchar', { length: 255 })
  name!: string;

  /** Null in fallback rows only: a slug belongs to a translation that exists. */
  @Column('varchar', { length: 255, nullable: true })
  slug!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  /** The state of the translation compared with the other language. */
  @Column('varchar', { length: 8, default: 'missing' })
  state!: TranslationState;

  /** The folded name, by which all databases sort alike. */
  @Column({ type: 'varchar', length: 512, collation: 'utf8mb4_bin', select: false })
  nameKey!: string;
}

/** All searchable text, folded. A column only for resources whose translations are searched directly. */
export const SearchText = () => Column({ type: 'text', collation: 'utf8mb4_bin', select: false });

/** A translation with excerpt and alternative text, as events, venues and organizers have. */
export abstract class ExcerptTranslation extends Translation {
  @Column('text', { nullable: true })
  excerpt!: string | null;

  /** Alternative text of the image; null without an image. */
  @Column('varchar', { length: 255, nullable: true })
  imageAlt!: string | null;

  /** Replaces the website of the record in this language. */
  @Column('varchar', { length: 2048, nullable: true })
  website!: string | null;

  /** Replaces the image of the record in this language. */
  @Column('int', { unsigned: true, nullable: true })
  imageId!: number | null;

  image?: Image | null;
}
