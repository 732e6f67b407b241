import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type Kind } from '../../languages/kind.js';
import { type Language, LANGUAGES } from '../../languages/language.js';
import { FormerSlug } from './former-slug.entity.js';
import { realTranslations, translationIn } from './shown-text.js';
import { type Translation } from './translation.js';

/** A record that loses slugs. */
interface Losing {
  readonly id: number;
  /** Whether it was ever published: else nobody has been told of its slugs. */
  readonly wasPublished: boolean;
}

/** Remembers the slugs that a write takes from a record, in the transaction that does. */
export async function keepFormerSlugs(
  manager: EntityManager,
  { one: kind }: Kind,
  { id, wasPublished }: Losing,
  before: readonly Translation[],
  after: readonly Translation[],
): Promise<void> {
  const lost = realTranslations(before).filter(({ language, slug }) => translationIn(after, language)?.slug !== slug);
  const rows = lost.map(({ language, slug }) => ({ kind, language, slug: slug!, recordId: id }));
  const kept = wasPublished ? rows : await freeOf(manager, kind, rows);
  if (kept.length > 0) await storeFormerSlugs(manager, kept);
}

export function storeFormerSlugs(manager: EntityManager, rows: readonly FormerSlug[]): Promise<void> {
  return tableOf(manager, FormerSlug).upsert(manager, rows, ['kind', 'language', 'slug']);
}

/** Those that no other record had before: what nobody was told of takes no address from what everybody knows. */
export async function freeOf(
  manager: EntityManager,
  kind: string,
  rows: readonly FormerSlug[],
): Promise<readonly FormerSlug[]> {
  if (rows.length === 0) return [];
  const slugs = rows.map(({ slug }) => slug);
  const had = await tableOf(manager, FormerSlug).select(manager, { kind, language: LANGUAGES, slug: slugs });
  const isTaken = (row: FormerSlug) =>
    had.some((other) => other.language === row.language && other.slug === row.slug && other.recordId !== row.recordId);
  return rows.filter((row) => !isTaken(row));
}

/**
 * Forgets all slugs of a record that is deleted for good. Those that it took from others lead nowhere then: they were
 * its own last, unless it was never published.
 */
export async function forgetSlugs(
  manager: EntityManager,
  { one: kind }: Kind,
  { id, wasPublished }: Losing,
  translations: readonly Translation[],
): Promise<void> {
  const slugs = tableOf(manager, FormerSlug);
  await slugs.remove(manager, { kind, recordId: id });
  if (!wasPublished) return;
  for (const { language, slug } of realTranslations(translations))
    await slugs.remove(manager, { kind, language, slug: slug! });
}

/** The record that had a slug last, in one language or else in the other. */
export async function formerHolder(
  manager: EntityManager,
  { one: kind }: Kind,
  slug: string,
  language: Language,
): Promise<number | undefined> {
  const rows = await tableOf(manager, FormerSlug).select(manager, { kind, language: LANGUAGES, slug });
  // A server takes `ete ` for `ete`.
  const named = rows.filter((row) => row.slug === slug);
  return (named.find((row) => row.language === language) ?? named[0])?.recordId;
}
