import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { CategoriesService } from '../categories/categories.service.js';
import { CategoryTranslation } from '../categories/category-translation.entity.js';
import { Faults } from '../errors/fault.js';
import { Extensions } from '../extension-api/extensions.js';
import { LinkedRecordCache } from '../resource/linked-record-cache.js';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type Language } from '../i18n/language.js';
import { Overtaken } from '../database/database-errors.js';
import { Database } from '../database/database.js';
import { CreateEventDto } from '../events/event.dto.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent, loadEvents } from '../events/relations/load.js';
import { hasStandIn } from '../events/schedule/stored-recurrence.js';
import { overriddenFieldsOf } from '../events/series/overrides.js';
import { SeriesWriter } from '../events/series/series.writer.js';
import { type ExternalId } from '../events/write/event.writer.js';
import { TagTranslation } from '../tags/tag-translation.entity.js';
import { TagsService } from '../tags/tags.service.js';
import { type RecordRef } from '../validation/lists.js';
import { type Recurrence } from '../recurrence/recurrence.js';
import { CreateVenueDto } from '../venues/venue.dto.js';
import { eventBody, type EventOptions, type Parent } from './event-body.js';
import { importAuthor } from './author.js';
import { because } from './messages.js';
import { type ImportRecord, type Occurrence, RecordError } from './record.js';
import {
  changedMembers,
  datesWithin,
  forgetUnsaid,
  hasOwnDates,
  outcomesOf,
  recurrenceAfter,
  rememberSaid,
  seriesState,
  statesOf,
} from './series-import.js';
import { isOwn } from './own-events.js';
import { onlyDate, seriesPlan, type SeriesPlan } from './series-plan.js';
import { termsByName } from './terms-by-name.js';
import { assign, type Assignment, externalId, storedId } from './external-ids.js';
import { ResponseMeta } from '../http/context/response-meta.js';

/** Timeout for a record with all its dates, in milliseconds. */
const TIMEOUT = 60_000;

/** The outcome of an event. `skipped`: excluded and never imported, in the trash already, or exported by this calendar. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'trashed' | 'skipped';

export interface ImportOptions extends Pick<EventOptions, 'status' | 'categories'> {
  /** Language of texts that do not declare one. */
  readonly language: Language;
  /** Name of the account that will own the events. */
  readonly author: string;
  readonly dryRun: boolean;
}

/** A transaction that stores a record. */
interface Write {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  readonly options: EventOptions;
  /** The existing events of the record by external id. */
  readonly known: ReadonlyMap<string, LinkedEvent>;
}

/** The intended state of an event. */
interface Wanted {
  readonly occurrence: Occurrence;
  readonly parent?: Parent | undefined;
  /** Null ends the series; undefined keeps it. */
  readonly recurrence?: Recurrence | null;
  /** External id; undefined keeps it. */
  readonly externalId?: ExternalId;
}

/** Writes records as the API writes events: with the same validation, cleaning and rights. */
@Injectable()
export class Importer {
  constructor(
    private readonly database: Database,
    private readonly events: SeriesWriter,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
    private readonly extensions: Extensions,
    private readonly shared: LinkedRecordCache,
  ) {}

  /**
   * Makes sure that an account may be written as.
   * @throws {RecordError}
   */
  async checkAuthor(name: string): Promise<void> {
    await this.inTransaction((manager) => importAuthor(manager, name), true);
  }

  /**
   * Stores a record with all its occurrences in one transaction. Unchanged records write nothing.
   * @returns the outcome of each event
   * @throws {ApiError} as the API does; nothing is stored then
   */
  async store(
    record: ImportRecord,
    { language, author, dryRun, status, categories }: ImportOptions,
  ): Promise<Outcome[]> {
    return this.inTransaction(async (manager) => {
      const caller = await importAuthor(manager, author);
      const context = contextOf(record.language ?? language, caller);
      const options = { status, categories, knowsCoordinates: this.knowsCoordinates, language: context.language };
      const write = { manager, context, options, known: await knownEvents(manager, record, this.shared) };
      const current = write.known.get(externalId(record));
      // The file has only a part of the data of events that this calendar exported.
      if (write.known.size === 0 && (await isOwn(manager, record))) return record.occurrences.map(() => 'skipped');
      if (record.isPart && current?.recurrence) return this.storePart(write, record, current);
      // Records that were imported date by date stay so, since a series would duplicate their events.
      const isLoose = !current?.recurrence && !hasOwnDates(current) && write.known.size > (current ? 1 : 0);
      const series = isLoose ? undefined : seriesPlan(record, current);
      const plan = series ?? (current?.recurrence && !record.hasParts ? onlyDate(record) : undefined);
      return plan ? this.storeSeries(write, record, plan) : this.storeAll(write, record);
    }, dryRun);
  }

  /** Stores a record with several dates as one series, with overrides of single dates. */
  private async storeSeries(write: Write, record: ImportRecord, plan: SeriesPlan): Promise<Outcome[]> {
    const { manager, known } = write;
    const current = known.get(externalId(record));
    if (current?.status === 'trash') return record.occurrences.map(() => 'skipped');
    const before = await seriesState(manager, current);
    const recurrence = await recurrenceAfter(manager, plan.recurrence, current);
    const isForgotten = await forgetUnsaid(manager, current, plan.changed);
    const series = await this.write(write, current, {
      occurrence: current && hasStandIn(current) ? atTimesOf(current, plan.first) : plan.first,
      ...(recurrence !== undefined && { recurrence }),
      externalId: storedId(record),
    });
    if (isForgotten) await this.events.refresh(manager, series, write.context.caller);
    await this.storeChanged(write, series, plan.changed);
    const after = await seriesState(manager, series);
    const left = await statesOf(
      manager,
      [...before.keys()].filter((id) => !after.has(id)),
    );
    const outcomes: Outcome[] = outcomesOf(before, new Map([...after, ...left]));
    const parent = { event: series, occurrence: plan.first };
    for (const occurrence of plan.others) {
      const assignment = { occurrence, id: storedId(record, occurrence.key) };
      outcomes.push((await this.storeOne(write, assignment, parent)).outcome);
    }
    return outcomes;
  }

  /** Stores overrides of an existing series whose file lacks the series itself. */
  private async storePart(write: Write, record: ImportRecord, series: LinkedEvent): Promise<Outcome[]> {
    const { manager, context } = write;
    const all = datesWithin(record, series);
    if (series.status === 'trash') return record.occurrences.map(() => 'skipped');
    if (all.has(series.startWall)) throw new RecordError(because((messages) => messages.firstAlone));
    const before = await seriesState(manager, series);
    const members = await changedMembers(manager, series, all, this.shared);
    for (const { event, occurrence } of members) {
      if (occurrence.isLeftOut) await this.events.remove(manager, event, false, context.caller);
      // Stored like a change in the calendar, which a later file of the whole series does not undo.
      else await this.write(write, event, { occurrence });
    }
    const after = await statesOf(
      manager,
      members.map(({ event }) => event.id),
    );
    // Ignores dates that the series does not have.
    return [...outcomesOf(before, after), ...Array<Outcome>(all.size - members.length).fill('skipped')];
  }

  private async storeChanged(
    write: Write,
    series: LinkedEvent,
    changed: ReadonlyMap<string, Occurrence>,
  ): Promise<void> {
    const { manager } = write;
    for (const { event, occurrence } of await changedMembers(manager, series, changed, this.shared)) {
      const before = overriddenFieldsOf(event);
      await rememberSaid(manager, before, await this.write(write, event, { occurrence }));
    }
  }

  private async storeAll(write: Write, record: ImportRecord): Promise<Outcome[]> {
    const starts = new Map([...write.known].map(([id, event]) => [id, event.startUtc]));
    const outcomes: Outcome[] = [];
    let parent: Parent | undefined;
    for (const assignment of assign(record, starts)) {
      const { outcome, event } = await this.storeOne(write, assignment, parent);
      if (event && assignment.id.name === externalId(record)) parent = { event, occurrence: assignment.occurrence };
      outcomes.push(outcome);
    }
    return outcomes;
  }

  private async storeOne(
    write: Write,
    { id, occurrence }: Assignment,
    parent: Parent | undefined,
  ): Promise<{ outcome: Outcome; event: LinkedEvent | undefined }> {
    const { manager, context } = write;
    const current = write.known.get(id.name);
    const before = current?.revision;
    if (current?.status === 'trash' || (!current && occurrence.isLeftOut))
      return { outcome: 'skipped', event: current };
    if (current && occurrence.isLeftOut) {
      await this.events.remove(manager, current, false, context.caller);
      return { outcome: 'trashed', event: current };
    }
    const event = await this.write(write, current, { occurrence, parent, externalId: id });
    return { outcome: before === undefined ? 'created' : event.revision === before ? 'unchanged' : 'updated', event };
  }

  private async write(
    { manager, context, options }: Write,
    current: LinkedEvent | undefined,
    { occurrence, parent, recurrence, externalId }: Wanted,
  ): Promise<LinkedEvent> {
    const fields = eventBody(occurrence, current, parent, options);
    const raw = { ...fields, ...(recurrence !== undefined && { recurrence }) };
    const dto = await new RequestValidationPipe(this.extensions).validate(CreateEventDto, raw);
    const body = await this.withTermIds(manager, dto, context);
    const input = { body, passwordHash: undefined, faults: new Faults(), context, externalId };
    return this.events.store(manager, current, input).catch((error: unknown) => this.anew(error));
  }

  /** Coordinates are only stored if the geolocation extension is on. */
  private get knowsCoordinates(): boolean {
    return this.extensions.fieldsOf(CreateVenueDto).includes('geo_lat');
  }

  private async withTermIds(manager: EntityManager, body: CreateEventDto, context: RequestContext) {
    const category = (name: string) => this.categories.insert(manager, { name }, context, new Faults());
    const tag = (name: string) => this.tags.insert(manager, { name }, context, new Faults());
    const categories = await termsByName(manager, CategoryTranslation, termsOf(body, 'categories'), category);
    const tags = await termsByName(manager, TagTranslation, termsOf(body, 'tags'), tag);
    return Object.assign(body, categories && { categories }, tags && { tags });
  }

  /** Another import has stored the same event. The transaction runs again and finds it. */
  private anew(error: unknown): never {
    throw this.database.isDuplicate(error, 'UQ_events_external') ? new Overtaken() : error;
  }

  private async inTransaction<T>(work: (manager: EntityManager) => Promise<T>, rollBack: boolean): Promise<T> {
    if (!rollBack) return this.database.write(work, TIMEOUT);
    try {
      return await this.database.write(async (manager) => {
        throw new RolledBack(await work(manager));
      }, TIMEOUT);
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
    }
  }
}

/** What a file says of a series, without its times: those of its first date are not those of the one that stands for it. */
function atTimesOf({ startWall, endWall, timezone, allDay }: LinkedEvent, first: Occurrence): Occurrence {
  const [start, end] = [startWall, endWall].map((wall) => (allDay ? wall.slice(0, 10) : wall)) as [string, string];
  return { ...first, start, end, timezone, allDay };
}

/** The terms that a body names, as its field was read. */
function termsOf(body: CreateEventDto, field: 'categories' | 'tags'): RecordRef[] | undefined {
  return Reflect.get(body, field) as RecordRef[] | undefined;
}

/** Rolls back a dry run. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super();
  }
}

async function knownEvents(
  manager: EntityManager,
  record: ImportRecord,
  shared: LinkedRecordCache,
): Promise<Map<string, LinkedEvent>> {
  const names = [externalId(record), ...record.occurrences.map(({ key }) => externalId(record, key))];
  const rows = await manager.find(Event, { select: { id: true }, where: { externalId: In(names) } });
  const events = await loadEvents(
    manager,
    rows.map(({ id }) => id),
    shared,
  );
  return new Map(events.map((event) => [event.externalId!, event]));
}

function contextOf(language: Language, caller: NonNullable<RequestContext['caller']>): RequestContext {
  return {
    language,
    root: language,
    caller,
    address: '',
    given: {},
    response: new ResponseMeta(),
    idempotency: undefined,
    ifMatch: undefined,
    isPrivate: true,
  };
}
