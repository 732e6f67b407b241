import { Inject } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { access, isEmbedded, isReadable, mayEdit, type Status } from '../records/visibility/access.js';
import { assertEditable, assertReadable, recordWithSlug } from '../records/reading/find-record.js';
import { loadRecordsWhere, sortByIds } from '../records/reading/load-records.js';
import { type DeleteQuery } from '../records/reading/record.query.js';
import { type PublishedWithTexts } from '../records/record/published-record.js';
import { Publisher } from '../records/publication/publisher.js';
import { findAllByName, findByName } from '../records/writing/find-by-name.js';
import { type Notation } from '../records/writing/resolve-references.js';
import { redirectNames } from '../records/translations/former-names.js';
import { redirectSlugs } from '../records/translations/former-slugs.js';
import { storeWithRevisions } from './store-with-revisions.js';
import { type Statement } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { namesIn, withStoredValues } from '../records/translations/text-changes.js';
import { type Translation, translationIn } from '../records/translations/translation.js';
import { requestedStatuses, whereEditable, whereVisible } from '../records/visibility/visible.js';
import {
  assertUpdatable,
  preparePublished,
  removePublished,
  storePublished,
} from '../records/writing/write-published.js';
import { type Work } from '../../database/database.js';
import { OptimisticLockError } from '../../database/database-errors.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { Forbidden, type RecordRef } from '../../lib/errors/api-error.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { FieldErrors, InvalidParameters } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Caller } from '../../http/role.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { type Entry, type EntryPage } from '../list/entries.js';
import { filterRows, type IdPage, lastModified, readPage } from '../list/find-page.js';
import { type ListScope } from '../list/listing.js';
import { type Vocabulary } from '../list/search-suggestion.js';
import { TextVocabulary } from '../list/text-vocabulary.js';
import { publishedListing, type PublishedQuery } from '../list/published.query.js';
import { type PagingDto } from '../../http/response/paging.dto.js';
import { type Extended, type PublishedBody, type PublishedDefinition } from './definition.js';
import { type RelationInput, RecordById } from './relation-fields.js';
import { type MergedRecords, type RelationResolver, type RequestedRelations } from './resource-services.js';
import { type Write } from './write.js';
import { ResourceService } from './resource.service.js';

/**
 * The operations of resources whose records have a status and a trash. A service of a resource passes its definition,
 * and overrides what differs.
 */
export abstract class PublishedService<
  E extends PublishedWithTexts,
  B extends PublishedBody,
  D extends object,
  L extends PagingDto,
>
  extends ResourceService<E, B, D, PublishedQuery, L>
  implements RelationResolver, MergedRecords
{
  @Inject() private readonly publisher!: Publisher;
  @Inject() private readonly validation!: RequestValidationPipe;

  constructor(override readonly resource: PublishedDefinition<E, B, D>) {
    super(resource);
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.publisher.register(this.resource);
    if (!this.resource.relation) return;
    this.services.register(this.resource.names, { relate: this, merge: this });
  }

  /** A page of the list for feeds. Its records are read in parts, so that large feeds can be streamed. */
  async entries(query: PublishedQuery, context: RequestContext): Promise<EntryPage<D>> {
    const { database } = this;
    const page = await database.read(this.pageFinder(query, context));
    return {
      ...page,
      read: async (ids) => {
        const records = await database.read((manager) => this.load(manager, ids));
        // The ids were found in an earlier statement; records may have been hidden since.
        const listed = records.filter((record) => access(record, context.caller) === 'full');
        return listed.map((record) => this.entry(record, context));
      },
      zoneYears: () => Promise.resolve([]),
      lastModified: () => database.read((manager) => lastModified(manager, this.resource.entity, page.ids)),
    };
  }

  /**
   * The record that the name in a body means, among those that the caller may read.
   * @param notation how names are compared; by default exactly
   */
  findByName(
    manager: EntityManager,
    body: B,
    { caller }: RequestContext,
    notation?: Notation,
  ): Promise<number | undefined> {
    return findByName(manager, this.resource, this.wanted(body), caller, notation);
  }

  /** All records that the name in a body may mean, the one that it means first. */
  findAllByName(manager: EntityManager, body: B, { caller }: RequestContext, notation: Notation): Promise<number[]> {
    return findAllByName(manager, this.resource, this.wanted(body), caller, notation);
  }

  /** The names, and the place, by which a body describes a record without its id. */
  private wanted(body: B) {
    return { names: namesIn(body, this.resource.nameField), place: this.placeOf(body) };
  }

  /** The value by which records of the same name differ, such as the city of a venue; null if there is none. */
  placeOf(record: B | E): string | null {
    const { toldApartBy } = this.resource;
    return toldApartBy ? ((Reflect.get(record, toldApartBy) as string | null | undefined) ?? null) : null;
  }

  /**
   * The records that an event is related to after a write, in order: those of the body, found or created, and those that
   * the caller cannot see, which keep their positions.
   */
  async resolveRelations(
    manager: EntityManager,
    { input: inputs, current, known: alreadyKnown }: RequestedRelations<RelationInput<B>[], E>,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E[]> {
    if (inputs === undefined) return [...current];
    const { field } = this.resource.relation!;
    const known = [...alreadyKnown];
    const visibleIds = known.filter((record) => isEmbedded(record, context)).map(({ id }) => id);
    const unknown = inputs.flatMap((input) =>
      input instanceof RecordById && !visibleIds.includes(input.id) ? input.id : [],
    );
    if (unknown.length > 0) errors.add(field, (messages) => messages.unknownId(unknown));
    const ids: number[] = [];
    for (const [index, input] of inputs.entries()) {
      if (input instanceof RecordById) ids.push(input.id);
      else {
        try {
          ids.push(await this.findOrCreate(manager, input, context, known));
        } catch (error) {
          if (!(error instanceof InvalidParameters)) throw error;
          errors.addWithin(`${field}[${index}]`, error.errors);
        }
      }
    }
    const missing = () => ids.filter((id) => !unknown.includes(id) && !known.some((record) => record.id === id));
    known.push(...(await this.load(manager, missing())));
    // A record that was found by name has been deleted meanwhile. The retried transaction creates it.
    if (missing().length > 0) throw new OptimisticLockError();
    for (const [index, record] of current.entries()) if (!isEmbedded(record, context)) ids.splice(index, 0, record.id);
    return sortByIds(known, [...new Set(ids)]);
  }

  /** Publishes records at once, also those with a date ahead. */
  async publishLinked(manager: EntityManager, ids: readonly number[], context: RequestContext): Promise<void> {
    const { caller } = context;
    const { names, body: Body } = this.resource;
    const isInScope = caller?.writes?.includes(names.plural) ?? true;
    for (const record of await this.load(manager, ids)) {
      if (!isInScope || !mayEdit(record, caller))
        throw new Forbidden((messages) => messages.linkNotPublishable(names, record.id));
      const rawBody = { status: 'publish', ...(record.publishedAt > new Date() && { date: 'now' }) };
      const body = await this.validation.validate(Body, rawBody);
      await this.storeRevised(manager, { current: record, body: body as B }, { ...context, rawBody });
    }
  }

  /** Moves a merged record to the trash, without its slugs. */
  async removeMerged(manager: EntityManager, id: number, into: number, context: RequestContext): Promise<void> {
    const { resource } = this;
    const record = await this.find(manager, { id }, context);
    await redirectSlugs(manager, resource.names, record, into);
    await redirectNames(manager, resource.names, { ...record, place: this.placeOf(record) }, into);
    const nameless = { ...record, translations: record.translations.map((text) => ({ ...text, slug: null })) };
    await tableOf<Translation>(manager, resource.translation).update(manager, { recordId: id }, { slug: null });
    // A merge is no decision on a submission: its author has sent what the calendar already has.
    await storeWithRevisions(manager, this, [record], { context, isDecision: false }, () =>
      removePublished(manager, resource, nameless, { force: false, caller: context.caller! }),
    );
  }

  protected loadWhere(manager: EntityManager, where: Statement): Promise<E[]> {
    return loadRecordsWhere(manager, this.resource, where);
  }

  protected findBySlug(manager: EntityManager, slug: string, context: RequestContext): Promise<E | undefined> {
    return recordWithSlug(manager, this.resource, slug, context, (where) => this.loadWhere(manager, where));
  }

  protected pageFinder(query: PublishedQuery, context: RequestContext): Work<IdPage> {
    const { names, translation } = this.resource;
    const statuses = requestedStatuses(query.status, context.caller);
    return async (manager) => {
      const scope = this.listScope(manager, context);
      const rows = await this.filteredRows(query, statuses, scope);
      return readPage(publishedListing(names, translation), rows, query, scope);
    };
  }

  protected async listedRows(
    manager: EntityManager,
    query: PublishedQuery,
    context: RequestContext,
  ): Promise<SelectBuilder> {
    const statuses = requestedStatuses(query.status, context.caller);
    return this.filteredRows(query, statuses, this.listScope(manager, context));
  }

  protected vocabulary(manager: EntityManager, query: PublishedQuery, everybody: RequestContext): Vocabulary {
    const { names, entity, translation } = this.resource;
    const rows = whereVisible(SelectBuilder.of(manager, entity, names.singular), null);
    return new TextVocabulary(rows, translation, query, this.listScope(manager, everybody));
  }

  /** @param statuses the requested statuses, which the caller may see */
  private async filteredRows(
    query: PublishedQuery,
    statuses: readonly Status[],
    scope: ListScope,
  ): Promise<SelectBuilder> {
    const { caller } = scope.context;
    const { names, entity, translation } = this.resource;
    const rows = whereVisible(SelectBuilder.of(scope.manager, entity, names.singular), caller, statuses);
    if (query.translation) whereEditable(rows, caller);
    await filterRows(publishedListing(names, translation), rows, query, scope);
    return rows;
  }

  async store(manager: EntityManager, { current, body }: Write<Extended<E>, B>, context: RequestContext): Promise<E> {
    const { resource, site, extensions } = this;
    const errors = new FieldErrors();
    const prepared = await preparePublished(resource, current, body, { manager, context, site, errors });
    const derived = current && resource.derived?.(current);
    const given = derived ? withStoredValues(prepared.body, context.rawBody, derived) : prepared.body;
    const columns = resource.columns(current, given, errors);
    const change = (current?.extensionData ?? extensions.emptyDataOf(resource.names)).computeChange(given, errors);
    errors.throwIfAny();
    const own = { columns, words: resource.words, hasOtherChanges: change.hasChange };
    const stored = await storePublished(manager, resource, prepared, own);
    return { ...stored, extensionData: await change.store(manager, stored.id) };
  }

  protected delete(
    manager: EntityManager,
    record: E,
    { force = false }: DeleteQuery,
    { caller }: RequestContext,
  ): Promise<E> {
    return removePublished(manager, this.resource, record, { force, caller: caller! });
  }

  override derivedFields(record: E): readonly string[] {
    return Object.keys(this.resource.derived?.(record) ?? {});
  }

  protected isReadable(record: E, caller: Caller): boolean {
    return isReadable(record, caller);
  }

  mayEdit(record: E, caller: Caller): boolean {
    return mayEdit(record, caller);
  }

  override assertReadable(record: E, ref: RecordRef, { caller }: RequestContext): void {
    assertReadable(this.resource.names, record, ref, caller);
  }

  protected override assertUpdatable(record: E, write: { ref: RecordRef; body: B }, context: RequestContext): void {
    assertUpdatable(this.resource, record, write, context);
  }

  override assertRemovable(record: E, ref: RecordRef, { caller }: RequestContext): void {
    assertEditable(this.resource.names, record, ref, caller);
  }

  /** The id of the record with the name in the body, else of a new record, which is added to `known`. */
  private async findOrCreate(manager: EntityManager, body: B, context: RequestContext, known: E[]): Promise<number> {
    const found = await this.findByName(manager, body, context);
    if (found !== undefined) return found;
    const created = await this.insert(manager, body, context);
    known.push(created);
    return created.id;
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
      jsonLd: () => this.withJsonLd(response, record).json_ld!,
    };
  }
}
