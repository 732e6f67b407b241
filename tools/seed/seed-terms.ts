import { type EntityManager } from 'typeorm';
import { CATEGORIES as CATEGORY_KIND } from '../../src/calendar/categories/category.resource.js';
import { type Language, LANGUAGES } from '../../src/lib/i18n/language.js';
import { storeTerm } from '../../src/calendar/records/taxonomy/write-term.js';
import { type TextChanges } from '../../src/calendar/records/translations/text-changes.js';
import { TAGS as TAG_KIND } from '../../src/calendar/tags/tag.resource.js';
import { languagesOf } from './event-texts.js';
import { type Plan } from './plan.js';
import { Random } from './random.js';
import { type Bilingual, inLanguage } from './vocabulary/bilingual.js';
import { type Branch, CATEGORIES, TAGS } from './vocabulary/terms.js';

export interface SeededTerms {
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
}

/** Stores the categories and tags through the functions of the service, since they are few. */
export async function seedTerms(manager: EntityManager, { random: seed, from }: Plan): Promise<SeededTerms> {
  const random = new Random(seed, 'terms');
  const categoryIds = await seedBranches(manager, CATEGORIES, null);
  const tagIds: number[] = [];
  for (const name of TAGS) {
    const tag = await storeTerm(manager, TAG_KIND, { modifiedById: null, texts: texts(name, languagesOf(random)) });
    tagIds.push(tag.id);
  }
  // The service stores the current time; the same plan must give the same rows.
  for (const { entity } of [CATEGORY_KIND, TAG_KIND])
    await manager.createQueryBuilder().update(entity).set({ modifiedAt: from }).execute();
  return { categoryIds, tagIds };
}

/** Returns the ids with leaves first: events choose low indexes more often, and so get specific categories. */
async function seedBranches(
  manager: EntityManager,
  branches: readonly Branch[],
  parentId: number | null,
): Promise<number[]> {
  const leaves: number[] = [];
  const above: number[] = [];
  for (const { name, below = [] } of branches) {
    const { id } = await storeTerm(manager, CATEGORY_KIND, {
      modifiedById: null,
      texts: texts(name, LANGUAGES),
      columns: { parentId },
    });
    leaves.push(...(await seedBranches(manager, below, id)));
    (below.length === 0 ? leaves : above).push(id);
  }
  return [...leaves, ...above];
}

function texts(name: Bilingual, languages: readonly Language[]): TextChanges {
  return Object.fromEntries(languages.map((language) => [language, { name: inLanguage(name, language) }]));
}
