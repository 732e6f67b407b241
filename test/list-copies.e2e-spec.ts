import { DataSource } from 'typeorm';
import { Publisher } from '../src/records/publisher.js';
import { Event } from '../src/events/event.entity.js';
import { ATTENDANCES, EVENT_STATUSES } from '../src/events/states.js';
import { amount, seed } from './support/amounts.js';
import { linkedKinds } from './support/kinds.js';
import { makers } from './support/makers.js';
import { recount } from './support/recount.js';
import { Random } from './support/random.js';
import { TestCalendar } from './support/test-calendar.js';

jest.setTimeout(90_000 + amount('COPIES_WRITES') * 250);

const SEED = seed();
const WRITES = amount('COPIES_WRITES');
/** So many are under way together. */
const AT_ONCE = 6;

/** Minutes, on both sides of the bounds between the classes of durations. */
const DURATIONS = [0, 60, 511, 512, 513, 2047, 2048, 8191, 8192, 32_767, 32_768, 131_072, 524_287, 524_288, 3_000_000];

const RULES = ['FREQ=DAILY;COUNT=6', 'FREQ=DAILY;INTERVAL=2;COUNT=3', { rdates: ['2027-07-01', '2027-07-02 10:00'] }];

let calendar: TestCalendar;
const { aRecord } = makers(() => calendar);
const random = new Random(SEED);
const editor = { as: 'editor' } as const;
/** By the fields of events. */
const targets: Record<string, number[]> = {};

beforeAll(async () => {
  calendar = await TestCalendar.start();
  for (const kind of linkedKinds) {
    const names = [1, 2, 3, 4, 5, 6].map((number) => `${kind.one} ${number}`);
    targets[kind.field] = [];
    for (const name of names) targets[kind.field]!.push((await aRecord(kind, { [kind.nameField]: name })).id);
  }
});

afterAll(() => calendar.stop());

const chance = (share: number) => random.next() < share;
const some = (ids: readonly number[]) => ids.filter(() => chance(0.3));
const text = (minutes: number) => new Date(minutes * 60_000).toISOString();

function times(): object {
  const start = Math.floor(Date.UTC(2027, 4, 30) / 60_000 + random.next() * 5 * 24 * 60);
  return { start_date: text(start), end_date: text(start + random.pick(DURATIONS)) };
}

function fields(): object {
  const links = Object.entries(targets).filter(() => chance(0.5));
  return {
    ...(chance(0.6) && times()),
    ...Object.fromEntries(links.map(([name, ids]) => [name, some(ids)])),
    ...(chance(0.3) && { hide_from_listings: chance(0.5) }),
    ...(chance(0.3) && { featured: chance(0.5), ticketed: chance(0.5) }),
    ...(chance(0.2) && { password: chance(0.5) ? 'secret' : '' }),
    ...(chance(0.2) && { all_day: chance(0.5) }),
    ...(chance(0.2) && { event_status: random.pick(EVENT_STATUSES), attendance: random.pick(ATTENDANCES) }),
    ...(chance(0.2) && { cost: random.pick(['', '0', '12']) }),
    ...(chance(0.4) && { status: random.pick(['publish', 'draft', 'private']) }),
    ...(chance(0.1) && { recurrence: random.pick([...RULES, null]) }),
    ...(chance(0.2) && { title: random.pick(['Alpha', 'Beta', 'Gamma']) }),
    ...(chance(0.2) && { translations: { fr: chance(0.7) ? { title: random.pick(['Un', 'Deux']) } : null } }),
    ...(chance(0.2) && { status: 'publish', date_utc: new Date(Date.now() + 1500).toISOString() }),
  };
}

/** A category is made, moved below another one or deleted; a circle, and what is gone meanwhile, is refused. */
async function writeCategory(categories: number[]): Promise<void> {
  const [id, parent] = [random.pick(categories), chance(0.2) ? 0 : random.pick(categories)];
  const kind = random.next();
  if (kind < 0.25) {
    const made = await calendar.post(
      '/categories',
      { name: `Made ${categories.length} ${random.next()}`, parent },
      editor,
    );
    expect([201, 400]).toContain(made.status);
    if (made.status === 201) categories.push((made.body as { id: number }).id);
  } else if (kind < 0.9) await done(calendar.patch(`/categories/${id}`, { parent }, editor));
  else if (categories.length > 5) {
    categories.splice(categories.indexOf(id), 1);
    await done(calendar.delete(`/categories/${id}`, editor));
  }
}

/** A write of any kind; also such as are refused, because the event is gone or in the trash. */
async function write(): Promise<void> {
  const id = 1 + Math.floor(random.next() * (chance(0.5) ? 25 : 150));
  const kind = random.next();
  if (targets.categories && chance(0.15)) await writeCategory(targets.categories);
  else if (kind < 0.2) await done(calendar.post('/events', { title: 'New', ...times(), ...fields() }, editor));
  else if (kind < 0.3) {
    const series = { title: 'Series', ...times(), ...fields(), recurrence: random.pick(RULES) };
    await done(calendar.post('/events', series, editor));
  } else if (kind < 0.35) await done(calendar.patch(`/events/${id}?apply=following`, fields(), editor));
  else if (kind < 0.8) await done(calendar.patch(`/events/${id}`, fields(), editor));
  else if (kind < 0.93) await done(calendar.delete(`/events/${id}`, editor));
  else await done(calendar.delete(`/events/${id}?force=true`, editor));
}

async function done(answer: PromiseLike<{ status: number }>): Promise<void> {
  expect((await answer).status).toBeLessThan(500);
}

async function rows<T>(sql: string): Promise<T[]> {
  return calendar.app.get(DataSource).query<T[]>(sql);
}

describe(`what lists and totals are read from (seed ${SEED})`, () => {
  it('is what the events say, after writes of all kinds at once', async () => {
    for (let done = 0; done < WRITES; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, write));
    for (const { path, field } of linkedKinds)
      await calendar.delete(`${path}/${targets[field]![0]}?force=true`, editor).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await calendar.app.get(Publisher).publishDue();
    const pairs = await recount(calendar.app.get(DataSource));
    for (const [what, [stored, expected]] of Object.entries(pairs)) expect([what, stored]).toEqual([what, expected]);
    const [made] = await rows<{ n: number }>('SELECT COUNT(*) AS n FROM events WHERE seriesId <> id');
    expect(Number(made!.n)).toBeGreaterThan(5);
    const [published] = await rows<{ n: number }>("SELECT COUNT(*) AS n FROM events WHERE status = 'publish'");
    expect(Number(published!.n)).toBeGreaterThan(5);
  });

  it('is written at once by events of one day that change their categories, and none loses against another', async () => {
    const { aCategory, anEvent } = makers(() => calendar);
    const above = [await aCategory({ name: 'Above' }), await aCategory({ name: 'Above too' })];
    const ids: number[] = [];
    for (let number = 0; number < 12; number++)
      ids.push((await aCategory({ name: `Below ${number}`, parent: above[number % 2]!.id })).id);
    const events: number[] = [];
    for (const id of ids) events.push((await anEvent({ categories: [id] })).id);
    const failed = jest.spyOn(calendar.app.get(DataSource).logger, 'logQueryError');
    for (let round = 1; round <= 10; round++)
      await Promise.all(
        events.map((id, place) => {
          const categories = [ids[(place + round) % ids.length]];
          return calendar.patch(`/events/${id}`, { categories }, editor).expect(200);
        }),
      );
    expect(failed.mock.calls.map(([error]) => String(error))).toEqual([]);
    failed.mockRestore();
    const { days } = await recount(calendar.app.get(DataSource));
    expect(days![0]).toEqual(days![1]);
  });

  it('has every event in the class of its duration', async () => {
    const bounds = [512, 2048, 8192, 32_768, 131_072, 524_288];
    for (const { startUtc, endUtc, durationClass } of await calendar.app.get(DataSource).manager.find(Event)) {
      const minutes = (endUtc.getTime() - startUtc.getTime()) / 60_000;
      expect(durationClass).toBe(bounds.filter((bound) => minutes >= bound).length);
    }
  });
});
