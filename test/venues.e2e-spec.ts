import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const ROOT = 'http://localhost:3000';

let calendar: TestCalendar;
const { anEvent, aVenue } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const create = (fields: object, options = editor) => calendar.post('/venues', { venue: 'Hall', ...fields }, options);
const update = (id: number, fields: object, options = editor) => calendar.patch(`/venues/${id}`, fields, options);

async function expectRefused(request: ReturnType<TestCalendar['get']>, ...names: string[]): Promise<void> {
  const { status, body } = await request;
  expect({ status, code: body.code, params: Object.keys(body.data?.params ?? {}) }).toEqual({
    status: 400,
    code: 'rest_invalid_param',
    params: names,
  });
}

describe('a new venue', () => {
  it('has every field, whatever was sent', async () => {
    const { status, headers, body } = await create({ venue: 'Every field' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${ROOT}/en/cal/events/v1/venues/${body.id}`);
    expect((await calendar.get(`/venues/${body.id}`)).body).toEqual({
      id: body.id,
      global_id: `localhost:3000/venues?id=${body.id}`,
      global_id_lineage: [`localhost:3000/venues?id=${body.id}`],
      author: expect.any(Number),
      status: 'publish',
      date: expect.any(String),
      date_utc: expect.any(String),
      modified: body.date,
      modified_utc: body.date_utc,
      url: `${ROOT}/en/venues/every-field`,
      rest_url: `${ROOT}/en/cal/events/v1/venues/${body.id}`,
      venue: 'Every field',
      slug: 'every-field',
      description: null,
      excerpt: null,
      image: null,
      address: null,
      city: null,
      country: null,
      province: null,
      state: null,
      stateprovince: null,
      zip: null,
      phone: null,
      website: null,
      show_map: false,
      show_map_link: false,
      ...('geo_lat' in body ? { geo_lat: null, geo_lng: null } : {}),
      language: 'en',
      alternates: [expect.objectContaining({ language: 'en' })],
      json_ld: expect.objectContaining({ '@type': 'Place', name: 'Every field' }),
    });
  });

  it('needs only a name', async () => {
    const answer = await calendar.post('/venues', { city: 'Toronto' }, editor);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['venue'] } });
  });

  it('stores all fields', async () => {
    const fields = {
      ...{ venue: 'Massey Hall', address: '178 Victoria St', city: 'Toronto', country: 'Canada', province: 'Ontario' },
      ...{ zip: 'M5B 1T7', phone: '+1 416', website: 'https://example.com/', description: '<p>x</p>', excerpt: 'e' },
      ...{ show_map: true, show_map_link: true, status: 'private', slug: 'massey', date: '2026-01-02 03:04:05' },
    };
    const { body } = await create(fields);
    expect(body).toMatchObject({ ...fields, json_ld: { description: 'x' } });
  });

  it('may have the name of another one; only its slug is numbered', async () => {
    await create({ venue: 'Namesake' });
    expect((await create({ venue: 'Namesake' })).body.slug).toBe('namesake-2');
  });

  it.each([
    ['show_map', '1', true],
    ['show_map', 'true', true],
    ['show_map', true, true],
    ['show_map_link', 'yes', true],
    ['show_map_link', 'false', false],
    ['show_map_link', '', false],
    ['show_map', null, false],
  ])('accepts text and booleans as %s: %j', async (name, value, expected) => {
    expect((await create({ [name]: value })).body[name]).toBe(expected);
  });

  it.each([
    ['venue', ''],
    ['show_map', 'maybe'],
    ['website', 'example.com'],
    ['image', 'x'],
    ['status', 'trash'],
    ['city', {}],
    ['zip', true],
    ['country', 'x'.repeat(256)],
    ['email', 'a@example.com'],
    ['title', 'x'],
  ])('is refused with %s = %j', (name, value) => expectRefused(create({ [name]: value }), name));
});

describe('stateprovince', () => {
  const US = ['US', 'USA', 'usa', 'U.S.', 'United States', 'united states of america', 'États-Unis'];

  it.each([...US, null, undefined])('is the state if the country is %j', async (country) => {
    const { body } = await create({ country, state: 'Maine', province: 'Ontario' });
    expect(body).toMatchObject({ state: 'Maine', province: 'Ontario', stateprovince: 'Maine' });
  });

  it.each(['Canada', 'France', 'Austria', 'Usbekistan'])('is the province if the country is %s', async (country) => {
    const { body } = await create({ country, state: 'Maine', province: 'Ontario' });
    expect(body).toMatchObject({ state: 'Maine', province: 'Ontario', stateprovince: 'Ontario' });
  });

  it('is stored as the state or the province, by the country', async () => {
    expect((await create({ country: 'US', stateprovince: 'Ohio' })).body).toMatchObject({
      state: 'Ohio',
      province: null,
    });
    expect((await create({ stateprovince: 'Ohio' })).body).toMatchObject({ state: 'Ohio', province: null });
    expect((await create({ country: 'Canada', stateprovince: 'Québec' })).body).toMatchObject({
      state: null,
      province: 'Québec',
      stateprovince: 'Québec',
    });
  });

  it('depends on the country that is sent with it', async () => {
    const { id } = await aVenue({ country: 'US', state: 'Ohio' });
    expect((await update(id, { country: 'Canada', stateprovince: 'Québec' })).body).toMatchObject({
      state: 'Ohio',
      province: 'Québec',
      stateprovince: 'Québec',
    });
  });

  it('is refused if it contradicts the field that it stands for', async () => {
    await expectRefused(create({ state: 'Ohio', stateprovince: 'Iowa' }), 'stateprovince');
    await expectRefused(create({ country: 'Canada', province: 'x', stateprovince: 'y' }), 'stateprovince');
    expect((await create({ country: 'Canada', state: 'x', stateprovince: 'y' })).status).toBe(201);
    expect((await create({ state: 'Ohio', stateprovince: 'Ohio' })).status).toBe(201);
  });

  it('given together with that field: the one that differs from the stored value counts', async () => {
    const { id } = await aVenue({ state: 'Ohio' });
    expect((await update(id, { state: 'Iowa', stateprovince: 'Ohio' })).body.stateprovince).toBe('Iowa');
    expect((await update(id, { state: 'Iowa', stateprovince: 'Utah' })).body.state).toBe('Utah');
    await expectRefused(update(id, { state: 'Texas', stateprovince: 'Maine' }), 'stateprovince');
  });

  it.each([null, ''])('is cleared by %j', async (nothing) => {
    const { id } = await aVenue({ state: 'Ohio' });
    expect((await update(id, { stateprovince: nothing })).body).toMatchObject({ state: null, stateprovince: null });
  });

  it('sent back with another country changes only the country', async () => {
    const { id } = await aVenue({ country: 'US', state: 'Ohio', province: 'Ontario' });
    const { body } = await calendar.get(`/venues/${id}`);
    expect((await update(id, { ...body, country: 'Canada' })).body).toMatchObject({
      state: 'Ohio',
      province: 'Ontario',
      stateprovince: 'Ontario',
    });
  });
});

describe('changing a venue', () => {
  it('keeps fields that are not sent', async () => {
    const { id } = await aVenue({ venue: 'Kept', city: 'Toronto', show_map: true });
    expect((await update(id, { zip: '1' })).body).toMatchObject({
      venue: 'Kept',
      city: 'Toronto',
      show_map: true,
      zip: '1',
    });
  });

  it('by slug is the same as by id', async () => {
    const { id } = await aVenue({ venue: 'Slug venue' });
    for (const method of ['post', 'put', 'patch'] as const) {
      const answer = await calendar[method]('/venues/by-slug/Slug-Venue', { city: method }, editor);
      expect(answer.body).toMatchObject({ id, city: method });
    }
    const renamed = await calendar.patch('/venues/by-slug/slug-venue', { slug: 'other-venue' }, editor);
    expect(renamed.body.slug).toBe('other-venue');
    expect((await calendar.get('/venues/by-slug/slug-venue')).status).toBe(301);
    expect((await calendar.delete('/venues/by-slug/other-venue', editor)).body).toMatchObject({ id, status: 'trash' });
  });

  it('is visible in the related events', async () => {
    const venue = await aVenue({ venue: 'Old name' });
    const { id } = await anEvent({ venue: venue.id });
    await update(venue.id, { venue: 'New name', city: 'Paris' });
    expect((await calendar.get(`/events/${id}`)).body.venue).toMatchObject([{ venue: 'New name', city: 'Paris' }]);
  });

  it('returns 404 if it does not exist', async () => {
    for (const path of ['/venues/987654', '/venues/by-slug/none']) {
      for (const answer of [await calendar.patch(path, { city: 'x' }, editor), await calendar.delete(path, editor)])
        expect([answer.status, answer.body.code]).toEqual([404, 'rest-venue-not-found']);
    }
  });
});

describe('deleting a venue', () => {
  it('moves it to the trash, where it is gone for readers', async () => {
    const { id } = await aVenue({ venue: 'Trashed venue' });
    const answer = await calendar.delete(`/venues/${id}`, editor);
    expect([answer.status, answer.body.status, answer.body.id]).toEqual([200, 'trash', id]);
    const read = await calendar.get(`/venues/${id}`);
    expect([read.status, read.body.code]).toEqual([410, 'venue-no-longer-available']);
    expect((await calendar.get(`/venues/${id}`, editor)).body.status).toBe('trash');
  });

  it('twice reports that it is in the trash', async () => {
    const { id } = await aVenue();
    await calendar.delete(`/venues/${id}`, editor);
    const again = await calendar.delete(`/venues/${id}`, editor);
    expect([again.status, again.body.code]).toEqual([410, 'venue-is-in-trash']);
    const change = await update(id, { city: 'x' });
    expect([change.status, change.body.code]).toEqual([410, 'venue-is-in-trash']);
  });

  it('is undone by another status', async () => {
    const { id } = await aVenue({ city: 'Toronto' });
    await calendar.delete(`/venues/${id}`, editor);
    const answer = await update(id, { status: 'publish', zip: '1' });
    expect(answer.body).toMatchObject({ status: 'publish', city: 'Toronto', zip: '1' });
  });

  it('permanently leaves nothing behind', async () => {
    const { id } = await aVenue();
    expect((await calendar.delete(`/venues/${id}?force=true`, editor)).status).toBe(200);
    expect((await calendar.get(`/venues/${id}`, editor)).body.code).toBe('rest-venue-not-found');
  });

  it.each(['', 'maybe'])('with force=%s is refused', async (force) => {
    const { id } = await aVenue();
    await expectRefused(calendar.delete(`/venues/${id}?force=${force}`, editor), 'force');
    expect((await calendar.get(`/venues/${id}`)).status).toBe(200);
  });
});
