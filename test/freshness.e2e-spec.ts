import { setTimeout as sleep } from 'node:timers/promises';
import { type Role } from '../src/http/role.js';
import { RelatedRecordCache } from '../src/calendar/resource/related-record-cache.js';
import { amount, seed } from './support/amounts.js';
import { relatedResources, relatedPublished, relatedTerms, type TestedResource } from './support/resources.js';
import { makers } from './support/makers.js';
import { processTime } from './support/process-time.js';
import { Random } from './support/random.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

const ROUNDS = amount('FRESHNESS_ROUNDS');

/** TEST_SEED generates another history. */
const SEED = seed();

let database: TestDatabase;
/** Two instances with caches on one database. */
let instances: TestCalendar[];
/** An instance without caches: its responses are the truth. */
let plain: TestCalendar;

beforeAll(async () => {
  database = await createTestDatabase();
  plain = await TestCalendar.start({ CACHE_MB: '0' }, database.url);
  instances = [await TestCalendar.start({}, database.url), await TestCalendar.start({}, database.url)];
  const { aRecord, anEvent } = makers(() => plain);
  for (const name of ['First', 'Second']) {
    for (const kind of relatedPublished)
      await aRecord(kind, { [kind.nameField]: `${name} hall`, image: `https://example.com/${name}.jpg` });
    for (const kind of relatedTerms) await aRecord(kind, { [kind.nameField]: `${name} ${kind.singular}` });
  }
  const links = Object.fromEntries(relatedResources.map(({ field }, place) => [field, place % 2 === 0 ? [1, 2] : [1]]));
  for (let id = 1; id <= 4; id++) await anEvent({ title: `Event ${id}`, ...links });
  // The fifth and two more.
  await anEvent({ title: 'Event 5', ...links, recurrence: 'FREQ=WEEKLY;COUNT=3' });
});

afterAll(async () => {
  for (const calendar of [...instances, plain]) await calendar.stop();
  await database.drop();
});

const ALL = 'from=2000-01-01&per_page=20';

/** The id of a series; its occurrences have the next ones. */
const SERIES = 5;

const VIEWS = [
  `/events?${ALL}`,
  `/events?${ALL}&translations=all&order=desc`,
  `/events?${ALL}&search=event`,
  ...relatedResources.map(({ field }) => `/events?${ALL}&${field}=1&fallback=none`),
  ...['next', 'series'].map((occurrences) => `/events?${ALL}&occurrences=${occurrences}`),
  `/events?${ALL}&event_status=cancelled,scheduled&attendance=online`,
  `/events.ics?${ALL}&occurrences=series`,
  '/events/1',
  '/events/2?translations=all',
  ...[SERIES, SERIES + 1].flatMap((event) => [`/events/${event}`, `/events/${event}.ics`]),
  `/events?${ALL}&post_parent=${SERIES}`,
  '/events/by-slug/event-3',
  ...relatedPublished.flatMap(({ path }) => [`${path}?has_events=true`, `${path}?event=1`, `${path}/1`]),
  '/events?translation=missing,partial,outdated&status=any',
  ...relatedResources.map(({ path }) => `${path}?translation=outdated,missing`),
  '/translations',
  ...relatedTerms.flatMap(({ path }) => [`${path}?hide_empty=false&orderby=count`, `${path}?event=1`, `${path}/2`]),
];

const CALLERS: readonly (Role | undefined)[] = [undefined, undefined, 'reader', 'contributor', 'editor'];

interface View {
  readonly path: string;
  readonly language: string;
  readonly as: Role | undefined;
}

async function seen(calendar: TestCalendar, { path, language, as }: View): Promise<string> {
  if (calendar === plain) plain.app.get(RelatedRecordCache).clear();
  const { status, text } = await calendar.get(path, { language, ...(as && { as }) });
  return `${status} ${text}`;
}

const id = (random: Random) => random.pick([1, 2, 3, 4]);
const two = (random: Random) => random.pick([1, 2]);
const word = (random: Random) => `${random.pick(['Event', 'Hall', 'Ete', 'Été'])} ${Math.floor(random.next() * 1000)}`;

type Write = (calendar: TestCalendar, random: Random) => PromiseLike<{ readonly status: number }>;

const administrator = (language = 'en') => ({ as: 'administrator', language }) as const;
const change = (path: (random: Random) => string, body: (random: Random) => object): Write => {
  return (calendar, random) =>
    calendar.patch(path(random), body(random), administrator(random.pick(['en', 'en', 'fr'])));
};
const event = (random: Random) => `/events/${id(random)}`;
const ofSeries = (random: Random) => `/events/${random.pick([SERIES, SERIES + 1, SERIES + 2])}`;
const one =
  ({ path }: TestedResource) =>
  (random: Random) =>
    `${path}/${two(random)}`;

/** Typical edits of an editorial team, and some unusual ones. */
const WRITES: readonly Write[] = [
  change(event, (random) => ({ title: word(random) })),
  ...relatedResources.map(({ field }) => change(event, (random) => ({ [field]: random.pick([[], [1], [2, 1]]) }))),
  change(event, (random) => ({
    event_status: random.pick(['scheduled', 'cancelled']),
    event_status_reason: word(random),
    attendance: random.pick(['offline', 'online']),
  })),
  change(ofSeries, (random) => ({ title: word(random), event_status: random.pick(['scheduled', 'cancelled']) })),
  change(ofSeries, (random) => ({ status: random.pick(['publish', 'publish', 'draft']) })),
  change(
    () => `/events/${SERIES}`,
    (random) => ({ recurrence: random.pick(['FREQ=WEEKLY;COUNT=3', 'FREQ=DAILY;COUNT=2', null]) }),
  ),
  change(event, (random) => ({ status: random.pick(['publish', 'publish', 'draft', 'private']) })),
  change(event, (random) => ({ password: random.pick(['', '', 'secret']) })),
  change(event, (random) => ({ post_parent: random.pick([null, 4]), hide_from_listings: random.pick([true, false]) })),
  change(event, (random) => ({ translations: { fr: random.pick([null, { title: word(random) }]) } })),
  ...[event, ofSeries, ...relatedResources.map(one)].map((path) =>
    change(path, () => ({ translation_confirmed: true })),
  ),
  ...relatedPublished.flatMap((kind) => [
    change(one(kind), (random) => ({
      [kind.nameField]: word(random),
      status: random.pick(['publish', 'publish', 'draft']),
      ...(kind.plural === 'venues' && { geo_lat: 1, geo_lng: 2 }),
    })),
    change(one(kind), (random) => ({ image: { url: 'https://example.com/First.jpg', alt: word(random) } })),
    change(one(kind), (random) => ({
      translations: {
        fr: {
          [kind.nameField]: word(random),
          website: random.pick([null, `https://example.com/${random.next()}`]),
          image: random.pick([
            null,
            { url: 'https://example.com/Second.jpg', width: 1 + Math.floor(random.next() * 99) },
          ]),
        },
      },
    })),
    change(one(kind), (random) => ({ [kind.nameField]: word(random), ...random.pick([kind.change, {}]) })),
  ]),
  ...relatedTerms.flatMap((kind) => [
    change(one(kind), (random) => ({ [kind.nameField]: word(random) })),
    change(one(kind), (random) => ({ description: word(random) })),
  ]),
  ...relatedPublished.map(
    (kind): Write =>
      (calendar, random) =>
        calendar.delete(one(kind)(random), administrator()),
  ),
  (calendar, random) => calendar.delete(event(random), administrator()),
  (calendar, random) => {
    const fields = {
      title: word(random),
      start_date: '2027-01-01',
      end_date: '2027-01-02',
      ...Object.fromEntries(relatedTerms.map(({ field }) => [field, [1]])),
    };
    return calendar.post('/events', fields, administrator());
  },
];

describe('the caches of several instances', () => {
  it(
    `is what is stored: at once where it was written, within a second elsewhere (seed ${SEED})`,
    async () => {
      const random = new Random(SEED);
      for (let round = 0; round < ROUNDS; round++) {
        const view = { path: random.pick(VIEWS), language: random.pick(['en', 'fr']), as: random.pick(CALLERS) };
        // Both have the former state in memory.
        for (const instance of instances) await seen(instance, view);
        const [writer, other] = random.pick([instances, instances.toReversed()]) as [TestCalendar, TestCalendar];
        const writes = Array.from({ length: random.pick([1, 1, 3]) }, () => random.pick(WRITES));
        const answers = await Promise.all(writes.map((write) => write(writer, random)));
        const written = processTime();
        const expected = await seen(plain, view);
        // Refused writes reveal nothing, and a write of the other instance a moment ago may not be visible yet.
        const isWritten = answers.some(({ status }) => status < 300);
        if (isWritten) expect([round, view, await seen(writer, view)]).toEqual([round, view, expected]);
        for (const instance of isWritten ? [other] : [writer, other]) {
          let shown = await seen(instance, view);
          while (shown !== expected && processTime() - written < 1000) {
            await sleep(20);
            shown = await seen(instance, view);
          }
          expect([round, view, shown]).toEqual([round, view, expected]);
        }
      }
    },
    30_000 + 1000 * ROUNDS,
  );

  it('show a scheduled record within a second of its date', async () => {
    const due = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const { anEvent } = makers(() => instances[0]!);
    const { id } = await anEvent({ title: 'Scheduled', date_utc: due.toISOString(), venue: [] });
    const path = `/events/${id}`;
    const isDue = () => Date.now() >= due.getTime();
    const shown = async (instance: TestCalendar) => {
      while (!isDue()) {
        const { status } = await instance.get(path);
        if (!isDue()) expect(status).toBe(404);
        await sleep(20);
      }
      const start = processTime();
      while ((await instance.get(path)).status !== 200 && processTime() - start < 3000) await sleep(20);
      return processTime() - start;
    };
    for (const after of await Promise.all(instances.map(shown))) expect(after).toBeLessThan(1200);
  });
});
