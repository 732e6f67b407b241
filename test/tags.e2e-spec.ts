import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const ROOT = 'http://localhost:3000';

let calendar: TestCalendar;
const { anEvent, aTag } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { as: 'editor', language: 'fr' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const create = (fields: object, options = editor) => calendar.post('/tags', fields, options);
const update = (id: number, fields: object, options = editor) => calendar.patch(`/tags/${id}`, fields, options);
const read = async (id: number, options: RequestOptions = {}) => (await calendar.get(`/tags/${id}`, options)).body;

async function expectRefused(request: ReturnType<TestCalendar['get']>, ...names: string[]): Promise<void> {
  const { status, body } = await request;
  expect({ status, code: body.code, params: Object.keys(body.data?.params ?? {}) }).toEqual({
    status: 400,
    code: 'rest_invalid_param',
    params: names,
  });
}

async function expectTaken(request: ReturnType<TestCalendar['get']>, holder: number): Promise<void> {
  const { status, body } = await request;
  expect({ status, code: body.code, data: body.data }).toEqual({
    status: 409,
    code: 'term_exists',
    data: { status: 409, term_id: holder },
  });
}

describe('a new tag', () => {
  it('has every field and no parent', async () => {
    const { status, headers, body } = await create({ name: 'every field' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${ROOT}/en/cal/events/v1/tags/${body.id}`);
    expect(await read(body.id)).toEqual({
      id: body.id,
      name: 'every field',
      slug: 'every-field',
      description: null,
      taxonomy: 'event_tag',
      count: 0,
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      modified_utc: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      url: `${ROOT}/en/tags/every-field`,
      urls: {
        self: `${ROOT}/en/cal/events/v1/tags/${body.id}`,
        collection: `${ROOT}/en/cal/events/v1/tags`,
        up: null,
      },
      language: 'en',
      alternates: [expect.objectContaining({ language: 'en', slug: 'every-field' })],
    });
  });

  it('needs a name', async () => {
    const answer = await create({ slug: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['name'] } });
  });

  it.each([
    ['parent', 1],
    ['parent', 0],
    ['parent', null],
    ['name', '   '],
    ['name', {}],
    ['slug', '…'],
    ['description', true],
    ['descripton', 'x'],
    ['date', '2027-01-01'],
  ])('is refused with %s = %j', (name, value) => expectRefused(create({ name: 'refused', [name]: value }), name));
});

describe('the name of a tag', () => {
  it('is unique', async () => {
    const holder = await aTag({ name: 'Jazz' });
    for (const name of ['Jazz', 'jazz', '<b>JAZZ</b> ']) await expectTaken(create({ name }), holder.id);
  });

  it('is unique in each language by itself', async () => {
    const holder = await aTag({ name: 'bread', translations: { fr: { name: 'pain' } } });
    await expectTaken(create({ name: 'pain' }, french), holder.id);
    expect((await create({ name: 'pain', translations: { fr: { name: 'douleur' } } })).status).toBe(201);
  });

  it('is unique on update, and in a translation', async () => {
    const holder = await aTag({ name: 'held', translations: { fr: { name: 'tenu' } } });
    const { id } = await aTag({ name: 'free' });
    await expectTaken(update(id, { name: 'Held' }), holder.id);
    await expectTaken(update(id, { translations: { fr: { name: 'Tenu' } } }), holder.id);
    expect(await read(id)).toMatchObject({ name: 'free', alternates: [{ language: 'en' }] });
  });

  it('is compared without regard to case, but with accents and blanks', async () => {
    await create({ name: 'cote' });
    for (const name of ['côte', 'coté', 'co te']) expect((await create({ name })).status).toBe(201);
  });
});

describe('the slug of a tag', () => {
  it('is numbered if it is derived, and refused if it is given and taken', async () => {
    const holder = await aTag({ name: 'slug holder', slug: 'slug-taken' });
    expect((await create({ name: 'slug taken' })).body.slug).toBe('slug-taken-2');
    await expectTaken(create({ name: 'another', slug: 'slug-taken' }), holder.id);
    await expectTaken(update((await aTag({ name: 'third' })).id, { slug: 'slug-taken' }), holder.id);
  });

  it('is derived from the id if the name gives none', async () => {
    const { body } = await create({ name: '🎷🎷' });
    expect(body.slug).toBe(`tag-${body.id}`);
  });
});

describe('changing a tag', () => {
  it('keeps fields that are not sent', async () => {
    const { id } = await aTag({ name: 'kept', description: 'x', slug: 'kept-slug' });
    expect((await update(id, { name: 'renamed' })).body).toMatchObject({
      name: 'renamed',
      description: 'x',
      slug: 'kept-slug',
    });
  });

  it.each([null, ''])('clears its description by %j', async (nothing) => {
    const { id } = await aTag({ name: `cleared ${String(nothing)}`, description: 'x' });
    expect((await update(id, { description: nothing })).body.description).toBeNull();
  });

  it('cannot give it a parent', async () => {
    const { id } = await aTag({ name: 'orphan' });
    await expectRefused(update(id, { parent: 1 }), 'parent');
  });

  it('has no route by slug', async () => {
    await aTag({ name: 'by slug' });
    for (const kind of ['tags', 'categories']) {
      const answer = await calendar.get(`/${kind}/by-slug/by-slug`);
      expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route']);
    }
  });

  it('returns 404 if it does not exist', async () => {
    for (const answer of [await update(987_654, {}), await calendar.delete('/tags/987654', editor)])
      expect([answer.status, answer.body.code]).toEqual([404, 'rest-tag-not-found']);
  });
});

describe('deleting a tag', () => {
  it('is permanent, and removes it from events', async () => {
    const { id } = await aTag({ name: 'deleted' });
    const event = await anEvent({ tags: [id] });
    expect((await calendar.delete(`/tags/${id}`, editor)).body).toMatchObject({ id, name: 'deleted', count: 1 });
    expect((await calendar.get(`/tags/${id}`)).body.code).toBe('rest-tag-not-found');
    expect((await calendar.get(`/events/${event.id}`)).body.tags).toEqual([]);
    expect((await create({ name: 'deleted' })).status).toBe(201);
  });
});

describe('the count of a tag', () => {
  it('follows the published events that name it', async () => {
    const { id } = await aTag({ name: 'counted' });
    const event = await anEvent({ tags: [id] });
    await anEvent({ tags: [id], status: 'private' });
    expect((await read(id)).count).toBe(1);
    expect((await calendar.get(`/events/${event.id}`)).body.tags).toMatchObject([{ id, count: 1 }]);
    await calendar.delete(`/events/${event.id}`, editor);
    expect((await read(id, editor)).count).toBe(0);
  });
});
