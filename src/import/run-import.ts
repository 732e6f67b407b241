import { setImmediate } from 'node:timers/promises';
import { Unavailable } from '../errors/api-error.js';
import { type Importer } from './importer.js';
import { type AnyEntry, type Entries, type ImportRecord, isLinked, isNote, isRefused, RecordError } from './record.js';
import { reasonOf, Report } from './report.js';
import { type ImportOptions } from './write.js';

interface Run {
  /** Called after each record. */
  readonly onProgress?: (report: Report) => void;
  readonly signal?: AbortSignal;
}

/** Imports the records of a source one by one, until `signal` is aborted, the database is down or the source breaks off. */
export async function runImport(
  importer: Importer,
  entries: Entries,
  options: ImportOptions,
  { onProgress, signal }: Run = {},
): Promise<Report> {
  const report = new Report();
  try {
    for await (const entry of entries) {
      if (signal?.aborted) return report;
      await importEntry(importer, entry, options, report);
      onProgress?.(report);
      // SQLite is synchronous; without a pause, signals would not be handled until the end.
      await setImmediate();
    }
  } catch (error) {
    if (error instanceof Unavailable || signal?.aborted) return report;
    if (!(error instanceof RecordError)) throw error;
    report.addNote(error.reason);
    return report;
  }
  report.isWhole = true;
  return report;
}

/** @throws {Unavailable} if the database is down */
async function importEntry(importer: Importer, entry: AnyEntry, options: ImportOptions, report: Report): Promise<void> {
  if (isNote(entry)) report.addNote(entry.note);
  else if (isRefused(entry)) report.refuse(entry);
  else if (isLinked(entry)) {
    try {
      report.addLinked(await importer.storeLinked(entry.linked, options));
    } catch (error) {
      report.refuse({ id: entry.linked.id, title: '', reason: reasonOf(error) });
      if (error instanceof Unavailable) throw error;
    }
  } else await importRecord(importer, entry, options, report);
}

async function importRecord(
  importer: Importer,
  record: ImportRecord,
  options: ImportOptions,
  report: Report,
): Promise<void> {
  try {
    report.add(record, await importer.store(record, options));
  } catch (error) {
    const { id, title, line, isRow, columns } = record;
    report.refuse({ id, title, ...(line && { line }), ...(isRow && { isRow }), reason: reasonOf(error, columns) });
    if (error instanceof Unavailable) throw error;
  }
}
