import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RecordRef, PasswordRequired } from '../../lib/errors/api-error.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Caller } from '../../http/role.js';
import { countRows, type IdPage } from '../list/find-page.js';
import { type EntryPage, type Entry, type FeedReadOptions } from '../list/entries.js';
import { type Work } from '../../database/database.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type Statement } from '../../database/sql/statements.js';
import { type Vocabulary } from '../list/search-suggestion.js';
import { EventVocabulary } from './query/event-vocabulary.js';
import { access, isReadable, mayEdit, type Status } from '../records/visibility/access.js';
import { type Content } from '../records/revisions/content.js';
import { type PastRecord, type RevisionEntry } from '../records/revisions/find-revisions.js';
import { assertEditable, assertReadable, recordWithSlug } from '../records/reading/find-record.js';
import { type RecordQuery } from '../records/reading/record.query.js';
import { type Fieldset, isIncluded } from '../records/reading/fieldset.js';
import { assertUpdatable } from '../records/writing/write-published.js';
import { RelatedRecordCache } from '../resource/related-record-cache.js';
import { type Write, type WrittenRecord } from '../resource/write.js';
import { type Restoration, type RestoredRecord, type Restorer } from '../resource/restoration.js';
import { ResourceService } from '../resource/resource.service.js';
import { requestedStatuses } from '../records/visibility/visible.js';
import { type EventDto, type EventListDto, type UpdateEventDto } from './event.dto.js';
import { entriesOf, type EntryScope, eventPageReaders } from './event-entries.js';
import { EVENTS } from './event.resource.js';
import { EVENT } from './event.names.js';
import { presentLinks, showsLinks, unpublishedLinks } from './relations/public-links.js';
import { type EventWithRelations, loadEventsWhere, addRelated } from './relations/relations.js';
import { type EventViewer, presentEvent, presentSingleEvent } from './event.presenter.js';
import { type EventCountsDto } from './event-counts.dto.js';
import { type EventCountsQuery } from './event-counts.query.js';
import { countBy } from './query/counts.js';
import { type EventSelect, pageOfEvents, selectEvents } from './query/event-query.js';
import {
  type EventDeleteQuery,
  type EventRecordQuery,
  type EventsQuery,
  type EventUpdateQuery,
} from './events.query.js';
import { withoutMaskedFields } from './mask.js';
import { hashPassword } from '../../http/auth/password-hash.js';
import { PasswordVerifier } from './password/password-verifier.js';
import { movedContent, withSameInstants } from './series/copy.js';
import { dateIn, readablePastSeries } from './series/former-series.js';
import { restoreEvent } from './series/restore-series.js';
import { contentForDate } from './series/restored-content.js';
import { isOccurrence } from './schedule/stored-recurrence.js';
import { onLockedSeries } from './series/series-lock.js';
import { SeriesWriter } from './series/series.writer.js';
import { type EventInput, refusePasswordBySlug } from './write/event.writer.js';

/** A body with the hash of its password, which takes too long for a transaction, and the dates that it applies to. */
type EventBody = UpdateEventDto & Partial<Pick<EventInput, 'passwordHash'>> & Pick<EventUpdateQuery, 'apply'>;

/** Events as a resource: passwords protect them, and `SeriesWriter` writes them. */
@Injectable()
export class EventsService extends ResourceService<EventWithRelations, EventBody, EventDto, EventsQuery, EventListDto> {
  constructor(
    private readonly relatedRecords: RelatedRecordCache,
    private readonly passwords: PasswordVerifier,
    private readonly writer: SeriesWriter,
  ) {
    super(EVENTS);
  }

  /** Counts the events that the list finds, grouped by one of their properties. */
  count(query: EventCountsQuery, context: RequestContext): Promise<EventCountsDto> {
    const statuses = requestedStatuses(query.status, context.caller);
    return this.database.read(async (manager) => {
      const select = await this.select(manager, query, statuses, context);
      return { by: query.by, counts: await countBy(select, query), total: await countRows(select.rows) };
    });
  }

  /** The page of the list that a feed shows. Its events are read in parts, to keep memory small. */
  async entries(query: EventsQuery, context: RequestContext, options: FeedReadOptions): Promise<EntryPage<EventDto>> {
    const statuses = requestedStatuses(query.status, context.caller);
    const found = await this.database.read(this.pageFinder(query, context));
    const isRecurringForm = options.hasRecurringEntries && query.occurrences === 'series';
    const scope = this.entryScope(context, options, isRecurringForm ? statuses : undefined);
    return { ...found, ...eventPageReaders(found.ids, scope) };
  }

  /** One event for feeds, as a list of one. */
  async entry(
    address: RecordRef,
    query: EventRecordQuery,
    context: RequestContext,
    options: FeedReadOptions,
  ): Promise<EntryPage<EventDto> & { readonly entry: Entry<EventDto> }> {
    const event = await this.findReadable(address, query, context);
    context.response.revision = event.revision;
    const isRecurringForm = options.hasRecurringEntries && event.recurrence !== null;
    const scope = this.entryScope(context, options, isRecurringForm ? ['publish', event.status] : undefined);
    const unlockedHash = isLocked(event, context) ? event.passwordHash : null;
    const entries = await this.database.read((manager) => entriesOf(manager, [event], scope, unlockedHash));
    return {
      ids: [event.id],
      total: 1,
      ...eventPageReaders([event.id], scope),
      read: () => Promise.resolve(entries),
      entry: entries[0]!,
    };
  }

  override async prepare(body: EventBody, { apply }: Partial<EventUpdateQuery>): Promise<EventBody> {
    return { ...(await withHash(body)), apply };
  }

  protected async loadWhere(manager: EntityManager, where: Statement): Promise<EventWithRelations[]> {
    const events = await loadEventsWhere(manager, where);
    return events.map((event) => Object.assign(event, { related: {} }));
  }

  protected override addOtherData(
    manager: EntityManager,
    events: EventWithRelations[],
    fields?: Fieldset,
  ): Promise<EventWithRelations[]> {
    return addRelated(manager, events, this.relatedRecords, fields);
  }

  protected findBySlug(
    manager: EntityManager,
    slug: string,
    context: RequestContext,
  ): Promise<EventWithRelations | undefined> {
    return recordWithSlug(manager, this.resource, slug, context, (where) => this.loadWhere(manager, where));
  }

  protected pageFinder(query: EventsQuery, context: RequestContext): Work<IdPage> {
    const statuses = requestedStatuses(query.status, context.caller);
    return async (manager) => pageOfEvents(await this.select(manager, query, statuses, context), query);
  }

  protected async listedRows(
    manager: EntityManager,
    query: EventsQuery,
    context: RequestContext,
  ): Promise<SelectBuilder> {
    const { counted } = await this.select(manager, query, requestedStatuses(query.status, context.caller), context);
    return counted;
  }

  protected vocabulary(manager: EntityManager, query: EventsQuery, everybody: RequestContext): Vocabulary {
    return new EventVocabulary(query, { manager, language: everybody.language });
  }

  store(
    manager: EntityManager,
    { current, body, ref, part }: Write<EventWithRelations, EventBody>,
    context: RequestContext,
  ): Promise<EventWithRelations> {
    const input = { body, passwordHash: body.passwordHash, errors: new FieldErrors(), context };
    if (!current) return this.writer.store(manager, undefined, input);
    if (ref) refusePasswordBySlug(body, ref, this.site.urls.record(context.language, EVENT, current.id), input.errors);
    const asShown = withoutMaskedFields(body, context.rawBody);
    if (part) return this.writer.restore(manager, current, { ...input, body: asShown }, part);
    return this.writer.update(manager, current, { ...input, body: asShown }, body.apply);
  }

  override withSeriesValues(manager: EntityManager, event: EventWithRelations): Promise<EventWithRelations> {
    return this.writer.withBaseValues(manager, event);
  }

  /** Writers of one series wait for each other. */
  override writeTo<T extends object>(
    ref: RecordRef,
    context: RequestContext,
    write: (manager: EntityManager, event: EventWithRelations) => Promise<T>,
  ): Promise<T> {
    const find = (manager: EntityManager) => this.find(manager, ref, context);
    return this.transactions.write(context, onLockedSeries(this.database, find, write));
  }

  override isSeries(event: EventWithRelations): boolean {
    return event.recurrence !== null;
  }

  restore(
    manager: EntityManager,
    restoration: Restoration<EventWithRelations>,
    restorer: Restorer<EventWithRelations>,
  ): Promise<RestoredRecord<EventWithRelations>> {
    return restoreEvent(manager, restoration, restorer);
  }

  pastSeries(manager: EntityManager, event: EventWithRelations, { caller }: RequestContext): Promise<PastRecord[]> {
    return readablePastSeries(manager, event, caller);
  }

  async contentFor(
    manager: EntityManager,
    event: EventWithRelations,
    { recordId }: RevisionEntry,
    content: Content,
  ): Promise<Content> {
    if (recordId === event.id) return content;
    const current = await this.log.stateContent(manager, this, event);
    return contentForDate(content, current, await dateIn(manager, event, recordId));
  }

  /** The rule of an occurrence, and its parent, are those of its series. */
  override derivedFields(event: EventWithRelations): readonly string[] {
    return isOccurrence(event) ? ['recurrence', 'post_parent'] : [];
  }

  /** Publishes the drafts that a public event shows, if the query says so, and else names them. */
  override async complete(
    manager: EntityManager,
    write: WrittenRecord<EventWithRelations>,
    { publish_links: publishesLinks = false, apply }: Partial<EventUpdateQuery>,
    context: RequestContext,
  ): Promise<EventWithRelations> {
    const { after } = write;
    if (!publishesLinks && !showsLinks(write)) return after;
    const links = await unpublishedLinks(manager, write, apply, context.caller);
    if (!publishesLinks || links.size === 0) return { ...after, notPublic: links };
    for (const [name, ids] of links) await this.services.of(name, 'relate').publishLinked!(manager, ids, context);
    const [event] = await this.load(manager, [after.id]);
    return event!;
  }

  contentOfCopy(content: Content, given: EventBody, original: EventWithRelations): Content {
    return movedContent(content, given, original);
  }

  bodyOfCopy(body: EventBody, { passwordHash }: EventBody, original: EventWithRelations): EventBody {
    return withSameInstants({ ...body, passwordHash }, original);
  }

  protected override revisedBy(
    manager: EntityManager,
    event: EventWithRelations,
    { apply }: Pick<EventUpdateQuery, 'apply'>,
  ): Promise<EventWithRelations[]> {
    return this.writer.recordsOf(manager, event, apply);
  }

  protected delete(
    manager: EntityManager,
    event: EventWithRelations,
    { apply, force = false }: EventDeleteQuery,
    { caller }: RequestContext,
  ): Promise<EventWithRelations> {
    const errors = new FieldErrors();
    if (apply === 'following' && event.seriesId === null) errors.add('apply', (messages) => messages.notInSeries);
    errors.throwIfAny();
    return this.writer.remove(manager, event, { force, apply, caller });
  }

  protected isReadable(event: EventWithRelations, caller: Caller): boolean {
    return isReadable(event, caller);
  }

  mayEdit(event: EventWithRelations, caller: Caller): boolean {
    return mayEdit(event, caller);
  }

  override assertReadable(event: EventWithRelations, ref: RecordRef, { caller }: RequestContext): void {
    assertReadable(EVENT, event, ref, caller);
  }

  protected override assertUpdatable(
    event: EventWithRelations,
    write: { ref: RecordRef; body: EventBody },
    context: RequestContext,
  ): void {
    assertUpdatable(EVENTS, event, write, context);
  }

  override assertRemovable(event: EventWithRelations, ref: RecordRef, { caller }: RequestContext): void {
    assertEditable(EVENT, event, ref, caller);
  }

  /** @throws {PasswordRequired} if a password protects the event and was not given */
  override async assertUnlocked(
    event: EventWithRelations,
    ref: RecordRef,
    query: EventRecordQuery,
    context: RequestContext,
  ): Promise<void> {
    const password = 'id' in ref ? query.password : undefined;
    if (isLocked(event, context) && !(await this.passwords.verify(event, password, context)))
      throw new PasswordRequired();
  }

  protected override viewer(context: RequestContext): EventViewer {
    return { ...super.viewer(context), relatedRecords: this.relatedRecords };
  }

  protected override present(event: EventWithRelations, context: RequestContext, hasJsonLd = false): EventDto {
    const shown = (hasJsonLd ? presentSingleEvent : presentEvent)(event, this.viewer(context));
    return Object.assign(shown, this.fieldsForEditors(event, context.caller));
  }

  /** Without a mask: the caller has given the password, or may edit the event. */
  override presentSingle(event: EventWithRelations, context: RequestContext, fields?: Fieldset): EventDto {
    context.response.revision = event.revision;
    const present = isIncluded(fields, 'json_ld') ? presentSingleEvent : presentEvent;
    const shown = present(event, this.viewer(context), true);
    const { notPublic } = event;
    if (notPublic && notPublic.size > 0) shown.not_public = presentLinks(notPublic);
    return Object.assign(shown, this.fieldsForEditors(event, context.caller));
  }

  protected override textsInList(
    event: EventWithRelations,
    query: Pick<RecordQuery, 'translations'>,
    context: RequestContext,
  ): object {
    return isLocked(event, context) ? {} : super.textsInList(event, query, context);
  }

  /** The SELECT of the list. `statuses` are the requested ones, checked before the database is used. */
  private select(
    manager: EntityManager,
    query: EventsQuery,
    statuses: readonly Status[],
    context: RequestContext,
  ): Promise<EventSelect> {
    const scope = { manager, context, site: this.site, errors: new FieldErrors() };
    return selectEvents(query, statuses, scope, this.extensions);
  }

  private entryScope(context: RequestContext, options: FeedReadOptions, statuses?: readonly Status[]): EntryScope {
    const { database, relatedRecords } = this;
    return { database, relatedRecords, context, viewer: this.viewer(context), options, statuses };
  }
}

/** Hashes the password of a body: null removes the password of the event. */
async function withHash(body: UpdateEventDto): Promise<EventBody> {
  return { ...body, passwordHash: body.password && (await hashPassword(body.password)) };
}

/** Whether a password protects the event from the caller. */
function isLocked(event: EventWithRelations, { caller }: RequestContext): boolean {
  return access(event, caller) === 'masked';
}
