import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const ROOT = 'http://localhost:3000';

let calendar: TestCalendar;
const { anEvent, anOrganizer } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const create = (fields: object, options = editor) =>
  calendar.post('/organizers', { organizer: 'Society', ...fields }, options);
const update = (id: number, fields: object, options = editor) => calendar.patch(`/organizers/${id}`, fields, options);

async function expectRefused(request: ReturnType<TestCalendar['get']>, ...names: string[]): Promise<void> {
  const { status, body } = await request;
  expect({ status, code: body.code, params: Object.keys(body.data?.params ?? {}) }).toEqual({
    status: 400,
    code: 'rest_invalid_param',
    params: names,
  });
}

describe('a new organizer', () => {
  it('has every field, whatever was sent', async () => {
    const { status, headers, body } = await create({ organizer: 'Every field' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${ROOT}/en/cal/events/v1/organizers/${body.id}`);
    expect((await calendar.get(`/organizers/${body.id}`)).body).toEqual({
      id: body.id,
      global_id: `localhost:3000/organizers?id=${body.id}`,
      global_id_lineage: [`localhost:3000/organizers?id=${body.id}`],
      author: expect.any(Number),
      status: 'publish',
      date: expect.any(String),
      date_utc: expect.any(String),
      modified: body.date,
      modified_utc: body.date_utc,
      url: `${ROOT}/en/organizers/every-field`,
      rest_url: `${ROOT}/en/cal/events/v1/organizers/${body.id}`,
      organizer: 'Every field',
      slug: 'every-field',
      description: null,
      excerpt: null,
      image: null,
      phone: null,
      website: null,
      email: null,
      language: 'en',
      alternates: [expect.objectContaining({ language: 'en' })],
      json_ld: expect.objectContaining({ '@type': 'Organization', name: 'Every field' }),
    });
  });

  it('needs only a name', async () => {
    const answer = await calendar.post('/organizers', { phone: '5' }, editor);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['organizer'] } });
  });

  it('stores all fields', async () => {
    const fields = {
      ...{ organizer: 'Foundation', phone: '+1 416', website: 'https://example.com/', email: 'office@example.com' },
      ...{ description: '<p>x</p>', excerpt: 'e', status: 'draft', slug: 'foundation-1', date: '2026-01-02 03:04:05' },
    };
    const { body } = await create(fields);
    expect(body).toMatchObject({ ...fields, json_ld: { description: 'x' } });
  });

  it('has null for optional fields that were sent as null', async () => {
    const names = ['author', 'date', 'date_utc', 'description', 'status', 'phone', 'website', 'email', 'image'];
    const { status, body } = await create(Object.fromEntries(names.map((name) => [name, null])));
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'publish', phone: null, email: null, image: null, description: null });
  });

  it.each(['a@example.com', 'first.last+tag@sub.example.co.uk', ' office@example.com ', 'bureau@théâtre.example'])(
    'may have the e-mail address “%s”',
    async (email) => {
      expect((await create({ email })).body.email).toBe(email.trim());
    },
  );

  it.each([
    'x',
    'a@',
    '@example.com',
    'a b@example.com',
    'a@example',
    '<a@example.com>',
    'a@example.com,b@example.com',
    5,
    true,
    {},
    ['a@a.example', 'b@b.example'],
    `${'x'.repeat(250)}@example.com`,
  ])('cannot have the e-mail address %j', (email) => expectRefused(create({ email }), 'email'));

  it.each([
    ['organizer', ''],
    ['website', 'example.com'],
    ['image', 'x'],
    ['status', 'trash'],
    ['phone', {}],
    ['phone', 'x'.repeat(256)],
    ['city', 'Toronto'],
    ['venue', 'x'],
  ])('is refused with %s = %j', (name, value) => expectRefused(create({ [name]: value }), name));
});

describe('changing an organizer', () => {
  it('keeps fields that are not sent', async () => {
    const { id } = await anOrganizer({ organizer: 'Kept', email: 'a@example.com', phone: '5' });
    expect((await update(id, { phone: '6' })).body).toMatchObject({
      organizer: 'Kept',
      email: 'a@example.com',
      phone: '6',
    });
  });

  it.each([null, ''])('clears the e-mail address by %j', async (nothing) => {
    const { id } = await anOrganizer({ email: 'a@example.com' });
    expect((await update(id, { email: nothing })).body.email).toBeNull();
  });

  it('by slug is the same as by id', async () => {
    const { id } = await anOrganizer({ organizer: 'Slug organizer' });
    for (const method of ['post', 'put', 'patch'] as const) {
      const answer = await calendar[method]('/organizers/by-slug/slug-organizer', { phone: method }, editor);
      expect(answer.body).toMatchObject({ id, phone: method });
    }
    expect((await calendar.delete('/organizers/by-slug/slug-organizer', editor)).body.status).toBe('trash');
  });

  it('is visible in the related events', async () => {
    const organizer = await anOrganizer({ organizer: 'Old name' });
    const { id } = await anEvent({ organizer: organizer.id });
    await update(organizer.id, { organizer: 'New name' });
    expect((await calendar.get(`/events/${id}`)).body.organizer).toMatchObject([{ organizer: 'New name' }]);
  });

  it('returns 404 if it does not exist', async () => {
    for (const path of ['/organizers/987654', '/organizers/by-slug/none']) {
      for (const answer of [await calendar.patch(path, {}, editor), await calendar.delete(path, editor)])
        expect([answer.status, answer.body.code]).toEqual([404, 'rest-organizer-not-found']);
    }
  });
});

describe('deleting an organizer', () => {
  it('moves it to the trash, from which another status restores it', async () => {
    const { id } = await anOrganizer();
    expect((await calendar.delete(`/organizers/${id}`, editor)).body.status).toBe('trash');
    const read = await calendar.get(`/organizers/${id}`);
    expect([read.status, read.body.code]).toEqual([410, 'organizer-no-longer-available']);
    const again = await calendar.delete(`/organizers/${id}`, editor);
    expect([again.status, again.body.code]).toEqual([410, 'organizer-is-in-trash']);
    expect((await update(id, { status: 'draft' })).body.status).toBe('draft');
  });

  it('permanently leaves nothing behind', async () => {
    const { id } = await anOrganizer();
    expect((await calendar.delete(`/organizers/${id}?force=1`, editor)).status).toBe(200);
    expect((await calendar.get(`/organizers/${id}`, editor)).body.code).toBe('rest-organizer-not-found');
  });
});
