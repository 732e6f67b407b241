import { type EntityManager } from 'typeorm';
import { logChanges } from '../records/change-log/change-log.js';
import { loadRecordsWhere, sortByIds } from '../records/reading/load-records.js';
import { candidateTerms, matchReferences } from '../records/writing/resolve-references.js';
import { deleteFormerNames, redirectNames } from '../records/translations/former-names.js';
import { resolveFormer } from '../records/writing/former-references.js';
import { deleteFormerSlugs, redirectSlugs } from '../records/translations/former-slugs.js';
import { deleteRevisions } from '../records/revisions/store-revisions.js';
import { type Term, type TermTranslation } from '../records/taxonomy/term.js';
import { type TermBodyDto } from '../records/taxonomy/term.dto.js';
import { storeTerm } from '../records/taxonomy/write-term.js';
import { resolveTextChanges } from '../records/translations/text-changes.js';
import { normalizedName } from '../records/translations/translation.js';
import { assertRole } from '../records/visibility/visible.js';
import { type Work } from '../../database/database.js';
import { OptimisticLockError } from '../../database/database-errors.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { toPositional, type Statement } from '../../database/sql/statements.js';
import { ChildrenAlike, TermExists } from '../../lib/errors/api-error.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Caller, isEditor } from '../../http/role.js';
import { filterRows, type IdPage, readPage } from '../list/find-page.js';
import { type Vocabulary } from '../list/search-suggestion.js';
import { TextVocabulary } from '../list/text-vocabulary.js';
import { type PagingDto } from '../../http/response/paging.dto.js';
import { type TermsQuery } from '../list/terms.query.js';
import { type IdOrText } from '../../http/validation/parsers.js';
import { type TermDefinition } from './definition.js';
import { type MergedRecords, type RelationResolver, type RequestedRelations } from './resource-services.js';
import { type Write } from './write.js';
import { storeWithRevisions } from './store-with-revisions.js';
import { ResourceService } from './resource.service.js';

/** The operations of taxonomies. All callers read all terms; only editors write them, which `RequireRole` checks. */
export abstract class TermsService<
  E extends Term,
  B extends TermBodyDto,
  D extends object,
  Q extends TermsQuery,
  L extends PagingDto,
>
  extends ResourceService<E, B, D, Q, L>
  implements RelationResolver, MergedRecords
{
  constructor(override readonly resource: TermDefinition<E, B, D, Q>) {
    super(resource);
  }

  override onModuleInit(): void {
    super.onModuleInit();
    if (!this.resource.relation) return;
    this.services.register(this.resource.names, { relate: this, merge: this });
  }

  /** The terms that the body of an event names. Names that do not exist are created if the caller is an editor. */
  async resolveRelations(
    manager: EntityManager,
    { input: refs, current, known }: RequestedRelations<readonly IdOrText[], E>,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<E[]> {
    if (refs === undefined) return [...current];
    const field = this.resource.names.plural;
    let candidates: E[] = [...known];
    const { ids, unknown } = await resolveFormer(manager, this.resource.names, refs, context.language, {
      resolve: async (named) => {
        candidates = [...known, ...(await this.loadCandidates(manager, named, known))];
        const texts = candidates.flatMap(({ translations }) => translations);
        return matchReferences(named, texts, context.language);
      },
      hasFormerNames: true,
    });
    const unknownIds = unknown.filter((ref) => typeof ref === 'number');
    const newNames = unknown.filter((ref) => typeof ref === 'string');
    if (newNames.length > 0 && !isEditor(context.caller))
      errors.add(field, (messages) => messages.unknownTerm([...unknownIds.map(String), ...newNames]));
    else if (unknownIds.length > 0) errors.add(field, (messages) => messages.unknownId(unknownIds));
    const terms = sortByIds(candidates, ids);
    if (errors.has(field)) return terms;
    // If a name is spelled in several ways, the term gets the first spelling.
    const spellings = new Map(newNames.toReversed().map((name) => [normalizedName(name), name]));
    for (const name of spellings.values()) terms.push(await this.insertOrRetry(manager, { name } as B, context));
    return terms;
  }

  async isBelow(manager: EntityManager, id: number, above: number): Promise<boolean> {
    return (await this.resource.isBelow?.(manager, id, above)) ?? false;
  }

  async assertChildrenDiffer(manager: EntityManager, id: number, into: number): Promise<void> {
    const childrenOf = async (parent: number) =>
      this.load(manager, (await this.resource.childIds?.(manager, parent)) ?? []);
    const others = (await childrenOf(into)).filter((other) => other.id !== id);
    for (const child of await childrenOf(id)) {
      const other = others.find(({ translations }) => haveSameName(child.translations, translations));
      if (other) throw new ChildrenAlike(this.resource.names, child.id, other.id);
    }
  }

  async removeMerged(manager: EntityManager, id: number, into: number, context: RequestContext): Promise<void> {
    const term = await this.find(manager, { id }, context);
    await this.deleteTerm(manager, term, context, into);
    await redirectSlugs(manager, this.resource.names, { ...term, wasPublished: true }, into);
    await redirectNames(manager, this.resource.names, { ...term, place: null }, into);
  }

  protected loadWhere(manager: EntityManager, where: Statement): Promise<E[]> {
    return loadRecordsWhere(manager, this.resource, where);
  }

  protected pageFinder(query: Q, context: RequestContext): Work<IdPage> {
    const { listing } = this.resource;
    if (query.translation) assertRole(context.caller, 'editor');
    return async (manager) => {
      const rows = await this.listedRows(manager, query, context);
      return readPage(listing, rows, query, this.listScope(manager, context));
    };
  }

  protected async listedRows(manager: EntityManager, query: Q, context: RequestContext): Promise<SelectBuilder> {
    const { names, entity, listing } = this.resource;
    if (query.translation) assertRole(context.caller, 'editor');
    // `post` is another name of `event`.
    const parameters = query.event === undefined ? query : { ...query, post: undefined };
    const rows = SelectBuilder.of(manager, entity, names.singular);
    await filterRows(listing, rows, parameters, this.listScope(manager, context));
    return rows;
  }

  protected vocabulary(manager: EntityManager, query: Q, everybody: RequestContext): Vocabulary {
    const { names, entity, translation } = this.resource;
    const rows = SelectBuilder.of(manager, entity, names.singular);
    return new TextVocabulary(rows, translation, query, this.listScope(manager, everybody));
  }

  async store(manager: EntityManager, { current, body }: Write<E, B>, context: RequestContext): Promise<E> {
    const errors = new FieldErrors();
    const texts = resolveTextChanges(body, this.resource, current?.translations, { context, errors });
    const columns = await this.resource.columns(manager, current, body, errors);
    errors.throwIfAny();
    const translation = { language: context.language, isConfirmed: body.translation_confirmed ?? false };
    return storeTerm(manager, this.resource, {
      current,
      modifiedById: context.caller!.id,
      texts,
      columns,
      translation,
    });
  }

  protected async delete(manager: EntityManager, term: E, _query: object, context: RequestContext): Promise<E> {
    await this.deleteTerm(manager, term, context);
    await deleteFormerSlugs(manager, this.resource.names, [{ ...term, wasPublished: true }]);
    await deleteFormerNames(manager, this.resource.names, [term.id]);
    return term;
  }

  /** @param heir the term to which its children move; by default its parent */
  private async deleteTerm(manager: EntityManager, term: E, context: RequestContext, heir?: number): Promise<void> {
    const children = await this.load(manager, (await this.resource.childIds?.(manager, term.id)) ?? []);
    await storeWithRevisions(manager, this, children, { context }, async () => {
      await this.resource.remove(manager, term, { children, heir, writerId: context.caller!.id });
      return term;
    });
    await deleteRevisions(manager, this.resource.entity, [term.id]);
    logChanges(manager, this.resource.entity, [term.id]);
  }

  /** The term that a slug (or name) means, as in the filter of events. */
  protected async findBySlug(
    manager: EntityManager,
    slug: string,
    { language }: RequestContext,
  ): Promise<E | undefined> {
    const refs = [{ text: slug }];
    const candidates = await this.loadCandidates(manager, refs, []);
    const texts = candidates.flatMap(({ translations }) => translations);
    const { ids } = matchReferences(refs, texts, language);
    return candidates.find(({ id }) => id === ids[0]);
  }

  protected isReadable(): boolean {
    return true;
  }

  mayEdit(_term: E, caller: Caller): boolean {
    return isEditor(caller);
  }

  /** The terms that references may mean, beside those that are known. */
  private async loadCandidates(manager: EntityManager, refs: readonly IdOrText[], known: readonly E[]): Promise<E[]> {
    const others = refs.filter((ref) => 'text' in ref || !known.some(({ id }) => id === ref.id));
    if (others.length === 0) return [];
    const { sql, values } = toPositional(candidateTerms(manager, this.resource.translation, others));
    return this.loadWhere(manager, { sql: `record.id IN (SELECT named.recordId FROM (${sql}) named)`, values });
  }

  private async insertOrRetry(manager: EntityManager, body: B, context: RequestContext): Promise<E> {
    try {
      return await this.insert(manager, body, context);
    } catch (error) {
      // Another transaction has created the term meanwhile. This one is retried and finds it.
      throw error instanceof TermExists ? new OptimisticLockError() : error;
    }
  }
}

/** Whether two terms have the same name in one language, also where it is a fallback. */
function haveSameName(texts: readonly TermTranslation[], others: readonly TermTranslation[]): boolean {
  return texts.some(({ language, name }) =>
    others.some((other) => other.language === language && normalizedName(other.name) === normalizedName(name)),
  );
}
