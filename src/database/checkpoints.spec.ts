import { rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { scratchFolder } from '../../test/support/scratch.js';
import { until } from '../../test/support/until.js';
import { Checkpoints } from './checkpoints.js';
import { prepareSqlite } from './sqlite-driver.js';

/** A row fills a page. */
const ROW = 'x'.repeat(3500);

describe('the log of a SQLite file', () => {
  let folder: string;
  let writer: BetterSqlite3.Database;
  let checkpoints: Checkpoints;

  /** Pages of the log, and how many of them are in the file. */
  const log = () => (writer.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }])[0];

  /** Writes so many pages at least, in commits of a hundred. */
  function write(pages: number): void {
    const insert = writer.prepare('INSERT INTO t (text) VALUES (?)');
    for (let written = 0; written < pages; written += 100) {
      writer.transaction(() => {
        for (let row = 0; row < 100; row += 1) insert.run(ROW);
      })();
      checkpoints.look();
    }
  }

  beforeEach(async () => {
    folder = scratchFolder();
    writer = new BetterSqlite3(join(folder, 'calendar.sqlite'));
    await prepareSqlite(writer, false);
    writer.exec('CREATE TABLE t (id integer PRIMARY KEY, text text)');
    checkpoints = new Checkpoints(writer);
  });

  afterEach(async () => {
    await checkpoints.end();
    writer.close();
    rmSync(folder, { recursive: true });
  });

  it('is left alone while it is short', () => {
    write(1000);
    expect(log().checkpointed).toBe(0);
    expect(Reflect.get(checkpoints, 'worker')).toBeUndefined();
  });

  it('is copied into the file beside the writer, who goes on', async () => {
    write(5000);
    const copied = await until(() => {
      write(100);
      return log().checkpointed || undefined;
    });
    expect(copied).toBeLessThan(16_000);
    const { rows } = writer.prepare('SELECT COUNT(*) AS rows FROM t WHERE text = ?').get(ROW) as { rows: number };
    expect(rows % 100).toBe(0);
    expect(rows).toBeGreaterThan(5000);
    expect(writer.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('is copied by the writer where the thread is gone', () => {
    jest.spyOn(checkpoints, 'look').mockReturnValue(undefined);
    write(10_000);
    expect(log()).toMatchObject({ checkpointed: 0 });
    write(10_000);
    // Begun anew when it had 16,000 pages.
    expect(log().log).toBeLessThan(16_000);
  });
});
