import { Inject, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Publisher } from '../content/publisher.js';
import { Extensions } from '../extension-api/extensions.js';
import { Transactions } from '../http/idempotency/transactions.js';
import { logUnlinkedEvents } from '../list/event-links.js';
import { Site } from '../site/site.js';
import { LinkResolvers, type RequestedLinks } from './link-resolvers.js';
import { assertIfMatch } from '../http/response/serialized-response.js';
import { type RecordRef, RecordNotFound } from '../errors/api-error.js';
import { FieldErrors } from '../errors/field-error.js';
import { otherLanguage } from '../i18n/language.js';
import { paging } from '../list/envelope.js';
import { type EntryPage, type Entry, type EntriesOptions } from '../list/entries.js';
import { lastModified } from '../list/last-modified.js';
import { findPage, type IdPage } from '../list/find-page.js';
import { type LinkedQuery, linkedListing } from '../list/linked.query.js';
import { type PagingDto } from '../list/paging.dto.js';
import { Database, type Work } from '../database/database.js';
import { SelectBuilder } from '../database/sql/select-builder.js';
import { access, mayEdit, isReadable } from '../content/access.js';
import { idsByName } from '../content/find-by-name.js';
import { resolveId, assertEditable, assertReadable, type Lookup, setContentLocation } from '../content/find-record.js';
import { ResponseFields } from '../content/response-fields.js';
import { type Fieldset, fieldsetOf, isRequested, isIncluded, pickFields } from '../content/fieldset.js';
import { loadRecords } from '../content/load-records.js';
import { type DeleteQuery, type FieldsQuery, type RecordQuery } from '../content/record.query.js';
import { type Viewer } from '../content/published-record.dto.js';
import { allTexts } from '../content/translations/all-texts.js';
import { TranslationStatusDto } from '../content/translations/translation-status.dto.js';
import { assertTranslated, translationIn } from '../content/translations/resolve-text.js';
import { ignoreUnchangedInput } from '../content/translations/ignore-unchanged-input.js';
import { namesIn } from '../content/translations/text-changes.js';
import { requestedStatuses, whereEditable, whereVisible } from '../content/visible.js';
import {
  assertMayForceDelete,
  assertUpdatable,
  preparePublished,
  type PublishedWithTexts,
  removePublished,
  storePublished,
} from '../content/write-published.js';
import { assertInScope } from '../auth/key-scope.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type LinkInput } from './link-fields.js';
import { resolveLinkedRecords } from './linked-records.js';
import { requestedFields, type ListPresenter, ListPresenters } from './list-presenters.js';
import { type Extended, type PublishedBody, type PublishedDefinition } from './published.resource.js';

/**
 * The operations that all published resources share. A service of a resource passes its definition, and overrides what
 * differs.
 */
export abstract class PublishedService<
  E extends PublishedWithTexts,
  B extends PublishedBody,
  D extends object,
  L extends PagingDto,
>
  implements OnModuleInit, ListPresenter
{
  @Inject() private readonly database!: Database;
  @Inject() private readonly transactions!: Transactions;
  @Inject() private readonly site!: Site;
  @Inject() private readonly extensions!: Extensions;
  @Inject() private readonly responses!: ResponseFields;
  @Inject() private readonly publisher!: Publisher;
  @Inject() private readonly linkResolvers!: LinkResolvers;
  @Inject() private readonly presenters!: ListPresenters;

  constructor(readonly resource: PublishedDefinition<E, B, D>) {}

  onModuleInit(): void {
    this.publisher.register(this.resource);
    this.presenters.register(this.resource.names, this);
    if (this.resource.link) this.linkResolvers.register(this.resource.names, this);
  }

  list(query: LinkedQuery, context: RequestContext): Promise<L> {
    const { database, site } = this;
    const { names } = this.resource;
    const errors = new FieldErrors();
    const fields = this.fieldset(query, errors);
    const find = this.pageFinder(query, context, errors);
    return database.read(async (manager) => {
      const { ids, total } = await find(manager);
      const records = await this.presentByIds(manager, ids, query, fields, context);
      return { [names.plural]: [...records.values()], ...paging(site, names, query, total, context) } as L;
    });
  }

  /** A page of the list for feeds. Its records are read in parts, so that large feeds can be streamed. */
  async entries(
    query: LinkedQuery,
    context: RequestContext,
    { maxPerPage, fields }: Pick<EntriesOptions, 'maxPerPage' | 'fields'>,
  ): Promise<EntryPage<D>> {
    const { database } = this;
    const page = await database.read(this.pageFinder(query, context, new FieldErrors(), maxPerPage));
    return {
      ...page,
      read: async (ids) => {
        const records = await database.read((manager) => this.load(manager, ids, fields));
        // The ids were found in an earlier statement; records may have been hidden since.
        const listed = records.filter((record) => access(record, context.caller) === 'full');
        return listed.map((record) => this.entry(record, context));
      },
      zoneYears: () => Promise.resolve([]),
      lastModified: () => database.read((manager) => lastModified(manager, this.resource.entity, page.ids)),
    };
  }

  get(ref: RecordRef, query: RecordQuery, context: RequestContext): Promise<D> {
    return this.database.read(async (manager) => {
      const errors = new FieldErrors();
      const fields = this.fieldset(query, errors);
      const record = await this.find(manager, ref, context, { mayBeFormer: true }, fields);
      assertReadable(this.resource.names, record, ref, context.caller);
      errors.throwIfAny();
      assertTranslated(this.resource.names, record.translations, ref, query, context);
      setContentLocation(this.resource.names, record.translations, ref, context, this.site.links);
      const response = this.presentSingle(record, context, fields);
      return pickFields({ ...response, ...allTexts(query, record.translations, this.resource) }, fields);
    });
  }

  create(body: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const { transactions, site } = this;
    const fields = requestedFields(this, query);
    return transactions.write(context, async (manager) => {
      const record = await this.insert(manager, body, context, new FieldErrors());
      context.response.headers.set('Location', site.links.record(context.language, this.resource.names, record.id));
      return pickFields(this.presentSingle(record, context, fields), fields);
    });
  }

  update(ref: RecordRef, body: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const fields = requestedFields(this, query);
    return this.transactions.write(context, async (manager) => {
      const record = await this.find(manager, ref, context);
      assertUpdatable(this.resource, record, ref, body, context);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      const stored = await this.store(manager, record, body, context, new FieldErrors());
      return pickFields(this.presentSingle(stored, context, fields), fields);
    });
  }

  remove(ref: RecordRef, query: DeleteQuery, context: RequestContext): Promise<D> {
    const force = query.force === true;
    const fields = requestedFields(this, query);
    assertMayForceDelete(force, context);
    return this.transactions.write(context, async (manager) => {
      const record = await this.find(manager, ref, context);
      assertEditable(this.resource.names, record, ref, context.caller);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      if (force && this.resource.link) await logUnlinkedEvents(manager, this.resource.names, record.id);
      await removePublished(manager, this.resource, record, force);
      return pickFields(this.presentSingle(record, context, fields), fields);
    });
  }

  /**
   * Creates a record inside the current transaction. It may be part of the body of an event, and then may declare a
   * language of its own.
   */
  async insert(manager: EntityManager, body: B, context: RequestContext, errors: FieldErrors): Promise<E> {
    assertInScope(context.caller, this.resource.names.plural);
    const language = body.translation_language ?? context.language;
    return this.store(manager, undefined, body, { ...context, language }, errors);
  }

  /** Changes a record inside the current transaction; undefined if it no longer exists or is in the trash. */
  async change(
    manager: EntityManager,
    id: number,
    body: B,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E | undefined> {
    const [record] = await this.load(manager, [id]);
    return record && record.status !== 'trash' ? this.store(manager, record, body, context, errors) : undefined;
  }

  /** Loads records with their related data, in the order of the ids. Records that no longer exist are left out. */
  async load(manager: EntityManager, ids: readonly number[], fields?: Fieldset): Promise<E[]> {
    const { names, response } = this.resource;
    const records = await loadRecords(manager, this.resource, ids);
    if (isIncluded(fields, 'json_ld', ...this.responses.extensionFieldsOf(response)))
      await this.extensions.load(names, manager, records);
    return records;
  }

  /** The record with exactly this name among those that the caller may read. */
  async findByName(manager: EntityManager, body: B, { caller }: RequestContext): Promise<number | undefined> {
    const { entity, translation, nameField, pick } = this.resource;
    const ids = await idsByName(manager, entity, translation, namesIn(body, nameField), caller);
    return pick && ids.length > 0 ? pick(manager, ids, body) : ids[0];
  }

  resolveLinks(
    manager: EntityManager,
    links: RequestedLinks<LinkInput<B>[], E>,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E[]> {
    return resolveLinkedRecords(manager, this.resource.link!.field, this, links, context, errors);
  }

  async presentByIds(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'>,
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, object>> {
    const toResponse = (record: E) => {
      const presented = this.present(record, context);
      return isRequested(fields, 'json_ld') ? this.withJsonLd(presented, record) : presented;
    };
    const records = await this.load(manager, ids, fields);
    // The ids were found in an earlier statement; records may have been hidden since.
    const listed = records.filter((record) => isReadable(record, context.caller));
    return new Map(
      listed.map((record) => [
        record.id,
        pickFields({ ...toResponse(record), ...allTexts(query, record.translations, this.resource) }, fields),
      ]),
    );
  }

  /** Returns a function that finds the ids of a page. Rights are checked at once, before the database is used. */
  private pageFinder(
    query: LinkedQuery,
    context: RequestContext,
    errors: FieldErrors,
    maxPerPage?: number,
  ): Work<IdPage> {
    const { site } = this;
    const { names, entity, translation } = this.resource;
    const statuses = requestedStatuses(query.status, context.caller);
    return (manager) => {
      const rows = whereVisible(SelectBuilder.of(manager, entity, names.singular), context.caller, statuses);
      if (query.translation) whereEditable(rows, context.caller);
      const scope = { manager, context, errors, site, maxPerPage };
      return findPage(linkedListing(names, translation), rows, query, scope);
    };
  }

  /** The entry of a record for feeds. */
  private entry(record: E, context: RequestContext): Entry<D> {
    const language = otherLanguage(context.language);
    const response = this.present(record, context);
    return {
      response,
      revision: record.revision,
      externalId: null,
      inOtherLanguage: () =>
        translationIn(record.translations, language) && this.present(record, { ...context, language }),
      jsonLd: () => this.withJsonLd(response, record).json_ld,
    };
  }

  private async store(
    manager: EntityManager,
    current: Extended<E> | undefined,
    body: B,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E> {
    const { resource, site, extensions } = this;
    const prepared = await preparePublished(manager, resource, current, body, context, site, errors);
    if (current && resource.derived) ignoreUnchangedInput(body, context.rawBody, resource.derived(current));
    const columns = resource.columns(current, body, errors);
    const additions = (current?.additions ?? extensions.emptyDataOf(resource.names)).computeChange(body, errors);
    errors.throwIfAny();
    const stored = await storePublished(
      manager,
      resource,
      current,
      prepared,
      columns,
      resource.words,
      additions.hasChange,
    );
    return Object.assign(stored, { additions: await additions.store(manager, stored.id) });
  }

  private async find(
    manager: EntityManager,
    ref: RecordRef,
    context: RequestContext,
    lookup: Lookup = { mayBeFormer: false },
    fields?: Fieldset,
  ): Promise<E> {
    const id = await resolveId(manager, this.resource, ref, context, lookup);
    const [record] = await this.load(manager, [id], fields);
    if (!record) throw new RecordNotFound(this.resource.names, ref);
    return record;
  }

  fieldset(query: FieldsQuery, errors: FieldErrors): Fieldset | undefined {
    return fieldsetOf(query, this.resource.response, this.responses, errors);
  }

  /** The response with one record, including JSON-LD. Sets the revision for the ETag. */
  private presentSingle(record: E, context: RequestContext, fields?: Fieldset): D {
    context.response.revision = record.revision;
    const response = this.present(record, context);
    return isIncluded(fields, 'json_ld') ? this.withJsonLd(response, record) : response;
  }

  private withJsonLd(response: D, record: E): D & { json_ld: object } {
    return { ...response, json_ld: { '@context': 'https://schema.org', ...this.resource.jsonLd(response, record) } };
  }

  private present(record: E, { language, caller }: RequestContext): D {
    const viewer: Viewer = { site: this.site, language, caller };
    const status = mayEdit(record, caller) && { translation_status: TranslationStatusDto.of(record.translations) };
    return { ...this.resource.present(record, viewer), ...status, ...(record as Extended<E>).additions?.fields };
  }
}
