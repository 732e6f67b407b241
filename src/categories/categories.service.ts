import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { RecordNotFound } from '../common/errors/api-error.js';
import { Faults } from '../common/errors/fault.js';
import { faultsOf } from '../common/fields/fields.pipe.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { assertMatches } from '../common/http/etag.js';
import { Transactions } from '../common/idempotency/transactions.js';
import { paging } from '../common/listing/envelope.js';
import { findPage } from '../common/listing/find-page.js';
import { inOrder } from '../common/listing/in-order.js';
import { type LanguageQuery, type RecordQuery } from '../common/listing/list.query.js';
import { Rows } from '../common/listing/rows.js';
import { EventLinks } from '../common/records/event-links.js';
import { type Audience } from '../common/records/published-record.dto.js';
import { Site } from '../common/site/site.js';
import { assignedTerms } from '../common/terms/resolve-terms.js';
import { type TermKind } from '../common/terms/term.js';
import { withOneEvent } from '../common/terms/terms.query.js';
import { storeTerm } from '../common/terms/write-term.js';
import { allTexts } from '../common/translation/all-texts.js';
import { assertTranslated } from '../common/translation/shown-text.js';
import { settledTexts } from '../common/translation/text-changes.js';
import { type TermRef } from '../common/values/lists.js';
import { type CategoriesQuery, categoryListing } from './categories.query.js';
import { CategoryTranslation } from './category-translation.entity.js';
import { CategoryDto, type CategoryListDto, type CreateCategoryDto, type UpdateCategoryDto } from './category.dto.js';
import { Category } from './category.entity.js';
import { CATEGORY } from './category.kind.js';
import { deleteCategory, settledParent } from './category.tree.js';

const CATEGORIES: TermKind<Category, CategoryTranslation> = {
  kind: CATEGORY,
  entity: Category,
  translation: CategoryTranslation,
};

@Injectable()
export class CategoriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly events: EventLinks,
  ) {}

  async list(query: CategoriesQuery, context: RequestContext): Promise<CategoryListDto> {
    return this.transactions.read(async (manager) => {
      const rows = Rows.of(manager, Category, 'category');
      const faults = faultsOf(query);
      const scope = { manager, context, faults, site: this.site };
      const { ids, total } = await findPage(categoryListing(this.events), rows, withOneEvent(query, faults), scope);
      const categories = await loadCategories(manager, ids);
      return {
        categories: categories.map((category) => ({
          ...this.presented(category, context),
          ...allTexts(query, category.translations, 'name'),
        })),
        ...paging(this.site, CATEGORY, query, total, context),
      };
    });
  }

  async get(id: number, query: RecordQuery, context: RequestContext): Promise<CategoryDto> {
    return this.transactions.read(async (manager) => {
      const category = await this.find(manager, id);
      faultsOf(query).throwIfAny();
      assertTranslated(CATEGORY, category.translations, { id }, query, context);
      return { ...this.single(category, context), ...allTexts(query, category.translations, 'name') };
    });
  }

  async create(body: CreateCategoryDto, query: LanguageQuery, context: RequestContext): Promise<CategoryDto> {
    return this.transactions.write(context, async (manager) => {
      const category = await this.insert(manager, body, context, faultsOf(body, query));
      context.headers.set('Location', this.site.links.record(context.language, CATEGORY, category.id));
      return this.single(category, context);
    });
  }

  async update(
    id: number,
    body: UpdateCategoryDto,
    query: LanguageQuery,
    context: RequestContext,
  ): Promise<CategoryDto> {
    return this.transactions.write(context, async (manager) => {
      const category = await this.find(manager, id);
      assertMatches(category, context, () => this.single(category, context));
      return this.single(await this.store(manager, category, body, context, faultsOf(body, query)), context);
    });
  }

  async remove(id: number, query: LanguageQuery, context: RequestContext): Promise<CategoryDto> {
    return this.transactions.write(context, async (manager) => {
      const category = await this.find(manager, id);
      assertMatches(category, context, () => this.single(category, context));
      faultsOf(query, context).throwIfAny();
      await deleteCategory(manager, category);
      return this.single(category, context);
    });
  }

  /** Creates a category inside a transaction that is under way. */
  async insert(
    manager: EntityManager,
    body: CreateCategoryDto,
    context: RequestContext,
    faults: Faults,
  ): Promise<Category> {
    return this.store(manager, undefined, body, context, faults);
  }

  /**
   * The categories that the body of an event names. Those that do not exist are made, at the top level, where
   * the caller may make them.
   */
  async assigned(
    manager: EntityManager,
    refs: readonly TermRef[],
    context: RequestContext,
    faults: Faults,
  ): Promise<Category[]> {
    const insert = (name: string) => this.insert(manager, { name }, context, new Faults());
    return assignedTerms(manager, CATEGORIES, refs, insert, context, faults);
  }

  private async store(
    manager: EntityManager,
    current: Category | undefined,
    body: UpdateCategoryDto,
    { language }: RequestContext,
    faults: Faults,
  ): Promise<Category> {
    const texts = settledTexts(body, 'name', language, current?.translations, faults);
    const parentId = await settledParent(manager, current, body.parent, faults);
    faults.throwIfAny();
    return storeTerm(manager, CATEGORIES, current, texts, { parentId });
  }

  private async find(manager: EntityManager, id: number): Promise<Category> {
    const [category] = await loadCategories(manager, [id]);
    if (!category) throw new RecordNotFound(CATEGORY, { id });
    return category;
  }

  /** The answer about one category. */
  private single(category: Category, context: RequestContext): CategoryDto {
    context.revision = category.revision;
    return this.presented(category, context);
  }

  private presented(category: Category, { language, caller }: RequestContext): CategoryDto {
    const audience: Audience = { site: this.site, language, caller };
    return CategoryDto.of(category, audience);
  }
}

/** Categories with their texts, in the order of the ids. */
async function loadCategories(manager: EntityManager, ids: readonly number[]): Promise<Category[]> {
  const categories = await manager.find(Category, { where: { id: In(ids) }, relations: { translations: true } });
  return inOrder(categories, ids);
}
