import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RecordRef, PasswordRequired, RecordNotFound } from '../errors/api-error.js';
import { FieldErrors } from '../errors/field-error.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { paging } from '../list/envelope.js';
import { countRows, type IdPage } from '../list/find-page.js';
import { type ListScope } from '../list/listing.js';
import { type EntryPage, type Entry, type EntryOptions, type EntriesOptions } from '../list/entries.js';
import { type Work, Database } from '../database/database.js';
import { access, isReadable } from '../content/access.js';
import { resolveId, assertReadable, type Lookup, setContentLocation } from '../content/find-record.js';
import { type RecordQuery } from '../content/record.query.js';
import { type Fieldset, fieldsetOf, isRequested, isIncluded, pickFields } from '../content/fieldset.js';
import { type Viewer } from '../content/published-record.dto.js';
import { type ListPresenter, ListPresenters } from '../resource/registries.js';
import { LinkedRecordCache } from '../resource/linked-record-cache.js';
import { Extensions } from '../extension-api/extensions.js';
import { Site } from '../site/site.js';
import { type Status } from '../content/status.js';
import { requestedStatuses } from '../content/visible.js';
import { allTexts } from '../content/translations/all-texts.js';
import { assertTranslated } from '../content/translations/resolve-text.js';
import { type EventDto, type EventListDto } from './event.dto.js';
import { entriesOf, type EntryScope, eventPageReaders } from './event-entries.js';
import { EVENTS } from './event.resource.js';
import { EVENT } from './event.names.js';
import { type LinkedEvent, loadEvents } from './relations/load.js';
import { presentEvent, presentSingleEvent } from './event.presenter.js';
import { type EventCountsDto } from './event-counts.dto.js';
import { type EventCountsQuery } from './event-counts.query.js';
import { countBy } from './query/counts.js';
import { type EventSelect, EXTENSION_PARAMETERS, pageOfEvents, selectEvents } from './query/event-query.js';
import { type EventRecordQuery, type EventsQuery } from './events.query.js';
import { PasswordVerifier } from './password/password-verifier.js';

/** Reads events: finds the ids of a page, loads the events, and presents them to the caller. */
@Injectable()
export class EventReader implements OnModuleInit, ListPresenter {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
    private readonly extensions: Extensions,
    private readonly linkedRecords: LinkedRecordCache,
    private readonly passwords: PasswordVerifier,
    private readonly lists: ListPresenters,
  ) {}

  onModuleInit(): void {
    this.lists.register(EVENT, this);
  }

  list(query: EventsQuery, context: RequestContext): Promise<EventListDto> {
    const { site, database } = this;
    const fields = fieldsetOf(query);
    const find = this.pageQuery(query, context);
    return database.read(async (manager) => {
      const { ids, total } = await find(manager);
      const events = await this.presentByIds(manager, ids, query, fields, context);
      return { events: [...events.values()], ...paging(site, EVENT, query, total, context) };
    });
  }

  /** Counts the events that the list finds, grouped by one of their properties. */
  count(query: EventCountsQuery, context: RequestContext): Promise<EventCountsDto> {
    const count = async (select: EventSelect, scope: ListScope) => {
      const counts = await countBy(scope, select, query);
      return { by: query.by, counts, total: await countRows(select.rows) };
    };
    return this.database.read(this.selectQuery(query, context, count));
  }

  /** The page of the list that a feed shows. Its events are read in parts, to keep memory small. */
  async entries(query: EventsQuery, context: RequestContext, options: EntriesOptions): Promise<EntryPage<EventDto>> {
    const { database } = this;
    const found = await database.read(this.pageQuery(query, context));
    const isRecurringForm = options.hasRecurringEntries && query.occurrences === 'series';
    const statuses = isRecurringForm ? requestedStatuses(query.status, context.caller) : undefined;
    return { ...found, ...eventPageReaders(found.ids, this.entryScope(context, options, statuses)) };
  }

  /** @throws {PasswordRequired} if a password protects the event and was not given */
  async get(address: RecordRef, query: EventRecordQuery, context: RequestContext): Promise<EventDto> {
    const { event, fields } = await this.findReadable(address, query, context);
    const shown = this.presentSingle(event, context, isLocked(event, context), fields);
    return pickFields(Object.assign(shown, allTexts(query, event.translations, EVENTS)), fields);
  }

  /** The same event for feeds, as a list of one. */
  async entry(
    address: RecordRef,
    query: EventRecordQuery,
    context: RequestContext,
    options: EntriesOptions,
  ): Promise<EntryPage<EventDto> & { readonly entry: Entry<EventDto> }> {
    const { event } = await this.findReadable(address, query, context);
    const { id, status, passwordHash, revision } = event;
    context.response.revision = revision;
    const isRecurringForm = options.hasRecurringEntries && event.recurrence !== null;
    const scope = this.entryScope(context, options, isRecurringForm ? ['publish', status] : undefined);
    const entries = await this.database.read((manager) =>
      entriesOf(manager, [event], scope, isLocked(event, context) ? passwordHash : null),
    );
    return {
      ids: [id],
      total: 1,
      ...eventPageReaders([id], scope),
      read: () => Promise.resolve(entries),
      entry: entries[0]!,
    };
  }

  async find(
    manager: EntityManager,
    address: RecordRef,
    context: RequestContext,
    lookup: Lookup = { mayBeFormer: false },
    fields?: Fieldset,
  ): Promise<LinkedEvent> {
    const id = await resolveId(manager, EVENTS, address, context, lookup);
    const [event] = await loadEvents(manager, [id], this.linkedRecords, fields);
    if (!event) throw new RecordNotFound(EVENT, address);
    return event;
  }

  /** The response to a write: the event as its author sees it, with the requested fields. */
  presentWritten(event: LinkedEvent, context: RequestContext, fields: Fieldset | undefined): EventDto {
    return pickFields(this.presentSingle(event, context, false, fields), fields);
  }

  /** Presents one event and sets the revision of the response (ETag). Does not check whether the caller may read it. */
  presentSingle(event: LinkedEvent, context: RequestContext, unlocked = false, fields?: Fieldset): EventDto {
    context.response.revision = event.revision;
    const present = isIncluded(fields, 'json_ld') ? presentSingleEvent : presentEvent;
    return present(event, this.audience(context), unlocked);
  }

  async presentByIds(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'>,
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, EventDto>> {
    const viewer = this.audience(context);
    const present = isRequested(fields, 'json_ld') ? presentSingleEvent : presentEvent;
    const events = await loadEvents(manager, ids, this.linkedRecords, fields);
    // The ids were read by an earlier statement: some events may have been hidden since then.
    const listed = events.filter((event) => isReadable(event, context.caller));
    return new Map(
      listed.map((event) => [
        event.id,
        pickFields(Object.assign(present(event, viewer), texts(query, event, context.caller)), fields),
      ]),
    );
  }

  private pageQuery(query: EventsQuery, context: RequestContext): Work<IdPage> {
    return this.selectQuery(query, context, (select, scope) => pageOfEvents(select, query, scope));
  }

  /**
   * Builds the SELECT of the list and passes it to `use`.
   * @throws if the caller lacks a right that a parameter requires, or an extension that it needs is missing
   */
  private selectQuery<T>(
    query: EventsQuery,
    context: RequestContext,
    use: (select: EventSelect, scope: ListScope) => Promise<T>,
  ): Work<T> {
    const statuses = requestedStatuses(query.status, context.caller);
    const { extensions, site } = this;
    extensions.assertImplemented(EVENT, EXTENSION_PARAMETERS, context.rawQuery);
    return async (manager) => {
      const scope = { manager, context, site, errors: new FieldErrors() };
      return use(await selectEvents(query, statuses, scope, extensions), scope);
    };
  }

  /** @throws if the caller may not read the event */
  private async findReadable(
    address: RecordRef,
    query: EventRecordQuery,
    context: RequestContext,
  ): Promise<{ event: LinkedEvent; fields: Fieldset | undefined }> {
    const { database, site } = this;
    const fields = fieldsetOf(query);
    const event = await database.read((manager) => this.find(manager, address, context, { mayBeFormer: true }, fields));
    assertReadable(EVENT, event, address, context.caller);
    assertTranslated(EVENT, event.translations, address, query, context);
    const password = 'id' in address ? query.password : undefined;
    if (isLocked(event, context) && !(await this.passwords.verify(event, password, context)))
      throw new PasswordRequired();
    setContentLocation(EVENT, event.translations, address, context, site.links);
    return { event, fields };
  }

  private entryScope(
    context: RequestContext,
    options: EntryOptions,
    statuses: readonly Status[] | undefined,
  ): EntryScope {
    const { database, linkedRecords } = this;
    return { database, linkedRecords, context, audience: this.audience(context), options, statuses };
  }

  private audience({ language, caller }: RequestContext): Viewer {
    return { site: this.site, language, caller };
  }
}

/** The texts of all languages, without those that a password protects. */
function texts(
  query: Pick<RecordQuery, 'translations'>,
  event: LinkedEvent,
  caller: RequestContext['caller'],
): ReturnType<typeof allTexts> {
  return access(event, caller) === 'masked' ? {} : allTexts(query, event.translations, EVENTS);
}

function isLocked(event: LinkedEvent, { caller }: RequestContext): boolean {
  return access(event, caller) === 'masked';
}
