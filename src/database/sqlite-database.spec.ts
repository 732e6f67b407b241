import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource, dataSourceOptions } from './data-source.js';

describe('a database file', () => {
  let folder: string;
  let path: string;
  const modes = () => ['', '-wal', '-shm'].map((end) => (statSync(path + end).mode & 0o777).toString(8));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-file-'));
    path = join(folder, 'calendar.sqlite');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  async function write() {
    const source = createDataSource(await dataSourceOptions({ entities: [], migrations: [] }, `sqlite:${path}`));
    await source.initialize();
    await source.query('CREATE TABLE IF NOT EXISTS things (id int)');
    const found = modes();
    await source.destroy();
    return found;
  }

  it('is readable by its owner only, with its WAL', async () => {
    expect(await write()).toEqual(['600', '600', '600']);
  });

  it('keeps the permissions that an operator gave it', async () => {
    await write();
    chmodSync(path, 0o640);
    expect(await write()).toEqual(['640', '640', '640']);
  });

  it('stays locked by its reader when a writer is opened: otherwise other programs would remove its WAL', async () => {
    await write();
    const options = { entities: [], migrations: [] };
    const open = async (readOnly: boolean) =>
      createDataSource(await dataSourceOptions(options, `sqlite:${path}`, { readOnly })).initialize();
    const reader = await open(true);
    await reader.query('SELECT * FROM things');
    const writer = await open(false);
    // As SQLite asks before it removes the log: whether anybody else has the file open.
    const alone = `const file = new (require('better-sqlite3'))(${JSON.stringify(path)}, { timeout: 0 });
      file.pragma('locking_mode = EXCLUSIVE');
      file.prepare('SELECT * FROM things').all();`;
    const { stderr } = spawnSync(process.execPath, ['-e', alone], { encoding: 'utf8' });
    await Promise.all([reader.destroy(), writer.destroy()]);
    expect(stderr).toContain('database is locked');
  });
});
