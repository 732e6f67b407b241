import { Column, PrimaryColumn } from 'typeorm';
import { type Image } from '../images/image.entity.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type RecordRef, RecordNotFound } from '../../../lib/errors/api-error.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { fold } from '../../../lib/text/fold.js';

/** The states that lists can filter by; `current` includes the original. */
export const LISTED_STATES = ['missing', 'partial', 'outdated', 'current'] as const;
export const TRANSLATION_STATES = ['original', ...LISTED_STATES] as const;

export type ListedState = (typeof LISTED_STATES)[number];
export type TranslationState = (typeof TRANSLATION_STATES)[number];

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

  /**
   * A digest of the texts in the other language from which this text was made, or with which it was confirmed, if they
   * have changed since; null if they are the same, or not known.
   */
  @Column('varchar', { length: 22, nullable: true })
  madeFrom!: string | null;

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

/** The translations that exist, without fallback rows (`borrowed`). */
export function realTranslations<T extends Pick<Translation, 'borrowed'>>(translations: readonly T[]): T[] {
  return translations.filter((translation) => !translation.borrowed);
}

/** The translation of a record in one language, if it exists. */
export function translationIn<T extends Pick<Translation, 'language' | 'borrowed'>>(
  translations: readonly T[],
  language: Language,
): T | undefined {
  return translations.find((translation) => translation.language === language && !translation.borrowed);
}

/** The text in a language, or the fallback: the text in the other language. */
export function resolveText<T extends Pick<Translation, 'language' | 'borrowed'>>(
  translations: readonly T[],
  language: Language,
): T {
  let other: T | undefined;
  for (const translation of translations) {
    if (translation.borrowed) continue;
    if (translation.language === language) return translation;
    other = translation;
  }
  if (!other) throw new Error('a record without any translation');
  return other;
}

/** The slug of a text in responses: a record that was merged with another one has none in the trash. */
export function slugOf(
  { singular }: ResourceNames,
  { recordId, slug }: Pick<Translation, 'recordId' | 'slug'>,
): string {
  return slug ?? `${singular}-${recordId}`;
}

/** @throws {RecordNotFound} if a read without fallback requests a language that the record lacks */
export function assertTranslated(
  resource: ResourceNames,
  translations: readonly Translation[],
  ref: RecordRef,
  { fallback }: { readonly fallback?: 'none' },
  { language }: RequestContext,
): void {
  if (fallback === 'none' && !translationIn(translations, language)) throw new RecordNotFound(resource, ref);
}

/** The key for sorting names, and for finding candidates before names are compared exactly. */
export function nameKey(name: string): string {
  return fold(name).slice(0, MAX_KEY_LENGTH);
}

/** Names that differ only by case are equal. */
export function normalizedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Names that differ only by case, the number of blanks, and the kind of apostrophe or hyphen are alike, as in imports. */
export function looseName(name: string): string {
  return normalizedName(name)
    .replace(/[`´‘’‚‛′ʼ]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Maximum length of a folded name, which suffices for sorting. */
const MAX_KEY_LENGTH = 512;
