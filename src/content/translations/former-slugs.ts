import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type ResourceNames } from '../../i18n/resource-names.js';
import { type Language, LANGUAGES } from '../../i18n/language.js';
import { FormerSlug } from './former-slug.entity.js';
import { realTranslations, translationIn } from './shown-text.js';
import { type Translation } from './translation.js';

type Slugs = Pick<Translation, 'language' | 'borrowed' | 'slug'>;

/** A record with its texts. */
export interface Named {
  readonly id: number;
  /** Whether the record was ever published. Slugs of other records are not remembered. */
  readonly wasPublished: boolean;
  readonly translations: readonly Slugs[];
}

/** A record before a write, and its texts after it. */
export interface Renamed extends Named {
  readonly after: readonly Slugs[];
}

/** Stores the slugs that records lose by a write, in the same transaction. */
export async function keepFormerSlugs(
  manager: EntityManager,
  { singular: resource }: ResourceNames,
  records: readonly Renamed[],
): Promise<void> {
  const lost = records.map(({ id, wasPublished, translations, after }) => {
    const gone = realTranslations(translations).filter(
      ({ language, slug }) => translationIn(after, language)?.slug !== slug,
    );
    return {
      wasPublished,
      rows: gone.map(({ language, slug }) => ({ kind: resource, language, slug: slug!, recordId: id })),
    };
  });
  const of = (isKnown: boolean) => lost.flatMap(({ wasPublished, rows }) => (wasPublished === isKnown ? rows : []));
  const kept = [...of(true), ...(await freeOf(manager, resource, of(false)))];
  if (kept.length > 0) await tableOf(manager, FormerSlug).upsert(manager, kept, ['kind', 'language', 'slug']);
}

/** The slugs that no other record had before: a record that was never published must not take over the redirect of another. */
async function freeOf(
  manager: EntityManager,
  resource: string,
  rows: readonly FormerSlug[],
): Promise<readonly FormerSlug[]> {
  if (rows.length === 0) return [];
  const slugs = rows.map(({ slug }) => slug);
  const had = await tableOf(manager, FormerSlug).select(manager, { kind: resource, language: LANGUAGES, slug: slugs });
  const isTaken = (row: FormerSlug) =>
    had.some((other) => other.language === row.language && other.slug === row.slug && other.recordId !== row.recordId);
  return rows.filter((row) => !isTaken(row));
}

/**
 * Deletes the former slugs of permanently deleted records. Slugs that they took over from others then lead nowhere.
 */
export async function forgetSlugs(
  manager: EntityManager,
  { singular: resource }: ResourceNames,
  records: readonly Named[],
): Promise<void> {
  const slugs = tableOf(manager, FormerSlug);
  await slugs.remove(manager, { kind: resource, recordId: records.map(({ id }) => id) });
  const published = records.filter(({ wasPublished }) => wasPublished);
  for (const language of LANGUAGES) {
    const last = published.flatMap(({ translations }) => translationIn(translations, language)?.slug ?? []);
    await slugs.remove(manager, { kind: resource, language, slug: last });
  }
}

/** The record that last had a slug, in the given language or else in the other. */
export async function formerHolder(
  manager: EntityManager,
  { singular: resource }: ResourceNames,
  slug: string,
  language: Language,
): Promise<number | undefined> {
  const rows = await tableOf(manager, FormerSlug).select(manager, { kind: resource, language: LANGUAGES, slug });
  // Database servers treat `ete ` and `été` as equal.
  const named = rows.filter((row) => row.slug === slug);
  return (named.find((row) => row.language === language) ?? named[0])?.recordId;
}
