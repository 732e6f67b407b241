import { Inject, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Extensions } from '../extension-api/extensions.js';
import { Transactions } from '../http/idempotency/transactions.js';
import { logUnlinkedEvents } from '../list/event-links.js';
import { Site } from '../site/site.js';
import { assertIfMatch } from '../http/response/serialized-response.js';
import { RecordNotFound } from '../errors/api-error.js';
import { FieldErrors } from '../errors/field-error.js';
import { paging } from '../list/envelope.js';
import { findPage } from '../list/find-page.js';
import { type PagingDto } from '../list/paging.dto.js';
import { Database } from '../database/database.js';
import { SelectBuilder } from '../database/sql/select-builder.js';
import { type TermsQuery, mergeEventParameters } from '../list/terms.query.js';
import { logChanges } from '../content/change-log.js';
import { type Fieldset, fieldsetOf, pickFields } from '../content/fieldset.js';
import { ResponseFields } from '../content/response-fields.js';
import { loadRecords } from '../content/load-records.js';
import { type FieldsQuery, type RecordQuery } from '../content/record.query.js';
import { resolveAssignedTerms } from '../content/taxonomy/resolve-terms.js';
import { type TermBodyDto } from '../content/taxonomy/term.dto.js';
import { type Term } from '../content/taxonomy/term.js';
import { storeTerm } from '../content/taxonomy/write-term.js';
import { allTexts } from '../content/translations/all-texts.js';
import { assertTranslated } from '../content/translations/resolve-text.js';
import { isEditor } from '../http/context/role.js';
import { TranslationStatusDto } from '../content/translations/translation-status.dto.js';
import { assertRole } from '../content/visible.js';
import { resolveTextChanges } from '../content/translations/text-changes.js';
import { assertInScope } from '../auth/key-scope.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type IdOrText } from '../validation/lists.js';
import { LinkResolvers, type RequestedLinks } from './link-resolvers.js';
import { requestedFields, type ListPresenter, ListPresenters } from './list-presenters.js';
import { type TermDefinition } from './term.resource.js';

/** The operations that all taxonomies share. */
export abstract class TermsService<
  E extends Term,
  B extends TermBodyDto,
  D extends object,
  Q extends TermsQuery,
  L extends PagingDto,
>
  implements OnModuleInit, ListPresenter
{
  @Inject() private readonly database!: Database;
  @Inject() private readonly transactions!: Transactions;
  @Inject() private readonly site!: Site;
  @Inject() private readonly extensions!: Extensions;
  @Inject() private readonly responses!: ResponseFields;
  @Inject() private readonly linkResolvers!: LinkResolvers;
  @Inject() private readonly presenters!: ListPresenters;

  constructor(readonly resource: TermDefinition<E, B, D, Q>) {}

  onModuleInit(): void {
    this.presenters.register(this.resource.names, this);
    if (this.resource.link) this.linkResolvers.register(this.resource.names, this);
  }

  list(query: Q, context: RequestContext): Promise<L> {
    const { database, site } = this;
    const { names, entity, listing } = this.resource;
    if (query.translation) assertRole(context.caller, 'editor');
    return database.read(async (manager) => {
      const rows = SelectBuilder.of(manager, entity, names.singular);
      const errors = new FieldErrors();
      const fields = this.fieldset(query, errors);
      const scope = { manager, context, errors, site };
      const { ids, total } = await findPage(listing, rows, mergeEventParameters(query, errors), scope);
      const terms = await this.presentByIds(manager, ids, query, fields, context);
      return { [names.plural]: [...terms.values()], ...paging(site, names, query, total, context) } as L;
    });
  }

  get(id: number, query: RecordQuery, context: RequestContext): Promise<D> {
    return this.database.read(async (manager) => {
      const term = await this.find(manager, id);
      const errors = new FieldErrors();
      const fields = this.fieldset(query, errors);
      errors.throwIfAny();
      assertTranslated(this.resource.names, term.translations, { id }, query, context);
      const texts = allTexts(query, term.translations, this.resource);
      return pickFields({ ...this.presentSingle(term, context), ...texts }, fields);
    });
  }

  create(body: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const { transactions, site } = this;
    const fields = requestedFields(this, query);
    return transactions.write(context, async (manager) => {
      const term = await this.insert(manager, body, context, new FieldErrors());
      context.response.headers.set('Location', site.links.record(context.language, this.resource.names, term.id));
      return pickFields(this.presentSingle(term, context), fields);
    });
  }

  update(id: number, body: B, query: FieldsQuery, context: RequestContext): Promise<D> {
    const fields = requestedFields(this, query);
    return this.transactions.write(context, async (manager) => {
      const term = await this.find(manager, id);
      assertIfMatch(term, context, () => this.presentSingle(term, context));
      const stored = await this.store(manager, term, body, context, new FieldErrors());
      return pickFields(this.presentSingle(stored, context), fields);
    });
  }

  remove(id: number, query: FieldsQuery, context: RequestContext): Promise<D> {
    const fields = requestedFields(this, query);
    return this.transactions.write(context, async (manager) => {
      const term = await this.find(manager, id);
      assertIfMatch(term, context, () => this.presentSingle(term, context));
      if (this.resource.link) await logUnlinkedEvents(manager, this.resource.names, term.id);
      await this.resource.remove(manager, term);
      logChanges(manager, this.resource.entity, [term.id]);
      return pickFields(this.presentSingle(term, context), fields);
    });
  }

  /** Creates a term inside the current transaction. It may be named in the body of an event. */
  async insert(manager: EntityManager, body: B, context: RequestContext, errors: FieldErrors): Promise<E> {
    assertInScope(context.caller, this.resource.names.plural);
    return this.store(manager, undefined, body, context, errors);
  }

  /** Changes a term inside the current transaction; undefined if it no longer exists. */
  async change(
    manager: EntityManager,
    id: number,
    body: B,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E | undefined> {
    const [term] = await this.load(manager, [id]);
    return term && this.store(manager, term, body, context, errors);
  }

  /** The terms that the body of an event names. Missing ones are created if the caller may do so. */
  async resolveLinks(
    manager: EntityManager,
    { input, current, known }: RequestedLinks<readonly IdOrText[], E>,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E[]> {
    if (input === undefined) return [...current];
    if (input.length === 0) return [];
    const insert = (name: string) => this.insert(manager, { name } as B, context, new FieldErrors());
    return resolveAssignedTerms(manager, this.resource, { refs: input, known }, insert, context, errors);
  }

  private load(manager: EntityManager, ids: readonly number[]): Promise<E[]> {
    return loadRecords(manager, this.resource, ids);
  }

  async presentByIds(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'>,
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, object>> {
    const terms = await this.load(manager, ids);
    return new Map(
      terms.map((term) => [
        term.id,
        pickFields({ ...this.present(term, context), ...allTexts(query, term.translations, this.resource) }, fields),
      ]),
    );
  }

  private async store(
    manager: EntityManager,
    current: E | undefined,
    body: B,
    { language, rawBody }: RequestContext,
    errors: FieldErrors,
  ): Promise<E> {
    const texts = resolveTextChanges(body, this.resource, language, current?.translations, errors, rawBody);
    const columns = await this.resource.columns(manager, current, body, errors);
    errors.throwIfAny();
    const write = { language, isConfirmed: body.translation_confirmed ?? false };
    return storeTerm(manager, this.resource, current, texts, columns, write);
  }

  private async find(manager: EntityManager, id: number): Promise<E> {
    const [term] = await this.load(manager, [id]);
    if (!term) throw new RecordNotFound(this.resource.names, { id });
    return term;
  }

  fieldset(query: FieldsQuery, errors: FieldErrors): Fieldset | undefined {
    return fieldsetOf(query, this.resource.response, this.responses, errors);
  }

  /** The response with one term. Sets the revision for the ETag. */
  private presentSingle(term: E, context: RequestContext): D {
    context.response.revision = term.revision;
    return this.present(term, context);
  }

  private present(term: E, { language, caller }: RequestContext): D {
    const response = this.resource.present(term, { site: this.site, language, caller });
    return isEditor(caller)
      ? { ...response, translation_status: TranslationStatusDto.of(term.translations) }
      : response;
  }
}
