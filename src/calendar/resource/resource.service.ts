import { Inject, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { assertMayCreateNested } from '../../http/auth/scope.js';
import { type DeleteQuery, type FieldsQuery, type RecordQuery } from '../records/reading/record.query.js';
import { type Fieldset, fieldsetOf, isIncluded, pickFields } from '../records/reading/fieldset.js';
import { setContentLocation } from '../records/reading/find-record.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { findByFormerSlug } from '../records/translations/former-slugs.js';
import { allTexts } from '../records/translations/language-values.js';
import { assertTranslated, resolveText } from '../records/translations/translation.js';
import { assertMayForceDelete } from '../records/writing/write-published.js';
import { type RecordRef, RecordNotFound } from '../../lib/errors/api-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { Transactions } from '../../http/idempotency/transactions.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { logFormerlyRelatedEvents } from '../list/related-events.js';
import { type ListQuery } from '../list/list.query.js';
import { type PagingDto } from '../../http/response/paging.dto.js';
import { type EditedResource, type MakeBody } from './edited-resource.js';
import { ListedService } from './listed.service.js';
import { type RelatedRecord } from './event-relation.js';
import { type ListPresenter, type PageLocation, type RecordReader, ResourceServices } from './resource-services.js';
import { isInTrash, RevisionLog } from './revision-log.js';
import { storeWithRevisions } from './store-with-revisions.js';
import { type RecordBody, type Write, type WrittenRecord } from './write.js';

/** Options of a look-up by slug. */
interface Lookup {
  /** Whether former slugs are looked up, too. Reads do this, and redirect. */
  readonly mayBeFormer: boolean;
}

/**
 * The operations that all resources share. `EventsService`, `PublishedService` and `TermsService` complete them with
 * rights, writes and relations.
 */
export abstract class ResourceService<
  E extends LoadedRecord & RelatedRecord,
  B extends RecordBody,
  D extends object,
  Q extends ListQuery,
  L extends PagingDto,
>
  extends ListedService<E, D, Q, L>
  implements OnModuleInit, ListPresenter, RecordReader, EditedResource<E, B>
{
  @Inject() readonly log!: RevisionLog;
  @Inject() protected readonly transactions!: Transactions;
  @Inject() protected readonly services!: ResourceServices;

  onModuleInit(): void {
    this.services.register(this.resource.names, { list: this, read: this, edit: this });
  }

  async get(ref: RecordRef, query: RecordQuery, context: RequestContext): Promise<D> {
    const record = await this.findReadable(ref, query, context);
    const fields = fieldsetOf(query);
    const response = this.presentSingle(record, context, fields);
    const texts = allTexts(query, record.translations, this.resource, this.site);
    const details = this.mayEdit(record, context.caller)
      ? await this.database.read((manager) => this.loadDetails(manager, [record], context, fields))
      : undefined;
    return pickFields(Object.assign(response, texts, details?.get(record.id)), fields);
  }

  async locate(ref: RecordRef, context: RequestContext): Promise<PageLocation> {
    const { names } = this.resource;
    const record = await this.database.read((manager) =>
      this.find(manager, ref, context, { mayBeFormer: true }, fieldsetOf({ _fields: ['url'] })),
    );
    this.assertReadable?.(record, ref, context);
    const { id, translations } = record;
    const slug = resolveText(translations, context.language).slug!;
    return { id, url: this.site.urls.page(context.language, names, { id, slug }) };
  }

  async create(body: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const prepared = await this.prepare(body, query);
    return this.createWith(query, context, () => Promise.resolve({ body: prepared, context }));
  }

  createWith(query: FieldsQuery, context: RequestContext, make: MakeBody<B>): Promise<D> {
    const fields = fieldsetOf(query);
    return this.transactions.write(context, async (manager) => {
      const { body, context: own } = await make(manager);
      const after = await this.insert(manager, body, own);
      const record = await this.complete(manager, { before: undefined, after }, query, context);
      const location = this.site.urls.record(context.language, this.resource.names, record.id);
      context.response.headers.set('Location', location);
      return pickFields(this.presentSingle(record, context, fields), fields);
    });
  }

  async update(ref: RecordRef, given: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const fields = fieldsetOf(query);
    const body = await this.prepare(given, query);
    return this.writeTo(ref, context, async (manager, record) => {
      this.assertUpdatable?.(record, { ref, body }, context);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      const before = { ...record };
      const after = await this.storeRevised(manager, { current: record, body, ref }, context);
      const stored = await this.complete(manager, { before, after }, query, context);
      return pickFields(this.presentSingle(stored, context, fields), fields);
    });
  }

  remove(ref: RecordRef, query: DeleteQuery, context: RequestContext): Promise<D> {
    const { names, isPublished, relation } = this.resource;
    const fields = fieldsetOf(query);
    const isPermanent = !isPublished || query.force === true;
    assertMayForceDelete(isPermanent, context);
    return this.writeTo(ref, context, async (manager, record) => {
      this.assertRemovable?.(record, ref, context);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      if (isPermanent && relation) await logFormerlyRelatedEvents(manager, names, record.id);
      const revised = (await this.revisedBy(manager, record, query)).filter((one) => !isPermanent || one !== record);
      const removed = await storeWithRevisions(manager, this, revised, { context }, () =>
        this.delete(manager, record, query, context),
      );
      return pickFields(this.presentSingle(removed, context, fields), fields);
    });
  }

  prepare(body: B, _query: FieldsQuery): Promise<B> {
    return Promise.resolve(body);
  }

  /** Runs the transaction of a write to the record that a path names. */
  writeTo<T extends object>(
    ref: RecordRef,
    context: RequestContext,
    write: (manager: EntityManager, record: E) => Promise<T>,
  ): Promise<T> {
    return this.transactions.write(context, async (manager) => write(manager, await this.find(manager, ref, context)));
  }

  /** Creates a record inside the current transaction. A body inside that of an event may have its own language. */
  async insert(manager: EntityManager, body: B, context: RequestContext): Promise<E> {
    // The scope of a key was checked before for the record of the request itself.
    assertMayCreateNested(context.caller, this.resource.names);
    const language = body.translation_language ?? context.language;
    return this.storeRevised(manager, { current: undefined, body }, { ...context, language });
  }

  /** Changes a record inside the current transaction; undefined if it no longer exists or is in the trash. */
  async change(manager: EntityManager, id: number, body: B, context: RequestContext): Promise<E | undefined> {
    const [record] = await this.load(manager, [id]);
    return record && !isInTrash(record) ? this.storeRevised(manager, { current: record, body }, context) : undefined;
  }

  /**
   * @returns the record after the write
   * @throws {InvalidParameters} with all errors at once; nothing is stored then
   */
  abstract store(manager: EntityManager, write: Write<E, B>, context: RequestContext): Promise<E>;

  complete(
    _manager: EntityManager,
    { after }: WrittenRecord<E>,
    _query: FieldsQuery,
    _context: RequestContext,
  ): Promise<E> {
    return Promise.resolve(after);
  }

  /** Stores a write with its revision: the state after it. */
  protected async storeRevised(manager: EntityManager, write: Write<E, B>, context: RequestContext): Promise<E> {
    const { current, body } = write;
    const revised = current ? await this.revisedBy(manager, current, body) : [];
    const about = { isNew: !current, context, body };
    return storeWithRevisions(manager, this, revised, about, () => this.store(manager, write, context));
  }

  withSeriesValues(_manager: EntityManager, record: E): Promise<E> {
    return Promise.resolve(record);
  }

  isSeries(_record: E): boolean {
    return false;
  }

  /** The records that get a revision by a write or a deletion: the record itself, or those of series that it changes. */
  protected revisedBy(_manager: EntityManager, record: E, _write: object): Promise<E[]> {
    return Promise.resolve([record]);
  }

  /** @returns the record in the trash, or as it was before it was deleted permanently */
  protected abstract delete(manager: EntityManager, record: E, query: DeleteQuery, context: RequestContext): Promise<E>;

  derivedFields(_record: E): readonly string[] {
    return [];
  }

  /** Checks of rights that depend on the record. Terms have none. */
  assertReadable?(record: E, ref: RecordRef, context: RequestContext): void;
  protected assertUpdatable?(record: E, write: { ref: RecordRef; body: B }, context: RequestContext): void;
  assertRemovable?(record: E, ref: RecordRef, context: RequestContext): void;
  /** Checks the password that protects a record. Only events have any. */
  assertUnlocked?(record: E, ref: RecordRef, query: RecordQuery, context: RequestContext): Promise<void>;

  /** The record that a path names, if the caller may read it. Sets `Content-Location`. */
  protected async findReadable(ref: RecordRef, query: RecordQuery, context: RequestContext): Promise<E> {
    const { names } = this.resource;
    const fields = fieldsetOf(query);
    const record = await this.database.read((manager) =>
      this.find(manager, ref, context, { mayBeFormer: true }, fields),
    );
    this.assertReadable?.(record, ref, context);
    assertTranslated(names, record.translations, ref, query, context);
    await this.assertUnlocked?.(record, ref, query, context);
    setContentLocation(names, record.translations, ref, context, this.site.urls);
    return record;
  }

  async find(
    manager: EntityManager,
    ref: RecordRef,
    context: RequestContext,
    lookup: Lookup = { mayBeFormer: false },
    fields?: Fieldset,
  ): Promise<E> {
    const [record] =
      'id' in ref
        ? await this.load(manager, [ref.id], fields)
        : await this.loadBySlugOrFormer(manager, ref.slug, context, lookup, fields);
    if (!record) throw new RecordNotFound(this.resource.names, ref);
    await this.loadWriters(manager, [record], context);
    return record;
  }

  private async loadBySlugOrFormer(
    manager: EntityManager,
    slug: string,
    context: RequestContext,
    { mayBeFormer }: Lookup,
    fields?: Fieldset,
  ): Promise<E[]> {
    const record = await this.findBySlug(manager, slug, context);
    if (record) return this.addOtherData(manager, [record], fields);
    if (!mayBeFormer) return [];
    const id = await findByFormerSlug(manager, this.resource.names, slug, context.language);
    return id === undefined ? [] : this.load(manager, [id], fields);
  }

  /** The record that a slug means, in the language of the request first, among those that the caller may read. */
  protected abstract findBySlug(manager: EntityManager, slug: string, context: RequestContext): Promise<E | undefined>;

  /** The response with one record, including JSON-LD. Sets the revision for the ETag. */
  presentSingle(record: E, context: RequestContext, fields?: Fieldset): D {
    context.response.revision = record.revision;
    return this.present(record, context, isIncluded(fields, 'json_ld'));
  }
}
