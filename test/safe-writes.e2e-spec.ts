import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { amount } from './support/amounts.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

/** On a busy machine, a hundred writes that wait for each other may take longer than 4 s. */
const DATABASE_TIMEOUT = 30_000;

let calendar: TestCalendar;
const { anEvent, aVenue } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ DATABASE_TIMEOUT: String(DATABASE_TIMEOUT) });
});

afterAll(() => calendar.stop());

const INCREMENTS = amount('INCREMENTS');
const CLIENTS = 8;

/** Milliseconds that a client waits at most after it was overtaken: if all tried again at once, seven of eight would fail. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [8, 64];

const EVENT = { title: 'Concert', start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' };

describe('conditional reads', () => {
  it('return 304 while the record and all embedded ones are the same', async () => {
    const venue = await aVenue({ venue: 'First name' });
    const event = await anEvent({ venue: venue.id });
    const first = await calendar.get(`/events/${event.id}`);
    const etag = first.headers.etag as string;
    expect(etag).toMatch(/^"1-[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('public, max-age=10');
    await calendar.get(`/events/${event.id}`).set('If-None-Match', etag).expect(304);
    await calendar.patch(`/venues/${venue.id}`, { venue: 'Second name' }, { as: 'editor' }).expect(200);
    const second = await calendar.get(`/events/${event.id}`).set('If-None-Match', etag).expect(200);
    expect(second.body.venue[0].venue).toBe('Second name');
  });

  it('are private with a key', async () => {
    const answer = await calendar.get('/events', { as: 'reader' });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.etag).toMatch(/^"/);
  });
});

describe('If-Match', () => {
  it('allows a write while the revision of the record is the same', async () => {
    const venue = await aVenue({ venue: 'Hall' });
    const event = await anEvent({ venue: venue.id });
    const { etag } = (await calendar.get(`/events/${event.id}`)).headers as { etag: string };
    await calendar.patch(`/venues/${venue.id}`, { venue: 'Renamed' }, { as: 'editor' }).expect(200);
    await calendar.patch(`/events/${event.id}`, { title: 'One' }, { as: 'editor' }).set('If-Match', etag).expect(200);
    const refused = await calendar
      .patch(`/events/${event.id}`, { title: 'Two' }, { as: 'editor' })
      .set('If-Match', etag)
      .expect(412);
    expect(refused.body.code).toBe('rest_precondition_failed');
    const current = await calendar.get(`/events/${event.id}`, { as: 'editor' });
    expect(refused.headers.etag).toBe(current.headers.etag);
    expect(current.body.title).toBe('One');
  });

  it('applies to deletions too', async () => {
    const event = await anEvent();
    await calendar.delete(`/events/${event.id}`, { as: 'editor' }).set('If-Match', '"9-x"').expect(412);
    await calendar.delete(`/events/${event.id}`, { as: 'editor' }).set('If-Match', '*').expect(200);
  });

  it(
    `keeps ${CLIENTS} × ${INCREMENTS} concurrent increments exact`,
    async () => {
      const venue = await aVenue({ zip: '0' });
      const increment = async (): Promise<void> => {
        for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
          const read = await calendar.get(`/venues/${venue.id}`, { as: 'editor' });
          const zip = String(Number(read.body.zip) + 1);
          const write = await calendar
            .patch(`/venues/${venue.id}`, { zip }, { as: 'editor' })
            .set('If-Match', read.headers.etag as string);
          if (write.status === 200) return;
          expect(write.status).toBe(412);
          await sleep(Math.random() * pause);
        }
      };
      const client = async () => {
        for (let round = 0; round < INCREMENTS; round++) await increment();
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      expect((await calendar.get(`/venues/${venue.id}`)).body.zip).toBe(String(CLIENTS * INCREMENTS));
    },
    300_000 + INCREMENTS * 5000,
  );
});

describe('an Idempotency-Key', () => {
  const create = (body: object, key: string, as: 'editor' | 'author' = 'editor') =>
    calendar.post('/events', body, { as }).set('Idempotency-Key', key);

  it('replays the first response', async () => {
    const first = await create({ ...EVENT, title: 'Only once' }, 'key-1').expect(201);
    const second = await create({ ...EVENT, title: 'Only once' }, 'key-1').expect(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.location).toBe(first.headers.location);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await calendar.get('/events?search="Only once"&from=2027-01-01')).body.total).toBe(1);
  });

  it('refuses another body under the same key', async () => {
    await create({ ...EVENT, title: 'A' }, 'key-2').expect(201);
    const answer = await create({ ...EVENT, title: 'B' }, 'key-2').expect(422);
    expect(answer.body.code).toBe('rest_idempotency_mismatch');
  });

  it('belongs to the account that sent it', async () => {
    await create(EVENT, 'key-3').expect(201);
    await create({ ...EVENT, title: 'Mine' }, 'key-3', 'author').expect(201);
  });

  it('can be used again after a request that failed', async () => {
    await create({ title: '' }, 'key-4').expect(400);
    await create(EVENT, 'key-4').expect(201);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
  ])('that is %s is refused, and nothing is created', async (title, key) => {
    const answer = await create({ ...EVENT, title: `Key ${title}` }, key).expect(400);
    expect(answer.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { 'Idempotency-Key': 'The header must hold 1 to 255 characters.' } },
    });
    expect((await calendar.get(`/events?search="Key ${title}"&from=2027-01-01`)).body.total).toBe(0);
    const longest = title.padEnd(255, 'k');
    await create({ ...EVENT, title: `Key ${title}` }, longest).expect(201);
    await create({ ...EVENT, title: `Another key ${title}` }, longest).expect(422);
  });

  it('is in use for twice the longest request after its instance has died, and free afterwards', async () => {
    await create({ ...EVENT, title: 'Died' }, 'key-6').expect(201);
    const hasDied = (seconds: number) =>
      calendar.app.get(Database).write((manager) => {
        const startedAt = new Date(Date.now() - 1000 * seconds);
        const sql = 'UPDATE idempotent_requests SET answer = NULL, startedAt = ? WHERE keyHash = ?';
        return run(manager, sql, [startedAt, createHash('sha256').update('key-6').digest('hex')]);
      });
    await hasDied((2 * DATABASE_TIMEOUT) / 1000);
    const busy = await create({ ...EVENT, title: 'Died' }, 'key-6').expect(409);
    expect(busy.body.code).toBe('rest_idempotency_conflict');
    await hasDied((2 * DATABASE_TIMEOUT) / 1000 + 3);
    const again = await create({ ...EVENT, title: 'Died' }, 'key-6').expect(201);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
  });

  it('creates one record for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ ...EVENT, title: 'Rushed' }, 'key-5')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect((await calendar.get('/events?search=Rushed&from=2027-01-01')).body.total).toBe(1);
  });
});

describe('many concurrent creations with one slug', () => {
  it('get distinct slugs without errors', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => calendar.post('/events', { ...EVENT, title: 'Same title' }, { as: 'editor' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(100);
  });
});

describe('creating an event while its venue is deleted', () => {
  it('leaves no dangling relation', async () => {
    for (let round = 0; round < 10; round++) {
      const venue = await aVenue({ venue: `Short-lived ${round}` });
      const [created] = await Promise.all([
        calendar.post('/events', { ...EVENT, venue: venue.id }, { as: 'editor' }),
        calendar.delete(`/venues/${venue.id}?force=true`, { as: 'editor' }).expect(200),
      ]);
      expect([201, 400]).toContain(created.status);
      if (created.status !== 201) continue;
      expect((await calendar.get(`/events/${created.body.id}`).expect(200)).body.venue).toEqual([]);
    }
  });
});

describe('turning an event into a series while its venue is deleted', () => {
  it('leaves no dangling relation of an occurrence, and does not fail', async () => {
    for (let round = 0; round < 10; round++) {
      const venue = await aVenue({ venue: `Soon gone ${round}` });
      const { id } = await anEvent({ venue: venue.id });
      const recurrence = 'FREQ=DAILY;COUNT=30';
      const [changed] = await Promise.all([
        calendar.patch(`/events/${id}`, { recurrence }, { as: 'editor' }),
        new Promise((resolve) => setTimeout(resolve, 2 * round)).then(() =>
          calendar.delete(`/venues/${venue.id}?force=true`, { as: 'editor' }).expect(200),
        ),
      ]);
      expect(changed.status).toBe(200);
      const { body } = await calendar.get(`/events?post_parent=${id}&from=2020-01-01&per_page=100`).expect(200);
      expect((body.events as { venue: unknown }[]).map(({ venue: linked }) => linked)).toEqual(Array(29).fill([]));
    }
  });
});

describe('concurrent moves of events below each other', () => {
  it('never make a cycle', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = [await anEvent(), await anEvent(), await anEvent()];
      await calendar.patch(`/events/${c.id}`, { post_parent: a.id }, { as: 'editor' }).expect(200);
      const below = (id: number, parent: number) =>
        calendar.patch(`/events/${id}`, { post_parent: parent }, { as: 'editor' });
      const answers = await Promise.all([below(a.id, b.id), below(b.id, c.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});

describe('many concurrent updates of one record', () => {
  const all = Array.from({ length: 12 }, (_, index) => index);

  it('succeed, each with its own revision', async () => {
    const event = await anEvent({ venue: (await aVenue({ venue: 'Hall' })).id });
    const answers = await Promise.all(
      all.map((index) => calendar.patch(`/events/${event.id}`, { title: `Title ${index}` }, { as: 'editor' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    const revisions = answers.map(({ headers }) => Number(/^"(\d+)-/.exec(headers.etag as string)![1]));
    expect(revisions.toSorted((one, other) => one - other)).toEqual(all.map((index) => index + 2));
  });
});
