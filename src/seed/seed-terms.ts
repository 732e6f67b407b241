import { type EntityManager } from 'typeorm';
import { storeAncestors } from '../categories/ancestors.js';
import { CATEGORIES as CATEGORY_KIND } from '../categories/category.kind.js';
import { type Language, LANGUAGES } from '../languages/language.js';
import { storeTerm } from '../records/terms/write-term.js';
import { type TextChanges } from '../records/texts/text-changes.js';
import { TAGS as TAG_KIND } from '../tags/tag.kind.js';
import { languagesOf } from './event-texts.js';
import { Random } from './random.js';
import { type Bilingual, inLanguage } from './vocabulary/bilingual.js';
import { type Branch, CATEGORIES, TAGS } from './vocabulary/terms.js';

export interface SeededTerms {
  readonly categoryIds: readonly number[];
  /** Of each category: itself, and all above it. */
  readonly categoryAncestors: ReadonlyMap<number, readonly number[]>;
  readonly tagIds: readonly number[];
}

/** The categories and tags; there are few, so that they are written like any others. */
export async function seedTerms(manager: EntityManager, seed: number): Promise<SeededTerms> {
  const random = new Random(seed, 'terms');
  const categoryAncestors = new Map<number, number[]>();
  const categoryIds = await seedBranches(manager, CATEGORIES, [], categoryAncestors);
  const tagIds: number[] = [];
  for (const name of TAGS) {
    const tag = await storeTerm(manager, TAG_KIND, undefined, texts(name, languagesOf(random)), {});
    tagIds.push(tag.id);
  }
  return { categoryIds, categoryAncestors, tagIds };
}

/** The ids of leaves before those above them, since events name the narrower category more often. */
async function seedBranches(
  manager: EntityManager,
  branches: readonly Branch[],
  lineage: readonly number[],
  ancestors: Map<number, readonly number[]>,
): Promise<number[]> {
  const leaves: number[] = [];
  const above: number[] = [];
  const parentId = lineage[0] ?? null;
  for (const { name, below = [] } of branches) {
    const category = await storeTerm(manager, CATEGORY_KIND, undefined, texts(name, LANGUAGES), { parentId });
    await storeAncestors(manager, category);
    const { id } = category;
    ancestors.set(id, [id, ...lineage]);
    leaves.push(...(await seedBranches(manager, below, [id, ...lineage], ancestors)));
    (below.length === 0 ? leaves : above).push(id);
  }
  return [...leaves, ...above];
}

function texts(name: Bilingual, languages: readonly Language[]): TextChanges {
  return Object.fromEntries(languages.map((language) => [language, { name: inLanguage(name, language) }]));
}
