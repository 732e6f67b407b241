import { Inject, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { assertInScope } from '../../http/auth/scope.js';
import { type DeleteQuery, type FieldsQuery, type RecordQuery } from '../records/reading/record.query.js';
import { type Fieldset, fieldsetOf, isIncluded, isRequested, pickFields } from '../records/reading/fieldset.js';
import { type Lookup, resolveId, setContentLocation } from '../records/reading/find-record.js';
import { type LoadedRecord, loadRecords } from '../records/reading/load-records.js';
import { type Viewer } from '../records/record/published-record.dto.js';
import { ResponseFields } from '../records/reading/response-fields.js';
import { allTexts } from '../records/translations/language-values.js';
import { assertTranslated } from '../records/translations/translation.js';
import { type TextBody } from '../records/translations/text-changes.js';
import { TranslationStatusDto } from '../records/translations/translations.dto.js';
import { assertMayForceDelete } from '../records/writing/write-published.js';
import { Database, type Work } from '../../database/database.js';
import { type RecordRef, RecordNotFound } from '../../lib/errors/api-error.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { Extensions } from '../extension-api/extensions.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Caller } from '../../http/role.js';
import { Transactions } from '../../http/idempotency/transactions.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { type Language } from '../../lib/i18n/language.js';
import { paging } from '../list/envelope.js';
import { logFormerlyRelatedEvents } from '../list/related-events.js';
import { type IdPage } from '../list/find-page.js';
import { type ListQuery } from '../list/list.query.js';
import { type PagingDto } from '../list/paging.dto.js';
import { Site } from '../../http/urls/site.js';
import { type Extended, type RecordDefinition } from './definition.js';
import { type RelatedRecord } from './event-relation.js';
import {
  RelationResolvers,
  type RelationResolver,
  ListPresenters,
  type ListPresenter,
  type RequestedRelations,
} from './registries.js';

/** A body that may declare its own language. */
type Body = TextBody & { readonly translation_language?: Language };

/**
 * The operations that venues, organizers, categories and tags share. `PublishedService` and `TermsService` complete
 * them with rights, writes, and the relations of events.
 */
export abstract class ResourceService<
  E extends LoadedRecord & RelatedRecord,
  B extends Body,
  D extends object,
  Q extends ListQuery,
  L extends PagingDto,
>
  implements OnModuleInit, ListPresenter, RelationResolver
{
  @Inject() protected readonly database!: Database;
  @Inject() protected readonly site!: Site;
  @Inject() protected readonly extensions!: Extensions;
  @Inject() private readonly transactions!: Transactions;
  @Inject() private readonly responses!: ResponseFields;
  @Inject() private readonly relationResolvers!: RelationResolvers;
  @Inject() private readonly presenters!: ListPresenters;

  constructor(readonly resource: RecordDefinition<E, D>) {}

  onModuleInit(): void {
    this.presenters.register(this.resource.names, this);
    if (this.resource.relation) this.relationResolvers.register(this.resource.names, this);
  }

  list(query: Q, context: RequestContext): Promise<L> {
    const { names } = this.resource;
    const find = this.pageFinder(query, context);
    return this.database.read(async (manager) => {
      const { ids, total } = await find(manager);
      const records = await this.presentByIds(manager, ids, query, fieldsetOf(query), context);
      return { [names.plural]: [...records.values()], ...paging(this.site, names, query, total, context) } as L;
    });
  }

  get(ref: RecordRef, query: RecordQuery, context: RequestContext): Promise<D> {
    const { names } = this.resource;
    const fields = fieldsetOf(query);
    return this.database.read(async (manager) => {
      const record = await this.find(manager, ref, context, { mayBeFormer: true }, fields);
      this.assertReadable?.(record, ref, context);
      assertTranslated(names, record.translations, ref, query, context);
      setContentLocation(names, record.translations, ref, context, this.site.urls);
      const response = this.presentSingle(record, context, fields);
      return pickFields({ ...response, ...allTexts(query, record.translations, this.resource) }, fields);
    });
  }

  create(body: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const fields = fieldsetOf(query);
    return this.transactions.write(context, async (manager) => {
      const record = await this.insert(manager, body, context);
      const location = this.site.urls.record(context.language, this.resource.names, record.id);
      context.response.headers.set('Location', location);
      return pickFields(this.presentSingle(record, context, fields), fields);
    });
  }

  update(ref: RecordRef, body: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const fields = fieldsetOf(query);
    return this.transactions.write(context, async (manager) => {
      const record = await this.find(manager, ref, context);
      this.assertUpdatable?.(record, ref, body, context);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      const stored = await this.store(manager, record, body, context);
      return pickFields(this.presentSingle(stored, context, fields), fields);
    });
  }

  remove(ref: RecordRef, query: DeleteQuery, context: RequestContext): Promise<D> {
    const { names, isPublished, relation } = this.resource;
    const fields = fieldsetOf(query);
    const isPermanent = !isPublished || query.force === true;
    assertMayForceDelete(isPermanent, context);
    return this.transactions.write(context, async (manager) => {
      const record = await this.find(manager, ref, context);
      this.assertRemovable?.(record, ref, context);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      if (isPermanent && relation) await logFormerlyRelatedEvents(manager, names, record.id);
      await this.delete(manager, record, isPermanent);
      return pickFields(this.presentSingle(record, context, fields), fields);
    });
  }

  /** Creates a record inside the current transaction. A body inside that of an event may have its own language. */
  async insert(manager: EntityManager, body: B, context: RequestContext): Promise<E> {
    assertInScope(context.caller, this.resource.names.plural);
    const language = body.translation_language ?? context.language;
    return this.store(manager, undefined, body, { ...context, language });
  }

  /** Changes a record inside the current transaction; undefined if it no longer exists or is in the trash. */
  async change(manager: EntityManager, id: number, body: B, context: RequestContext): Promise<E | undefined> {
    const [record] = await this.load(manager, [id]);
    return record && !isInTrash(record) ? this.store(manager, record, body, context) : undefined;
  }

  /** Loads records with their related data, in the order of the ids. Records that no longer exist are left out. */
  async load(manager: EntityManager, ids: readonly number[], fields?: Fieldset): Promise<E[]> {
    const { names, response } = this.resource;
    const records = await loadRecords(manager, this.resource, ids);
    if (isIncluded(fields, 'json_ld', ...this.responses.extensionFieldsOf(response)))
      await this.extensions.load(names, manager, records);
    return records;
  }

  async presentByIds(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'>,
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, object>> {
    const records = await this.load(manager, ids, fields);
    // The ids were found in an earlier statement; records may have been hidden since.
    const listed = records.filter((record) => this.isReadable(record, context.caller));
    return new Map(
      listed.map((record) => {
        const presented = this.present(record, context);
        const response = isRequested(fields, 'json_ld') ? this.withJsonLd(presented, record) : presented;
        const texts = allTexts(query, record.translations, this.resource);
        return [record.id, pickFields({ ...response, ...texts }, fields)];
      }),
    );
  }

  abstract resolveRelations(
    manager: EntityManager,
    requested: RequestedRelations<unknown, E>,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E[]>;

  /** Returns a function that finds the ids of a page. Rights are checked at once, before the database is used. */
  protected abstract pageFinder(query: Q, context: RequestContext): Work<IdPage>;

  /**
   * @param current undefined on create
   * @throws {InvalidParameters} with all errors at once; nothing is stored then
   */
  protected abstract store(
    manager: EntityManager,
    current: E | undefined,
    body: B,
    context: RequestContext,
  ): Promise<E>;

  protected abstract delete(manager: EntityManager, record: E, isPermanent: boolean): Promise<void>;

  protected abstract isReadable(record: E, caller: Caller): boolean;

  protected abstract mayEdit(record: E, caller: Caller): boolean;

  /** Checks of rights that depend on the record. Terms have none. */
  protected assertReadable?(record: E, ref: RecordRef, context: RequestContext): void;
  protected assertUpdatable?(record: E, ref: RecordRef, body: B, context: RequestContext): void;
  protected assertRemovable?(record: E, ref: RecordRef, context: RequestContext): void;

  protected present(record: E, { language, caller }: RequestContext): D {
    const viewer: Viewer = { site: this.site, language, caller };
    const status = this.mayEdit(record, caller) && { translation_status: TranslationStatusDto.of(record.translations) };
    return { ...this.resource.present(record, viewer), ...status, ...(record as Extended<E>).extensionData?.fields };
  }

  /** Adds the JSON-LD of resources that have any. */
  protected withJsonLd(response: D, record: E): D & { json_ld?: object } {
    const { jsonLd } = this.resource;
    return jsonLd
      ? { ...response, json_ld: { '@context': 'https://schema.org', ...jsonLd(response, record) } }
      : response;
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

  /** The response with one record, including JSON-LD. Sets the revision for the ETag. */
  private presentSingle(record: E, context: RequestContext, fields?: Fieldset): D {
    context.response.revision = record.revision;
    const response = this.present(record, context);
    return isIncluded(fields, 'json_ld') ? this.withJsonLd(response, record) : response;
  }
}

function isInTrash(record: object): boolean {
  return 'status' in record && record.status === 'trash';
}
