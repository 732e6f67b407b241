import { Inject } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { type Work } from '../../database/database.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { RecordInTrash } from '../../lib/errors/api-error.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { utcText } from '../../lib/datetime/moment.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { paging } from '../../http/response/paging.js';
import { type ListQuery } from '../list/list.query.js';
import { type PagingDto } from '../../http/response/paging.dto.js';
import { fieldsetOf, pickFields } from '../records/reading/fieldset.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { type FieldsQuery } from '../records/reading/record.query.js';
import { type Content, fieldInBody, seriesContent } from '../records/revisions/content.js';
import {
  findRevision,
  findRevisions,
  type PastRecord,
  type RevisionEntry,
  type RevisionScope,
} from '../records/revisions/find-revisions.js';
import { flatTextsOf } from '../records/translations/text-changes.js';
import { type Extended } from './definition.js';
import { type RelatedRecord } from './event-relation.js';
import { type Restoration, type RestoredDates, type RestoredRecord, type Restorer } from './restoration.js';
import { type RestoreDatesQuery } from './restore.query.js';
import { type LeftOut, restorableContent } from './restorable-content.js';
import { type RevisionDto, type RevisionListDto, type RevisionWithRecordDto } from './revision.dto.js';
import { type RevisionsQuery } from './revisions.query.js';
import { type RevisedRecords, RevisedServices } from './registries.js';
import { isInTrash, ResourceService } from './resource.service.js';
import { type RecordBody, type Write } from './write.js';
import { restoredBody, withExactTexts } from './restored-body.js';
import { presentRevision } from './present-revision.js';

/** A content for a record, or for one of the two states of a record that represents a series. */
interface RestoredPart<E, B> extends Pick<Write<E, B>, 'part'> {
  readonly record: E;
  readonly former: Content;
}

/** The revisions of the records of a resource: their list, their content, and the return to one of them. */
export abstract class RevisedService<
  E extends LoadedRecord & RelatedRecord,
  B extends RecordBody,
  D extends object,
  Q extends ListQuery,
  L extends PagingDto,
>
  extends ResourceService<E, B, D, Q, L>
  implements RevisedRecords
{
  @Inject() private readonly revisedServices!: RevisedServices;

  override onModuleInit(): void {
    super.onModuleInit();
    this.revisedServices.register(this.resource.names, this);
  }

  listRevisions(id: number, query: RevisionsQuery, context: RequestContext): Promise<RevisionListDto> {
    const { names } = this.resource;
    const { page = 1, per_page: limit = 10 } = query;
    return this.database.read(async (manager) => {
      const record = await this.findEditable(manager, id, context);
      const scope = await this.scopeOf(manager, record, context);
      const { entries, total } = await findRevisions(manager, scope, { page, limit });
      await this.loadAuthors(manager, entries);
      const suffix = `/${id}/revisions`;
      const revisions = entries.map((entry) => this.presentEntry(id, entry, context));
      return { revisions, ...paging(this.site, names, query, total, context, suffix) };
    });
  }

  getRevision(id: number, number: number, context: RequestContext): Promise<RevisionWithRecordDto> {
    return this.database.read(async (manager) => {
      const record = await this.findEditable(manager, id, context);
      const { entry, content } = await this.findRevision(manager, record, number, context);
      await this.loadAuthors(manager, [entry]);
      const shown = await presentRevision(manager, this.resource, content, context, this.site.urls);
      return { ...this.presentEntry(id, entry, context), record: shown };
    });
  }

  /** Writes the content of a revision again, as an update would. */
  restoreRevision(
    id: number,
    number: number,
    query: RestoreDatesQuery,
    context: RequestContext,
  ): Promise<D & Partial<RestoredDates> & { restored_without?: LeftOut }> {
    const fields = fieldsetOf(query);
    const write = async (manager: EntityManager, record: E) => {
      this.assertRemovable?.(record, { id }, context);
      const { entry, content } = await this.findRevision(manager, record, number, context);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      const { restorable, leftOut } = await restorableContent(manager, this.resource, content, context, id);
      const original = { ...record };
      const before = await this.revisions.stateOf(manager, this.revised, record);
      const restoration = { record, entry, former: restorable, hasDates: query.dates === true };
      const { record: restored, numbers, others } = await this.restore(manager, restoration, context);
      const made = { before, after: restored, caller: context.caller, change: 'restored' as const };
      await this.revisions.store(manager, this.revised, [made]);
      const completed = await this.complete(manager, { before: original, after: restored, others }, query, context);
      const response = { ...this.presentSingle(completed, context, fields), ...numbers };
      return pickFields(
        Object.keys(leftOut).length > 0 ? { ...response, restored_without: leftOut } : response,
        fields,
      );
    };
    return query.dry_run
      ? this.rehearse(async (manager) => write(manager, await this.find(manager, { id }, context)), context)
      : this.writeTo({ id }, context, write);
  }

  /** The result of a write that is rolled back. It has no ETag, since no record is in this state. */
  private async rehearse<T>(work: Work<T>, context: RequestContext): Promise<T> {
    const result = await this.database.dryRun(work);
    context.response.revision = undefined;
    return result;
  }

  /** Gives a record its former content. Events do more with those of series. */
  protected async restore(
    manager: EntityManager,
    { record, former }: Restoration<E>,
    context: RequestContext,
  ): Promise<RestoredRecord<E>> {
    return { record: await this.restorer(manager, context).write(record, former) };
  }

  /** Writes contents of records of this resource inside a transaction. */
  protected restorer(manager: EntityManager, context: RequestContext): Restorer<E> {
    const { revised } = this;
    const contentOf = (record: E) => this.revisions.stateContent(manager, revised, record);
    const writeSeries = (record: E, former: Content) =>
      this.restorePart(manager, { record, former, part: 'series' }, context);
    return {
      contentOf,
      writeSeries,
      load: (ids) => this.load(manager, ids),
      mayEdit: (record) => this.mayEdit(record, context.caller),
      write: (record, content) => this.restoreContent(manager, record, content, context),
      writeOther: async (record, former) => {
        const original = { ...record };
        const before = await this.revisions.stateOf(manager, revised, record);
        const after = await writeSeries(record, former);
        const write = { before, after, caller: context.caller, change: 'restored' as const };
        await this.revisions.store(manager, revised, [write]);
        return { before: original, after };
      },
    };
  }

  /** Gives a record its former content, and before that its former content to the dates of the series that it represents. */
  private async restoreContent(
    manager: EntityManager,
    record: E,
    former: Content,
    context: RequestContext,
  ): Promise<E> {
    const { series } = await this.revisions.stateContent(manager, this.revised, record);
    if (!series && !former.series) return this.restorePart(manager, { record, former }, context);
    const ofSeries = { record, former: seriesContent(former), part: 'series' } as const;
    const restored = await this.restorePart(manager, ofSeries, context);
    return this.restorePart(manager, { record: restored, former, part: 'date' }, context);
  }

  /**
   * Writes the fields that differ. A second write, in the other language, stores those values for all languages that a
   * value of the language of the request hides. A third one restores values of that other language which the second
   * one has replaced.
   */
  private async restorePart(
    manager: EntityManager,
    { record, former, part }: RestoredPart<E, B>,
    context: RequestContext,
  ): Promise<E> {
    const fields = new Set(this.revisions.fieldsOf(this.resource));
    const derived = this.derivedFields(record);
    let current = record;
    const { language: own } = context;
    for (const language of [own, otherLanguage(own), own]) {
      const state = await this.revisions.stateContent(manager, this.revised, current);
      const content = part === 'series' ? (state.series ?? state) : state;
      const changes = restoredBody(content, former, (field) => fields.has(field) && !derived.includes(field));
      const body = { ...changes, ...statusOutOfTrash(current) };
      if (Object.keys(body).length === 0) break;
      const validated = await new RequestValidationPipe(this.extensions).validate(this.resource.body, body);
      const write = { current, body: withExactTexts(validated, body) as B, ref: { id: record.id }, part };
      current = await this.store(manager, write, { ...context, language, rawBody: body });
    }
    return current;
  }

  /** A record whose revisions the caller may see: the caller may edit it, also in the trash. */
  private async findEditable(manager: EntityManager, id: number, context: RequestContext): Promise<Extended<E>> {
    const record = await this.find(manager, { id }, context);
    this.assertRemovable?.(record, { id }, context);
    return record;
  }

  /** One of two records that are merged. */
  async findMerged(manager: EntityManager, id: number, context: RequestContext): Promise<E> {
    const record = await this.find(manager, { id }, context);
    if (isInTrash(record)) throw new RecordInTrash(this.resource.names);
    assertIfMatch(record, context, () => this.presentSingle(record, context));
    return record;
  }

  async presentMerged(manager: EntityManager, id: number, query: FieldsQuery, context: RequestContext): Promise<D> {
    const fields = fieldsetOf(query);
    return pickFields(this.presentSingle(await this.find(manager, { id }, context), context, fields), fields);
  }

  /** The fields that a read derives from others. */
  protected derivedFields(_record: E): readonly string[] {
    return [];
  }

  /** A revision of a record or of a series that applied to it, with the content that the record would get. */
  private async findRevision(manager: EntityManager, record: E, number: number, context: RequestContext) {
    const { entry, content } = await findRevision(manager, await this.scopeOf(manager, record, context), number);
    return { entry, content: await this.contentFor(manager, record, entry, content) };
  }

  private async scopeOf(manager: EntityManager, record: E, context: RequestContext): Promise<RevisionScope> {
    const series = await this.pastSeries(manager, record, context);
    return { kind: this.resource.names.plural, recordId: record.id, series };
  }

  /** The records of series whose revisions applied to a record. Only events have any. */
  protected pastSeries(_manager: EntityManager, _record: E, _context: RequestContext): Promise<PastRecord[]> {
    return Promise.resolve([]);
  }

  /** The content of a revision for a record: that of a series is not the content of each of its dates. */
  protected contentFor(_manager: EntityManager, _record: E, _entry: RevisionEntry, content: Content): Promise<Content> {
    return Promise.resolve(content);
  }

  private loadAuthors(manager: EntityManager, entries: readonly RevisionEntry[]): Promise<void> {
    return this.accountNames.load(
      manager,
      entries.map(({ accountId }) => accountId),
    );
  }

  private presentEntry(id: number, entry: RevisionEntry, { language }: RequestContext): RevisionDto {
    const flatTexts = flatTextsOf(this.resource);
    return {
      revision: entry.id,
      modified_utc: utcText(entry.modifiedAt),
      author: this.accountNames.nameOf(entry.accountId),
      change: entry.operation,
      fields: entry.changed.map((field) => fieldInBody(field, language, flatTexts)),
      ...(entry.recordId !== id && { of_series: entry.recordId }),
    };
  }
}

/** A record in the trash comes out of it with its former status. */
function statusOutOfTrash(record: object): { status?: string } {
  if (!('status' in record && record.status === 'trash' && 'trashedStatus' in record)) return {};
  return { status: (record.trashedStatus as string | null) ?? 'draft' };
}
