import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { AccountNames } from '../../http/auth/account-names.js';
import { Site } from '../../http/urls/site.js';
import { Database, type Work } from '../../database/database.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { utcText } from '../../lib/datetime/moment.js';
import { otherLanguage } from '../../lib/i18n/language.js';
import { paging } from '../../http/response/paging.js';
import { fieldsetOf, pickFields } from '../records/reading/fieldset.js';
import { type Content, fieldInBody, seriesContent } from '../records/revisions/content.js';
import {
  findRevision,
  findRevisions,
  type RevisionEntry,
  type RevisionScope,
} from '../records/revisions/find-revisions.js';
import { flatTextsOf } from '../records/translations/text-changes.js';
import { type AnyRecord, type EditedResource } from './edited-resource.js';
import { presentRevision } from './present-revision.js';
import { ResourceServices } from './resource-services.js';
import { restorableContent } from './restorable-content.js';
import { type Restorer } from './restoration.js';
import { type RestoreDatesQuery } from './restore.query.js';
import { restoredBody, withExactTexts } from './restored-body.js';
import { type RevisionDto, type RevisionListDto, type RevisionWithRecordDto } from './revision.dto.js';
import { RevisionLog } from './revision-log.js';
import { type RevisionsQuery } from './revisions.query.js';
import { type Write } from './write.js';

/** A content for a record, or for one of the two states of a record that represents a series. */
interface RestoredPart extends Pick<Write<AnyRecord, object>, 'part'> {
  readonly record: AnyRecord;
  readonly former: Content;
}

/** The revisions of the records of a resource: their list, their content, and the return to one of them. */
@Injectable()
export class RevisionsService {
  constructor(
    private readonly services: ResourceServices,
    private readonly database: Database,
    private readonly log: RevisionLog,
    private readonly accountNames: AccountNames,
    private readonly site: Site,
    private readonly validation: RequestValidationPipe,
  ) {}

  /** @param name the plural of the resource */
  list(name: string, id: number, query: RevisionsQuery, context: RequestContext): Promise<RevisionListDto> {
    const service = this.services.of(name, 'edit');
    const { page = 1, per_page: limit = 10 } = query;
    return this.database.read(async (manager) => {
      const record = await findEditable(manager, service, id, context);
      const scope = await scopeOf(manager, service, record, context);
      const { entries, total } = await findRevisions(manager, scope, { page, limit });
      await this.loadAuthors(manager, entries);
      const revisions = entries.map((entry) => this.presentEntry(service, id, entry, context));
      const { names } = service.resource;
      return { revisions, ...paging(this.site, names, query, total, context, `/${id}/revisions`) };
    });
  }

  get(name: string, id: number, number: number, context: RequestContext): Promise<RevisionWithRecordDto> {
    const service = this.services.of(name, 'edit');
    return this.database.read(async (manager) => {
      const record = await findEditable(manager, service, id, context);
      const { entry, content } = await contentOf(manager, service, record, number, context);
      await this.loadAuthors(manager, [entry]);
      const shown = await presentRevision(manager, service.resource, content, context, this.site.urls);
      return { ...this.presentEntry(service, id, entry, context), record: shown };
    });
  }

  /**
   * Writes the content of a revision again, as an update would.
   * @returns the response with the record, the numbers of restored dates, and `restored_without`
   */
  restore(
    name: string,
    { id, number }: { readonly id: number; readonly number: number },
    query: RestoreDatesQuery,
    context: RequestContext,
  ): Promise<object> {
    const service = this.services.of(name, 'edit');
    const fields = fieldsetOf(query);
    const write = async (manager: EntityManager, record: AnyRecord) => {
      service.assertRemovable?.(record, { id }, context);
      const { entry, content } = await contentOf(manager, service, record, number, context);
      assertIfMatch(record, context, () => service.presentSingle(record, context));
      const { restorable, leftOut } = await restorableContent(manager, service.resource, content, context, id);
      const original = { ...record };
      const before = await this.log.stateOf(manager, service, record);
      const restoration = { record, entry, former: restorable, hasDates: query.dates === true };
      const restorer = this.restorer(manager, service, context);
      const {
        record: restored,
        numbers,
        others,
      } = service.restore
        ? await service.restore(manager, restoration, restorer)
        : { record: await restorer.write(record, restorable) };
      const made = { before, after: restored, caller: context.caller, change: 'restored' as const };
      await this.log.store(manager, service, [made]);
      const written = { before: original, after: restored, others };
      const completed = await service.complete(manager, written, query, context);
      const response = { ...service.presentSingle(completed, context, fields), ...numbers };
      const isPartial = Object.keys(leftOut).length > 0;
      return pickFields(isPartial ? { ...response, restored_without: leftOut } : response, fields);
    };
    return query.dry_run
      ? this.rehearse(async (manager) => write(manager, await service.find(manager, { id }, context)), context)
      : service.writeTo({ id }, context, write);
  }

  /** The result of a write that is rolled back. It has no ETag, since no record is in this state. */
  private async rehearse<T>(work: Work<T>, context: RequestContext): Promise<T> {
    const result = await this.database.dryRun(work);
    context.response.revision = undefined;
    return result;
  }

  /** Writes contents of records of a resource inside a transaction. */
  private restorer(manager: EntityManager, service: EditedResource, context: RequestContext): Restorer<AnyRecord> {
    const restorePart = (part: RestoredPart) => this.restorePart(manager, service, part, context);
    const contentOfRecord = (record: AnyRecord) => this.log.stateContent(manager, service, record);
    const writeSeries = (record: AnyRecord, former: Content) => restorePart({ record, former, part: 'series' });
    return {
      contentOf: contentOfRecord,
      writeSeries,
      load: (ids) => service.load(manager, ids),
      mayEdit: (record) => service.mayEdit(record, context.caller),
      // The dates of the series that a record represents get their former content before the record itself.
      write: async (record, former) => {
        const { series } = await contentOfRecord(record);
        if (!series && !former.series) return restorePart({ record, former });
        const restored = await restorePart({ record, former: seriesContent(former), part: 'series' });
        return restorePart({ record: restored, former, part: 'date' });
      },
      writeOther: async (record, former) => {
        const original = { ...record };
        const before = await this.log.stateOf(manager, service, record);
        const after = await writeSeries(record, former);
        const write = { before, after, caller: context.caller, change: 'restored' as const };
        await this.log.store(manager, service, [write]);
        return { before: original, after };
      },
    };
  }

  /**
   * Writes the fields that differ. A second write, in the other language, stores those values for all languages that a
   * value of the language of the request hides. A third one restores values of that other language which the second
   * one has replaced.
   */
  private async restorePart(
    manager: EntityManager,
    service: EditedResource,
    { record, former, part }: RestoredPart,
    context: RequestContext,
  ): Promise<AnyRecord> {
    const { resource } = service;
    const fields = new Set(this.log.fieldsOf(resource));
    const derived = service.derivedFields(record);
    let current = record;
    const { language: own } = context;
    for (const language of [own, otherLanguage(own), own]) {
      const state = await this.log.stateContent(manager, service, current);
      const content = part === 'series' ? (state.series ?? state) : state;
      const changes = restoredBody(content, former, (field) => fields.has(field) && !derived.includes(field));
      const body = { ...changes, ...statusOutOfTrash(current) };
      if (Object.keys(body).length === 0) break;
      const validated = await this.validation.validate(resource.body, body);
      const write = { current, body: withExactTexts(validated, body), ref: { id: record.id }, part };
      current = await service.store(manager, write, { ...context, language, rawBody: body });
    }
    return current;
  }

  private loadAuthors(manager: EntityManager, entries: readonly RevisionEntry[]): Promise<void> {
    return this.accountNames.load(
      manager,
      entries.map(({ accountId }) => accountId),
    );
  }

  private presentEntry(
    { resource }: EditedResource,
    id: number,
    entry: RevisionEntry,
    { language }: RequestContext,
  ): RevisionDto {
    const flatTexts = flatTextsOf(resource);
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

/** A record whose revisions the caller may see: the caller may edit it, also in the trash. */
async function findEditable(
  manager: EntityManager,
  service: EditedResource,
  id: number,
  context: RequestContext,
): Promise<AnyRecord> {
  const record = await service.find(manager, { id }, context);
  service.assertRemovable?.(record, { id }, context);
  return record;
}

/** A revision of a record or of a series that applied to it, with the content that the record would get. */
async function contentOf(
  manager: EntityManager,
  service: EditedResource,
  record: AnyRecord,
  number: number,
  context: RequestContext,
): Promise<{ readonly entry: RevisionEntry; readonly content: Content }> {
  const { entry, content } = await findRevision(manager, await scopeOf(manager, service, record, context), number);
  return { entry, content: (await service.contentFor?.(manager, record, entry, content)) ?? content };
}

async function scopeOf(
  manager: EntityManager,
  service: EditedResource,
  record: AnyRecord,
  context: RequestContext,
): Promise<RevisionScope> {
  const series = (await service.pastSeries?.(manager, record, context)) ?? [];
  return { kind: service.resource.names.plural, recordId: record.id, series };
}

/** A record in the trash comes out of it with its former status. */
function statusOutOfTrash(record: object): { status?: string } {
  if (!('status' in record && record.status === 'trash' && 'trashedStatus' in record)) return {};
  return { status: (record.trashedStatus as string | null) ?? 'draft' };
}
