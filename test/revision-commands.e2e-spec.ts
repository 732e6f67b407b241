import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { type ApiRecord, makers } from './support/makers.js';
import { runCommand } from './support/programs.js';
import { resources } from './support/resources.js';
import { inCalendar, TestCalendar } from './support/test-calendar.js';
import { createEmptyDatabase, type TestDatabase } from './support/test-database.js';

/** Commands that count, remove and move revisions. */
const folder = mkdtempSync(join(tmpdir(), 'calendar-revisions-'));
const databases: TestDatabase[] = [];

let calendar: TestCalendar;
let event: ApiRecord;
const { anEvent, aVenue, aRecord } = makers(() => calendar);
const editor = { as: 'editor' } as const;

type Body = Record<string, unknown>;

/** A calendar whose records have revisions: the second event more than are kept. */
async function start(): Promise<void> {
  calendar = await TestCalendar.start({ REVISIONS_DAYS: '30' });
  for (const kind of resources) {
    const record = await aRecord(kind, { [kind.nameField]: `Moved ${kind.singular}` });
    await calendar.patch(`${kind.path}/${record.id}`, { [kind.nameField]: 'Renamed' }, editor).expect(200);
  }
  event = await anEvent({ title: 'First title', venue: [(await aVenue({ venue: 'Old hall' })).id] });
  for (let number = 1; number <= 55; number += 1)
    await calendar.patch(`/events/${event.id}`, { title: `Title ${number}` }, editor).expect(200);
}

afterAll(async () => {
  for (const made of databases) await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

function command(name: string, args: readonly string[], url = calendar.url, more: Record<string, string> = {}) {
  return runCommand(name, args, { folder, env: { DATABASE_URL: url, REVISIONS_DAYS: '30', ...more } });
}

async function emptyDatabase(): Promise<string> {
  const made = await createEmptyDatabase();
  databases.push(made);
  return made.url;
}

/** All revisions of all records, with their contents, in both languages. */
async function historyOf(shown: TestCalendar): Promise<Body[]> {
  const all: Body[] = [];
  for (const kind of resources)
    for (const id of [1, 2]) {
      const path = `${kind.path}/${id}/revisions`;
      const list = await shown.get(`${path}?per_page=100`, editor);
      for (const language of ['en', 'fr'])
        for (const { revision } of (list.body.revisions ?? []) as { revision: number }[])
          all.push((await shown.get(`${path}/${revision}`, { ...editor, language })).body as Body);
    }
  return all;
}

/** Restores the first revision of the event in a moved calendar; its revisions continue to grow. */
async function restoreFirst(moved: TestCalendar): Promise<void> {
  const path = `/events/${event.id}/revisions`;
  const { revisions } = (await moved.get(`${path}?per_page=100`, editor)).body as { revisions: { revision: number }[] };
  const restored = await moved.post(`${path}/${revisions.at(-1)!.revision}/restore`, undefined, editor);
  expect([restored.status, restored.body.title]).toEqual([200, 'First title']);
  const [latest] = (await moved.get(path, editor)).body.revisions as { revision: number; change: string }[];
  expect([latest!.change, latest!.revision > revisions[0]!.revision]).toEqual(['restored', true]);
}

describe('npm run revisions', () => {
  beforeAll(start);
  afterAll(() => calendar.stop());

  it('counts them by kind, and removes the oldest ones beyond 50, or only counts them', async () => {
    const { status, stdout, stderr } = await command('revisions', ['stats']);
    expect([status, stderr]).toEqual([0, '']);
    const [header, ...rows] = stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect(header).toEqual(['kind', 'revisions', 'records', 'kilobytes', 'oldest']);
    expect(rows.map(([kind]) => kind)).toEqual(['categories', 'events', 'organizers', 'tags', 'venues']);
    const [, revisions, records, kilobytes, oldest] = rows[1]!;
    expect([revisions, records, oldest]).toEqual(['58', '2', new Date().toISOString().slice(0, 10)]);
    expect(Number(kilobytes)).toBeGreaterThan(20);
    const long = new Date(Date.now() - 31 * 24 * 3_600_000);
    const sql = 'UPDATE revisions SET modifiedAt = ? WHERE kind = ? AND recordId = ?';
    await calendar.app.get(Database).write((manager) => run(manager, sql, [long, 'events', event.id]));
    const total = async () => (await calendar.get(`/events/${event.id}/revisions`, editor)).body.total as number;
    expect(await command('revisions', ['prune', '--dry-run'])).toEqual({
      ...{ status: 0, stdout: '', stderr: 'Revisions to remove: 6.' },
    });
    expect(await total()).toBe(56);
    expect(await command('revisions', ['prune'])).toEqual({ status: 0, stdout: '', stderr: 'Revisions removed: 6.' });
    expect(await total()).toBe(50);
    expect((await command('revisions', ['prune'])).stderr).toBe('Revisions removed: 0.');
    const { body } = await calendar.get(`/events/${event.id}/revisions?per_page=100`, editor);
    const titles = [body.revisions[0], body.revisions[49]].map(async ({ revision }: { revision: number }) => {
      const { body: one } = await calendar.get(`/events/${event.id}/revisions/${revision}`, editor);
      return one.record.title as string;
    });
    expect(await Promise.all(titles)).toEqual(['Title 55', 'Title 6']);
  });

  it('explains itself, and refuses what it does not know', async () => {
    const help = await command('revisions', ['--help']);
    expect([help.status, help.stderr]).toEqual([0, '']);
    for (const word of ['stats', 'prune', 'REVISIONS_DAYS', 'Exit codes']) expect(help.stdout).toContain(word);
    expect((await command('revisions', ['prune', '--help'])).stdout).toContain('--dry-run');
    for (const args of [['purge'], ['prune', '--all'], ['stats', 'events'], []]) {
      const { status, stdout, stderr } = await command('revisions', args);
      expect([args, status, stdout]).toEqual([args, 2, '']);
      expect(stderr).not.toBe('');
    }
  });
});

describe('revisions move with a calendar', () => {
  let before: Body[];

  beforeAll(async () => {
    await start();
    event = await anEvent({ title: 'First title', venue: [1] });
    await calendar.patch(`/events/${event.id}`, { title: 'Second', venue: [] }, editor).expect(200);
    before = await historyOf(calendar);
  });

  afterAll(() => calendar.stop());

  it('by export and import', async () => {
    const [file, url] = [join(folder, 'calendar.ndjson.gz'), await emptyDatabase()];
    expect((await command('export', [file])).status).toBe(0);
    const imported = await command('import', [file], url);
    expect([imported.status, imported.stdout]).toEqual([0, expect.stringMatching(/revisions/) as string]);
    await inCalendar(url, async (moved) => {
      expect(await historyOf(moved)).toEqual(before);
      await restoreFirst(moved);
    });
  });

  it('by a copy', async () => {
    const url = await emptyDatabase();
    expect(await command('copy', [], calendar.url, { COPY_TO: url })).toMatchObject({ status: 0 });
    await inCalendar(url, async (moved) => {
      expect(await historyOf(moved)).toEqual(before);
      await restoreFirst(moved);
    });
  });

  it('but not by an export without them: they begin again', async () => {
    const [file, url] = [join(folder, 'without.ndjson.gz'), await emptyDatabase()];
    expect((await command('export', [file, '--without-revisions'])).status).toBe(0);
    expect((await command('import', [file], url)).status).toBe(0);
    await inCalendar(url, async (moved) => {
      expect(await historyOf(moved)).toEqual([]);
      await moved.patch(`/events/${event.id}`, { title: 'Third' }, editor).expect(200);
      const { body } = await moved.get(`/events/${event.id}/revisions`, editor);
      expect((body.revisions as { fields: string[] }[]).map(({ fields }) => fields[0])).toEqual(['title', 'author']);
    });
  });
});
