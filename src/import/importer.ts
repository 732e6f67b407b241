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
import { CreateEventDto, UpdateEventDto } from '../events/event.dto.js';
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
import { eventBody, type EventOptions, type LinkedRefs, type Parent, textsBody } from './event-body.js';
import { importAuthor } from './author.js';
import { because } from './messages.js';
import {
  changedHere,
  type Digests,
  digestsOf,
  leadOn,
  remember,
  rowsOf,
  sourceKey,
  storedOf,
  withoutChangedHere,
} from './imported-records.js';
import { type LinkedOutcome, type LinkedRecord, LinkedWriter } from './linked-writer.js';
import { changedCells, ownBody } from './own-rows.js';
import { counterpartOf, type Pairs } from './pairing.js';
import { type Gone, goneFrom, type Seen } from './prune.js';
import {
  type Body,
  type Details,
  type ImportRecord,
  type LinkedName,
  type LinkedSource,
  type Occurrence,
  type OwnRow,
  RecordError,
} from './record.js';
import { Site } from '../site/site.js';
import { type DtoClass } from '../validation/dto-class.js';
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
  /** What the records come from: an address, or the name of a file. */
  readonly source: string;
  /** Whether fields that were changed here since the last import stay. */
  readonly keepLocal?: boolean;
  /** Pairs with events in the other language, where the source has their translations. */
  readonly pairs?: Pairs | undefined;
}

/** What became of a record. */
export interface Stored {
  readonly outcomes: readonly Outcome[];
  /** Venues, organizers and terms that came with it, by the names of their kinds. */
  readonly linked: readonly (LinkedOutcome & { readonly kind: LinkedName })[];
  /** The number of fields that were changed here and stayed. */
  readonly kept: number;
}

/** A transaction that stores a record. */
interface Write {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  readonly options: EventOptions;
  /** The source as the table of imports names it. */
  readonly source: string;
  readonly keepLocal: boolean;
  /** The existing events of the record by external id. */
  readonly known: ReadonlyMap<string, LinkedEvent>;
  readonly linked: Stored['linked'][number][];
  /** Fields that were changed here and stay, each with the id of its event. */
  readonly kept: Set<string>;
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
    private readonly linked: LinkedWriter,
    private readonly site: Site,
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
   * @throws {ApiError} as the API does; nothing is stored then
   */
  async store(record: ImportRecord, options: ImportOptions): Promise<Stored> {
    return this.inTransaction(async (manager) => {
      const write = await this.writeOf(manager, record, options);
      const outcomes = await this.storeRecord(write, record, options);
      return { outcomes, linked: write.linked, kept: write.kept.size };
    }, options.dryRun);
  }

  /** Stores a venue, organizer or term that no event has brought along. */
  async storeLinked(linked: LinkedSource, options: ImportOptions): Promise<Stored['linked']> {
    return this.inTransaction(async (manager) => {
      const context = contextOf(options.language, await importAuthor(manager, options.author));
      const stored = await this.linked.store({ manager, context, source: sourceKey(options.source) }, linked);
      return stored ? [{ ...stored, kind: linked.kind }] : [];
    }, options.dryRun);
  }

  /** The events of a source that are gone from it: which have not ended before its first one, and no other source has. */
  async gone(source: string, seen: Seen): Promise<Gone> {
    return this.inTransaction((manager) => goneFrom(manager, sourceKey(source), seen, this.shared), true);
  }

  /** Moves an event to the trash that is gone from its source. */
  async trash(id: number, { author, language }: ImportOptions): Promise<void> {
    await this.inTransaction(async (manager) => {
      const context = contextOf(language, await importAuthor(manager, author));
      const [event] = await loadEvents(manager, [id], this.shared);
      if (event && event.status !== 'trash') await this.events.remove(manager, event, false, context.caller);
    }, false);
  }

  private async writeOf(manager: EntityManager, record: ImportRecord, given: ImportOptions): Promise<Write> {
    const { status, categories, keepLocal = false } = given;
    const caller = await importAuthor(manager, given.author);
    const context = contextOf(record.language ?? given.language, caller);
    const options = { status, categories, knowsCoordinates: this.knowsCoordinates, language: context.language };
    const known = await knownEvents(manager, record, this.shared);
    return {
      manager,
      context,
      options,
      source: sourceKey(given.source),
      keepLocal,
      known,
      linked: [],
      kept: new Set(),
    };
  }

  private async storeRecord(write: Write, record: ImportRecord, { pairs }: ImportOptions): Promise<readonly Outcome[]> {
    const { manager, known, context, source } = write;
    const current = known.get(externalId(record));
    if (record.own) return [await this.storeOwn(write, record, record.own)];
    // The file has only a part of the data of events that this calendar exported.
    if (known.size === 0 && (await isOwn(manager, record))) return record.occurrences.map(() => 'skipped');
    if (known.size === 0) {
      const search = { manager, language: context.language, source, shared: this.shared };
      const paired =
        (await this.pairedBefore(write, record)) ?? (pairs && (await counterpartOf(record, pairs, search)));
      if (paired) return [await this.storeTexts(write, record, paired)];
    }
    await this.withLinks(write, record);
    if (record.isPart && current?.recurrence) return this.storePart(write, record, current);
    // Records that were imported date by date stay so, since a series would duplicate their events.
    const isLoose = !current?.recurrence && !hasOwnDates(current) && known.size > (current ? 1 : 0);
    const series = isLoose ? undefined : seriesPlan(record, current);
    const plan = series ?? (current?.recurrence && !record.hasParts ? onlyDate(record) : undefined);
    return plan ? this.storeSeries(write, record, plan) : this.storeAll(write, record);
  }

  /** Stores what a record has IDs for, before the events that name it. */
  private async withLinks(write: Write, record: ImportRecord): Promise<void> {
    const refs = new Map<Details, LinkedRefs>();
    const stored = new Map<string, LinkedOutcome | undefined>();
    for (const { details } of record.occurrences) {
      if (!details.links || refs.has(details)) continue;
      const kinds: [string, { id: number }[]][] = [];
      for (const [kind, sources] of Object.entries(details.links)) {
        for (const linked of sources)
          if (!stored.has(linked.id)) stored.set(linked.id, await this.storeOneLinked(write, linked));
        const ids = sources.flatMap(({ id }) => stored.get(id)?.id ?? []);
        kinds.push([kind, [...new Set(ids)].map((id) => ({ id }))]);
      }
      refs.set(details, Object.fromEntries(kinds));
    }
    if (refs.size > 0) Object.assign(write.options, { linked: refs });
  }

  private async storeOneLinked(write: Write, linked: LinkedSource): Promise<LinkedOutcome | undefined> {
    const outcome = await this.linked.store(write, linked);
    if (outcome) write.linked.push({ ...outcome, kind: linked.kind });
    return outcome;
  }

  /** The event that an earlier import has paired with a record. */
  private async pairedBefore({ manager, source }: Write, record: ImportRecord): Promise<LinkedEvent | undefined> {
    const [row] = await rowsOf(manager, 'events', externalId(record), source);
    const [event] = row ? await loadEvents(manager, [row.recordId], this.shared) : [];
    return event;
  }

  /** Stores the texts of a record as the translation of an event. */
  private async storeTexts(write: Write, record: ImportRecord, event: LinkedEvent): Promise<Outcome> {
    const { manager, context } = write;
    if (event.status === 'trash') return 'skipped';
    const { details } = record.occurrences[0]!;
    const { revision } = event;
    const body = textsBody(details, event, context.language);
    const stored = await this.writeBody(write, event, body, { name: externalId(record), isPaired: true });
    await leadOn(manager, 'event', stored, { language: context.language, slug: details.slug });
    for (const [kind, sources] of Object.entries(details.links ?? {})) {
      const [linked, record] = [sources, event.linked[kind] ?? []];
      // Of several, nobody knows which one is the translation of which.
      if (linked.length === 1 && record.length === 1)
        await this.linked.translate(write, linked[0]!, record[0] as LinkedRecord);
    }
    return stored.revision === revision ? 'unchanged' : 'updated';
  }

  /** Stores what was changed in a row of a table that this calendar has exported. */
  private async storeOwn(write: Write, record: ImportRecord, own: OwnRow): Promise<Outcome> {
    const [event] = await loadEvents(write.manager, [own.id], this.shared);
    const { language, caller } = write.context;
    const changed = event && changedCells(event, own, { site: this.site, language, caller });
    if (!changed) throw new RecordError(because((messages) => messages.notOwn(own.id)));
    if (event.status === 'trash') return 'skipped';
    const occurrence = record.occurrences[0]!;
    const all = eventBody(occurrence, undefined, undefined, write.options);
    const body = ownBody(all, changed, own);
    if (Object.keys(body).length === 0) return 'unchanged';
    const { revision } = event;
    const stored = await this.writeBody(write, event, body);
    return stored.revision === revision ? 'unchanged' : 'updated';
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
    await this.leadOnDates(write, series, record);
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

  /** Has the slugs that dates of a series had at their source lead to them. */
  private async leadOnDates({ manager, context }: Write, series: LinkedEvent, record: ImportRecord): Promise<void> {
    const named = new Map(record.occurrences.flatMap((one) => (one.details.slug ? [[one.start, one] as const] : [])));
    for (const { event, occurrence } of await changedMembers(manager, series, named, this.shared))
      await leadOn(manager, 'event', event, { language: context.language, slug: occurrence.details.slug });
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
    write: Write,
    current: LinkedEvent | undefined,
    { occurrence, parent, recurrence, externalId }: Wanted,
  ): Promise<LinkedEvent> {
    const fields = eventBody(occurrence, current, parent, write.options);
    const raw = { ...fields, ...(recurrence !== undefined && { recurrence }) };
    const event = await this.writeBody(write, current, raw, externalId);
    const { slug } = occurrence.details;
    const { language } = write.options;
    if (slug && externalId && !current) await leadOn(write.manager, 'event', event, { language, slug });
    return event;
  }

  /** @param called what the source calls the event: it is found by that again, and compared with what it is then */
  private async writeBody(
    write: Write,
    current: LinkedEvent | undefined,
    said: Body,
    called?: { readonly name: string; readonly whole?: string | null; readonly isPaired?: boolean },
  ): Promise<LinkedEvent> {
    const { manager, context, source, keepLocal } = write;
    const rows = called && current ? await storedOf(manager, current.id) : [];
    const before = JSON.parse(rows.find(({ stored }) => stored)?.stored ?? '{}') as Digests;
    const changed = current && keepLocal ? changedHere(current, before) : new Set<string>();
    const { body: raw, kept } = withoutChangedHere(said, changed, context.language);
    const Dto: DtoClass<UpdateEventDto> = current ? UpdateEventDto : CreateEventDto;
    const dto = await new RequestValidationPipe(this.extensions).validate(Dto, raw);
    const body = await this.withTermIds(manager, dto, context);
    const externalId = called && !called.isPaired ? { name: called.name, whole: called.whole ?? null } : undefined;
    const input = { body, passwordHash: undefined, faults: new Faults(), context, externalId };
    const event = await this.events.store(manager, current, input).catch((error: unknown) => this.anew(error));
    if (!called) return event;
    for (const field of kept) write.kept.add(`${event.id} ${field}`);
    const now = { ...digestsOf(event), ...Object.fromEntries([...changed].map((field) => [field, before[field]!])) };
    const row = { source, kind: 'events', externalId: called.name, recordId: event.id, stored: JSON.stringify(now) };
    await remember(manager, row, rows);
    return event;
  }

  /** Coordinates are only stored if the geolocation extension is on. */
  private get knowsCoordinates(): boolean {
    return this.extensions.fieldsOf(CreateVenueDto).includes('geo_lat');
  }

  private async withTermIds(manager: EntityManager, body: UpdateEventDto, context: RequestContext) {
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
function termsOf(body: UpdateEventDto, field: 'categories' | 'tags'): RecordRef[] | undefined {
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
