import { formatKey, newKey } from '../src/auth/keys.js';
import { amount, seed } from './support/amounts.js';
import { build } from './support/build.js';
import { Random } from './support/random.js';
import { type Reply, Service } from './support/service.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

const WRITES = amount('FOLLOWED_WRITES');
const WRITERS = 4;
const key = formatKey(newKey());

interface Change {
  kind: string;
  id: number;
  change: 'upsert' | 'delete';
  record?: Record<string, unknown>;
}

/** What somebody without a key has of the calendar: records by resource and id. */
type Copy = Map<string, Record<string, unknown>>;

let database: TestDatabase;
let instances: Service[];

const start = () => Service.run({ DATABASE_URL: database.url, ADMIN_KEY: key, RATE_LIMIT: 'off', LOG_LEVEL: 'info' });

beforeAll(async () => {
  build();
  database = await createTestDatabase();
  instances = [start()];
  await instances[0]!.listening();
  instances.push(start());
  await instances[1]!.listening();
});

afterAll(async () => {
  for (const instance of instances) instance.kill('SIGKILL');
  await Promise.all(instances.map(({ end }) => end));
  await database.drop();
});

const LISTS: Record<string, string> = {
  events: 'from=1000-01-01&to=9999-12-30',
  venues: '',
  organizers: '',
  categories: 'hide_empty=false',
  tags: 'hide_empty=false',
};

/** The count of a term changes with events, which is no change of the term. */
function withoutCounts(value: unknown): unknown {
  const text = JSON.stringify(value, (name, inner: unknown) => (name === 'count' ? undefined : inner));
  return JSON.parse(text) as unknown;
}

/** Everything that lists show, page by page. */
async function publicState(service: Service): Promise<Copy> {
  const copy: Copy = new Map();
  for (const [kind, query] of Object.entries(LISTS))
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { body } = await service.ask(`/${kind}?${query}&per_page=100&page=${page}`);
      pages = body['total_pages'] as number;
      for (const record of body[kind] as { id: number }[]) copy.set(`${kind} ${record.id}`, record);
    }
  return copy;
}

/** Follows the changes by the one loop that a client needs. */
class Follower {
  readonly copy: Copy = new Map();
  private next: string | undefined;

  async catchUp(service: () => Service): Promise<void> {
    for (;;) {
      const since = this.next === undefined ? '' : `&since=${this.next}`;
      const { status, body } = await service().ask(`/changes?records=true&embedded=true&limit=50${since}`);
      if (status === 503) continue;
      expect(status).toBe(200);
      for (const { kind, id, change, record } of body['changes'] as Change[])
        if (change === 'upsert') this.copy.set(`${kind} ${id}`, record!);
        else this.copy.delete(`${kind} ${id}`);
      this.next = body['next'] as string;
      if (!body['more']) return;
    }
  }
}

/** Random writes of one client, which goes on where its instance is killed. */
async function write(random: Random, service: () => Service, count: number): Promise<void> {
  const own: Record<string, number[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] };
  const ask = async (path: string, method: string, body?: object): Promise<Reply | undefined> => {
    try {
      return await service().ask(path, { method, key, ...(body && { body }) });
    } catch {
      // Killed: whether it was done is not known.
      return undefined;
    }
  };
  const some = (kind: string) => (own[kind]!.length > 0 && random.next() < 0.6 ? [random.pick(own[kind]!)] : []);
  for (let done = 0; done < count; done += 1) {
    const kind = random.pick(['events', 'events', 'events', 'venues', 'organizers', 'categories', 'tags']);
    const name = `${kind} ${Math.floor(random.next() * 1e9)}`;
    const isTerm = kind === 'categories' || kind === 'tags';
    const names = { events: 'title', venues: 'venue', organizers: 'organizer' }[kind] ?? 'name';
    const known = own[kind]!;
    const choice = random.next();
    if (known.length === 0 || choice < 0.45) {
      const links = { venue: some('venues'), organizer: some('organizers'), tags: some('tags') };
      const event = {
        ...{ start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00', categories: some('categories'), ...links },
        ...(random.next() < 0.1 && { recurrence: 'FREQ=DAILY;COUNT=3' }),
        ...(random.next() < 0.2 && { hide_from_listings: true }),
      };
      const draft = !isTerm && random.next() < 0.3 ? { status: 'draft' } : {};
      const reply = await ask(`/${kind}`, 'POST', { [names]: name, ...(kind === 'events' && event), ...draft });
      if (reply?.status === 201) known.push(reply.body['id'] as number);
    } else {
      const id = random.pick(known);
      if (choice < 0.6) await ask(`/${kind}/${id}`, 'PATCH', { [names]: name });
      else if (choice < 0.75 && !isTerm)
        await ask(`/${kind}/${id}`, 'PATCH', { status: random.pick(['publish', 'draft', 'private']) });
      else if (choice < 0.88 || isTerm) await ask(`/${kind}/${id}`, 'DELETE');
      else await ask(`/${kind}/${id}?force=true`, 'DELETE');
    }
  }
}

it(`a follower ends with exactly the public state after ${WRITES} writes on two instances that are killed (seed ${seed()})`, async () => {
  const random = new Random(seed());
  const follower = new Follower();
  let writing = true;
  let kills = 0;
  const writers = Promise.all(
    Array.from({ length: WRITERS }, (_, writer) =>
      write(new Random(seed() + writer), () => instances[writer % 2]!, WRITES / WRITERS),
    ),
  ).finally(() => (writing = false));
  const killing = (async () => {
    while (writing) {
      await new Promise((resolve) => setTimeout(resolve, 1500 + 1500 * random.next()));
      if (!writing) return;
      // The other one answers meanwhile.
      const old = instances[1]!;
      old.kill('SIGKILL');
      await old.end;
      const next = start();
      await next.listening();
      instances[1] = next;
      kills += 1;
    }
  })();
  while (writing) await follower.catchUp(() => instances[0]!);
  await writers;
  await killing;
  // What another instance has written is there after a second.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await follower.catchUp(() => instances[0]!);
  const expected = await publicState(instances[0]!);
  expect(kills).toBeGreaterThan(0);
  expect([...follower.copy.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [name, record] of expected) expect(withoutCounts(follower.copy.get(name))).toEqual(withoutCounts(record));
  expect(expected.size).toBeGreaterThan(WRITES / 20);
}, 3_600_000);
