import { Database } from '../src/database/database.js';
import { query, run, type Value } from '../src/database/sql/statements.js';
import { itEach, publishedResources, relatedPublished, resources, type TestedResource } from './support/resources.js';
import { type ApiRecord, makers } from './support/makers.js';
import { importInto } from './support/importing.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { fixPresent } from './support/present.js';

fixPresent();

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue, aCategory, aTag } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;

interface Entry {
  readonly revision: number;
  readonly modified_utc: string;
  readonly author: { readonly id: number; readonly name: string } | null;
  readonly change: string;
  readonly fields: readonly string[];
  readonly of_series?: number;
}

const editor: RequestOptions = { as: 'editor' };
const frenchEditor: RequestOptions = { as: 'editor', language: 'fr' };

const database = () => calendar.app.get(Database);
const deleteRevisions = (kind: string, id: number) =>
  database().write((manager) => run(manager, 'DELETE FROM revisions WHERE kind = ? AND recordId = ?', [kind, id]));
const storedContents = (kind: string, id: number) => {
  const [sql, values]: [string, Value[]] = [
    'SELECT content FROM revisions WHERE kind = ? AND recordId = ?',
    [kind, id],
  ];
  return database().read((manager) => query<{ content: string }>(manager, sql, values));
};

let named = 0;
const aName = (word = 'Name') => `${word} ${(named += 1)}`;

const pathOf = (kind: TestedResource, { id }: { id: number }) => `${kind.path}/${id}`;

async function revisionsOf(path: string, options = editor): Promise<Entry[]> {
  const answer = await calendar.get(`${path}/revisions?per_page=100`, options);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.revisions as Entry[];
}

async function contentOf(path: string, { revision }: Entry, options = editor): Promise<Body> {
  const answer = await calendar.get(`${path}/revisions/${revision}`, options);
  expect(answer.status).toBe(200);
  return answer.body.record as Body;
}

async function restore(path: string, { revision }: Entry, options = editor): Promise<Body> {
  const answer = await calendar.post(`${path}/revisions/${revision}/restore`, undefined, options);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body as Body;
}

async function change(path: string, body: Body, options = editor): Promise<Body> {
  const answer = await calendar.patch(path, body, options);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body as Body;
}

describe('the revisions of a record', () => {
  itEach(resources, 'are the states after each write, newest first, with who wrote and what: %s', async (kind) => {
    const { nameField } = kind;
    const [first, second] = [aName('First'), aName('Second')];
    const record = await aRecord(kind, { [nameField]: first });
    const path = pathOf(kind, record);
    await change(path, { [nameField]: second, description: '<p>New.</p>' });
    await change(path, { translations: { fr: { [nameField]: aName('Deuxième') } } });
    const [translated, renamed, created, ...more] = await revisionsOf(path);
    expect(more).toEqual([]);
    expect([translated!.change, renamed!.change, created!.change]).toEqual(['updated', 'updated', 'created']);
    expect(translated!.revision).toBeGreaterThan(renamed!.revision);
    expect(renamed!.revision).toBeGreaterThan(created!.revision);
    expect(renamed!.fields).toEqual([nameField, 'description']);
    expect(translated!.fields).toEqual(
      expect.arrayContaining([`translations.fr.${nameField}`, 'translations.fr.slug']),
    );
    expect(created!.fields).toEqual(expect.arrayContaining([nameField, 'slug']));
    const { body: account } = await calendar.get('/me', editor);
    expect(renamed!.author).toEqual({ id: account.id, name: account.name });
    expect(created!.author?.id).not.toBe(account.id);
    expect(renamed!.modified_utc).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const inFrench = await revisionsOf(path, frenchEditor);
    expect(inFrench[1]!.fields).toEqual([`translations.en.${nameField}`, 'translations.en.description']);
    expect(inFrench[0]!.fields).toEqual(expect.arrayContaining([nameField, 'slug']));
  });

  itEach(resources, 'contain the fields of a body with both languages: %s', async (kind) => {
    const { nameField } = kind;
    const [english, french] = [aName('English'), aName('Français')];
    const record = await aRecord(kind, {
      [nameField]: undefined,
      translations: { en: { [nameField]: english }, fr: { [nameField]: french } },
    });
    const path = pathOf(kind, record);
    const [created] = await revisionsOf(path);
    const shown = await contentOf(path, created!);
    expect(shown[nameField]).toBe(english);
    expect((await contentOf(path, created!, frenchEditor))[nameField]).toBe(french);
    const translations = shown.translations as Record<string, Body>;
    expect([translations.en![nameField], translations.fr![nameField]]).toEqual([english, french]);
    for (const hidden of ['id', 'url', 'modified', 'password', 'translation_status'])
      expect(shown).not.toHaveProperty(hidden);
    // It can be sent back: nothing changes.
    const before = (await calendar.get(path, editor)).headers.etag;
    await change(path, shown);
    expect((await calendar.get(path, editor)).headers.etag).toBe(before);
  });

  itEach(resources, 'are not made by writes that change nothing: %s', async (kind) => {
    const name = aName();
    const record = await aRecord(kind, { [kind.nameField]: name });
    const path = pathOf(kind, record);
    await change(path, { [kind.nameField]: name });
    expect(await revisionsOf(path)).toHaveLength(1);
  });

  itEach(publishedResources, 'name moves to the trash and from it: %s', async (kind) => {
    const record = await aRecord(kind);
    const path = pathOf(kind, record);
    await calendar.delete(path, editor).expect(200);
    expect((await revisionsOf(path)).map((entry) => entry.change)).toEqual(['trashed', 'created']);
    await change(path, { status: 'publish' });
    const entries = await revisionsOf(path);
    expect(entries.map((entry) => entry.change)).toEqual(['restored', 'trashed', 'created']);
    expect(entries[0]!.fields).toEqual(['status']);
  });

  itEach(resources, 'go with a record that is deleted for good: %s', async (kind) => {
    const record = await aRecord(kind, { [kind.nameField]: aName() });
    const path = pathOf(kind, record);
    const [entry] = await revisionsOf(path);
    await calendar.delete(`${path}?force=true`, { as: 'administrator' }).expect(200);
    expect(await storedContents(kind.plural, record.id)).toEqual([]);
    for (const gone of [`${path}/revisions`, `${path}/revisions/${entry!.revision}`])
      expect((await calendar.get(gone, editor)).body.code).toBe(`rest-${kind.singular}-not-found`);
  });

  itEach(resources, 'begin with the state of an older record at its first write: %s', async (kind) => {
    const { nameField } = kind;
    const [before, after] = [aName('Old'), aName('New')];
    const record = await aRecord(kind, { [nameField]: before });
    const path = pathOf(kind, record);
    await deleteRevisions(kind.plural, record.id);
    expect(await revisionsOf(path)).toEqual([]);
    await change(path, { [nameField]: after });
    const [updated, former, ...more] = await revisionsOf(path);
    expect([updated!.change, former!.change, more]).toEqual(['updated', 'created', []]);
    expect(updated!.fields).toEqual([nameField]);
    expect(former!.fields).toEqual(expect.arrayContaining([nameField, 'slug']));
    expect((await contentOf(path, former!))[nameField]).toBe(before);
  });

  it('begin with the states of all older records that one write changes', async () => {
    const create = async (body: object) =>
      (await calendar.post('/categories', body, editor).expect(201)).body as { id: number; name: string };
    const parent = await create({ name: aName('Parent') });
    const children: { id: number; name: string }[] = [];
    for (const name of ['One', 'Two', 'Three']) children.push(await create({ name: aName(name), parent: parent.id }));
    for (const { id } of children.slice(1)) await deleteRevisions('categories', id);
    await calendar.delete(`/categories/${parent.id}`, editor).expect(200);
    for (const { id, name } of children) {
      const [updated, former, ...more] = await revisionsOf(`/categories/${id}`);
      expect([updated!.change, updated!.fields, former!.change, more]).toEqual(['updated', ['parent'], 'created', []]);
      expect(await contentOf(`/categories/${id}`, former!)).toMatchObject({ name, parent: { id: parent.id } });
    }
  });

  it('are listed by pages', async () => {
    const event = await anEvent();
    const path = `/events/${event.id}`;
    for (const title of ['One', 'Two', 'Three']) await change(path, { title });
    const first = await calendar.get(`${path}/revisions?per_page=3`, editor);
    expect([first.body.total, first.body.total_pages, first.body.revisions.length]).toEqual([4, 2, 3]);
    expect(first.headers['x-cal-total']).toBe('4');
    expect(first.headers['cache-control']).toContain('no-store');
    const next = new URL(String(first.body.next_rest_url));
    expect(next.pathname.endsWith(`${path}/revisions`)).toBe(true);
    const second = await calendar.get(`${path}/revisions${next.search}`, editor);
    expect((second.body.revisions as Entry[]).map((entry) => entry.change)).toEqual(['created']);
    const beyond = await calendar.get(`${path}/revisions?page=3&per_page=3`, editor);
    expect([beyond.status, beyond.body.code]).toEqual([404, 'revision-archive-page-not-found']);
    expect((await calendar.get(`${path}/revisions?per_page=101`, editor)).status).toBe(400);
  });

  it('belong to one record', async () => {
    const [one, other] = [await anEvent(), await aVenue()];
    const [entry] = await revisionsOf(`/venues/${other.id}`);
    const answer = await calendar.get(`/events/${one.id}/revisions/${entry!.revision}`, editor);
    expect([answer.status, answer.body.code]).toEqual([404, 'rest-revision-not-found']);
    expect((await calendar.get(`/events/${one.id}/revisions/first`, editor)).body.code).toBe('rest_no_route');
    expect((await calendar.get('/events/by-slug/concert/revisions', editor)).body.code).toBe('rest_no_route');
  });

  it('name a password that was set, and never contain it', async () => {
    const event = await anEvent({ password: 'sesame-1' });
    const path = `/events/${event.id}`;
    await change(path, { password: 'sesame-2' });
    const [second, first] = await revisionsOf(path);
    expect([second!.fields, first!.fields.includes('password')]).toEqual([['password'], true]);
    await change(path, { title: 'Third' });
    await restore(path, first!);
    expect((await calendar.get(`${path}?password=sesame-2`)).status).toBe(200);
    const rows = await storedContents('events', event.id);
    expect(rows.length).toBeGreaterThan(2);
    for (const { content } of rows) expect(content).not.toMatch(/sesame|scrypt|passwordHash/);
  });

  it('say so where an import wrote', async () => {
    const file = (title: string) =>
      ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', 'BEGIN:VEVENT', 'UID:revised@example.com']
        .concat([`SUMMARY:${title}`, 'LOCATION:Imported hall', 'DTSTART:20270621T190000Z', 'DTEND:20270621T200000Z'])
        .concat(['END:VEVENT', 'END:VCALENDAR', ''])
        .join('\r\n');
    await importInto(calendar, file('Imported'));
    await importInto(calendar, file('Imported again'));
    const [{ id, venue } = { id: 0, venue: [] }] = (
      await calendar.get('/events?from=2027-06-01&search=Imported', editor)
    ).body.events as { id: number; venue: ApiRecord[] }[];
    expect((await revisionsOf(`/events/${id}`)).map((entry) => entry.change)).toEqual(['imported', 'imported']);
    expect((await revisionsOf(`/venues/${venue[0]!.id}`)).map((entry) => entry.change)).toEqual(['imported']);
  });

  itEach(relatedPublished, 'are made of records that the body of an event creates: %s', async (kind) => {
    const event = await anEvent({ [kind.field]: [{ [kind.nameField]: aName('Nested') }] });
    const [related] = event[kind.field] as unknown as ApiRecord[];
    expect((await revisionsOf(pathOf(kind, related!))).map((entry) => entry.change)).toEqual(['created']);
  });

  it('show images and related records with their names', async () => {
    const [venue, category] = [await aVenue({ venue: 'Named hall' }), await aCategory({ name: aName('Named') })];
    const event = await anEvent({
      venue: venue.id,
      categories: [category.id],
      image: { url: 'https://example.com/revised.jpg', alt: 'A stage' },
    });
    const child = await anEvent({ post_parent: event.id });
    const [created] = await revisionsOf(`/events/${event.id}`);
    const shown = await contentOf(`/events/${event.id}`, created!);
    expect(shown.venue).toEqual([{ id: venue.id, name: 'Named hall' }]);
    expect(shown.categories).toEqual([{ id: category.id, name: category.name }]);
    expect(shown.image).toMatchObject({ url: 'https://example.com/revised.jpg' });
    expect((shown.translations as { en: Body }).en.image_alt).toBe('A stage');
    const [ofChild] = await revisionsOf(`/events/${child.id}`);
    expect((await contentOf(`/events/${child.id}`, ofChild!)).post_parent).toEqual({ id: event.id, name: 'Concert' });
  });
});

describe('restoring a revision', () => {
  itEach(resources, 'gives a record its former fields again, as a write of its own: %s', async (kind) => {
    const { nameField } = kind;
    const [first, second] = [aName('Before'), aName('After')];
    const french = { [nameField]: aName('Avant'), description: '<p>Avant.</p>' };
    const record = await aRecord(kind, {
      [nameField]: first,
      description: '<p>A &amp; B</p>',
      translations: { fr: french },
    });
    const path = pathOf(kind, record);
    const changed = { [nameField]: second, description: null, translations: { fr: null } };
    await change(path, changed);
    const created = (await revisionsOf(path)).at(-1)!;
    const restored = await restore(path, created);
    expect([restored[nameField], restored.description]).toEqual([first, '<p>A &amp; B</p>']);
    expect(restored).not.toHaveProperty('restored_without');
    const read = (await calendar.get(path, { as: 'editor', language: 'fr' })).body;
    expect([read[nameField], read.description]).toEqual([french[nameField], '<p>Avant.</p>']);
    const [entry, ...others] = await revisionsOf(path);
    expect([entry!.change, others.length]).toEqual(['restored', 2]);
    expect(entry!.fields).toEqual(expect.arrayContaining([nameField, 'description', `translations.fr.${nameField}`]));
    const content = async (one: Entry) => contentOf(path, one);
    expect(await content(entry!)).toEqual(await content(created));
  });

  itEach(resources, 'writes nothing if nothing differs: %s', async (kind) => {
    const record = await aRecord(kind, { [kind.nameField]: aName() });
    const path = pathOf(kind, record);
    const [entry] = await revisionsOf(path);
    await restore(path, entry!);
    expect(await revisionsOf(path)).toHaveLength(1);
  });

  itEach(publishedResources, 'keeps status, author and date, but takes a record out of the trash: %s', async (kind) => {
    const record = await aRecord(kind, { [kind.nameField]: 'Early', status: 'draft' }, { as: 'author' });
    const path = pathOf(kind, record);
    const { body: account } = await calendar.get('/me', editor);
    await change(path, {
      [kind.nameField]: 'Late',
      status: 'private',
      author: account.id,
      date: '2027-01-02 03:04:05',
    });
    const created = (await revisionsOf(path)).at(-1)!;
    const restored = await restore(path, created);
    expect([restored[kind.nameField], restored.status, restored.author, restored.date]).toEqual([
      ...['Early', 'private', account.id],
      '2027-01-02 03:04:05',
    ]);
    await calendar.delete(path, editor).expect(200);
    const again = await restore(path, created);
    expect([again[kind.nameField], again.status]).toEqual(['Early', 'private']);
    expect((await revisionsOf(path)).map((entry) => entry.change)).toEqual([
      ...['restored', 'trashed', 'restored', 'updated', 'created'],
    ]);
  });

  itEach(resources, 'honours If-Match and Idempotency-Key, and is a change: %s', async (kind) => {
    const { nameField } = kind;
    const [first, second] = [aName('Kept'), aName('Lost')];
    const record = await aRecord(kind, { [nameField]: first });
    const path = pathOf(kind, record);
    const { etag } = (await calendar.get(path, editor)).headers;
    await change(path, { [nameField]: second });
    const created = (await revisionsOf(path)).at(-1)!;
    const route = `${path}/revisions/${created.revision}/restore`;
    const stale = await calendar.post(route, undefined, editor).set('If-Match', String(etag));
    expect([stale.status, stale.body.code]).toEqual([412, 'rest_precondition_failed']);
    const { body } = await calendar.get(`/changes?kinds=${kind.plural}&limit=500`, editor);
    const key = `restore ${kind.plural} ${record.id}`;
    const done = await calendar.post(route, undefined, editor).set('Idempotency-Key', key);
    expect([done.status, done.body[nameField]]).toEqual([200, first]);
    await change(path, { [nameField]: aName('Later') });
    const replayed = await calendar.post(route, undefined, editor).set('Idempotency-Key', key);
    expect([replayed.headers['idempotent-replayed'], replayed.body]).toEqual(['true', done.body]);
    const changes = await calendar.get(`/changes?kinds=${kind.plural}&since=${String(body.next)}`, editor);
    expect((changes.body.changes as { id: number }[]).map(({ id }) => id)).toContain(record.id);
  });

  itEach(resources, 'responds with the fields of `_fields`: %s', async (kind) => {
    const { nameField } = kind;
    const record = await aRecord(kind, { [nameField]: aName('Picked') });
    const path = pathOf(kind, record);
    await change(path, { [nameField]: aName('Changed') });
    const route = `${path}/revisions/${(await revisionsOf(path)).at(-1)!.revision}/restore`;
    const answer = await calendar.post(`${route}?_fields=id,${nameField},restored_without`, undefined, editor);
    expect([answer.status, answer.body]).toEqual([200, { id: record.id, [nameField]: record[nameField] }]);
    const unknown = await calendar.post(`${route}?_fields=restored_with`, undefined, editor);
    expect([unknown.status, unknown.body.data.params._fields]).toEqual([
      400,
      expect.stringContaining('restored_without') as string,
    ]);
  });

  itEach(resources, 'takes no field in its body but the language: %s', async (kind) => {
    const { nameField } = kind;
    const record = await aRecord(kind, { [nameField]: aName('Body') });
    const path = pathOf(kind, record);
    await change(path, { [nameField]: aName('Other') });
    const [latest, first] = await revisionsOf(path);
    const route = `${path}/revisions/${first!.revision}/restore`;
    const body = { [nameField]: 'Ignored', status: 'draft', translation_languages: 'fr' };
    const refused = await calendar.post(route, body, frenchEditor);
    expect([refused.status, refused.body.code, refused.body.data.params]).toEqual([
      400,
      'rest_invalid_param',
      {
        [nameField]: 'Ce champ n’existe pas.',
        status: 'Ce champ n’existe pas.',
        translation_languages: expect.stringContaining('translation_language') as string,
      },
    ]);
    const wrong = await calendar.post(route, { translation_language: 'de' }, editor);
    expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['translation_language']]);
    expect((await revisionsOf(path))[0]).toEqual(latest);
    const french = await calendar.post(route, { translation_language: 'fr' }, editor);
    expect([french.status, french.headers['content-language']]).toEqual([200, 'fr']);
    for (const empty of ['{}', '']) await calendar.post(route, empty, editor).type('json').expect(200);
    await calendar.post(route, 'translation_language=en', editor).type('form').expect(200);
    for (const noObject of ['[]', '"title"', 'null'])
      expect((await calendar.post(route, noObject, editor).type('json')).body.code).toBe('rest_invalid_json');
  });

  it('leaves out and names what no longer exists', async () => {
    const [kept, gone, trashed] = [await aVenue({ venue: 'Kept' }), await aVenue(), await aVenue()];
    const [tag, parent] = [await aTag({ name: aName('gone') }), await anEvent()];
    const event = await anEvent({ venue: [gone.id, kept.id, trashed.id], tags: [tag.id], post_parent: parent.id });
    const path = `/events/${event.id}`;
    await change(path, { title: 'Renamed', venue: [], tags: [], post_parent: null });
    for (const address of [`/venues/${gone.id}?force=true`, `/venues/${trashed.id}`, `/tags/${tag.id}`])
      await calendar.delete(address, { as: 'administrator' }).expect(200);
    await calendar.delete(`/events/${parent.id}?force=true`, { as: 'administrator' }).expect(200);
    const created = (await revisionsOf(path)).at(-1)!;
    const shown = await contentOf(path, created);
    expect(shown.venue).toEqual([
      { id: gone.id, name: 'Hall' },
      { id: kept.id, name: 'Kept' },
      { id: trashed.id, name: 'Hall' },
    ]);
    const restored = await restore(path, created);
    expect(restored.title).toBe('Concert');
    expect((restored.venue as ApiRecord[]).map(({ id }) => id)).toEqual([kept.id]);
    expect(restored.restored_without).toEqual({
      venue: [gone.id, trashed.id],
      tags: [tag.id],
      post_parent: parent.id,
    });
  });

  it('leaves out an image that is deleted, with its alternative text', async () => {
    const event = await anEvent({ image: { url: 'https://example.com/deleted.jpg', alt: 'Old' } });
    const path = `/events/${event.id}`;
    await change(path, { image: { url: 'https://example.com/new.jpg', alt: 'New' } });
    const { id } = event.image as unknown as { id: number };
    await calendar.delete(`/images/${id}`, { as: 'administrator' }).expect(200);
    const created = (await revisionsOf(path)).at(-1)!;
    const restored = await restore(path, created);
    expect(restored.restored_without).toEqual({ image: id });
    expect(restored.image).toMatchObject({ url: 'https://example.com/new.jpg', alt: 'New' });
  });

  it('brings back values by language, also where they hide the one for all languages', async () => {
    const venue = await aVenue({
      address: '1 Shared Street',
      website: 'https://example.com/shared',
      translations: { en: { website: 'https://example.com/en' }, fr: { venue: 'Salle', address: '1, rue Propre' } },
    });
    const path = `/venues/${venue.id}`;
    const states = async () =>
      Promise.all(
        (['en', 'fr'] as const).map(
          async (language) => (await calendar.get(`${path}?translations=all`, { as: 'editor', language })).body,
        ),
      );
    const values = ([en, fr]: Body[]) =>
      [en!, fr!].map(({ address, website, translations }) => ({ address, website, translations }));
    const before = values(await states());
    await change(path, {
      address: '2 Other Street',
      website: 'https://example.com/other',
      translations: { en: { address: '2 Own Street' }, fr: { website: 'https://example.com/fr', address: null } },
    });
    await restore(path, (await revisionsOf(path)).at(-1)!);
    expect(values(await states())).toEqual(before);
  });

  it('writes titles with entities exactly as they were', async () => {
    const event = await anEvent({ title: 'Tom &amp;amp; Jerry &amp;lt;3' });
    expect(event.title).toBe('Tom &amp; Jerry &lt;3');
    await change(`/events/${event.id}`, { title: 'Other' });
    const restored = await restore(`/events/${event.id}`, (await revisionsOf(`/events/${event.id}`)).at(-1)!);
    expect(restored.title).toBe('Tom &amp; Jerry &lt;3');
  });

  it('is checked like any other write', async () => {
    const [one, other] = [aName('Taken'), aName('Free')];
    const category = await aCategory({ name: one });
    await change(`/categories/${category.id}`, { name: other, slug: 'freed' });
    await aCategory({ name: one });
    const created = (await revisionsOf(`/categories/${category.id}`)).at(-1)!;
    const answer = await calendar.post(
      `/categories/${category.id}/revisions/${created.revision}/restore`,
      undefined,
      editor,
    );
    expect([answer.status, answer.body.code]).toEqual([409, 'term_exists']);
  });
});

describe('the rights on revisions', () => {
  itEach(publishedResources, 'are those to change the record: %s', async (kind) => {
    const own = await aRecord(kind, { [kind.nameField]: aName('Own'), status: 'draft' }, { as: 'contributor' });
    const path = pathOf(kind, own);
    await change(path, { [kind.nameField]: aName('Mine') }, { as: 'contributor' });
    const [, created] = await revisionsOf(path, { as: 'contributor' });
    await restore(path, created!, { as: 'contributor' });
    const other = await aRecord(kind, { [kind.nameField]: aName('Foreign'), status: 'draft' });
    const published = await aRecord(kind, { [kind.nameField]: aName('Public') });
    const routes = async (record: { id: number }, options: RequestOptions) => {
      const [entry] = await revisionsOf(pathOf(kind, record));
      const one = `${pathOf(kind, record)}/revisions/${entry!.revision}`;
      const answers = [
        await calendar.get(`${pathOf(kind, record)}/revisions`, options),
        await calendar.get(one, options),
        await calendar.post(`${one}/restore`, undefined, options),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await routes(other, {})).toEqual([401, 401, 401]);
    expect(await routes(other, { as: 'reader' })).toEqual([403, 403, 403]);
    expect(await routes(other, { as: 'contributor' })).toEqual([404, 404, 404]);
    expect(await routes(published, { as: 'author' })).toEqual([403, 403, 403]);
    await calendar.delete(pathOf(kind, published), editor).expect(200);
    expect(await routes(published, { as: 'author' })).toEqual([410, 410, 410]);
  });

  it('show of linked records only what the caller may see', async () => {
    const secret = await aVenue({ venue: 'Secret marker hall', status: 'private' });
    const event = await anEvent({ title: 'Mine' }, { as: 'author' });
    const path = `/events/${event.id}`;
    await change(path, { venue: [secret.id] });
    const [linked] = await revisionsOf(path);
    expect((await contentOf(path, linked!)).venue).toEqual([{ id: secret.id, name: 'Secret marker hall' }]);
    expect((await contentOf(path, linked!, { as: 'author' })).venue).toEqual([]);
    await change(path, { title: 'Changed', venue: [] });
    const restored = await restore(path, linked!, { as: 'author' });
    expect([restored.title, restored.restored_without]).toEqual(['Mine', undefined]);
    await calendar.delete(`/venues/${secret.id}?force=true`, { as: 'administrator' }).expect(200);
    expect((await contentOf(path, linked!, { as: 'author' })).venue).toEqual([{ id: secret.id, name: null }]);
  });
});

describe('the revisions of a series', () => {
  const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=4', title: 'Weekly' };
  const datesOf = async (word: string) =>
    ((await calendar.get(`/events?from=2027-06-01&search=${word}&per_page=100`, editor)).body.events ?? []) as Body[];

  it('are one for each write to all or following dates, of the record of the series', async () => {
    const series = await anEvent({ ...weekly, title: aName('Serial') });
    const path = `/events/${series.id}`;
    const [, second, third] = await datesOf(String(series.title).replace(' ', '+'));
    await change(path, { excerpt: 'To all' });
    expect((await revisionsOf(path)).map((entry) => entry.fields)).toEqual([['excerpt'], expect.anything()]);
    const ofSecond = async () => (await revisionsOf(`/events/${second!.id as number}`)).map((entry) => entry.of_series);
    expect(await ofSecond()).toEqual([series.id, series.id]);
    await change(`/events/${second!.id as number}?apply=all`, { website: 'https://example.com/all' });
    expect((await revisionsOf(path)).map((entry) => entry.fields).slice(0, 1)).toEqual([['website']]);
    expect(await ofSecond()).toEqual([series.id, series.id, series.id]);
    await change(`/events/${third!.id as number}?apply=following`, { excerpt: 'Following' });
    expect((await revisionsOf(path)).map((entry) => entry.fields).slice(0, 1)).toEqual([['recurrence']]);
    const [begun] = await revisionsOf(`/events/${third!.id as number}`);
    expect(begun!.fields).toEqual(expect.arrayContaining(['excerpt', 'recurrence']));
  });

  it('are, of another date, its own writes and those of the series', async () => {
    const series = await anEvent({ ...weekly, title: aName('Dated') });
    const [, second] = await datesOf(String(series.title).replace(' ', '+'));
    const path = `/events/${second!.id as number}`;
    await change(path, { title: 'Its own' });
    const [own, before, ofSeries, ...more] = await revisionsOf(path);
    expect([own!.fields, before!.change, more]).toEqual([['title'], 'created', []]);
    expect([ofSeries!.of_series, own!.of_series]).toEqual([series.id, undefined]);
    expect(await revisionsOf(`/events/${series.id}`)).toHaveLength(1);
    expect((await restore(path, before!)).title).toBe(series.title);
  });

  it('apply to the dates, with `dates=true` also to which there are', async () => {
    const title = aName('Restorable');
    const series = await anEvent({ ...weekly, title });
    const path = `/events/${series.id}`;
    const found = await datesOf(title.replace(' ', '+'));
    const ids = found.map(({ id }) => id);
    await change(`/events/${ids[3] as number}`, { excerpt: 'Own' });
    await change(path, {
      recurrence: 'FREQ=WEEKLY;COUNT=2',
      start_date: '2027-06-21 20:00:00',
      title: `${title} moved`,
    });
    expect(await datesOf(`${title.replace(' ', '+')}+moved`)).toHaveLength(2);
    await restore(path, (await revisionsOf(path)).at(-1)!);
    expect((await datesOf(title.replace(' ', '+'))).map(({ id, start_date: start }) => [id, start])).toEqual(
      [0, 1, 3].map((place) => [found[place]!.id, found[place]!.start_date]),
    );
    const { revision } = (await revisionsOf(path)).at(-1)!;
    await calendar.post(`${path}/revisions/${revision}/restore?dates=true`, undefined, editor).expect(200);
    const back = await datesOf(title.replace(' ', '+'));
    expect(back.map(({ start_date }) => start_date)).toEqual(
      expect.arrayContaining(found.map(({ start_date }) => start_date)),
    );
    expect(back.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(0, 3)));
    const [entry] = await revisionsOf(path);
    expect(entry!.change).toBe('restored');
  });

  describe('whose record has values of its own', () => {
    const titlesOf = async (id: number, dates: readonly Body[]) => {
      const shown = [];
      for (const date of [{ id }, ...dates.filter((one) => one.id !== id)]) {
        const { body } = await calendar.get(`/events/${date.id as number}`, editor);
        shown.push(`${String(body.title)} ${String(body.start_date).slice(11, 16)}`);
      }
      return shown;
    };

    async function aSeries() {
      const title = aName('Owning');
      const series = await anEvent({ ...weekly, title });
      return { title, path: `/events/${series.id}`, id: series.id, dates: await datesOf(title.replace(' ', '+')) };
    }

    it('give the record and the other dates their own values back', async () => {
      const { title, path, id, dates } = await aSeries();
      const [, second] = dates;
      const states = [await titlesOf(id, dates)];
      const own = { title: 'Own', start_date: '2027-06-21 20:15:00', end_date: '2027-06-21 23:15:00' };
      await change(`${path}?apply=this`, own);
      states.push(await titlesOf(id, dates));
      expect(states[1]).toEqual(['Own 20:15', `${title} 19:30`, `${title} 19:30`, `${title} 19:30`]);
      await change(`/events/${second!.id as number}?apply=all`, { title: 'All' });
      states.push(await titlesOf(id, dates));
      expect(states[2]).toEqual(['Own 20:15', 'All 19:30', 'All 19:30', 'All 19:30']);
      const entries = (await revisionsOf(path)).toReversed();
      expect(entries.slice(1).map(({ fields }) => fields.toSorted())).toEqual([
        ['end_date', 'start_date', 'title'],
        ['title'],
      ]);
      for (const number of [0, 1, 2, 0, 2, 1, 0]) {
        await restore(path, entries[number]!);
        expect([number, await titlesOf(id, dates)]).toEqual([number, states[number]]);
      }
      // The record follows the series again.
      await change(`/events/${second!.id as number}?apply=all`, { title: 'Followed' });
      expect(await titlesOf(id, dates)).toEqual(Array(4).fill('Followed 19:30'));
    });

    it('leave out what the dates can no longer be related to', async () => {
      const { path, dates } = await aSeries();
      const [first, second] = [await aVenue({ venue: 'Gone' }), await aVenue({ venue: 'There' })];
      await change(path, { venue: [first.id] });
      await change(`${path}?apply=this`, { venue: [second.id] });
      const entry = (await revisionsOf(path))[0]!;
      await change(path, { venue: [] });
      await calendar.delete(`/venues/${first.id}?force=true`, { as: 'administrator' }).expect(200);
      const restored = await restore(path, entry);
      expect([(restored.venue as ApiRecord[]).map(({ id }) => id), restored.restored_without]).toEqual([
        [second.id],
        { venue: [first.id] },
      ]);
      const { body } = await calendar.get(`/events/${dates[1]!.id as number}`, editor);
      expect(body.venue).toEqual([]);
    });
  });

  it('bring a first date that was deleted alone back to its series, which has another record now', async () => {
    const title = aName('Handed');
    const series = await anEvent({ ...weekly, title });
    const path = `/events/${series.id}`;
    const [, second] = await datesOf(title.replace(' ', '+'));
    await calendar.delete(`${path}?apply=this`, editor).expect(200);
    const restored = await restore(path, (await revisionsOf(path)).at(-1)!);
    expect([restored.status, restored.recurrence, restored.occurrence]).toEqual([
      ...['publish', null],
      { series: second!.id, date: '2027-06-21' },
    ]);
    expect(await datesOf(title.replace(' ', '+'))).toHaveLength(4);
  });

  it('bring a series in the trash back with its dates', async () => {
    const title = aName('Trashed');
    const series = await anEvent({ ...weekly, title });
    const path = `/events/${series.id}`;
    await calendar.delete(path, editor).expect(200);
    expect(await datesOf(title.replace(' ', '+'))).toEqual([]);
    await restore(path, (await revisionsOf(path)).at(-1)!);
    expect(await datesOf(title.replace(' ', '+'))).toHaveLength(4);
    expect((await revisionsOf(path)).map((entry) => entry.change)).toEqual(['restored', 'trashed', 'created']);
  });
});
