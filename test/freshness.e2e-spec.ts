import { setTimeout as sleep } from 'node:timers/promises';
import { type Role } from '../src/common/auth/role.js';
import { makers } from './support/makers.js';
import { Random } from './support/random.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

/** More of them by FRESHNESS_ROUNDS=10000. */
const ROUNDS = Number(process.env.FRESHNESS_ROUNDS ?? 40);

/** Another history by FRESHNESS_SEED. */
const SEED = Number(process.env.FRESHNESS_SEED ?? Date.now() % 2 ** 31);

let database: TestDatabase;
/** Two instances that keep what they answer, on one database. */
let instances: TestCalendar[];
/** One that keeps nothing: what it answers is what there is. */
let plain: TestCalendar;

beforeAll(async () => {
  database = await createTestDatabase();
  plain = await TestCalendar.start({ CACHE_MB: '0' }, database.url);
  instances = [await TestCalendar.start({}, database.url), await TestCalendar.start({}, database.url)];
  const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => plain);
  for (const name of ['First', 'Second']) {
    await aVenue({ venue: `${name} hall`, image: `https://example.com/${name}.jpg` });
    await anOrganizer({ organizer: `${name} society` });
    await aCategory({ name: `${name} category` });
    await aTag({ name: `${name} tag` });
  }
  for (let id = 1; id <= 4; id++) await anEvent({ title: `Event ${id}`, venue: [1, 2], organizer: 1, categories: [1] });
});

afterAll(async () => {
  for (const calendar of [...instances, plain]) await calendar.stop();
  await database.drop();
});

const ALL = 'from=2000-01-01&per_page=20';

const VIEWS = [
  `/events?${ALL}`,
  `/events?${ALL}&translations=all&order=desc`,
  `/events?${ALL}&search=event`,
  `/events?${ALL}&venue=1`,
  `/events?${ALL}&categories=1&fallback=none`,
  '/events/1',
  '/events/2?translations=all',
  '/events/by-slug/event-3',
  '/venues?has_events=true',
  '/venues/1',
  '/organizers',
  '/categories?hide_empty=false&orderby=count',
  '/tags?event=1',
  '/tags/2',
];

const CALLERS: readonly (Role | undefined)[] = [undefined, undefined, 'reader', 'contributor', 'editor'];

interface View {
  readonly path: string;
  readonly language: string;
  readonly as: Role | undefined;
}

async function seen(calendar: TestCalendar, { path, language, as }: View): Promise<string> {
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

/** What an editorial team does in a day, and a bit of what it should not. */
const WRITES: readonly Write[] = [
  change(event, (random) => ({ title: word(random) })),
  change(event, (random) => ({ venue: random.pick([[], [1], [2, 1]]), organizer: random.pick([[], [1], [2]]) })),
  change(event, (random) => ({ categories: random.pick([[], [1], [1, 2]]), tags: random.pick([[], [2], [1, 2]]) })),
  change(event, (random) => ({ status: random.pick(['publish', 'publish', 'draft', 'private']) })),
  change(event, (random) => ({ password: random.pick(['', '', 'secret']) })),
  change(event, (random) => ({ post_parent: random.pick([null, 4]), hide_from_listings: random.pick([true, false]) })),
  change(event, (random) => ({ translations: { fr: random.pick([null, { title: word(random) }]) } })),
  change(
    (random) => `/venues/${two(random)}`,
    (random) => ({ venue: word(random), status: random.pick(['publish', 'publish', 'draft']), geo_lat: 1, geo_lng: 2 }),
  ),
  change(
    (random) => `/venues/${two(random)}`,
    (random) => ({ image: { url: 'https://example.com/First.jpg', alt: word(random) } }),
  ),
  change(
    (random) => `/organizers/${two(random)}`,
    (random) => ({ organizer: word(random), phone: word(random) }),
  ),
  change(
    (random) => `/categories/${two(random)}`,
    (random) => ({ name: word(random) }),
  ),
  change(
    (random) => `/tags/${two(random)}`,
    (random) => ({ name: word(random), description: word(random) }),
  ),
  (calendar, random) => calendar.delete(`/venues/${two(random)}`, administrator()),
  (calendar, random) => calendar.delete(event(random), administrator()),
  (calendar, random) => {
    const fields = {
      title: word(random),
      start_date: '2027-01-01',
      end_date: '2027-01-02',
      categories: [1],
      tags: [1],
    };
    return calendar.post('/events', fields, administrator());
  },
];

describe('what an instance keeps', () => {
  it(
    `is what is stored: at once where it was written, within a second elsewhere (seed ${SEED})`,
    async () => {
      const random = new Random(SEED);
      for (let round = 0; round < ROUNDS; round++) {
        const view = { path: random.pick(VIEWS), language: random.pick(['en', 'fr']), as: random.pick(CALLERS) };
        // Both have it in memory as it was.
        for (const instance of instances) await seen(instance, view);
        const [writer, other] = random.pick([instances, instances.toReversed()]) as [TestCalendar, TestCalendar];
        const writes = Array.from({ length: random.pick([1, 1, 3]) }, () => random.pick(WRITES));
        const answers = await Promise.all(writes.map((write) => write(writer, random)));
        const written = performance.now();
        const expected = await seen(plain, view);
        // What is refused tells nobody, and what the other instance wrote a round ago may be unseen yet.
        const isWritten = answers.some(({ status }) => status < 300);
        if (isWritten) expect([round, view, await seen(writer, view)]).toEqual([round, view, expected]);
        for (const instance of isWritten ? [other] : [writer, other]) {
          let shown = await seen(instance, view);
          while (shown !== expected && performance.now() - written < 1000) {
            await sleep(20);
            shown = await seen(instance, view);
          }
          expect([round, view, shown]).toEqual([round, view, expected]);
        }
      }
    },
    30_000 + 1000 * ROUNDS,
  );

  it('shows a scheduled record within a second of its date, everywhere', async () => {
    const due = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const { anEvent } = makers(() => instances[0]!);
    const { id } = await anEvent({ title: 'Scheduled', date_utc: due.toISOString(), venue: [] });
    const path = `/events/${id}`;
    for (const instance of instances) await instance.get(path).expect(404);
    const shown = async (instance: TestCalendar) => {
      while ((await instance.get(path)).status !== 200 && Date.now() < due.getTime() + 3000) await sleep(20);
      return Date.now() - due.getTime();
    };
    for (const after of await Promise.all(instances.map(shown))) {
      expect(after).toBeGreaterThanOrEqual(0);
      expect(after).toBeLessThan(1200);
    }
  });
});
