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
import { type TagsQuery, tagListing } from './tags.query.js';
import { TagTranslation } from './tag-translation.entity.js';
import { TagDto, type TagListDto, type CreateTagDto, type UpdateTagDto } from './tag.dto.js';
import { Tag } from './tag.entity.js';
import { TAG } from './tag.kind.js';

const TAGS: TermKind<Tag, TagTranslation> = {
  kind: TAG,
  entity: Tag,
  translation: TagTranslation,
};

@Injectable()
export class TagsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly events: EventLinks,
  ) {}

  async list(query: TagsQuery, context: RequestContext): Promise<TagListDto> {
    return this.transactions.read(async (manager) => {
      const rows = Rows.of(manager, Tag, 'tag');
      const faults = faultsOf(query);
      const scope = { manager, context, faults, site: this.site };
      const { ids, total } = await findPage(tagListing(this.events), rows, withOneEvent(query, faults), scope);
      const tags = await loadTags(manager, ids);
      return {
        tags: tags.map((tag) => ({
          ...this.presented(tag, context),
          ...allTexts(query, tag.translations, 'name'),
        })),
        ...paging(this.site, TAG, query, total, context),
      };
    });
  }

  async get(id: number, query: RecordQuery, context: RequestContext): Promise<TagDto> {
    return this.transactions.read(async (manager) => {
      const tag = await this.find(manager, id);
      faultsOf(query).throwIfAny();
      assertTranslated(TAG, tag.translations, { id }, query, context);
      return { ...this.single(tag, context), ...allTexts(query, tag.translations, 'name') };
    });
  }

  async create(body: CreateTagDto, query: LanguageQuery, context: RequestContext): Promise<TagDto> {
    return this.transactions.write(context, async (manager) => {
      const tag = await this.insert(manager, body, context, faultsOf(body, query));
      context.headers.set('Location', this.site.links.record(context.language, TAG, tag.id));
      return this.single(tag, context);
    });
  }

  async update(id: number, body: UpdateTagDto, query: LanguageQuery, context: RequestContext): Promise<TagDto> {
    return this.transactions.write(context, async (manager) => {
      const tag = await this.find(manager, id);
      assertMatches(tag, context, () => this.single(tag, context));
      return this.single(await this.store(manager, tag, body, context, faultsOf(body, query)), context);
    });
  }

  async remove(id: number, query: LanguageQuery, context: RequestContext): Promise<TagDto> {
    return this.transactions.write(context, async (manager) => {
      const tag = await this.find(manager, id);
      assertMatches(tag, context, () => this.single(tag, context));
      faultsOf(query, context).throwIfAny();
      await manager.delete(Tag, { id });
      return this.single(tag, context);
    });
  }

  /** Creates a tag inside a transaction that is under way. */
  async insert(manager: EntityManager, body: CreateTagDto, context: RequestContext, faults: Faults): Promise<Tag> {
    return this.store(manager, undefined, body, context, faults);
  }

  /**
   * The tags that the body of an event names. Those that do not exist are made where the caller may make
   * them.
   */
  async assigned(
    manager: EntityManager,
    refs: readonly TermRef[],
    context: RequestContext,
    faults: Faults,
  ): Promise<Tag[]> {
    const insert = (name: string) => this.insert(manager, { name }, context, new Faults());
    return assignedTerms(manager, TAGS, refs, insert, context, faults);
  }

  private async store(
    manager: EntityManager,
    current: Tag | undefined,
    body: UpdateTagDto,
    { language }: RequestContext,
    faults: Faults,
  ): Promise<Tag> {
    const texts = settledTexts(body, 'name', language, current?.translations, faults);
    faults.throwIfAny();
    return storeTerm(manager, TAGS, current, texts, {});
  }

  private async find(manager: EntityManager, id: number): Promise<Tag> {
    const [tag] = await loadTags(manager, [id]);
    if (!tag) throw new RecordNotFound(TAG, { id });
    return tag;
  }

  /** The answer about one tag. */
  private single(tag: Tag, context: RequestContext): TagDto {
    context.revision = tag.revision;
    return this.presented(tag, context);
  }

  private presented(tag: Tag, { language, caller }: RequestContext): TagDto {
    const audience: Audience = { site: this.site, language, caller };
    return TagDto.of(tag, audience);
  }
}

/** Tags with their texts, in the order of the ids. */
async function loadTags(manager: EntityManager, ids: readonly number[]): Promise<Tag[]> {
  const tags = await manager.find(Tag, { where: { id: In(ids) }, relations: { translations: true } });
  return inOrder(tags, ids);
}
