import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { type Role } from '../src/http/role.js';
import { type ApiRecord, makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

// Hashing a password takes some 50 ms.
let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);

/** A word that occurs only in protected fields. */
const PASSWORD = 'Sésame, ouvre-toi! %20&+#';
const given = (password: string) => `?password=${encodeURIComponent(password)}`;

const log: string[] = [];

beforeAll(async () => {
  calendar = await TestCalendar.start({ LOG_LEVEL: 'trace', TRUST_PROXY: 'loopback' }, undefined, {
    write: (line) => void log.push(line),
  });
});

afterAll(() => calendar.stop());

const pathOf = ({ id }: ApiRecord) => `/events/${id}`;
const slugPathOf = ({ slug }: ApiRecord) => `/events/by-slug/${slug}`;

/** A protected event with a value in every protected field. */
async function aProtectedEvent(fields: object = {}, as: Role = 'administrator') {
  const [venue, organizer, category, tag] = [
    await aVenue(),
    await anOrganizer(),
    await aCategory(name()),
    await aTag(name()),
  ];
  const links = { venue: [venue.id], organizer: [organizer.id], categories: [category.id], tags: [tag.id] };
  const event = await anEvent(
    {
      ...{ title: 'Protected', description: '<p>hidden words</p>', excerpt: 'covered', password: PASSWORD },
      ...{ cost: '20', website: 'https://example.com/hidden', image: 'https://example.com/hidden.jpg' },
      ...{ featured: true, ...links, ...fields },
    },
    { as },
  );
  return { event, venue, organizer, category, tag };
}

let names = 0;
const name = () => ({ name: `Term ${++names}` });

const locked = async (path: string, as?: Role) => {
  const { status, body, headers } = await calendar.get(path, as ? { as } : {});
  expect([path, as, status, body.code]).toEqual([path, as, 403, 'event-password-protected']);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.stringify(body)).not.toMatch(/hidden|covered/);
};

const open = async (path: string, as?: Role) => {
  const { body } = await calendar.get(path, as ? { as } : {}).expect(200);
  expect(body).toMatchObject({ description: '<p>hidden words</p>', password_protected: true });
  return body;
};

describe('a protected event', () => {
  it('is masked by id and slug, for callers who may not edit it', async () => {
    const { event } = await aProtectedEvent();
    for (const as of [undefined, 'reader', 'contributor', 'author'] as const) {
      await locked(pathOf(event), as);
      await locked(slugPathOf(event), as);
    }
    expect((await calendar.send('head', pathOf(event))).status).toBe(403);
    const french = await calendar.get(pathOf(event), { language: 'fr' }).expect(403);
    expect(french.body.message).not.toBe((await calendar.get(pathOf(event))).body.message);
  });

  it('is opened by its password, by id only', async () => {
    const { event, venue } = await aProtectedEvent();
    for (const as of [undefined, 'reader', 'contributor', 'author'] as const) {
      const body = await open(pathOf(event) + given(PASSWORD), as);
      expect(body).toMatchObject({ cost: '$20', venue: [{ id: venue.id }], json_ld: { name: 'Protected' } });
      await locked(slugPathOf(event) + given(PASSWORD), as);
    }
    expect((await calendar.send('head', pathOf(event) + given(PASSWORD))).status).toBe(200);
    const all = await calendar.get(`${pathOf(event)}${given(PASSWORD)}&translations=all`).expect(200);
    expect(all.body.translations.en.excerpt).toBe('covered');
  });

  it('stays masked with any other password', async () => {
    const { event } = await aProtectedEvent({ password: 'Exact' });
    for (const password of ['exact', ' Exact', 'Exact ', 'Exac', '%45xact', '0', 'null', 'true'])
      await locked(pathOf(event) + given(password));
    for (const query of ['?password=', '?password', '?pass=Exact']) await locked(pathOf(event) + query);
    for (const query of ['?Password=Exact', '?password=Exact&password=Exact', `?password=${'x'.repeat(256)}`])
      expect((await calendar.get(pathOf(event) + query)).status).toBe(400);
  });

  it('is open to editors and to its author', async () => {
    const { event } = await aProtectedEvent({}, 'author');
    for (const as of ['author', 'editor', 'administrator'] as const) {
      await open(pathOf(event), as);
      await open(slugPathOf(event), as);
      await open(`${pathOf(event)}?password=wrong`, as);
    }
  });

  it('states that it is protected, and never reveals the password', async () => {
    const { event } = await aProtectedEvent();
    expect(event).toMatchObject({ password_protected: true, description: '<p>hidden words</p>' });
    const { body } = await calendar.get(pathOf(event), { as: 'administrator' });
    for (const answer of [event, body]) {
      expect(Object.keys(answer as object)).not.toContain('password');
      expect(JSON.stringify(answer)).not.toMatch(/scrypt|sésame/i);
    }
  });
});

describe('a password', () => {
  it('is set, changed and removed by updates, and kept by others', async () => {
    const { id } = await anEvent({ title: 'Changing', description: '<p>hidden words</p>' });
    const path = `/events/${id}`;
    const update = (body: object) => calendar.patch(path, body, { as: 'editor' }).expect(200);
    expect((await update({ password: 'one' })).body.password_protected).toBe(true);
    await locked(path);
    await open(`${path}?password=one`);
    await update({ title: 'Kept' });
    await open(`${path}?password=one`);
    await update({ password: 'two' });
    await locked(`${path}?password=one`);
    await open(`${path}?password=two`);
    expect((await update({ password: '' })).body.password_protected).toBe(false);
    await calendar.get(path).expect(200);
    await update({ password: 'three' });
    await locked(path);
    expect((await update({ password: null })).body.password_protected).toBe(false);
    await calendar.get(path).expect(200);
  });

  it('is refused in a body by slug, with the route that accepts it', async () => {
    const event = await anEvent({ title: 'By slug' });
    for (const [language, method] of [
      ['en', 'patch'],
      ['fr', 'put'],
    ] as const) {
      const body = { password: 'x' };
      const answer = await calendar.send(method, slugPathOf(event), { language, as: 'editor' }, body);
      expect(answer.status).toBe(400);
      expect(answer.body.data.params.password).toContain(`/${language}/cal/events/v1/events/${event.id}`);
    }
    expect((await calendar.get(pathOf(event)).expect(200)).body.password_protected).toBe(false);
  });

  it('is text of at most 255 characters', async () => {
    const event = await anEvent();
    for (const password of [1234, true, ['a', 'b'], { a: 1 }, 'x'.repeat(256)]) {
      const answer = await calendar.patch(pathOf(event), { password }, { as: 'editor' });
      expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['password']]);
    }
    await calendar.patch(pathOf(event), { password: 'ß'.repeat(255) }, { as: 'editor' }).expect(200);
    await calendar.get(pathOf(event) + given('ß'.repeat(255))).expect(200);
  });

  it('gives no right to write', async () => {
    const { event } = await aProtectedEvent();
    const query = given(PASSWORD);
    for (const [as, status] of [
      [undefined, 401],
      ['reader', 403],
      ['contributor', 403],
      ['author', 403],
    ] as const) {
      const options = as ? { as } : {};
      for (const path of [pathOf(event), slugPathOf(event)]) {
        expect((await calendar.patch(path + query, { title: 'Taken' }, options)).body.code).toBe('rest_forbidden');
        expect((await calendar.put(path + query, { password: PASSWORD }, options)).status).toBe(status);
        expect((await calendar.delete(path + query, options)).status).toBe(status);
      }
    }
    const { body } = await calendar
      .patch(pathOf(event) + given('ignored'), { sticky: true }, { as: 'editor' })
      .expect(200);
    expect(body).toMatchObject({ title: 'Protected', sticky: true, password_protected: true });
  });
});

describe('a protected event in a list', () => {
  const item = async (event: ApiRecord, options: { as?: Role; language?: string } = {}, query = '') => {
    const { body } = await calendar.get(`/events?include=${event.id}${query}`, options).expect(200);
    return body.events[0];
  };

  it('shows the fields of the contract only', async () => {
    const { event } = await aProtectedEvent();
    // Only editors see the states of translation, who wrote last, and notes of reviews.
    const seen = await item(event, { as: 'editor' });
    const { translation_status: _status, modified_by: _writer, review_note: _note, ...whole } = seen;
    expect(whole).toMatchObject({ cost: '$20', website: 'https://example.com/hidden', excerpt: 'covered' });
    for (const as of [undefined, 'reader', 'contributor', 'author'] as const) {
      expect(await item(event, as ? { as } : {})).toEqual({
        ...whole,
        ...{ description: null, excerpt: null, cost: null, cost_details: null, website: null, image: null },
        ...{ categories: [], tags: [], venue: [], organizer: [] },
      });
    }
  });

  it('shows no texts of either language, even with its password', async () => {
    const translations = { fr: { title: 'Protégé', description: 'mots cachés' } };
    const { event } = await aProtectedEvent({ translations });
    for (const language of ['en', 'fr']) {
      for (const query of ['&translations=all', given(PASSWORD).replace('?', '&')]) {
        const shown = await item(event, { language }, query);
        expect(shown.description).toBeNull();
        expect(JSON.stringify(shown)).not.toMatch(/hidden words|covered|cachés/);
      }
    }
  });

  it('keeps its hidden fields when it is sent back as a list returned it', async () => {
    const more = {
      recurrence: 'FREQ=DAILY;COUNT=2',
      online_url: 'https://example.com/stream',
      event_status_reason: 'Rain',
    };
    const { event } = await aProtectedEvent(more);
    const whole = async () => (await calendar.get(pathOf(event), { as: 'editor' }).expect(200)).body;
    const before = await whole();
    const { body } = await calendar.get(`/events?include=${event.id}`).expect(200);
    await calendar.put(pathOf(event), body.events[0], { as: 'editor' }).expect(200);
    expect(await whole()).toEqual(before);
    const changed = { ...body.events[0], cost: '30', tags: ['new'] };
    await calendar.put(pathOf(event), changed, { as: 'editor' }).expect(200);
    const after = await whole();
    expect([after.cost, after.tags.length, after.description]).toEqual(['$30', 1, before.description]);
    expect(after.tags[0].name).toBe('new');
    await calendar.put(pathOf(event), { ...after, description: null, venue: [] }, { as: 'editor' }).expect(200);
    expect(await whole()).toMatchObject({ description: null, venue: [], cost: '$30' });
  });

  it('is found by its title only', async () => {
    const translations = { fr: { title: 'Zirconium', description: 'bismuth' } };
    const { event } = await aProtectedEvent({
      title: 'Xenolith',
      description: 'quartz',
      excerpt: 'feldspar',
      translations,
    });
    const isFound = async (search: string, options: { as?: Role; language?: string } = {}) =>
      (await calendar.get(`/events?from=2000-01-01&search=${encodeURIComponent(search)}`, options)).body.total === 1;
    for (const as of [undefined, 'contributor'] as const) {
      const options = as ? { as } : {};
      expect(await isFound('xenolith', options)).toBe(true);
      for (const word of ['quartz', 'feldspar', 'xenolith quartz', '"xenolith quartz"'])
        expect(await isFound(word, options)).toBe(false);
      // Excluding a word does not reveal that it exists.
      for (const word of ['quartz', 'feldspar']) expect(await isFound(`xenolith -${word}`, options)).toBe(true);
      expect(await isFound('zirconium', { ...options, language: 'fr' })).toBe(true);
      expect(await isFound('bismuth', { ...options, language: 'fr' })).toBe(false);
    }
    expect(await isFound('quartz', { as: 'editor' })).toBe(true);
    expect(event.title).toBe('Xenolith');
  });

  it('is not found by protected data, from either side', async () => {
    const { event, venue, organizer, category, tag } = await aProtectedEvent();
    const total = async (path: string, as?: Role) =>
      (await calendar.get(path, as ? { as } : {}).expect(200)).body.total;
    const filters = [`venue=${venue.id}`, `organizer=${organizer.id}`, `categories=${category.id}`, `tags=${tag.slug}`];
    for (const filter of filters) {
      expect([filter, await total(`/events?include=${event.id}&${filter}`)]).toEqual([filter, 0]);
      expect([filter, await total(`/events?include=${event.id}&${filter}`, 'editor')]).toEqual([filter, 1]);
    }
    for (const flag of ['featured=true', 'ticketed=false'])
      expect(await total(`/events?include=${event.id}&${flag}`)).toBe(1);
    const linked = [`/venues?include=${venue.id}`, `/organizers?include=${organizer.id}`];
    for (const path of linked) {
      for (const [query, seen, seenByEditor] of [
        ['has_events=true', 0, 1],
        ['has_events=false', 1, 0],
        ['only_with_upcoming=true', 0, 1],
      ] as const) {
        expect([path, query, await total(`${path}&${query}`)]).toEqual([path, query, seen]);
        expect([path, query, await total(`${path}&${query}`, 'editor')]).toEqual([path, query, seenByEditor]);
      }
    }
    for (const path of [
      '/venues?event=',
      '/organizers?event=',
      '/categories?post=',
      '/categories?event=',
      '/tags?post=',
    ]) {
      expect([path, (await calendar.get(path + event.id)).status]).toEqual([path, 400]);
      expect([path, await total(path + event.id, 'editor')]).toEqual([path, 1]);
    }
    expect(await total(`/categories?only_with_upcoming=true&include=${category.id}`)).toBe(0);
  });
});

describe('responses opened by a password', () => {
  it('are not cached', async () => {
    const { event } = await aProtectedEvent();
    const answer = await calendar.get(pathOf(event) + given(PASSWORD)).expect(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    await locked(`${pathOf(event)}?password=wrong`);
    await locked(pathOf(event));
    const free = await anEvent();
    expect((await calendar.get(`/events/${free.id}?password=any`)).headers['cache-control']).toBe('private, no-store');
    expect((await calendar.get(`/events/${free.id}`)).headers['cache-control']).toMatch(/^public/);
    expect((await calendar.get(`/events?password=any`)).headers['cache-control']).toBe('private, no-store');
  });

  it('are revalidated only with the password', async () => {
    const { event } = await aProtectedEvent();
    const { etag } = (await calendar.get(pathOf(event) + given(PASSWORD))).headers as { etag: string };
    await calendar
      .get(pathOf(event) + given(PASSWORD))
      .set('If-None-Match', etag)
      .expect(304);
    await calendar.get(pathOf(event)).set('If-None-Match', etag).expect(403);
    await calendar
      .get(`${pathOf(event)}?password=wrong`)
      .set('If-None-Match', '*')
      .expect(403);
    await calendar.get(slugPathOf(event)).set('If-None-Match', etag).expect(403);
  });

  it('do not have the password in their links', async () => {
    await aProtectedEvent();
    await aProtectedEvent();
    const { body, headers } = await calendar.get(`/events${given(PASSWORD)}&per_page=1&from=2000-01-01`).expect(200);
    expect(body.next_rest_url).toContain('per_page=1');
    expect(JSON.stringify([body, headers])).not.toMatch(/password=|s%C3%A9same|sésame/i);
  });
});

describe('attempts', () => {
  const attempt = (event: ApiRecord, password: string, from?: string) => {
    const asked = calendar.get(pathOf(event) + given(password));
    return from === undefined ? asked : asked.set('X-Forwarded-For', from);
  };

  it('are limited to twenty a minute for an event and an address', async () => {
    const { event } = await aProtectedEvent();
    const { event: other } = await aProtectedEvent();
    for (let count = 1; count <= 20; count++) expect((await attempt(event, `wrong ${count}`)).status).toBe(403);
    for (const password of ['wrong', PASSWORD]) {
      const refused = await attempt(event, password);
      expect([refused.status, refused.body.code]).toEqual([429, 'rest_rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    await locked(pathOf(event));
    await locked(slugPathOf(event) + given(PASSWORD));
    await open(pathOf(event), 'editor');
    await open(pathOf(other) + given(PASSWORD));
    expect((await attempt(event, PASSWORD, '192.0.2.1')).status).toBe(200);
  });

  it('are counted when they are concurrent, and correct ones do not count', async () => {
    const { event } = await aProtectedEvent();
    for (let count = 1; count <= 25; count++) expect((await attempt(event, PASSWORD, '192.0.2.7')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(event, 'wrong', '192.0.2.7')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('cannot be increased by a forged address if no proxy is trusted', async () => {
    const direct = await TestCalendar.start({ TRUST_PROXY: 'off' });
    try {
      const { body } = await direct.post(
        '/events',
        { title: 'Guarded', start_date: '2027-06-21', end_date: '2027-06-21', password: 'x' },
        { as: 'editor' },
      );
      const statuses = [];
      for (let count = 1; count <= 21; count++)
        statuses.push(
          (await direct.get(`/events/${body.id}?password=no`).set('X-Forwarded-For', `192.0.2.${count}`)).status,
        );
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await direct.stop();
    }
  });
});

describe('stored passwords', () => {
  const tables = async () => {
    const { manager, entityMetadatas } = calendar.app.get(DataSource);
    const rows: unknown[] = [];
    for (const { tableName } of entityMetadatas) rows.push(...(await manager.query(`SELECT * FROM ${tableName}`)));
    return JSON.stringify(rows);
  };

  it('are hashed with a salt each', async () => {
    const { event } = await aProtectedEvent();
    const { event: other } = await aProtectedEvent();
    const body = { title: 'Repeated', start_date: '2027-06-21', end_date: '2027-06-21', password: PASSWORD };
    await calendar.post('/events', body, { as: 'editor' }).set('Idempotency-Key', 'a-key').expect(201);
    const { manager } = calendar.app.get(DataSource);
    const hashes = await manager.query<{ passwordHash: string }[]>(
      `SELECT passwordHash FROM events WHERE id IN (${event.id}, ${other.id})`,
    );
    expect(hashes.map(({ passwordHash }) => passwordHash.split('$')[0])).toEqual(['scrypt', 'scrypt']);
    expect(new Set(hashes.map(({ passwordHash }) => passwordHash)).size).toBe(2);
    const everything = await tables();
    expect(everything).toContain('hidden words');
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('base64')])
      expect(everything).not.toContain(form);
    // Nor anything with which a guess could be compared quickly.
    for (const text of [PASSWORD, JSON.stringify(body), `POST /en/cal/events/v1/events\n${JSON.stringify(body)}`])
      expect(everything).not.toContain(createHash('sha256').update(text).digest('hex'));
  });

  it('are never logged, at any level', async () => {
    const { event } = await aProtectedEvent();
    await open(pathOf(event) + given(PASSWORD));
    await locked(`${slugPathOf(event)}${given(PASSWORD)}`);
    await calendar
      .patch(pathOf(event) + given(PASSWORD), { password: PASSWORD, nonsense: PASSWORD }, { as: 'editor' })
      .expect(400);
    await calendar.get(`/nowhere${given(PASSWORD)}`).expect(404);
    await calendar
      .post('/events', `{"password": "${PASSWORD}"`, { as: 'editor' })
      .set('Content-Type', 'application/json')
      .expect(400);
    const written = log.join('');
    expect(written).toContain(`/cal/events/v1${pathOf(event)}`);
    for (const form of [
      PASSWORD,
      encodeURIComponent(PASSWORD),
      'sésame',
      'S%C3%A9same',
      'password=',
      calendar.keys.editor,
    ])
      expect(written).not.toContain(form);
  });
});
