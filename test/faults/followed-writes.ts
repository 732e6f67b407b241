import { setTimeout as sleep } from 'node:timers/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { formatKey, newKey } from '../../src/http/auth/keys.js';
import { Random } from '../support/random.js';
import { ask, Follower, publicState, type Reply } from './follower.js';
import { Instance } from './instance.js';

const WRITERS = 8;

/** A follower's copy after the last write, beside what everybody sees. */
export interface Followed {
  readonly acknowledged: number;
  readonly kills: number;
  readonly pages: number;
  /** Records that everybody sees. */
  readonly records: number;
  /** Names of records that the copy lacks, has in excess, or has otherwise. */
  readonly missing: string[];
  readonly surplus: string[];
  readonly different: string[];
  /** Names of records that were never public and that the follower was told of. */
  readonly leaked: string[];
}

/**
 * A follower without a key, while clients write through two instances, whose commits are delayed and which are killed
 * in turns.
 * @param writes that are to be acknowledged
 */
export async function followWrites(databaseUrl: string, writes: number, seed: number): Promise<Followed> {
  const key = formatKey(newKey());
  const slowCommits = resolve('test/faults/slow-commits.js');
  const environment = {
    // Otherwise addresses of records would name the port of the instance.
    ...{ DATABASE_URL: databaseUrl, ADMIN_KEY: key, SITE_URL: 'http://localhost:3000' },
    NODE_OPTIONS: `--import=${slowCommits}`,
  };
  const instances = [await Instance.at(environment), await Instance.at(environment)];
  for (const instance of instances) await instance.start();
  try {
    const random = new Random(seed);
    const port = () => random.pick(instances).port;
    const follower = new Follower();
    const neverPublic = new Set<string>();
    let acknowledged = 0;
    let kills = 0;
    const writing = () => acknowledged < writes;
    const writers = Array.from({ length: WRITERS }, (_, number) => {
      const { port: own } = instances[number % 2]!;
      const send = async (...request: [path: string, method: string, body?: object]) => {
        const [path, method, body] = request;
        const reply = await ask(own, path, method, key, body);
        if (reply.status === 200 || reply.status === 201) acknowledged += 1;
        else if (reply.status === 0) await sleep(20);
        return reply;
      };
      return write(new Random(seed + 1 + number), send, writing, neverPublic);
    });
    const killing = async () => {
      while (writing()) {
        await sleep(1500 + 1500 * random.next());
        if (!writing()) return;
        const victim = random.pick(instances);
        await victim.kill();
        await victim.start();
        kills += 1;
      }
    };
    const following = async () => {
      while (writing()) await follower.catchUp(port);
    };
    await Promise.all([...writers, killing(), following()]);
    // A change of another instance is listed within a second.
    await sleep(1100);
    await follower.catchUp(port);
    const expected = await publicState(port());
    const { copy, heard, pages } = follower;
    return {
      ...{ acknowledged, kills, pages, records: expected.size },
      missing: [...expected.keys()].filter((name) => !copy.has(name)),
      surplus: [...copy.keys()].filter((name) => !expected.has(name)),
      different: [...expected].filter(([name, record]) => isOther(copy.get(name), record)).map(([name]) => name),
      leaked: [...neverPublic].filter((name) => heard.has(name)),
    };
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
  }
}

/** The count of a term changes with events, which is no change of the term. */
function isOther(one: unknown, other: unknown): boolean {
  const withoutCounts = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value ?? null, (name, inner: unknown) => (name === 'count' ? undefined : inner)),
    ) as unknown;
  return !isDeepStrictEqual(withoutCounts(one), withoutCounts(other));
}

/** Random writes of one client. @param neverPublic names of its records that nothing can have published */
async function write(
  random: Random,
  send: (path: string, method: string, body?: object) => Promise<Reply>,
  goesOn: () => boolean,
  neverPublic: Set<string>,
): Promise<void> {
  const own: Record<string, number[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] };
  const hidden = new Set<string>();
  const some = (kind: string) => (own[kind]!.length > 0 && random.next() < 0.6 ? [random.pick(own[kind]!)] : []);
  while (goesOn()) {
    const kind = random.pick(['events', 'events', 'events', 'venues', 'organizers', 'categories', 'tags']);
    const name = `${kind} ${Math.floor(random.next() * 1e9)}`;
    const isTerm = kind === 'categories' || kind === 'tags';
    const names = { events: 'title', venues: 'venue', organizers: 'organizer' }[kind] ?? 'name';
    const known = own[kind]!;
    const choice = random.next();
    if (known.length === 0 || choice < 0.45) {
      const links = { venue: some('venues'), organizer: some('organizers'), tags: some('tags') };
      const isHidden = kind === 'events' && random.next() < 0.2;
      const event = {
        ...{ start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00', categories: some('categories'), ...links },
        ...(random.next() < 0.1 && { recurrence: 'FREQ=DAILY;COUNT=3' }),
        hide_from_listings: isHidden,
      };
      const draft = !isTerm && random.next() < 0.3 ? { status: 'draft' } : {};
      const reply = await send(`/${kind}`, 'POST', { [names]: name, ...(kind === 'events' && event), ...draft });
      if (reply.status !== 201) continue;
      const id = reply.body['id'] as number;
      known.push(id);
      if (isHidden) hidden.add(`${kind} ${id}`);
      if (isHidden || 'status' in draft) neverPublic.add(`${kind} ${id}`);
    } else {
      const id = random.pick(known);
      if (choice < 0.6) await send(`/${kind}/${id}`, 'PATCH', { [names]: name });
      else if (choice < 0.75 && !isTerm) {
        const status = random.pick(['publish', 'draft', 'private']);
        // Before the response, which may be lost.
        if (status === 'publish' && !hidden.has(`${kind} ${id}`)) neverPublic.delete(`${kind} ${id}`);
        await send(`/${kind}/${id}`, 'PATCH', { status });
      } else if (choice < 0.88 || isTerm) await send(`/${kind}/${id}`, 'DELETE');
      else await send(`/${kind}/${id}?force=true`, 'DELETE');
    }
  }
}
