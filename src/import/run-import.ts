import { setImmediate } from 'node:timers/promises';
import { type Importer, type ImportOptions } from './importer.js';
import { type Entry, isRefused } from './record.js';
import { endsImport, reasonOf, Report } from './report.js';

/** Told after each record. */
type OnProgress = (report: Report) => void;

/** Imports what a file holds, record by record, until all is done, `signal` says stop or the database is away. */
export async function runImport(
  importer: Importer,
  entries: readonly Entry[],
  options: ImportOptions,
  { onProgress, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<Report> {
  const report = new Report();
  for (const entry of entries) {
    if (signal?.aborted) break;
    if (isRefused(entry)) report.refused.push(entry);
    else {
      try {
        report.add(entry, await importer.store(entry, options));
      } catch (error) {
        report.refused.push({ id: entry.id, title: entry.title, reason: reasonOf(error) });
        if (endsImport(error)) break;
      }
    }
    onProgress?.(report);
    // SQLite answers at once, so that nothing else, signals least of all, would be heard until the end.
    await setImmediate();
  }
  return report;
}
