import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RecordRef, PasswordRequired, RecordNotFound } from '../../lib/errors/api-error.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { Transactions } from '../../http/idempotency/transactions.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { paging } from '../list/envelope.js';
import { countRows } from '../list/find-page.js';
import { type EntryPage, type Entry, type FeedReadOptions } from '../list/entries.js';
import { Database } from '../../database/database.js';
import { access, isReadable, type Status } from '../records/visibility/access.js';
import {
  resolveId,
  assertEditable,
  assertReadable,
  type Lookup,
  setContentLocation,
} from '../records/reading/find-record.js';
import { type FieldsQuery, type RecordQuery } from '../records/reading/record.query.js';
import { type Fieldset, fieldsetOf, isRequested, isIncluded, pickFields } from '../records/reading/fieldset.js';
import { type Viewer } from '../records/record/published-record.dto.js';
import { assertMayForceDelete, assertUpdatable } from '../records/writing/write-published.js';
import { type ListPresenter, ListPresenters } from '../resource/registries.js';
import { RelatedRecordCache } from '../resource/related-record-cache.js';
import { Extensions } from '../extension-api/extensions.js';
import { Site } from '../../http/urls/site.js';
import { requestedStatuses } from '../records/visibility/visible.js';
import { allTexts } from '../records/translations/language-values.js';
import { assertTranslated } from '../records/translations/translation.js';
import { type CreateEventDto, type EventDto, type EventListDto, type UpdateEventDto } from './event.dto.js';
import { entriesOf, type EntryScope, eventPageReaders } from './event-entries.js';
import { EVENTS } from './event.resource.js';
import { EVENT } from './event.names.js';
import { type EventWithRelations, loadEvents } from './relations/relations.js';
import { presentEvent, presentSingleEvent } from './event.presenter.js';
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
import { ignoreMaskedFields } from './mask.js';
import { hashPassword } from './password/event-password.js';
import { PasswordVerifier } from './password/password-verifier.js';
import { SeriesWriter } from './series/series.writer.js';
import { refusePasswordBySlug } from './write/event.writer.js';

/** Reads events and presents them to the caller. Writes are passed to `SeriesWriter`, in one transaction each. */
@Injectable()
export class EventsService implements OnModuleInit, ListPresenter {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly extensions: Extensions,
    private readonly relatedRecords: RelatedRecordCache,
    private readonly passwords: PasswordVerifier,
    private readonly presenters: ListPresenters,
    private readonly writer: SeriesWriter,
  ) {}

  onModuleInit(): void {
    this.presenters.register(EVENT, this);
  }

  list(query: EventsQuery, context: RequestContext): Promise<EventListDto> {
    const fields = fieldsetOf(query);
    const statuses = requestedStatuses(query.status, context.caller);
    return this.database.read(async (manager) => {
      const { ids, total } = await pageOfEvents(await this.select(manager, query, statuses, context), query);
      const events = await this.presentByIds(manager, ids, query, fields, context);
      return { events: [...events.values()], ...paging(this.site, EVENT, query, total, context) };
    });
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
    const found = await this.database.read(async (manager) =>
      pageOfEvents(await this.select(manager, query, statuses, context), query),
    );
    const isRecurringForm = options.hasRecurringEntries && query.occurrences === 'series';
    const scope = this.entryScope(context, options, isRecurringForm ? statuses : undefined);
    return { ...found, ...eventPageReaders(found.ids, scope) };
  }

  /** @throws {PasswordRequired} if a password protects the event and was not given */
  async get(address: RecordRef, query: EventRecordQuery, context: RequestContext): Promise<EventDto> {
    const fields = fieldsetOf(query);
    const event = await this.findReadable(address, query, context);
    const isUnlocked = isLocked(event, context); // findReadable has verified the password.
    const shown = this.presentSingle(event, context, isUnlocked, fields);
    return pickFields(Object.assign(shown, allTexts(query, event.translations, EVENTS)), fields);
  }

  /** The same event for feeds, as a list of one. */
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

  async create(body: CreateEventDto, query: FieldsQuery, context: RequestContext): Promise<EventDto> {
    const fields = fieldsetOf(query);
    const passwordHash = body.password && (await hashPassword(body.password));
    return this.transactions.write(context, async (manager) => {
      const input = { body, passwordHash, errors: new FieldErrors(), context };
      const event = await this.writer.store(manager, undefined, input);
      context.response.headers.set('Location', this.site.urls.record(context.language, EVENT, event.id));
      return this.presentWritten(event, context, fields);
    });
  }

  async update(
    address: RecordRef,
    body: UpdateEventDto,
    query: EventUpdateQuery,
    context: RequestContext,
  ): Promise<EventDto> {
    const fields = fieldsetOf(query);
    const passwordHash = body.password && (await hashPassword(body.password));
    return this.transactions.write(context, async (manager) => {
      const event = await this.find(manager, address, context);
      assertUpdatable(EVENTS, event, address, body, context);
      assertIfMatch(event, context, () => this.presentSingle(event, context));
      const errors = new FieldErrors();
      refusePasswordBySlug(body, address, event, this.site, context, errors);
      ignoreMaskedFields(body, context.rawBody);
      const stored = await this.writer.update(manager, event, { body, passwordHash, errors, context }, query.apply);
      return this.presentWritten(stored, context, fields);
    });
  }

  async remove(address: RecordRef, query: EventDeleteQuery, context: RequestContext): Promise<EventDto> {
    const { apply, force = false } = query;
    const fields = fieldsetOf(query);
    assertMayForceDelete(force, context);
    return this.transactions.write(context, async (manager) => {
      const event = await this.find(manager, address, context);
      assertEditable(EVENT, event, address, context.caller);
      assertIfMatch(event, context, () => this.presentSingle(event, context));
      const errors = new FieldErrors();
      if (apply === 'following' && event.seriesId === null) errors.add('apply', (messages) => messages.notInSeries);
      errors.throwIfAny();
      const removed = await this.writer.remove(manager, event, { force, apply, caller: context.caller });
      return this.presentWritten(removed, context, fields);
    });
  }

  async presentByIds(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'>,
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, EventDto>> {
    const viewer = this.viewer(context);
    const present = isRequested(fields, 'json_ld') ? presentSingleEvent : presentEvent;
    const events = await loadEvents(manager, ids, this.relatedRecords, fields);
    // The ids were read by an earlier statement: some events may have been hidden since then.
    const listed = events.filter((event) => isReadable(event, context.caller));
    return new Map(
      listed.map((event) => {
        const texts = isLocked(event, context) ? {} : allTexts(query, event.translations, EVENTS);
        return [event.id, pickFields(Object.assign(present(event, viewer), texts), fields)];
      }),
    );
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

  private async find(
    manager: EntityManager,
    address: RecordRef,
    context: RequestContext,
    lookup: Lookup = { mayBeFormer: false },
    fields?: Fieldset,
  ): Promise<EventWithRelations> {
    const id = await resolveId(manager, EVENTS, address, context, lookup);
    const [event] = await loadEvents(manager, [id], this.relatedRecords, fields);
    if (!event) throw new RecordNotFound(EVENT, address);
    return event;
  }

  /** @throws if the caller may not read the event */
  private async findReadable(
    address: RecordRef,
    query: EventRecordQuery,
    context: RequestContext,
  ): Promise<EventWithRelations> {
    const { database, site } = this;
    const fields = fieldsetOf(query);
    const event = await database.read((manager) => this.find(manager, address, context, { mayBeFormer: true }, fields));
    assertReadable(EVENT, event, address, context.caller);
    assertTranslated(EVENT, event.translations, address, query, context);
    const password = 'id' in address ? query.password : undefined;
    if (isLocked(event, context) && !(await this.passwords.verify(event, password, context)))
      throw new PasswordRequired();
    setContentLocation(EVENT, event.translations, address, context, site.urls);
    return event;
  }

  /** The response to a write: the event as its author sees it, with the requested fields. */
  private presentWritten(event: EventWithRelations, context: RequestContext, fields: Fieldset | undefined): EventDto {
    return pickFields(this.presentSingle(event, context, false, fields), fields);
  }

  /** Presents one event and sets the revision of the response (ETag). Does not check whether the caller may read it. */
  private presentSingle(
    event: EventWithRelations,
    context: RequestContext,
    isUnlocked = false,
    fields?: Fieldset,
  ): EventDto {
    context.response.revision = event.revision;
    const present = isIncluded(fields, 'json_ld') ? presentSingleEvent : presentEvent;
    return present(event, this.viewer(context), isUnlocked);
  }

  private entryScope(context: RequestContext, options: FeedReadOptions, statuses?: readonly Status[]): EntryScope {
    const { database, relatedRecords } = this;
    return { database, relatedRecords, context, viewer: this.viewer(context), options, statuses };
  }

  private viewer({ language, caller }: RequestContext): Viewer {
    return { site: this.site, language, caller };
  }
}

/** Whether a password protects the event from the caller. */
function isLocked(event: EventWithRelations, { caller }: RequestContext): boolean {
  return access(event, caller) === 'masked';
}
