import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataSourceOptions, withDataSource } from '../../database/data-source.js';
import { run } from '../../database/sql/statements.js';
import { parseDatabaseUrl } from '../../lib/config/database-url.js';
import { schema } from '../../schema.js';
import { copyCalendar } from './copy.js';
import { hasMigrations } from './snapshot.js';
import { withTemporaryPath } from './temporary-path.js';

/**
 * Runs work with a copy of a calendar in a temporary SQLite file: the work can commit as on the calendar, which is
 * neither changed nor locked meanwhile. A calendar that does not exist yet gives an empty file.
 * @param url the address of the calendar; `work` gets that of the copy
 */
export async function withTemporaryCopy<T>(url: string, work: (copy: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-dry-run-'));
  return withTemporaryPath(folder, async () => {
    const path = join(folder, 'calendar.sqlite');
    await copyTo(path, url);
    return work(`sqlite:${path}`);
  });
}

async function copyTo(path: string, url: string): Promise<void> {
  const location = parseDatabaseUrl(url);
  if (location.kind === 'sqlite') {
    if (!existsSync(location.path)) return;
    const options = await dataSourceOptions(schema, location, { pool: 1 });
    await withDataSource(options, ({ manager }) => run(manager, 'VACUUM INTO ?', [path]));
    return;
  }
  const isCalendar = await withDataSource(await dataSourceOptions(schema, location, { pool: 1 }), hasMigrations);
  if (!isCalendar) return;
  await copyCalendar(url, await dataSourceOptions(schema, `sqlite:${path}`, { pool: 1 }), () => undefined);
}
