import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Database } from '../database/database.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent, loadEvents } from '../events/relations/load.js';
import { SeriesWriter } from '../events/series/series.writer.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { ResponseMeta } from '../http/context/response-meta.js';
import { type Language } from '../i18n/language.js';
import { LinkedRecordCache } from '../resource/linked-record-cache.js';
import { importAuthor } from './author.js';
import { EventStore } from './event-store.js';
import { externalId } from './external-ids.js';
import { sourceKey } from './imported-records.js';
import { LinkedWriter } from './linked-writer.js';
import { type Gone, goneFrom, type Seen } from './prune.js';
import { type ImportRecord, type LinkedSource } from './record.js';
import { RecordStore } from './record-store.js';
import { type ImportOptions, type Stored, type Write } from './write.js';

/** Timeout for a record with all its dates, in milliseconds. */
const TIMEOUT = 60_000;

/** Imports records, each in its own transaction. */
@Injectable()
export class Importer {
  constructor(
    private readonly database: Database,
    private readonly records: RecordStore,
    private readonly bodies: EventStore,
    private readonly linked: LinkedWriter,
    private readonly events: SeriesWriter,
    private readonly shared: LinkedRecordCache,
  ) {}

  /**
   * Checks that the author exists and may write.
   * @throws {RecordError}
   */
  async checkAuthor(name: string): Promise<void> {
    await this.inTransaction((manager) => importAuthor(manager, name), true);
  }

  /**
   * Stores a record with all its occurrences in one transaction. Unchanged records are not written.
   * @throws {ApiError} like the API; nothing is stored then
   */
  async store(record: ImportRecord, options: ImportOptions): Promise<Stored> {
    return this.inTransaction(async (manager) => {
      const write = await this.writeOf(manager, record, options);
      const outcomes = await this.records.storeRecord(write, record, options);
      return { outcomes, linked: write.linked, kept: write.kept.size };
    }, options.dryRun);
  }

  /** Stores a venue, organizer or term that belongs to no imported event. */
  async storeLinked(linked: LinkedSource, options: ImportOptions): Promise<Stored['linked']> {
    return this.inTransaction(async (manager) => {
      const context = contextOf(options.language, await importAuthor(manager, options.author));
      const stored = await this.linked.store({ manager, context, source: sourceKey(options.source) }, linked);
      return stored ? [{ ...stored, kind: linked.kind }] : [];
    }, options.dryRun);
  }

  /**
   * The events that a source no longer has, without those that ended before its first one, or that another source has.
   */
  async gone(source: string, seen: Seen): Promise<Gone> {
    return this.inTransaction((manager) => goneFrom(manager, sourceKey(source), seen), true);
  }

  /** Moves an event to the trash that its source no longer has. */
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
    const options = { status, categories, knowsCoordinates: this.bodies.knowsCoordinates, language: context.language };
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

/** Thrown to roll back a dry run. */
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
