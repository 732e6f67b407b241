import fc from 'fast-check';
import { type Response } from 'supertest';
import { Database } from '../src/database/database.js';
import { Event } from '../src/calendar/events/event.entity.js';
import { type Report } from '../src/commands/import/report.js';
import { amount, seed } from './support/amounts.js';
import { type ImportSettings, importInto } from './support/importing.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

/** The number of generated histories; IMPORT_RUNS and TEST_SEED change what is generated. */
const RUNS = amount('IMPORT_RUNS');
const SEED = seed();

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** An event of a file; starts are local times, in milliseconds as if they were UTC. */
interface Told {
  readonly title: string;
  readonly start: number;
  readonly hours: number;
  /** The zone as iCalendar writes it: nothing, `Z`, or a TZID. */
  readonly zone: '' | 'Z' | 'Europe/Paris' | 'America/Toronto';
  readonly rule: { readonly days: 1 | 7; readonly count: number } | null;
  /** The excluded dates of the rule, and the overridden ones. */
  readonly without: readonly number[];
  readonly changed: Readonly<Record<number, { title: string; later: number; status: string }>>;
  readonly added: number | null;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly location: string;
  readonly categories: readonly string[];
  readonly url: string;
}

const titles = fc.constantFrom(
  'Concert',
  'Lecture',
  'Marché d’été',
  'A very long title, with commas; and; semicolons '.repeat(3).trim(),
);
const starts = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 8, max: 20 }))
  .map(([day, hour]) => Date.UTC(2027, 5, 1 + day, hour, 30));

/** @param first the first date of a rule that is excluded or overridden */
const tellings = (first: number): fc.Arbitrary<Told> =>
  fc.record({
    title: titles,
    start: starts,
    hours: fc.integer({ min: 1, max: 3 }),
    zone: fc.constantFrom('' as const, 'Z' as const, 'Europe/Paris' as const, 'America/Toronto' as const),
    rule: fc.option(
      fc.record({ days: fc.constantFrom(1 as const, 7 as const), count: fc.integer({ min: 2, max: 5 }) }),
    ),
    without: fc.uniqueArray(fc.integer({ min: first, max: 4 }), { maxLength: 2 }),
    changed: fc.dictionary(
      fc.integer({ min: first, max: 4 }).map(String),
      fc.record({
        title: titles,
        later: fc.integer({ min: 0, max: 3 }),
        status: fc.constantFrom('CONFIRMED', 'CONFIRMED', 'CANCELLED'),
      }),
      { maxKeys: 2 },
    ),
    added: fc.option(fc.integer({ min: 40, max: 45 })),
    status: fc.constantFrom('CONFIRMED' as const, 'CONFIRMED' as const, 'TENTATIVE' as const, 'CANCELLED' as const),
    location: fc.constantFrom('Hall', 'Park', 'Library'),
    categories: fc.subarray(['Music', 'Talks', 'Markets'], { minLength: 1 }),
    url: fc.constantFrom('https://example.com/one', 'https://example.com/two'),
  });

/** An overridden first date becomes an event of its own, which stays if the file overrides another date later. */
const told = tellings(1);

/** Most of a version equals the version before. */
const next = (before: Told): fc.Arbitrary<Told> =>
  fc
    .tuple(told, fc.subarray(Object.keys(before) as (keyof Told)[], { maxLength: 3 }))
    .map(([after, names]) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, after[name]])) }));

const histories: fc.Arbitrary<Told[]> = told
  .chain((first) => next(first).chain((second) => next(second).map((third) => [first, second, third])))
  .map(withoutTakingBack);

/** A date that a file once excluded stays excluded, so versions only have fewer dates. */
function withoutTakingBack(versions: readonly Told[]): Told[] {
  const [{ start, rule, zone }] = versions as [Told];
  if (versions.every(({ without }) => without.length === 0)) return [...versions];
  return versions.map((version, place) => {
    const without = versions.slice(0, place + 1).flatMap((former) => former.without);
    return { ...version, start, rule, zone, without: [...new Set(without)] };
  });
}

const stamp = (wall: number) => new Date(wall).toISOString().replaceAll(/[-:]|\.000Z/g, '');

/** The dates of the rule, and the excluded ones among them: never all. */
function datesOf({ rule, start, without }: Told): { dates: number[]; leftOut: number[] } {
  const dates = Array.from({ length: rule?.count ?? 0 }, (_, place) => start + place * rule!.days * DAY);
  return { dates, leftOut: dates.filter((_, place) => without.includes(place)).slice(0, dates.length - 1) };
}

/** The dates on which it takes place, and its titles. */
function takesPlace({ rule, start, title, changed, added, ...event }: Told): string[] {
  const { dates, leftOut } = datesOf({ rule, start, title, changed, added, ...event });
  const said = (wall: number, name: string) => `${new Date(wall).toISOString().slice(0, 19).replace('T', ' ')} ${name}`;
  if (!rule) return [said(start, title)];
  const ofRule = dates.flatMap((date, place) => {
    if (leftOut.includes(date)) return [];
    const { later, title: name } = changed[place] ?? { later: 0, title };
    return [said(date + later * HOUR, name)];
  });
  return [...ofRule, ...(added === null ? [] : [said(start + added * DAY, title)])].sort();
}

function fileOf(uid: string, { rule, ...event }: Told): string {
  const at = (name: string, wall: number) => {
    if (event.zone === 'Z') return `${name}:${stamp(wall)}Z`;
    return event.zone === '' ? `${name}:${stamp(wall)}` : `${name};TZID=${event.zone}:${stamp(wall)}`;
  };
  const escaped = (text: string) => text.replaceAll(/[,;]/g, (character) => `\\${character}`);
  const vevent = (start: number, title: string, status: string, ...more: string[]) => [
    ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${escaped(title)}`, at('DTSTART', start)],
    ...[at('DTEND', start + event.hours * HOUR), `STATUS:${status}`, `LOCATION:${event.location}`],
    ...[`CATEGORIES:${event.categories.join()}`, `URL:${event.url}`, 'DESCRIPTION:Something happens here.', ...more],
    'END:VEVENT',
  ];
  const { dates, leftOut } = datesOf({ rule, ...event });
  const added = rule && event.added !== null ? [at('RDATE', event.start + event.added * DAY)] : [];
  const rules = rule ? [`RRULE:FREQ=${rule.days === 1 ? 'DAILY' : 'WEEKLY'};COUNT=${rule.count}`] : [];
  const changes = Object.entries(event.changed).flatMap(([place, { title, later, status }]) => {
    const date = dates[Number(place)];
    if (date === undefined || leftOut.includes(date)) return [];
    return vevent(date + later * HOUR, title, status, at('RECURRENCE-ID', date));
  });
  const lines = [
    ...vevent(event.start, event.title, event.status, ...rules, ...leftOut.map((date) => at('EXDATE', date)), ...added),
    ...changes,
  ];
  return ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto' });
});

afterAll(() => calendar.stop());

const imported = (content: string, given?: ImportSettings): Promise<Report> => importInto(calendar, content, given);

const OUTCOMES = ['created', 'updated', 'unchanged', 'trashed', 'skipped'] as const;

const said = (report: Report) => ({
  ...Object.fromEntries(OUTCOMES.map((what) => [what, [report.countRecords(what), report.countEvents(what)]])),
  refused: report.refused.map(({ reason }) => reason('en')),
});

const rowsOf = (uid: string) =>
  calendar.app.get(Database).read(async (manager) => {
    const all = await manager.find(Event, {
      relations: { translations: true },
      order: { id: 'ASC', translations: { language: 'ASC' } },
    });
    const ids = all.filter(({ externalId }) => externalId?.startsWith(`ical:${uid}`)).map(({ id }) => id);
    return all.filter(({ id, seriesId }) => ids.includes(id) || ids.includes(seriesId ?? 0));
  });

/** The dates and titles that visitors see. */
async function shown(uid: string): Promise<Response['body'][]> {
  const ids = (await rowsOf(uid)).map(({ id }) => id);
  const { body } = await calendar.get(`/events?include=${ids.join()}&per_page=100`).expect(200);
  return (body.events as Response['body'][])
    .map(({ title, start_date, end_date, timezone, event_status, website, description, categories, venue }) => ({
      ...{ title, start_date, end_date, timezone, event_status, website, description },
      categories: categories.map(({ name }: { name: string }) => name).sort(),
      venues: venue.map((one: { venue: string }) => one.venue),
    }))
    .sort((one, other) => (JSON.stringify([one.start_date, one]) < JSON.stringify([other.start_date, other]) ? -1 : 1));
}

let runs = 0;

it(
  `is in the end what a new import of the last version would make of it (seed ${SEED})`,
  async () => {
    const property = fc.asyncProperty(histories, async (versions) => {
      const [kept, fresh] = [`kept-${++runs}`, `fresh-${runs}`];
      for (const version of versions) {
        const file = fileOf(kept, version);
        expect(said(await imported(file)).refused).toEqual([]);
        const before = await rowsOf(kept);
        await imported(file);
        expect(await rowsOf(kept)).toEqual(before);
      }
      await imported(fileOf(fresh, versions.at(-1)!));
      expect(await shown(kept)).toEqual(await shown(fresh));
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  },
  HOUR,
);

it(`takes place when the file says, under the names that it says (seed ${SEED})`, async () => {
  const onTheWall = tellings(0).filter(({ zone }) => zone !== 'Z');
  const property = fc.asyncProperty(onTheWall, async (event) => {
    const uid = `single-${++runs}`;
    expect(said(await imported(fileOf(uid, event))).refused).toEqual([]);
    const found = (await shown(uid)).map(({ start_date: start, title }) => `${start} ${title}`);
    expect(found.sort()).toEqual(takesPlace(event));
  });
  await fc.assert(property, { numRuns: RUNS * 3, seed: SEED });
}, 3_600_000);
