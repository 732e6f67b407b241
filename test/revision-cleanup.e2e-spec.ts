import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RevisionCleanup } from '../src/calendar/editing/revision-cleanup.js';
import { Revision } from '../src/calendar/records/revisions/revision.entity.js';
import { pruneRevisions, revisionStatistics } from '../src/calendar/records/revisions/prune-revisions.js';
import { writeExport } from '../src/commands/transfer/write-export.js';
import { Database } from '../src/database/database.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

const DAY = 24 * 3_600_000;

describe('the clean-up of revisions', () => {
  let calendar: TestCalendar;
  const { anEvent } = makers(() => calendar);

  beforeEach(async () => (calendar = await TestCalendar.start({ REVISIONS_DAYS: '30' })));
  afterEach(() => calendar.stop());

  const database = () => calendar.app.get(Database);
  const total = async (id: number) =>
    (await calendar.get(`/events/${id}/revisions`, { as: 'editor' })).body.total as number;
  const change = async (id: number, times: number) => {
    for (let number = 1; number <= times; number += 1)
      await calendar.patch(`/events/${id}`, { title: `Title ${number}` }, { as: 'editor' }).expect(200);
  };

  it('keeps the last 50 of a record, and those of the last days', async () => {
    const [many, few] = [await anEvent(), await anEvent()];
    await change(many.id, 54);
    await change(few.id, 1);
    const cleanup = calendar.app.get(RevisionCleanup);
    await cleanup.run();
    expect([await total(many.id), await total(few.id)]).toEqual([55, 2]);
    const later = new Date(Date.now() + 31 * DAY);
    expect(await pruneRevisions(database(), { days: 30, now: later, isDryRun: true })).toBe(5);
    expect(await total(many.id)).toBe(55);
    await cleanup.run(later);
    expect([await total(many.id), await total(few.id)]).toEqual([50, 2]);
    const [newest] = (await calendar.get(`/events/${many.id}/revisions`, { as: 'editor' })).body.revisions as object[];
    expect(newest).toMatchObject({ change: 'updated', fields: ['title'] });
    const [events] = await database().read(revisionStatistics);
    expect(events).toMatchObject({ kind: 'events', records: 2, revisions: 52 });
    expect(await pruneRevisions(database(), { days: 0, now: later })).toBe(0);
  });

  it('is not needed for exports that leave revisions out', async () => {
    await change((await anEvent()).id, 50);
    const folder = mkdtempSync(join(tmpdir(), 'revisions-'));
    try {
      const open = (name: string) => () => createWriteStream(join(folder, name));
      const all = await writeExport(calendar.url, open('all'), () => undefined);
      const without = await writeExport(calendar.url, open('without'), () => undefined, { leftOut: [Revision] });
      const { revisions, ...others } = all;
      expect([revisions! > 50, without]).toEqual([true, others]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('REVISIONS_DAYS=0', () => {
  let calendar: TestCalendar;
  const { anEvent } = makers(() => calendar);

  beforeAll(async () => (calendar = await TestCalendar.start({ REVISIONS_DAYS: '0' })));
  afterAll(() => calendar.stop());

  it('stores no revision', async () => {
    const event = await anEvent();
    await calendar.patch(`/events/${event.id}`, { title: 'Changed' }, { as: 'editor' }).expect(200);
    const { body } = await calendar.get(`/events/${event.id}/revisions`, { as: 'editor' });
    expect([body.total, body.revisions]).toEqual([0, []]);
  });
});
