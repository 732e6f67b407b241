import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { FormerSlug } from './former-slug.entity.js';
import { type Translation, realTranslations, translationIn } from './translation.js';

type Slugs = Pick<Translation, 'language' | 'borrowed' | 'slug'>;

/** A record with its texts. */
export interface SluggedRecord {
  readonly id: number;
  /** Whether the record was ever published. If not, it does not take over former slugs of other records. */
  readonly wasPublished: boolean;
  readonly translations: readonly Slugs[];
}

/** A record before a write, and its texts after it. */
export interface SlugChange extends SluggedRecord {
  readonly after: readonly Slugs[];
}

/** Stores the slugs that records lose by a write, in the same transaction. */
export async function storeFormerSlugs(
  manager: EntityManager,
  { singular: kind }: ResourceNames,
  records: readonly SlugChange[],
): Promise<void> {
  const lost = records.flatMap(({ id: recordId, wasPublished, translations, after }) =>
    realTranslations(translations)
      .filter(({ language, slug }) => slug !== null && translationIn(after, language)?.slug !== slug)
      .map(({ language, slug }) => ({ wasPublished, row: { kind, language, slug: slug!, recordId } })),
  );
  // A record that was never published must not take over a redirect of another record.
  const slugs = lost.flatMap(({ wasPublished, row }) => (wasPublished ? [] : row.slug));
  const taken = await tableOf(manager, FormerSlug).select(manager, { kind, language: LANGUAGES, slug: slugs });
  const isTaken = ({ language, slug, recordId }: FormerSlug) =>
    taken.some((other) => other.language === language && other.slug === slug && other.recordId !== recordId);
  const kept = lost.filter(({ wasPublished, row }) => wasPublished || !isTaken(row)).map(({ row }) => row);
  if (kept.length > 0) await tableOf(manager, FormerSlug).upsert(manager, kept, ['kind', 'language', 'slug']);
}

/** Makes the slugs of a record, also its former ones, lead to another record. */
export async function redirectSlugs(
  manager: EntityManager,
  names: ResourceNames,
  { id, ...record }: SluggedRecord,
  recordId: number,
): Promise<void> {
  await tableOf(manager, FormerSlug).update(manager, { kind: names.singular, recordId: id }, { recordId });
  await storeFormerSlugs(manager, names, [{ ...record, id: recordId, after: [] }]);
}

/** Deletes the former slugs of deleted records, and those of other records that would redirect their addresses. */
export async function deleteFormerSlugs(
  manager: EntityManager,
  { singular: resource }: ResourceNames,
  records: readonly SluggedRecord[],
): Promise<void> {
  const slugs = tableOf(manager, FormerSlug);
  await slugs.remove(manager, { kind: resource, recordId: records.map(({ id }) => id) });
  const published = records.filter(({ wasPublished }) => wasPublished);
  for (const language of LANGUAGES) {
    const last = published.flatMap(({ translations }) => translationIn(translations, language)?.slug ?? []);
    await slugs.remove(manager, { kind: resource, language, slug: last });
  }
}

/** The id of the record that last had a slug, in the given language or else in the other. */
export async function findByFormerSlug(
  manager: EntityManager,
  { singular: resource }: ResourceNames,
  slug: string,
  language: Language,
): Promise<number | undefined> {
  const rows = await tableOf(manager, FormerSlug).select(manager, { kind: resource, language: LANGUAGES, slug });
  // Compared again, since collations of database servers may treat different slugs as equal.
  const named = rows.filter((row) => row.slug === slug);
  return (named.find((row) => row.language === language) ?? named[0])?.recordId;
}
