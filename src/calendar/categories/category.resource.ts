import { taxonomy } from '../resource/term.resource.js';
import { type CategoriesQuery, categoryListing } from './categories.query.js';
import { CategoryTranslation, Category } from './category.entity.js';
import { CategoryDto, UpdateCategoryDto } from './category.dto.js';
import { CATEGORY_DOCS } from './category.docs.js';
import { CATEGORY } from './category.names.js';
import { presentCategory } from './category.presenter.js';
import { childIds, deleteCategory, isBelow, resolveCategoryTrees, resolveParent, categoryTrees } from './tree.js';

/** The resource of categories, which form a tree. */
export const CATEGORIES = taxonomy<Category, UpdateCategoryDto, CategoryDto, CategoriesQuery>({
  names: CATEGORY,
  nameField: 'name',
  entity: Category,
  translation: CategoryTranslation,
  body: UpdateCategoryDto,
  response: CategoryDto,
  schema: {
    entities: [Category, CategoryTranslation],
    migrations: [],
  },
  links: [{ field: 'parent' }],
  docs: CATEGORY_DOCS,
  listing: categoryListing,
  columns: async (manager, current, body, errors) => ({
    parentId: await resolveParent(manager, current, body.parent, errors),
  }),
  remove: deleteCategory,
  isBelow,
  childIds,
  present: presentCategory,
  relation: {
    field: 'categories',
    example: 'music',
    countedBy: [{ by: 'category', groups: ({ manager }) => categoryTrees(manager) }],
    resolve: (refs, { manager, context }) => resolveCategoryTrees(manager, refs, context.language),
    texts: {
      en: {
        body: 'Categories: ids, slugs or names. They replace those before; an empty list clears them.',
        response: 'Categories, by name.',
        filter: 'Events of one of these categories or of their descendants: ids or slugs, of either language.',
      },
      fr: {
        body: 'Catégories : identifiants, slugs ou noms. Elles remplacent les précédentes; une liste vide les efface.',
        response: 'Catégories, par nom.',
        filter:
          'Les événements de l’une de ces catégories ou de leurs descendantes : identifiants ou slugs, de l’une ou l’autre langue.',
      },
    },
  },
});
