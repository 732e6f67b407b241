import { setImmediate } from 'node:timers/promises';
import { Unavailable } from '../errors/api-error.js';
import { type Importer, type ImportOptions } from './importer.js';
import { type Entries, isRefused } from './record.js';
import { reasonOf, Report } from './report.js';

interface Run {
  /** Called after each record. */
  readonly onProgress?: (report: Report) => void;
  readonly signal?: AbortSignal;
}

/** Imports the records of a source one by one, until `signal` is aborted or the database is down. */
export async function runImport(
  importer: Importer,
  entries: Entries,
  options: ImportOptions,
  { onProgress, signal }: Run = {},
): Promise<Report> {
  const report = new Report();
  for await (const entry of entries) {
    if (signal?.aborted) return report;
    if (isRefused(entry)) report.refused.push(entry);
    else {
      try {
        report.add(entry, await importer.store(entry, options));
      } catch (error) {
        const { id, title, line } = entry;
        report.refused.push({ id, title, ...(line && { line }), reason: reasonOf(error) });
        if (error instanceof Unavailable) return report;
      }
    }
    onProgress?.(report);
    // SQLite is synchronous; without a pause, signals would not be handled until the end.
    await setImmediate();
  }
  report.isWhole = true;
  return report;
}
