import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const ROOT = 'http://localhost:3000';

let calendar: TestCalendar;
const { anEvent, aCategory } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { as: 'editor', language: 'fr' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const create = (fields: object, options = editor) => calendar.post('/categories', fields, options);
const update = (id: number, fields: object, options = editor) => calendar.patch(`/categories/${id}`, fields, options);
const read = async (id: number, options: RequestOptions = {}) =>
  (await calendar.get(`/categories/${id}`, options)).body;

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

describe('a new category', () => {
  it('has every field, whatever was sent', async () => {
    const { status, headers, body } = await create({ name: 'Every field' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${ROOT}/en/cal/events/v1/categories/${body.id}`);
    expect(await read(body.id)).toEqual({
      id: body.id,
      name: 'Every field',
      slug: 'every-field',
      description: null,
      taxonomy: 'event_category',
      parent: 0,
      count: 0,
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      modified_utc: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      url: `${ROOT}/en/categories/every-field`,
      urls: {
        self: `${ROOT}/en/cal/events/v1/categories/${body.id}`,
        collection: `${ROOT}/en/cal/events/v1/categories`,
        up: null,
      },
      language: 'en',
      alternates: [expect.objectContaining({ language: 'en', slug: 'every-field' })],
    });
  });

  it('links to its parent', async () => {
    const parent = await aCategory({ name: 'Above' });
    const { body } = await create({ name: 'Below', parent: parent.id, description: '<p>x</p>', slug: 'under' });
    expect(body).toMatchObject({ parent: parent.id, description: '<p>x</p>', slug: 'under' });
    expect(body.urls.up).toBe(`${ROOT}/en/cal/events/v1/categories/${parent.id}`);
  });

  it('needs a name', async () => {
    const answer = await create({ description: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['name'] } });
  });

  it.each([null, 0, '0', '', undefined])('is at the top level with the parent %j', async (parent) => {
    const { status, body } = await create({ name: `Top ${String(parent)} ${typeof parent}`, parent });
    expect([status, body.parent]).toEqual([201, 0]);
  });

  it.each([
    ['name', ''],
    ['name', true],
    ['name', 'x'.repeat(256)],
    ['parent', -1],
    ['parent', 'x'],
    ['parent', 987_654],
    ['slug', '!!!'],
    ['description', {}],
    ['taxonomi', 'x'],
    ['status', 'draft'],
  ])('is refused with %s = %j', (name, value) => expectRefused(create({ name: 'Refused', [name]: value }), name));
});

describe('the name of a category', () => {
  it.each(['Taken', 'TAKEN', ' taken '])('is unique below a parent: %s', async (name) => {
    const holder = await aCategory({ name: 'Taken' }).catch(async () => (await create({ name: 'Taken' })).body.data);
    await expectTaken(create({ name }), (holder.id ?? holder.term_id) as number);
  });

  it('may be repeated below another parent, with a numbered slug', async () => {
    const parent = await aCategory({ name: 'Other parent' });
    await create({ name: 'Again' });
    const { status, body } = await create({ name: 'Again', parent: parent.id });
    expect([status, body.slug]).toEqual([201, 'again-2']);
  });

  it('may equal the name of another category in the other language', async () => {
    const one = await aCategory({ name: 'Table', translations: { fr: { name: 'Tableau noir' } } });
    const { status, body } = await create({ name: 'Table', translations: { en: { name: 'Desk' } } }, french);
    expect(status).toBe(201);
    expect(body.id).not.toBe(one.id);
  });

  it('is unique on update as well', async () => {
    const holder = await aCategory({ name: 'Held' });
    const { id } = await aCategory({ name: 'Renamed' });
    await expectTaken(update(id, { name: 'held' }), holder.id);
    expect((await read(id)).name).toBe('Renamed');
  });

  it('is unique below the parent to which a category moves', async () => {
    const parent = await aCategory({ name: 'Place' });
    const holder = await aCategory({ name: 'Mover', parent: parent.id });
    const { id } = await aCategory({ name: 'Mover' });
    await expectTaken(update(id, { parent: parent.id }), holder.id);
    expect((await read(id)).parent).toBe(0);
  });

  it('may be sent again for the same category', async () => {
    const { id } = await aCategory({ name: 'Itself' });
    expect((await update(id, { name: 'Itself' })).status).toBe(200);
    expect((await update(id, { name: 'ITSELF' })).body.name).toBe('ITSELF');
  });

  it('may differ from another one by accents only', async () => {
    await create({ name: 'Peche' });
    expect((await create({ name: 'Pêche' })).status).toBe(201);
  });

  it('is stored once if many requests create it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'At once' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('the slug of a category', () => {
  it('is numbered if it is derived, and refused if it is given and taken', async () => {
    const holder = await aCategory({ name: 'Slug holder', slug: 'slug-taken' });
    expect((await create({ name: 'Slug taken' })).body.slug).toBe('slug-taken-2');
    await expectTaken(create({ name: 'Another one', slug: 'slug-taken' }), holder.id);
    await expectTaken(create({ name: 'Another one', slug: 'SLUG taken' }), holder.id);
  });

  it('is refused on update if it is taken', async () => {
    const holder = await aCategory({ name: 'Update holder' });
    const { id } = await aCategory({ name: 'Update other' });
    await expectTaken(update(id, { slug: holder.slug }), holder.id);
    await expectTaken(update(id, { translations: { en: { slug: holder.slug } } }), holder.id);
    expect((await update(id, { slug: 'update-other' })).status).toBe(200);
  });

  it('may be the same in the other language', async () => {
    await create({ name: 'English festival', slug: 'festival' });
    expect((await create({ name: 'Festival français', slug: 'festival' }, french)).body.slug).toBe('festival');
  });

  it('stays when the name changes', async () => {
    const { id } = await aCategory({ name: 'Before' });
    expect((await update(id, { name: 'After' })).body).toMatchObject({ name: 'After', slug: 'before' });
  });
});

describe('the parent of a category', () => {
  it('is never the category itself or one of its descendants', async () => {
    const top = await aCategory({ name: 'Circle 1' });
    const middle = await aCategory({ name: 'Circle 2', parent: top.id });
    const bottom = await aCategory({ name: 'Circle 3', parent: middle.id });
    for (const { id } of [top, middle, bottom]) await expectRefused(update(top.id, { parent: id }), 'parent');
    expect((await read(top.id)).parent).toBe(0);
    expect((await update(bottom.id, { parent: top.id })).body.parent).toBe(top.id);
  });

  it('cannot become a cycle by two concurrent moves', async () => {
    const one = await aCategory({ name: 'Mutual 1' });
    const two = await aCategory({ name: 'Mutual 2' });
    const answers = await Promise.all([update(one.id, { parent: two.id }), update(two.id, { parent: one.id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is not locked by moves of its descendants: concurrent updates of it are not refused', async () => {
    const top = await aCategory({ name: 'Edited 1' });
    const middle = await aCategory({ name: 'Edited 2', parent: top.id });
    const moved = await aCategory({ name: 'Moved below' });
    const etagOf = async ({ id }: { id: number }) => (await calendar.get(`/categories/${id}`)).headers['etag']!;
    const edited = [top, middle, moved];
    const etags = await Promise.all(edited.map(etagOf));
    await calendar.patch(`/categories/${moved.id}`, { parent: middle.id }, { as: 'editor' }).expect(200);
    expect(await Promise.all([top, middle].map(etagOf))).toEqual(etags.slice(0, 2));
    const answers = await Promise.all(
      edited.map(({ id }, place) =>
        calendar.patch(`/categories/${id}`, { description: 'Edited' }, { as: 'editor' }).set('If-Match', etags[place]!),
      ),
    );
    // A moved category no longer matches what was read of it.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 412]);
  });

  it.each([null, 0, '0', ''])('is removed by %j', async (parent) => {
    const above = await aCategory({ name: `Removed above ${String(parent)}${typeof parent}` });
    const { id } = await aCategory({ name: 'Removed', parent: above.id });
    const { body } = await update(id, { parent, name: `Removed ${String(parent)}${typeof parent}` });
    expect([body.parent, body.urls.up]).toEqual([0, null]);
  });

  it('may be the object that a read returned', async () => {
    const above = await aCategory({ name: 'As an object' });
    const { body } = await create({ name: 'Below an object', parent: { id: above.id, name: 'x' } });
    expect(body.parent).toBe(above.id);
  });
});

describe('the count of a category', () => {
  const count = async (id: number) => (await read(id)).count as number;

  it('is the number of published events that name it, the same for all callers', async () => {
    const { id } = await aCategory({ name: 'Counted' });
    const published = await anEvent({ categories: [id] });
    await anEvent({ categories: [id], status: 'draft' });
    await anEvent({ categories: [id], date: '2099-01-01' });
    expect([await count(id), (await read(id, editor)).count]).toEqual([1, 1]);
    await calendar.patch(`/events/${published.id}`, { status: 'draft' }, editor);
    expect(await count(id)).toBe(0);
    await calendar.patch(`/events/${published.id}`, { status: 'publish' }, editor);
    expect(await count(id)).toBe(1);
    await calendar.delete(`/events/${published.id}`, editor);
    expect(await count(id)).toBe(0);
    await calendar.patch(`/events/${published.id}`, { status: 'publish' }, editor);
    expect(await count(id)).toBe(1);
    await calendar.patch(`/events/${published.id}`, { categories: [] }, editor);
    expect(await count(id)).toBe(0);
    await calendar.patch(`/events/${published.id}`, { categories: [id] }, editor);
    await calendar.delete(`/events/${published.id}?force=true`, editor);
    expect(await count(id)).toBe(0);
  });

  it('does not include events of its children', async () => {
    const parent = await aCategory({ name: 'Counted parent' });
    const child = await aCategory({ name: 'Counted child', parent: parent.id });
    await anEvent({ categories: [child.id] });
    expect([await count(parent.id), await count(child.id)]).toEqual([0, 1]);
  });

  it('is exact after concurrent writes of many events', async () => {
    const { id } = await aCategory({ name: 'Counted at once' });
    await Promise.all(Array.from({ length: 6 }, () => anEvent({ categories: [id] })));
    expect(await count(id)).toBe(6);
  });

  it('cannot be written', async () => {
    const { id } = await aCategory({ name: 'Written' });
    expect((await update(id, { count: 99 })).body.count).toBe(0);
  });
});

describe('deleting a category', () => {
  it('is permanent and returns the deleted category', async () => {
    const { id } = await aCategory({ name: 'Deleted' });
    const event = await anEvent({ categories: [id] });
    const answer = await calendar.delete(`/categories/${id}`, editor);
    expect([answer.status, answer.body.id, answer.body.name]).toEqual([200, id, 'Deleted']);
    expect((await calendar.get(`/categories/${id}`, editor)).body.code).toBe('rest-category-not-found');
    expect((await calendar.delete(`/categories/${id}`, editor)).status).toBe(404);
    expect((await calendar.get(`/events/${event.id}`)).body.categories).toEqual([]);
    expect((await create({ name: 'Deleted' })).body.slug).toBe('deleted');
  });

  it('moves its children to its parent', async () => {
    const top = await aCategory({ name: 'Level 1' });
    const middle = await aCategory({ name: 'Level 2', parent: top.id });
    const bottom = await aCategory({ name: 'Level 3', parent: middle.id });
    await calendar.delete(`/categories/${middle.id}`, editor);
    expect((await read(bottom.id)).parent).toBe(top.id);
    await calendar.delete(`/categories/${top.id}`, editor);
    expect((await read(bottom.id)).parent).toBe(0);
  });

  it('moves more than a thousand children', async () => {
    const folder = await aCategory({ name: 'Large folder' });
    const children: number[] = [];
    for (let number = 0; number < 1050; number += 50) {
      const some = Array.from({ length: 50 }, (_, more) =>
        aCategory({ name: `Sheet ${number + more}`, parent: folder.id }),
      );
      children.push(...(await Promise.all(some)).map(({ id }) => id));
    }
    await calendar.delete(`/categories/${folder.id}`, editor).expect(200);
    const { body } = await calendar.get(
      `/categories?include=${children.slice(0, 100).join()}&hide_empty=false&per_page=100`,
    );
    expect(new Set(body.categories.map(({ parent }: { parent: number }) => parent))).toEqual(new Set([0]));
    expect((await read(children.at(-1)!)).parent).toBe(0);
  });

  it('succeeds if the name of a child is taken below the new parent', async () => {
    const parent = await aCategory({ name: 'Folder' });
    const child = await aCategory({ name: 'Same name', parent: parent.id });
    const above = await aCategory({ name: 'Same name' });
    const grandchild = await aCategory({ name: 'Folder', parent: parent.id });
    expect((await calendar.delete(`/categories/${parent.id}`, editor)).status).toBe(200);
    expect([(await read(child.id)).parent, (await read(above.id)).parent, (await read(grandchild.id)).parent]).toEqual([
      0, 0, 0,
    ]);
    expect((await update(child.id, { description: 'x' })).status).toBe(200);
    expect((await update(child.id, { name: 'Same name, moved' })).status).toBe(200);
  });

  it('moves children of equal names, one of which keeps the name to itself', async () => {
    const top = await aCategory({ name: 'Twice at the top' });
    const below = await aCategory({ name: 'Twice below', parent: top.id });
    const own = await aCategory({ name: 'One name', parent: top.id });
    const moved = await aCategory({ name: 'One name', parent: below.id });
    for (const { id } of [below, top]) expect((await calendar.delete(`/categories/${id}`, editor)).status).toBe(200);
    expect([(await read(own.id)).parent, (await read(moved.id)).parent]).toEqual([0, 0]);
    expect((await create({ name: 'One name' })).body.code).toBe('term_exists');
    expect((await update(own.id, { name: 'Its own name' })).status).toBe(200);
    await expectTaken(create({ name: 'One name' }), moved.id);
    expect((await update(moved.id, { name: 'A name of its own' })).status).toBe(200);
    expect((await create({ name: 'One name' })).status).toBe(201);
  });

  it('keeps the name of a child taken after the category with the same name is gone', async () => {
    const parent = await aCategory({ name: 'Shelf' });
    const child = await aCategory({ name: 'Atlas', parent: parent.id });
    const above = await aCategory({ name: 'Atlas' });
    for (const { id } of [parent, above]) expect((await calendar.delete(`/categories/${id}`, editor)).status).toBe(200);
    await expectTaken(create({ name: 'ATLAS' }), child.id);
    const other = await aCategory({ name: 'Globe' });
    await expectTaken(update(other.id, { name: 'Atlas' }), child.id);
    const below = await aCategory({ name: 'Atlas', parent: other.id });
    await expectTaken(update(below.id, { parent: 0 }), child.id);
    expect((await update(child.id, { name: 'ATLAS', description: 'x' })).body).toMatchObject({ name: 'ATLAS' });
    expect((await anEvent({ categories: ['Atlas'] })).categories).toMatchObject([{ id: child.id }]);
  });
});
