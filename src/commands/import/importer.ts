import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Account, newAccount } from '../../http/auth/account.entity.js';
import { ImportedRecord } from '../../calendar/records/identity/imported-record.entity.js';
import { isDuplicate, OptimisticLockError } from '../../database/database-errors.js';
import { Database, type Work } from '../../database/database.js';
import { tableOf } from '../../database/sql/table.js';
import { Unavailable } from '../../lib/errors/api-error.js';
import { CommandError } from '../../lib/errors/command-error.js';
import { Event } from '../../calendar/events/event.entity.js';
import { loadEvents } from '../../calendar/events/relations/relations.js';
import { type RequestContext } from '../../http/request-context.js';
import { ResponseMeta } from '../../http/response/response-meta.js';
import { type Caller, isEditor } from '../../http/role.js';
import { RelatedRecordCache } from '../../calendar/resource/related-record-cache.js';
import { sourceKey } from './imported-records.js';
import { RelatedWriter } from './related-writer.js';
import { because, recordError } from './messages.js';
import { findMissingEvents, type MissingEvents, type SeenRecords } from './prune.js';
import { RecordStore } from './record-store.js';
import { type AnyEntry, type Entries, externalId, type ImportRecord, isRefused, type RelatedEntry } from './record.js';
import { reasonOf, Report } from './report.js';
import { type ImportOptions, type StoreResult, type WriteContext } from './write.js';

/** The account that owns imported events by default; the first import creates it. */
export const IMPORT_ACCOUNT = 'import';

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
    private readonly related: RelatedWriter,
    private readonly relatedCache: RelatedRecordCache,
  ) {}

  /** @throws {CommandError} if the account does not exist or may not import */
  async checkAuthor(name: string): Promise<void> {
    await this.database.dryRun((manager) => authorNamed(manager, name), TIMEOUT);
  }

  /** The account that owns imported events; that of imports is created if it does not exist. */
  authorOf(name: string): Promise<NonNullable<Caller>> {
    return this.database.write((manager) => authorNamed(manager, name), TIMEOUT);
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
      report.isComplete = true;
    } catch (error) {
      if (error instanceof Unavailable || signal?.aborted) return report;
      if (!(error instanceof CommandError)) throw error;
      report.failure = error.reason;
    }
    return report;
  }

  /** @throws {Unavailable} if the database is down */
  private async importEntry(entry: AnyEntry, options: ImportOptions, report: Report): Promise<void> {
    if ('note' in entry) return report.addNote(entry.note);
    if ('isPublicOnly' in entry) return void (report.seen.isPublicOnly = true);
    report.hasEntries = true;
    if (isRefused(entry)) return report.refuse(entry, entry.reason);
    const work: Work<StoreResult> = (manager) => this.store(manager, entry, options);
    try {
      report.add(entry, await this.write(work));
    } catch (error) {
      report.refuse(entry, reasonOf(error, 'columns' in entry ? entry.columns : undefined));
      if (error instanceof Unavailable) throw error;
    }
  }

  private write<T>(work: Work<T>): Promise<T> {
    return this.database.write(work, TIMEOUT);
  }

  /** Stores an entry with all its occurrences. Unchanged records write nothing. */
  private async store(manager: EntityManager, entry: ImportRecord | RelatedEntry, options: ImportOptions) {
    const isRelated = 'related' in entry;
    const language = (!isRelated && entry.language) || options.language;
    const load = (ids: readonly number[]) => loadEvents(manager, ids, this.relatedCache);
    const names = isRelated ? [] : [externalId(entry), ...entry.occurrences.map(({ key }) => externalId(entry, key))];
    const rows = await tableOf(manager, Event).select(manager, { externalId: names }, { columns: ['id'] });
    const known = await load(rows.map(({ id }) => id));
    const write: WriteContext = {
      ...options,
      manager,
      load,
      source: sourceKey(options.source),
      related: [],
      kept: new Set(),
      context: await contextOf(manager, { ...options, language }),
      known: new Map(known.map((event) => [event.externalId!, event])),
    };
    if (isRelated) await this.related.store(write, entry.related);
    const outcomes = isRelated ? [] : await this.records.storeRecord(write, entry);
    return { outcomes, related: write.related, kept: write.kept.size };
  }

  /** Finds the events that a source no longer has, except those that ended before its first event. */
  findMissing(source: string, seen: SeenRecords): Promise<MissingEvents> {
    return this.database.dryRun((manager) => findMissingEvents(manager, sourceKey(source), seen), TIMEOUT);
  }

  /**
   * Trashes missing events, each in its own transaction. Those that another source has only lose their link to this.
   * @returns false if `signal` was aborted or the database was down before the end
   */
  async prune({ released, events }: MissingEvents, report: Report, options: ImportOptions, signal: AbortSignal) {
    const trashed = new Set(events);
    let count = 0;
    try {
      for (const [id, rows] of released) {
        await setImmediate();
        if (signal.aborted) return false;
        try {
          await this.write((manager) => this.release(manager, rows, trashed.has(id) ? id : undefined, options));
          count += Number(trashed.has(id));
        } catch (error) {
          report.refuse({ id: rows[0]!.externalId, title: '' }, reasonOf(error));
          if (error instanceof Unavailable) return false;
        }
      }
      return true;
    } finally {
      if (count > 0) report.addNote(because('pruned', count));
    }
  }

  private async release(
    manager: EntityManager,
    rows: readonly ImportedRecord[],
    trashedId: number | undefined,
    options: ImportOptions,
  ): Promise<void> {
    for (const { source, kind, externalId } of rows)
      await tableOf(manager, ImportedRecord).remove(manager, { source, kind, externalId });
    if (trashedId === undefined) return;
    const load = (ids: readonly number[]) => loadEvents(manager, ids, this.relatedCache);
    const context = await contextOf(manager, options);
    const [event] = await load([trashedId]);
    if (event && event.status !== 'trash') await this.records.remove({ manager, context, load }, event);
  }
}

async function authorNamed(manager: EntityManager, name: string): Promise<NonNullable<Caller>> {
  const account = await manager.findOneBy(Account, { name });
  if (account && account.disabledAt !== null) throw recordError('disabledAccount', name, account.id);
  if (account && isEditor(account)) return account;
  if (account) throw recordError('noEditor', name, account.role);
  if (name !== IMPORT_ACCOUNT) throw recordError('noAccount', name);
  try {
    return await manager.save(manager.create(Account, newAccount({ name, role: 'editor', isService: true })));
  } catch (error) {
    // Another import has created the account meanwhile.
    throw isDuplicate(error) ? new OptimisticLockError() : error;
  }
}

async function contextOf(manager: EntityManager, { language, author }: ImportOptions): Promise<RequestContext> {
  return {
    language,
    root: language,
    caller: await authorNamed(manager, author),
    address: '',
    rawQuery: {},
    response: new ResponseMeta(),
    origin: 'import',
    isPrivate: true,
    idempotency: undefined,
    ifMatch: undefined,
  };
}
