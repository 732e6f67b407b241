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
import { type Language } from '../i18n/language.js';
import { LinkedRecordCache } from '../resource/linked-record-cache.js';
import { importAuthor } from './author.js';
import { EventStore } from './event-store.js';
import { externalId } from './external-ids.js';
import { sourceKey } from './imported-records.js';
import { LinkedWriter } from './linked-writer.js';
import { type Gone, goneFrom, type Seen } from './prune.js';
import { because } from './messages.js';
import {
  type AnyEntry,
  type Entries,
  type ImportRecord,
  isLinked,
  isNote,
  isRefused,
  type LinkedSource,
  RecordError,
  type RefusedRecord,
} from './record.js';
import { RecordStore } from './record-store.js';
import { reasonOf, Report } from './report.js';
import { type ImportOptions, type Stored, type Write } from './write.js';

/** Timeout for a record with all its dates, in milliseconds. */
const TIMEOUT = 60_000;

interface Run {
  /** Called after each record. */
  readonly onProgress?: (report: Report) => void;
  readonly signal?: AbortSignal;
}

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

  /** Imports the records of a source one by one, until `signal` is aborted, the database is down or the source breaks off. */
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
    report.isWhole = true;
    return report;
  }

  /** @throws {Unavailable} where the database is down */
  private async importEntry(entry: AnyEntry, options: ImportOptions, report: Report): Promise<void> {
    if (isNote(entry)) return report.addNote(entry);
    report.hasBegun = true;
    if (isRefused(entry)) return report.refuse(entry);
    try {
      if (isLinked(entry)) report.addLinked(await this.storeLinked(entry.linked, options));
      else report.add(entry, await this.store(entry, options));
    } catch (error) {
      const told: ImportRecord | Omit<RefusedRecord, 'reason'> = isLinked(entry)
        ? { id: entry.linked.id, title: '' }
        : entry;
      const { id, title, line, isRow } = told;
      const reason = reasonOf(error, 'columns' in told ? told.columns : undefined);
      report.refuse({ id, title, line, isRow, reason });
      if (error instanceof Unavailable) throw error;
    }
  }

  /** Stores a record with all its occurrences in one transaction. Unchanged records write nothing. */
  private store(record: ImportRecord, options: ImportOptions): Promise<Stored> {
    return this.inTransaction(async (manager) => {
      const known = await knownEvents(manager, record, this.shared);
      const write = await this.writeOf(manager, { ...options, language: record.language ?? options.language }, known);
      const outcomes = await this.records.storeRecord(write, record, options);
      return { outcomes, linked: write.linked, kept: write.kept.size };
    }, options.dryRun);
  }

  /** Stores a venue, organizer or term that belongs to no imported event. */
  private storeLinked(linked: LinkedSource, options: ImportOptions): Promise<Omit<Stored, 'outcomes'>> {
    return this.inTransaction(async (manager) => {
      const write = await this.writeOf(manager, options);
      await this.linked.store(write, linked);
      return { linked: write.linked, kept: write.kept.size };
    }, options.dryRun);
  }

  /** The events that are gone from a source: which have not ended before its first one, and no other source has. */
  gone(source: string, seen: Seen): Promise<Gone> {
    return this.inTransaction((manager) => goneFrom(manager, sourceKey(source), seen), true);
  }

  /**
   * Moves events that are gone from their source to the trash, one by one, and forgets that the source had those that
   * another one still has.
   * @returns whether all were dealt with before `signal` was aborted or the database was down
   */
  async prune({ released, events }: Gone, report: Report, options: ImportOptions, signal: AbortSignal) {
    const rowsOf = (id: number) => released.filter(({ recordId }) => recordId === id);
    const ids = [...new Set(released.map(({ recordId }) => recordId))];
    let trashed = 0;
    try {
      for (const id of ids) {
        await setImmediate();
        if (signal.aborted) return false;
        await this.release(rowsOf(id), events.includes(id), options).then(
          () => (trashed += Number(events.includes(id))),
          (error: unknown) => {
            report.refuse({ id: rowsOf(id)[0]!.externalId, title: '', reason: reasonOf(error) });
            if (error instanceof Unavailable) throw error;
          },
        );
      }
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    } finally {
      if (trashed > 0) report.addNote({ note: because((messages) => messages.pruned(trashed)) });
    }
  }

  private async release(
    rows: readonly ImportedRecord[],
    isTrashed: boolean,
    { author, language }: ImportOptions,
  ): Promise<void> {
    await this.inTransaction(async (manager) => {
      for (const { source, kind, externalId } of rows)
        await tableOf(manager, ImportedRecord).remove(manager, { source, kind, externalId });
      const { caller } = contextOf(language, await importAuthor(manager, author));
      const [event] = isTrashed ? await loadEvents(manager, [rows[0]!.recordId], this.shared) : [];
      if (event && event.status !== 'trash') await this.events.remove(manager, event, false, caller);
    }, false);
  }

  private async writeOf(
    manager: EntityManager,
    { status, categories, language, source, author, keepLocal = false }: ImportOptions,
    known: Write['known'] = new Map(),
  ): Promise<Write> {
    const context = contextOf(language, await importAuthor(manager, author));
    const options = { status, categories, knowsCoordinates: this.bodies.knowsCoordinates, language };
    return { manager, context, options, source: sourceKey(source), keepLocal, known, linked: [], kept: new Set() };
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
