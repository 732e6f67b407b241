import { type EntityManager } from 'typeorm';
import { logChanges } from '../content/change-log.js';
import { resolveAssignedTerms } from '../content/taxonomy/resolve-terms.js';
import { type Term } from '../content/taxonomy/term.js';
import { type TermBodyDto } from '../content/taxonomy/term.dto.js';
import { storeTerm } from '../content/taxonomy/write-term.js';
import { resolveTextChanges } from '../content/translations/text-changes.js';
import { assertRole } from '../content/visible.js';
import { type Work } from '../database/database.js';
import { SelectBuilder } from '../database/sql/select-builder.js';
import { FieldErrors } from '../errors/field-error.js';
import { type RequestContext, type Caller, isEditor } from '../http/calendar-request.js';
import { findPage, type IdPage } from '../list/find-page.js';
import { type PagingDto } from '../list/paging.dto.js';
import { type TermsQuery } from '../list/terms.query.js';
import { type IdOrText } from '../validation/parsers.js';
import { type TermDefinition } from './definition.js';
import { type RequestedLinks } from './registries.js';
import { ResourceService } from './resource.service.js';

/** The operations of taxonomies. All callers read all terms; only editors write them, which `RequireRole` checks. */
export abstract class TermsService<
  E extends Term,
  B extends TermBodyDto,
  D extends object,
  Q extends TermsQuery,
  L extends PagingDto,
> extends ResourceService<E, B, D, Q, L> {
  constructor(override readonly resource: TermDefinition<E, B, D, Q>) {
    super(resource);
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
    const insert = (name: string) => this.insert(manager, { name } as B, context);
    return resolveAssignedTerms(manager, this.resource, { refs: input, known }, insert, context, errors);
  }

  protected pageFinder(query: Q, context: RequestContext): Work<IdPage> {
    const { names, entity, listing } = this.resource;
    if (query.translation) assertRole(context.caller, 'editor');
    // `post` is another name of `event`.
    const parameters = query.event === undefined ? query : { ...query, post: undefined };
    return (manager) => {
      const scope = { manager, context, errors: new FieldErrors(), site: this.site };
      return findPage(listing, SelectBuilder.of(manager, entity, names.singular), parameters, scope);
    };
  }

  protected async store(
    manager: EntityManager,
    current: E | undefined,
    body: B,
    { language, rawBody }: RequestContext,
  ): Promise<E> {
    const errors = new FieldErrors();
    const texts = resolveTextChanges(body, this.resource, language, current?.translations, errors, rawBody);
    const columns = await this.resource.columns(manager, current, body, errors);
    errors.throwIfAny();
    const write = { language, isConfirmed: body.translation_confirmed ?? false };
    return storeTerm(manager, this.resource, current, texts, columns, write);
  }

  protected async delete(manager: EntityManager, term: E): Promise<void> {
    await this.resource.remove(manager, term);
    logChanges(manager, this.resource.entity, [term.id]);
  }

  protected isReadable(): boolean {
    return true;
  }

  protected mayEdit(_term: E, caller: Caller): boolean {
    return isEditor(caller);
  }
}
