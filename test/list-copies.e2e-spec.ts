import { DataSource } from 'typeorm';
import { Publisher } from '../src/common/records/publisher.js';
import { EventDay } from '../src/events/event-day.entity.js';
import { Event } from '../src/events/event.entity.js';
import { makers } from './support/makers.js';
import { Random } from './support/random.js';
import { TestCalendar } from './support/test-calendar.js';

jest.setTimeout(120_000);

const SEED = Number(process.env.COPIES_SEED ?? Date.now() % 1_000_000);
const WRITES = 240;
/** So many are under way together. */
const AT_ONCE = 6;

const LINKS = ['event_venues', 'event_organizers', 'event_categories', 'event_tags'];

/** Minutes, on both sides of the bounds between the classes of durations. */
const DURATIONS = [0, 60, 511, 512, 513, 2047, 2048, 8191, 8192, 32_767, 32_768, 131_072, 524_287, 524_288, 3_000_000];

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
const random = new Random(SEED);
let targets: { venue: number[]; organizer: number[]; categories: number[]; tags: number[] };

beforeAll(async () => {
  calendar = await TestCalendar.start();
  targets = { venue: [], organizer: [], categories: [], tags: [] };
  for (const number of [1, 2, 3, 4]) {
    targets.venue.push((await aVenue({ venue: `Hall ${number}` })).id);
    targets.organizer.push((await anOrganizer({ organizer: `Society ${number}` })).id);
    targets.categories.push((await aCategory({ name: `Category ${number}` })).id);
    targets.tags.push((await aTag({ name: `Tag ${number}` })).id);
  }
});

afterAll(() => calendar.stop());

const chance = (share: number) => random.next() < share;
const some = (ids: readonly number[]) => ids.filter(() => chance(0.4));
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
    ...(chance(0.4) && { status: random.pick(['publish', 'draft', 'private']) }),
    ...(chance(0.2) && { status: 'publish', date_utc: new Date(Date.now() + 1500).toISOString() }),
  };
}

/** A write of any kind; also such as are refused, because the event is gone or in the trash. */
async function write(): Promise<void> {
  const id = 1 + Math.floor(random.next() * 25);
  const kind = random.next();
  if (kind < 0.3) await anEvent({ ...times(), ...fields() });
  else if (kind < 0.8) await calendar.patch(`/events/${id}`, fields(), { as: 'editor' });
  else if (kind < 0.93) await calendar.delete(`/events/${id}`, { as: 'editor' });
  else await calendar.delete(`/events/${id}?force=true`, { as: 'editor' });
}

async function rows<T>(sql: string): Promise<T[]> {
  return calendar.app.get(DataSource).query<T[]>(sql);
}

/** Links that say something else than the event does. */
const staleLinks = (table: string) =>
  rows(
    `SELECT link.* FROM ${table} link JOIN events event ON event.id = link.eventId
     WHERE link.startUtc <> event.startUtc OR link.endUtc <> event.endUtc OR link.durationClass <> event.durationClass
       OR link.featured <> event.featured OR link.ticketed <> event.ticketed
       OR link.listed <> (event.status = 'publish' AND event.hidden = FALSE AND event.passwordHash IS NULL)`,
  );

/** By looking at all events. */
async function countedDays(): Promise<Record<number, number[]>> {
  const events = await calendar.app.get(DataSource).manager.findBy(Event, { status: 'publish', hidden: false });
  const days: Record<number, number[]> = {};
  for (const { startUtc, featured, ticketed } of events) {
    const counts = (days[Date.parse(startUtc.toISOString().slice(0, 10)) / 86_400_000] ??= [0, 0, 0]);
    [1, Number(featured), Number(ticketed)].forEach((number, place) => (counts[place]! += number));
  }
  return days;
}

async function storedDays(): Promise<Record<number, number[]>> {
  const days = await calendar.app.get(DataSource).manager.find(EventDay);
  const counts = days.map(({ day, events, featured, ticketed }): [number, number[]] => [
    day,
    [events, featured, ticketed],
  ]);
  return Object.fromEntries(counts.filter(([, numbers]) => numbers.some((number) => number !== 0)));
}

describe(`what lists and totals are read from (seed ${SEED})`, () => {
  it('is what the events say, after writes of all kinds at once', async () => {
    for (let done = 0; done < WRITES; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, write));
    await calendar.delete(`/venues/${targets.venue[0]}?force=true`, { as: 'editor' }).expect(200);
    await calendar.delete(`/categories/${targets.categories[0]}`, { as: 'editor' }).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await calendar.app.get(Publisher).publishDue();
    for (const table of LINKS) expect(await staleLinks(table)).toEqual([]);
    const [published] = await rows<{ n: number }>("SELECT COUNT(*) AS n FROM events WHERE status = 'publish'");
    expect(Number(published!.n)).toBeGreaterThan(5);
    expect(await storedDays()).toEqual(await countedDays());
  });

  it('has every event in the class of its duration', async () => {
    const bounds = [512, 2048, 8192, 32_768, 131_072, 524_288];
    for (const { startUtc, endUtc, durationClass } of await calendar.app.get(DataSource).manager.find(Event)) {
      const minutes = (endUtc.getTime() - startUtc.getTime()) / 60_000;
      expect(durationClass).toBe(bounds.filter((bound) => minutes >= bound).length);
    }
  });
});
