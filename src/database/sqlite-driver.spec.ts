import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource, dataSourceOptions } from './data-source.js';

describe('a database file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-file-'));
  const path = join(folder, 'calendar.sqlite');
  const modes = () => ['', '-wal', '-shm'].map((end) => (statSync(path + end).mode & 0o777).toString(8));

  afterAll(() => rmSync(folder, { recursive: true }));

  async function write() {
    const source = createDataSource(await dataSourceOptions({ entities: [], migrations: [] }, `sqlite:${path}`));
    await source.initialize();
    await source.query('CREATE TABLE IF NOT EXISTS things (id int)');
    const found = modes();
    await source.destroy();
    return found;
  }

  it('is made for its owner alone, and so is its log', async () => {
    expect(await write()).toEqual(['600', '600', '600']);
  });

  it('keeps the rights that an operator gave it', async () => {
    chmodSync(path, 0o640);
    expect(await write()).toEqual(['640', '640', '640']);
  });
});
