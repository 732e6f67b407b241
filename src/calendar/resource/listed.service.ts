import { Inject } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { AccountNames } from '../../http/auth/account-names.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Caller } from '../../http/role.js';
import { Site } from '../../http/urls/site.js';
import { Database, type Work, yieldAfterSlice } from '../../database/database.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { chunks, selectNamedInWorker, type Statement } from '../../database/sql/statements.js';
import { ApiError } from '../../lib/errors/api-error.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { Extensions } from '../extension-api/extensions.js';
import { paging } from '../../http/response/paging.js';
import { type IdPage } from '../list/find-page.js';
import { type ListScope } from '../list/listing.js';
import { type ListQuery } from '../list/list.query.js';
import { type PagingDto } from '../../http/response/paging.dto.js';
import { suggestSearch, type Vocabulary } from '../list/search-suggestion.js';
import { type Fieldset, fieldsetOf, isIncluded, isRequested, pickFields } from '../records/reading/fieldset.js';
import { loadByIds, type LoadedRecord } from '../records/reading/load-records.js';
import { type RecordQuery } from '../records/reading/record.query.js';
import { type PublishedRecordDto, type Viewer } from '../records/record/published-record.dto.js';
import { reviewFields, waitingAuthor } from '../records/record/review.js';
import { allTexts } from '../records/translations/language-values.js';
import { TranslationStatusDto } from '../records/translations/translations.dto.js';
import { type Extended, type ServedResource } from './definition.js';
import { type RelatedRecord } from './event-relation.js';
import { RecordDetails } from './record-details.js';
import { type ListPresenter } from './resource-services.js';

/** Number of records that are loaded together. */
const LOADED_AT_ONCE = 100;

/** The lists of a resource: finds its records, and presents them to a caller. */
export abstract class ListedService<
  E extends LoadedRecord & RelatedRecord,
  D extends object,
  Q extends ListQuery,
  L extends PagingDto,
> implements ListPresenter {
  @Inject() protected readonly database!: Database;
  @Inject() protected readonly site!: Site;
  @Inject() protected readonly extensions!: Extensions;
  @Inject() protected readonly accountNames!: AccountNames;
  @Inject() readonly details!: RecordDetails;

  constructor(readonly resource: ServedResource<E, D>) {}

  list(query: Q, context: RequestContext): Promise<L> {
    const { names } = this.resource;
    const find = this.pageFinder(query, context);
    return this.database.read(async (manager) => {
      const { ids, total } = await find(manager);
      const records = await this.presentByIds(manager, ids, query, fieldsetOf(query), context);
      const page = { [names.plural]: [...records.values()], ...paging(this.site, names, query, total, context) } as L;
      const suggestion = total === 0 ? await this.suggestSearch(manager, query, context) : undefined;
      return suggestion === undefined ? page : { ...page, search_suggestion: suggestion };
    });
  }

  /**
   * The search of an empty list as it was probably meant; undefined if that finds nothing either. Callers with rights get
   * what everybody gets, so that it depends on public records alone.
   */
  private async suggestSearch(
    manager: EntityManager,
    query: Q,
    { caller: _caller, ...context }: RequestContext,
  ): Promise<string | undefined> {
    const { search } = query;
    if (search === undefined) return undefined;
    const everybody = { ...context, caller: null };
    const vocabulary = this.vocabulary(manager, query, everybody);
    const suggestion = await suggestSearch(search, context.language, vocabulary);
    const finds = async (words: string): Promise<boolean> => {
      const rows = await this.listedRows(manager, { ...publicOf(query), search: words }, everybody);
      return (await selectNamedInWorker(manager, rows.sql({ limit: 1 }))).length > 0;
    };
    try {
      return suggestion !== undefined && (await finds(suggestion)) ? suggestion : undefined;
    } catch (error) {
      // Some filters are for callers with rights, or name records that not everybody sees.
      if (error instanceof ApiError && error.status < 500) return undefined;
      throw error;
    }
  }

  /** The records that a list represents. A list that shows series once represents all their dates. */
  protected abstract listedRows(manager: EntityManager, query: Q, context: RequestContext): Promise<SelectBuilder>;

  /** The words that everybody can find, in the languages that a search reads. */
  protected abstract vocabulary(manager: EntityManager, query: Q, everybody: RequestContext): Vocabulary;

  /** Returns a function that finds the ids of a page. Rights are checked at once, before the database is used. */
  protected abstract pageFinder(query: Q, context: RequestContext): Work<IdPage>;

  protected listScope(manager: EntityManager, context: RequestContext): ListScope {
    return { manager, context, site: this.site, errors: new FieldErrors() };
  }

  /** Loads records with their related data, in the order of the ids. Records that no longer exist are left out. */
  async load(manager: EntityManager, ids: readonly number[], fields?: Fieldset): Promise<E[]> {
    const records = await loadByIds(ids, (where) => this.loadWhere(manager, where));
    return this.addOtherData(manager, records, fields);
  }

  /** Loads records with their texts and images, in any order. @param where a condition about `record` */
  protected abstract loadWhere(manager: EntityManager, where: Statement): Promise<E[]>;

  /** Adds the data to records that is stored apart and that the response shows. This is the data of extensions. */
  protected async addOtherData(manager: EntityManager, records: E[], fields?: Fieldset): Promise<E[]> {
    const { names, response } = this.resource;
    if (isIncluded(fields, 'json_ld', ...this.extensions.fieldsOf(response)))
      await this.extensions.load(names, manager, records);
    return records;
  }

  async presentByIds(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'> & { readonly status?: readonly string[] },
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, object>> {
    const responses = new Map<number, object>();
    const isReview = query.status?.length === 1 && query.status[0] === 'pending';
    for (const some of chunks(ids, LOADED_AT_ONCE)) {
      const records = await this.load(manager, some, fields);
      await this.loadWriters(manager, records, context);
      const details = await this.loadDetails(manager, isReview ? records : [], context, fields);
      for (const record of records) {
        // The ids were found in an earlier statement; records may have been hidden since.
        if (!this.isReadable(record, context.caller)) continue;
        const response = this.present(record, context, isRequested(fields, 'json_ld'));
        const texts = this.textsInList(record, query, context);
        responses.set(record.id, pickFields(Object.assign(response, texts, details.get(record.id)), fields));
        await yieldAfterSlice(manager);
      }
    }
    return responses;
  }

  protected abstract isReadable(record: E, caller: Caller): boolean;

  abstract mayEdit(record: E, caller: Caller): boolean;

  protected present(record: E, context: RequestContext, hasJsonLd = false): D {
    const response = {
      ...this.resource.present(record, this.viewer(context)),
      ...this.fieldsForEditors(record, context.caller),
      ...(record as Extended<E>).extensionData?.fields,
    };
    return hasJsonLd ? this.withJsonLd(response, record) : response;
  }

  /** The fields that only callers who may edit the record see, and the note of a review for its author. */
  protected fieldsForEditors(
    record: E,
    caller: Caller,
  ): Pick<PublishedRecordDto, 'translation_status' | 'modified_by' | 'pending_utc' | 'author_name' | 'review_note'> {
    const isEditable = this.mayEdit(record, caller);
    const review = reviewFields(record, caller, { isEditable, names: this.accountNames });
    if (!isEditable) return review;
    const { modifiedById } = record;
    return {
      translation_status: TranslationStatusDto.of(record.translations),
      modified_by:
        caller?.id === modifiedById ? { id: caller.id, name: caller.name } : this.accountNames.nameOf(modifiedById),
      ...review,
    };
  }

  /** The fields that are stored beside records, by their ids, of those that the caller may edit. */
  protected async loadDetails(
    manager: EntityManager,
    records: readonly E[],
    { caller }: RequestContext,
    fields: Fieldset | undefined,
  ): Promise<ReadonlyMap<number, object>> {
    const details = this.details.of(this.resource.names.plural).filter(({ field }) => isIncluded(fields, field));
    const ids = records.filter((record) => this.mayEdit(record, caller)).map(({ id }) => id);
    const found = new Map<number, object>();
    if (ids.length === 0) return found;
    for (const detail of details)
      for (const [id, value] of await detail.load(manager, ids))
        found.set(id, { ...found.get(id), [detail.field]: value });
    return found;
  }

  /** Loads the names of accounts that wrote records last, or wait for a review, which callers with a right to edit see. */
  protected async loadWriters(
    manager: EntityManager,
    records: readonly E[],
    { caller }: RequestContext,
  ): Promise<void> {
    const shown = records.filter((record) => this.mayEdit(record, caller));
    const ids = shown.flatMap((record) => [record.modifiedById, waitingAuthor(record) ?? null]);
    const others = ids.filter((id) => id !== null && id !== caller?.id);
    if (others.length > 0) await this.accountNames.load(manager, others);
  }

  protected viewer({ language, caller }: RequestContext): Viewer {
    return { site: this.site, language, caller };
  }

  /** The texts of each language that a list shows, if the query asks for them. */
  protected textsInList(record: E, query: Pick<RecordQuery, 'translations'>, _context: RequestContext): object {
    return allTexts(query, record.translations, this.resource, this.site);
  }

  /** Adds the JSON-LD of resources that have any. */
  protected withJsonLd(response: D, record: E): D & { json_ld?: object } {
    const { jsonLd } = this.resource;
    return jsonLd
      ? { ...response, json_ld: { '@context': 'https://schema.org', ...jsonLd(response, record) } }
      : response;
  }
}

/** A query for what everybody sees of the records that it asks for. */
function publicOf<Q extends ListQuery>(query: Q): Q {
  const statuses: unknown = 'status' in query ? query.status : undefined;
  const hasPublic = Array.isArray(statuses) && ['any', 'publish'].some((one) => statuses.includes(one));
  return hasPublic ? { ...query, status: ['publish'] } : query;
}
