import { Inject } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { RecordInTrash } from '../../lib/errors/api-error.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { utcText } from '../../lib/datetime/moment.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { paging } from '../list/envelope.js';
import { type ListQuery } from '../list/list.query.js';
import { type PagingDto } from '../list/paging.dto.js';
import { fieldsetOf, pickFields } from '../records/reading/fieldset.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { type FieldsQuery } from '../records/reading/record.query.js';
import { type Content, fieldInBody } from '../records/revisions/content.js';
import { findRevision, findRevisions, type RevisionEntry } from '../records/revisions/find-revisions.js';
import { flatTextsOf } from '../records/translations/text-changes.js';
import { type Extended } from './definition.js';
import { type RelatedRecord } from './event-relation.js';
import { type LeftOut, restorableContent } from './restorable-content.js';
import { type RevisionDto, type RevisionListDto, type RevisionWithRecordDto } from './revision.dto.js';
import { type RevisionsQuery } from './revisions.query.js';
import { type RevisedRecords, RevisedServices } from './registries.js';
import { isInTrash, ResourceService } from './resource.service.js';
import { type RecordBody, type Write } from './write.js';
import { restoredBody, withExactTexts } from './restored-body.js';
import { presentRevision } from './present-revision.js';

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
      await this.findEditable(manager, id, context);
      const { entries, total } = await findRevisions(manager, this.revisedKey(id), { page, limit });
      await this.loadAuthors(manager, entries);
      const suffix = `/${id}/revisions`;
      const revisions = entries.map((entry) => this.presentEntry(entry, context));
      return { revisions, ...paging(this.site, names, query, total, context, suffix) };
    });
  }

  getRevision(id: number, number: number, context: RequestContext): Promise<RevisionWithRecordDto> {
    return this.database.read(async (manager) => {
      await this.findEditable(manager, id, context);
      const { entry, content } = await findRevision(manager, this.revisedKey(id), number);
      await this.loadAuthors(manager, [entry]);
      const record = await presentRevision(manager, this.resource, content, context, this.site.urls);
      return { ...this.presentEntry(entry, context), record };
    });
  }

  /** Writes the content of a revision again, as an update would. */
  restoreRevision(
    id: number,
    number: number,
    query: FieldsQuery,
    context: RequestContext,
  ): Promise<D & { restored_without?: LeftOut }> {
    const fields = fieldsetOf(query);
    return this.transactions.write(context, async (manager) => {
      const record = await this.findEditable(manager, id, context);
      const { content } = await findRevision(manager, this.revisedKey(id), number);
      assertIfMatch(record, context, () => this.presentSingle(record, context));
      const { restorable, leftOut } = await restorableContent(manager, this.resource, content, context, id);
      const original = { ...record };
      const before = await this.revisions.stateOf(manager, this.revised, record);
      const restored = await this.restore(manager, record, restorable, context);
      const write = { before, after: restored, caller: context.caller, change: 'restored' as const };
      await this.revisions.store(manager, this.revised, [write]);
      const completed = await this.complete(manager, { before: original, after: restored }, query, context);
      const response = this.presentSingle(completed, context, fields);
      return pickFields(
        Object.keys(leftOut).length > 0 ? { ...response, restored_without: leftOut } : response,
        fields,
      );
    });
  }

  /** Gives a record its former content, and before that its former content to the dates of the series that it represents. */
  private async restore(manager: EntityManager, record: E, former: Content, context: RequestContext): Promise<E> {
    const { series } = await this.revisions.stateContent(manager, this.revised, record);
    if (!series && !former.series) return this.restorePart(manager, { record, former }, context);
    const ofSeries = { record, former: former.series ?? former, part: 'series' } as const;
    const restored = await this.restorePart(manager, ofSeries, context);
    return this.restorePart(manager, { record: restored, former, part: 'date' }, context);
  }

  /**
   * Writes the fields that differ. A second write, in the other language, stores those values for all languages that a
   * value of the language of the request hides.
   */
  private async restorePart(
    manager: EntityManager,
    { record, former, part }: { readonly record: E; readonly former: Content } & Pick<Write<E, B>, 'part'>,
    context: RequestContext,
  ): Promise<E> {
    const fields = new Set(this.revisions.fieldsOf(this.resource));
    const derived = this.derivedFields(record);
    let current = record;
    for (const language of [context.language, otherLanguage(context.language)]) {
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

  private revisedKey(recordId: number) {
    return { kind: this.resource.names.plural, recordId };
  }

  private loadAuthors(manager: EntityManager, entries: readonly RevisionEntry[]): Promise<void> {
    return this.accountNames.load(
      manager,
      entries.map(({ accountId }) => accountId),
    );
  }

  private presentEntry(entry: RevisionEntry, { language }: RequestContext): RevisionDto {
    const flatTexts = flatTextsOf(this.resource);
    return {
      revision: entry.id,
      modified_utc: utcText(entry.modifiedAt),
      author: this.accountNames.nameOf(entry.accountId),
      change: entry.operation,
      fields: entry.changed.map((field) => fieldInBody(field, language, flatTexts)),
    };
  }
}

/** A record in the trash comes out of it with its former status. */
function statusOutOfTrash(record: object): { status?: string } {
  if (!('status' in record && record.status === 'trash' && 'trashedStatus' in record)) return {};
  return { status: (record.trashedStatus as string | null) ?? 'draft' };
}
