import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { CategoriesService } from '../categories/categories.service.js';
import { CategoryTranslation } from '../categories/category-translation.entity.js';
import { Faults } from '../common/errors/fault.js';
import { type Extensions } from '../common/extensions/extensions.js';
import { fieldsOf } from '../common/fields/field.js';
import { readBody } from '../common/fields/read-fields.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { type Language } from '../common/language/language.js';
import { Overtaken } from '../database/database-errors.js';
import { Database } from '../database/database.js';
import { CreateEventDto } from '../events/event.dto.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent, loadEvents } from '../events/event.load.js';
import { EventWriter } from '../events/event.writer.js';
import { TagTranslation } from '../tags/tag-translation.entity.js';
import { TagsService } from '../tags/tags.service.js';
import { CreateVenueDto } from '../venues/venue.dto.js';
import { eventBody, type Parent } from './event-body.js';
import { importAuthor } from './import-author.js';
import { type ImportRecord } from './import-record.js';
import { withoutNumbers } from './numeric-terms.js';
import { assign, type Assignment, externalId } from './occurrences.js';

/** Milliseconds for one record with all its dates. */
const TIMEOUT = 60_000;

/** What became of an event: `skipped` was cancelled before it was ever imported, or is in the trash already. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'trashed' | 'skipped';

export interface ImportOptions {
  /** The language of texts that do not say theirs. */
  readonly language: Language;
  /** Name of the account that writes. */
  readonly author: string;
  readonly dryRun: boolean;
}

/** A transaction that stores a record. */
interface Write {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  /** The events of the record that are there, by their external ids. */
  readonly known: ReadonlyMap<string, LinkedEvent>;
}

/** Writes records the way the interface writes events: the same checks, the same cleaning, the same rights. */
@Injectable()
export class Importer {
  constructor(
    private readonly database: Database,
    private readonly events: EventWriter,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
  ) {}

  /**
   * Makes sure that an account may be written as.
   * @throws {AccountError}
   */
  async checkAuthor(name: string): Promise<void> {
    await this.inTransaction((manager) => importAuthor(manager, name), true);
  }

  /**
   * Stores a record with all its occurrences in one transaction; one that changes nothing writes nothing.
   * @returns what became of each event
   * @throws {ApiError} as the interface does; nothing is stored then
   */
  async store(record: ImportRecord, { language, author, dryRun }: ImportOptions): Promise<Outcome[]> {
    return this.inTransaction(async (manager) => {
      const caller = await importAuthor(manager, author);
      const context = contextOf(record.language ?? language, caller);
      const write = { manager, context, known: await knownEvents(manager, record, this.events.site.extensions) };
      return this.storeAll(write, record);
    }, dryRun);
  }

  private async storeAll(write: Write, record: ImportRecord): Promise<Outcome[]> {
    const starts = new Map([...write.known].map(([id, event]) => [id, event.startUtc]));
    const outcomes: Outcome[] = [];
    let parent: Parent | undefined;
    for (const assignment of assign(record, starts)) {
      const { outcome, event } = await this.storeOne(write, assignment, parent);
      if (event && assignment.externalId === externalId(record)) parent = { event, occurrence: assignment.occurrence };
      outcomes.push(outcome);
    }
    return outcomes;
  }

  private async storeOne(
    { manager, context, known }: Write,
    { externalId, occurrence }: Assignment,
    parent: Parent | undefined,
  ): Promise<{ outcome: Outcome; event: LinkedEvent | undefined }> {
    const current = known.get(externalId);
    const before = current?.revision;
    if (current?.status === 'trash' || (!current && occurrence.isCancelled))
      return { outcome: 'skipped', event: current };
    if (current && occurrence.isCancelled) {
      await this.events.remove(manager, current, false);
      return { outcome: 'trashed', event: current };
    }
    const { moreFields } = this.events.site.extensions;
    const raw = eventBody(occurrence, current, parent, this.knowsCoordinates);
    const { dto, faults } = readBody(CreateEventDto, raw, moreFields);
    const body = await this.withTermIds(manager, dto, context);
    const input = { body, passwordHash: undefined, faults, context, externalId };
    const event = await this.events.store(manager, current, input).catch((error: unknown) => this.anew(error));
    return { outcome: before === undefined ? 'created' : event.revision === before ? 'unchanged' : 'updated', event };
  }

  /** Only the geolocation extension keeps them, where it is on. */
  private get knowsCoordinates(): boolean {
    const added = this.events.site.extensions.moreFields(CreateVenueDto);
    return added.some((Dto) => fieldsOf(Dto.prototype as object).has('geo_lat'));
  }

  private async withTermIds(manager: EntityManager, body: CreateEventDto, context: RequestContext) {
    const category = (name: string) => this.categories.insert(manager, { name }, context, new Faults());
    const tag = (name: string) => this.tags.insert(manager, { name }, context, new Faults());
    const categories = await withoutNumbers(manager, CategoryTranslation, body.categories, category);
    const tags = await withoutNumbers(manager, TagTranslation, body.tags, tag);
    return Object.assign(body, categories && { categories }, tags && { tags });
  }

  /** Another import has stored the same event meanwhile: the transaction is run again and finds it. */
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

/** Ends a transaction whose work was only wanted for its result. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super();
  }
}

async function knownEvents(
  manager: EntityManager,
  record: ImportRecord,
  extensions: Extensions,
): Promise<Map<string, LinkedEvent>> {
  const names = [externalId(record), ...record.occurrences.map(({ key }) => externalId(record, key))];
  const rows = await manager.find(Event, { select: { id: true }, where: { externalId: In(names) } });
  const events = await loadEvents(
    manager,
    rows.map(({ id }) => id),
    extensions,
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
    holdsUntil: Infinity,
    headers: new Map(),
    idempotency: undefined,
    ifMatch: undefined,
    isPrivate: true,
  };
}
