import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import BetterSqlite3 from 'better-sqlite3';
import { TestCalendar } from './support/test-calendar.js';

const folder = mkdtempSync(join(tmpdir(), 'calendar-gone-'));
const path = join(folder, 'calendar.sqlite');
const elsewhere = join(folder, 'elsewhere.sqlite');
const backup = join(folder, 'backup.sqlite');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tag = (calendar: TestCalendar, name: string) => calendar.post('/tags', { name }, { as: 'editor' });

/** The tags of a file by the file alone, without a log beside it. */
function tagsIn(file: string): string[] {
  const alone = join(folder, 'alone.sqlite');
  copyFileSync(file, alone);
  const database = new BetterSqlite3(alone);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return database
      .prepare("SELECT name FROM tag_translations WHERE language = 'en' ORDER BY name")
      .pluck()
      .all() as string[];
  } finally {
    database.close();
    rmSync(alone);
  }
}

describe('a SQLite file under a running service', () => {
  let calendar: TestCalendar;
  let said: string;

  beforeEach(async () => {
    said = '';
    const log = new Writable({ write: (line, _encoding, done) => (((said += String(line)), done()), undefined) });
    calendar = await TestCalendar.start({ LOG_LEVEL: 'info' }, `sqlite:${path}`, log);
    await tag(calendar, 'Acknowledged').expect(201);
  });

  afterEach(async () => {
    await calendar.stop();
    for (const file of [path, elsewhere, backup])
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  });

  it('that is moved away takes no write that it would lose, and goes on when it is back', async () => {
    renameSync(path, elsewhere);
    const lost = await tag(calendar, 'Lost').expect(503);
    expect(lost.body.code).toBe('rest_unavailable');
    await calendar.raw().get('/health/ready').expect(503);
    await calendar.raw().get('/health/live').expect(200);
    expect(said).toContain(`moved, deleted or replaced under the running service: ${path}.`);
    renameSync(elsewhere, path);
    await calendar.raw().get('/health/ready').expect(200);
    await tag(calendar, 'Later').expect(201);
    const { body } = await calendar.get('/tags?hide_empty=false').expect(200);
    expect((body.tags as { name: string }[]).map(({ name }) => name)).toEqual(['Acknowledged', 'Later']);
  });

  it('that is deleted is told of by readiness, also where nothing is written', async () => {
    rmSync(path);
    await calendar.raw().get('/health/ready').expect(503);
    expect(said).toContain('deleted');
  });

  it('that is replaced by a backup is left as it is: nothing of the log goes into it', async () => {
    const running = new BetterSqlite3(path);
    await running.backup(backup);
    running.close();
    for (let number = 1; number <= 20; number += 1) await tag(calendar, `After ${number}`).expect(201);
    renameSync(path, elsewhere);
    renameSync(backup, path);
    await calendar.stop();
    expect(tagsIn(elsewhere)).toHaveLength(21);
    calendar = await TestCalendar.start({}, `sqlite:${path}`);
    const { body } = await calendar.get('/tags?hide_empty=false');
    expect((body.tags as { name: string }[]).map(({ name }) => name)).toEqual(['Acknowledged']);
    expect(tagsIn(path)).toEqual(['Acknowledged']);
  });

  it('whose log is deleted holds what was acknowledged, and takes nothing more', async () => {
    rmSync(`${path}-wal`);
    rmSync(`${path}-shm`);
    await tag(calendar, 'Refused').expect(503);
    await calendar.raw().get('/health/ready').expect(503);
    await calendar.stop();
    expect(tagsIn(path)).toEqual(['Acknowledged']);
  });
});
