import { type EntityManager } from 'typeorm';
import { Category } from '../categories/category.entity.js';
import { CATEGORY } from '../categories/category.kind.js';
import { CategoryTranslation } from '../categories/category-translation.entity.js';
import { type Language, LANGUAGES } from '../common/language/language.js';
import { type TermKind } from '../common/terms/term.js';
import { storeTerm } from '../common/terms/write-term.js';
import { type TextChanges } from '../common/translation/text-changes.js';
import { Tag } from '../tags/tag.entity.js';
import { TAG } from '../tags/tag.kind.js';
import { TagTranslation } from '../tags/tag-translation.entity.js';
import { languagesOf } from './event-texts.js';
import { Random } from './random.js';
import { type Bilingual, inLanguage } from './vocabulary/bilingual.js';
import { type Branch, CATEGORIES, TAGS } from './vocabulary/terms.js';

const CATEGORY_TERMS: TermKind<Category, CategoryTranslation> = {
  kind: CATEGORY,
  entity: Category,
  translation: CategoryTranslation,
};
const TAG_TERMS: TermKind<Tag, TagTranslation> = { kind: TAG, entity: Tag, translation: TagTranslation };

/** The categories and tags; there are few, so that they are written like any others. */
export async function seedTerms(
  manager: EntityManager,
  seed: number,
): Promise<{ categoryIds: number[]; tagIds: number[] }> {
  const random = new Random(seed, 'terms');
  const categoryIds = await seedBranches(manager, CATEGORIES, null);
  const tagIds: number[] = [];
  for (const name of TAGS) {
    const tag = await storeTerm(manager, TAG_TERMS, undefined, texts(name, languagesOf(random)), {});
    tagIds.push(tag.id);
  }
  return { categoryIds, tagIds };
}

/** The ids of leaves before those above them, since events name the narrower category more often. */
async function seedBranches(
  manager: EntityManager,
  branches: readonly Branch[],
  parentId: number | null,
): Promise<number[]> {
  const leaves: number[] = [];
  const above: number[] = [];
  for (const { name, below = [] } of branches) {
    const { id } = await storeTerm(manager, CATEGORY_TERMS, undefined, texts(name, LANGUAGES), { parentId });
    leaves.push(...(await seedBranches(manager, below, id)));
    (below.length === 0 ? leaves : above).push(id);
  }
  return [...leaves, ...above];
}

function texts(name: Bilingual, languages: readonly Language[]): TextChanges {
  return Object.fromEntries(languages.map((language) => [language, { name: inLanguage(name, language) }]));
}
