import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { ImportedRecord } from '../content/imported-record.entity.js';
import { Database } from '../database/database.js';
import { tableOf } from '../database/sql/table.js';
import { Unavailable } from '../errors/api-error.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent, loadEvents } from '../events/relations/load.js';
import { SeriesWriter } from '../events/series/series.writer.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { ResponseMeta } from '../http/context/response-meta.js';
import { LinkedRecordCache } from '../resource/linked-record-cache.js';
import { importAuthor } from './author.js';
import { sourceKey } from './imported-records.js';
import { LinkedWriter } from './linked-writer.js';
import { because } from './messages.js';
import { type MissingEvents, findMissingEvents, type SeenRecords } from './prune.js';
import {
  type AnyEntry,
  type Entries,
  externalId,
  type ImportRecord,
  isRefused,
  type LinkedEntry,
  RecordError,
} from './record.js';
import { RecordStore } from './record-store.js';
import { reasonOf, Report } from './report.js';
import { type ImportOptions, type StoreResult, type WriteContext } from './write.js';

const TIMEOUT = 60_000;

interface Run {
  readonly onProgress?: (report: Report) => void;
  readonly signal?: AbortSignal;
}

/** Imports records, each in its own transaction. */
@Injectable()
export class Importer {
  constructor(
    private readonly database: Database,
    private readonly records: RecordStore,
    private readonly linked: LinkedWriter,
    private readonly events: SeriesWriter,
    private readonly linkedCache: LinkedRecordCache,
  ) {}

  async checkAuthor(name: string): Promise<void> {
    await this.inTransaction((manager) => importAuthor(manager, name), true);
  }

  /** Imports the entries of a source until `signal` is aborted, the database is down or the source breaks off. */
  async run(entries: Entries, options: ImportOptions, { onProgress, signal }: Run = {}): Promise<Report> {
    const report = new Report();
    try {
      for await (const entry of entries) {
        if (signal?.aborted) return report;
        await this.importEntry(entry, options, report);
        onProgress?.(report);
        // SQLite is synchronous; without a pause, signals would not be handled until the end.
        await setImmediate();
      }
    } catch (error) {
      if (error instanceof Unavailable || signal?.aborted) return report;
      if (!(error instanceof RecordError)) throw error;
      report.failure = error.reason;
      return report;
    }
    report.isComplete = true;
    return report;
  }

  /** @throws {Unavailable} if the database is down */
  private async importEntry(entry: AnyEntry, options: ImportOptions, report: Report): Promise<void> {
    if ('note' in entry) return report.addNote(entry.note);
    if ('isPublicOnly' in entry) return void (report.seen.isPublicOnly = true);
    report.hasEntries = true;
    if (isRefused(entry)) return report.refuse(entry, entry.reason);
    try {
      report.add(entry, await this.store(entry, options));
    } catch (error) {
      report.refuse(entry, reasonOf(error, 'columns' in entry ? entry.columns : undefined));
      if (error instanceof Unavailable) throw error;
    }
  }

  /** Stores an entry with all its occurrences in one transaction. Unchanged records write nothing. */
  private store(entry: ImportRecord | LinkedEntry, options: ImportOptions): Promise<StoreResult> {
    return this.inTransaction(async (manager) => {
      const isLinked = 'linked' in entry;
      const write: WriteContext = {
        ...options,
        manager,
        context: await contextOf(manager, {
          ...options,
          ...(!isLinked && entry.language && { language: entry.language }),
        }),
        source: sourceKey(options.source),
        known: isLinked ? new Map() : await this.knownEvents(manager, entry),
        linked: [],
        kept: new Set(),
      };
      if (isLinked) await this.linked.store(write, entry.linked);
      const outcomes = isLinked ? [] : await this.records.storeRecord(write, entry, options.pairs);
      return { outcomes, linked: write.linked, kept: write.kept.size };
    }, options.dryRun);
  }

  private async knownEvents(manager: EntityManager, record: ImportRecord): Promise<Map<string, LinkedEvent>> {
    const names = [externalId(record), ...record.occurrences.map(({ key }) => externalId(record, key))];
    const rows = await manager.find(Event, { select: { id: true }, where: { externalId: In(names) } });
    const ids = rows.map(({ id }) => id);
    const events = await loadEvents(manager, ids, this.linkedCache);
    return new Map(events.map((event) => [event.externalId!, event]));
  }

  /** Finds the events that a source no longer has, except those that ended before its first event. */
  findMissing(source: string, seen: SeenRecords): Promise<MissingEvents> {
    return this.inTransaction((manager) => findMissingEvents(manager, sourceKey(source), seen), true);
  }

  /**
   * Moves missing events to the trash, each in its own transaction. Events that another source still has stay, and only
   * their link to this source is removed.
   * @returns false if `signal` was aborted or the database was down before the end
   */
  async prune({ released, events }: MissingEvents, report: Report, options: ImportOptions, signal: AbortSignal) {
    let trashed = 0;
    try {
      for (const id of new Set(released.map(({ recordId }) => recordId))) {
        await setImmediate();
        if (signal.aborted) return false;
        const rows = released.filter(({ recordId }) => recordId === id);
        await this.release(rows, events.includes(id), options).then(
          () => (trashed += Number(events.includes(id))),
          (error: unknown) => {
            report.refuse({ id: rows[0]!.externalId, title: '' }, reasonOf(error));
            if (error instanceof Unavailable) throw error;
          },
        );
      }
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    } finally {
      if (trashed > 0) report.addNote(because('pruned', trashed));
    }
  }

  private async release(rows: readonly ImportedRecord[], isTrashed: boolean, options: ImportOptions): Promise<void> {
    await this.inTransaction(async (manager) => {
      for (const { source, kind, externalId } of rows)
        await tableOf(manager, ImportedRecord).remove(manager, { source, kind, externalId });
      const { caller } = await contextOf(manager, options);
      const [event] = isTrashed ? await loadEvents(manager, [rows[0]!.recordId], this.linkedCache) : [];
      if (event && event.status !== 'trash') await this.events.remove(manager, event, false, caller);
    }, false);
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

class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super();
  }
}

async function contextOf(manager: EntityManager, options: ImportOptions): Promise<RequestContext> {
  const { language, author } = options;
  return {
    language,
    root: language,
    caller: await importAuthor(manager, author),
    address: '',
    rawQuery: {},
    response: new ResponseMeta(),
    idempotency: undefined,
    ifMatch: undefined,
    isPrivate: true,
  };
}
