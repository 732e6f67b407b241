import { type Document, type Schema } from '../src/outlets/openapi/openapi-document.js';
import { LANGUAGES } from '../src/lib/i18n/language.js';
import { fixPresent } from './support/present.js';
import { describeEach, resources } from './support/resources.js';
import { type ApiRecord, makers } from './support/makers.js';
import { statementsDuring } from './support/statements.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let database: TestDatabase;
let calendar: TestCalendar;
const { aRecord, anEvent, aVenue } = makers(() => calendar);
const editor = { as: 'editor' } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  // Without caches, so that the statements of the read are counted.
  calendar = await TestCalendar.start({ CACHE_MB: '0' }, database.url);
});

afterAll(async () => {
  await calendar.stop();
  await database.drop();
});

const listOf = (answer: { body: Record<string, ApiRecord[]> }, many: string) => answer.body[many]!;

/** All dotted names of a schema, up to the maximum depth of `_fields`. */
async function documentedNames(name: string): Promise<string[]> {
  const { body } = (await calendar.get('/doc/openapi.json').expect(200)) as { body: Document };
  const schemaOf = (schema: Schema): Schema => {
    const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
    if (reference) return schemaOf(body.components.schemas[reference.split('/').at(-1)!]!);
    return schema.items ? schemaOf(schema.items) : schema;
  };
  const namesIn = (schema: Schema, depth: number): string[] =>
    Object.entries(schemaOf(schema).properties ?? {}).flatMap(([field, below]) => [
      field,
      ...(depth < 5 ? namesIn(below, depth + 1).map((path) => `${field}.${path}`) : []),
    ]);
  return namesIn({ $ref: `#/components/schemas/${name}` }, 1);
}

describeEach(resources, '`_fields` of %s', (tested) => {
  const { plural, singular, path, nameField } = tested;
  let record: ApiRecord;

  beforeAll(async () => {
    record = await aRecord(tested, { [nameField]: 'Lean' });
    // Terms without events are not listed.
    if (tested.field) await anEvent({ title: 'Beside', [tested.field]: [record.id] });
  });

  it('returns only the requested fields of a record and of a list', async () => {
    const whole = (await calendar.get(`${path}/${record.id}`).expect(200)).body as ApiRecord;
    const lean = { id: whole.id, [nameField]: whole[nameField], url: whole.url };
    const alone = await calendar.get(`${path}/${record.id}?_fields=id,${nameField},url`).expect(200);
    expect(alone.body).toEqual(lean);
    const list = await calendar
      .get(`${path}?_fields=id,${nameField}&_fields=url&_fields[]=id&per_page=100`)
      .expect(200);
    expect(listOf(list, plural)).toContainEqual(lean);
    for (const shown of listOf(list, plural)) expect(Object.keys(shown).sort()).toEqual(Object.keys(lean).sort());
  });

  it('accepts every documented field, with the value that the whole response has', async () => {
    const names = await documentedNames(`${singular.charAt(0).toUpperCase()}${singular.slice(1)}`);
    expect(names.length).toBeGreaterThan(10);
    for (let first = 0; first < names.length; first += 150) {
      const some = names.slice(first, first + 150);
      await calendar.get(`${path}/${record.id}?_fields=${some.join()}`).expect(200);
    }
    const fields = [...new Set(names.map((name) => name.split('.')[0]!))];
    const { body: whole } = await calendar.get(`${path}/${record.id}?translations=all`).expect(200);
    const { body: all } = await calendar
      .get(`${path}/${record.id}?translations=all&_fields=${fields.join()}`)
      .expect(200);
    expect(all).toEqual(whole);
  });

  it('refuses unknown names with suggestions, also for empty lists', async () => {
    for (const address of [`${path}/${record.id}?`, `${path}?search=nowhere&`]) {
      const { body } = await calendar.get(`${address}_fields=id,${nameField}z,qqqqqqqq,id.x`).expect(400);
      expect(body.code).toBe('rest_invalid_param');
      expect(body.data.params._fields).toContain(`“${nameField}z”. Did you mean “${nameField}”?`);
      expect(body.data.params._fields).toContain('“qqqqqqqq”.');
      expect(body.data.params._fields).toContain('“id.x”.');
    }
    const french = await calendar.get(`${path}?_fields=${nameField}z`, { language: 'fr' }).expect(400);
    expect(french.body.data.params._fields).toContain(`Vouliez-vous dire «\u00a0${nameField}\u00a0»?`);
  });

  it('selects the fields of the responses to writes; an unknown name is refused before anything is written', async () => {
    const { minimalBody } = tested;
    const body = { ...minimalBody, [nameField]: 'Written lean' };
    const faulty = await calendar.post(`${path}?_fields=id,${nameField}z`, body, editor).expect(400);
    expect(faulty.body.data.params._fields).toContain(`Did you mean “${nameField}”?`);
    const created = await calendar.post(`${path}?_fields=id,${nameField},url`, body, editor).expect(201);
    expect(created.body).toEqual({ id: created.body.id, [nameField]: 'Written lean', url: expect.any(String) });
    expect(created.headers.location).toContain(`${path}/${created.body.id}`);
    const address = `${path}/${created.body.id}`;
    await calendar.patch(`${address}?_fields=nothing`, { [nameField]: 'Not written' }, editor).expect(400);
    await calendar.delete(`${address}?_fields=nothing`, editor).expect(400);
    await calendar.patch(`${path}/999999?_fields=nothing`, {}, editor).expect(400);
    for (const method of ['patch', 'put', 'post'] as const) {
      const updated = await calendar.send(
        method,
        `${address}?_fields=${nameField}`,
        { ...editor },
        { description: method },
      );
      expect([updated.status, updated.body]).toEqual([200, { [nameField]: 'Written lean' }]);
    }
    expect((await calendar.delete(`${address}?_fields=id`, editor).expect(200)).body).toEqual({ id: created.body.id });
  });

  if (tested.isPublished)
    it('returns the JSON-LD in a list if it is requested', async () => {
      const { body: alone } = await calendar.get(`${path}/${record.id}`).expect(200);
      const list = await calendar.get(`${path}?include=${record.id}&_fields=id,json_ld,url`).expect(200);
      expect(listOf(list, plural)).toEqual([{ id: record.id, json_ld: alone.json_ld, url: alone.url }]);
      const whole = await calendar.get(`${path}?include=${record.id}`).expect(200);
      expect(listOf(whole, plural)[0]).not.toHaveProperty('json_ld');
    });

  it('stays in the links of a list', async () => {
    await aRecord(tested, { [nameField]: 'Leaner' });
    const { body, headers } = await calendar
      .get(`${path}?_fields=id,url&per_page=1${tested.isPublished ? '' : '&hide_empty=false'}`)
      .expect(200);
    expect(body.rest_url).toContain('_fields=id%2Curl');
    expect(body.next_rest_url).toContain('_fields=id%2Curl');
    expect(headers.link).toContain('_fields=id%2Curl');
  });

  it('has its own ETag, which works for If-Match with the same revision', async () => {
    const lean = await calendar.get(`${path}/${record.id}?_fields=id`).expect(200);
    const whole = await calendar.get(`${path}/${record.id}`).expect(200);
    expect(lean.headers.etag).not.toBe(whole.headers.etag);
    await calendar.get(`${path}/${record.id}?_fields=id`).set('If-None-Match', lean.headers.etag!).expect(304);
    await calendar
      .patch(`${path}/${record.id}`, { description: 'changed' }, editor)
      .set('If-Match', lean.headers.etag!)
      .expect(200);
    await calendar
      .patch(`${path}/${record.id}`, { description: 'again' }, editor)
      .set('If-Match', lean.headers.etag!)
      .expect(412);
  });
});

describe('`_fields`', () => {
  it('selects nested fields, to any depth', async () => {
    const venue = await aVenue({ venue: 'Hall', city: 'Ottawa' });
    const event = await anEvent({ title: 'Deep', venue: venue.id, image: 'https://example.com/a.png', cost: '10' });
    const fields = 'venue.venue,venue.city,image.url,start_date_details.year,cost_details.values,json_ld.location.name';
    const { body } = await calendar.get(`/events/${event.id}?_fields=${fields}`).expect(200);
    expect(body).toEqual({
      venue: [{ venue: 'Hall', city: 'Ottawa' }],
      image: { url: 'https://example.com/a.png' },
      start_date_details: { year: String(event.start_date).slice(0, 4) },
      cost_details: { values: ['10'] },
      json_ld: { location: { name: 'Hall' } },
    });
    const whole = await calendar.get(`/events/${event.id}?_fields=venue.venue,venue`).expect(200);
    expect(whole.body.venue).toEqual(event.venue);
    const without = await anEvent({ title: 'Shallow' });
    const none = await calendar.get(`/events/${without.id}?_fields=image.url,venue.venue`).expect(200);
    expect(none.body).toEqual({ image: null, venue: [] });
  });

  it('does not reveal protected fields', async () => {
    const event = await anEvent({ title: 'Locked', description: 'secret words', password: 'sesame' });
    const { body } = await calendar.get(
      `/events?include=${event.id}&_fields=id,description,json_ld,translations&translations=all`,
    );
    const { json_ld: jsonLd, ...shown } = body.events[0];
    expect(shown).toEqual({ id: event.id, description: null });
    expect(jsonLd).toMatchObject({ '@type': 'Event', name: 'Locked' });
    expect(JSON.stringify(jsonLd)).not.toContain('secret words');
    await calendar.get(`/events/${event.id}?_fields=id`).expect(403);
    const open = await calendar.get(`/events/${event.id}?_fields=description&password=sesame`).expect(200);
    expect(open.body.description).toContain('secret words');
  });

  it('returns the same values as the whole response, field by field, in either language', async () => {
    const links = { venue: (await aVenue()).id, image: 'https://example.com/a.png', website: 'https://a.example' };
    const times = {
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
      event_status: 'full',
      event_status_reason: 'Sold out',
    };
    const event = await anEvent({
      ...{ title: 'Alone', description: 'One', excerpt: 'Two', cost: '10', online_url: 'https://b.example' },
      ...{ ...links, ...times, attendance: 'mixed', featured: true, sticky: true, ticketed: true, show_map: true },
    });
    for (const language of LANGUAGES) {
      const asked = async (path: string) => (await calendar.get(path, { language }).expect(200)).body as ApiRecord;
      const [whole] = listOf({ body: await asked(`/events?include=${event.id}`) }, 'events');
      expect(Object.keys(whole!).length).toBeGreaterThan(50);
      for (const [field, value] of Object.entries({
        ...whole,
        json_ld: (await asked(`/events/${event.id}`))['json_ld'],
      })) {
        const body = await asked(`/events?include=${event.id}&_fields=${field}`);
        expect(listOf({ body }, 'events')).toEqual([{ [field]: value }]);
        expect(await asked(`/events/${event.id}?_fields=${field}`)).toEqual({ [field]: value });
      }
    }
  });

  it('saves the statements for fields that are not requested', async () => {
    const count = async (path: string) =>
      (await statementsDuring(calendar, () => calendar.get(path).expect(200))).filter((sql) =>
        /^\s*(SELECT|WITH)/i.test(sql),
      ).length;
    const held = await anEvent({ title: 'Held', venue: (await aVenue()).id });
    const list = `/events?include=${held.id}`;
    // The related records are cached from here on, so the links take one statement.
    await count(list);
    const whole = await count(list);
    const lean = await count(`${list}&_fields=id,title,starts_at,url`);
    expect(lean).toBe(whole - 1);
    expect(await count(`${list}&_fields=id,venue.venue`)).toBe(whole);
    expect(await count('/venues?per_page=2&_fields=id')).toBe((await count('/venues?per_page=2')) - 1);
  });

  it('counts as absent if it is empty', async () => {
    await anEvent();
    const { body } = await calendar.get('/events?_fields=').expect(200);
    expect(Object.keys(body.events[0]).length).toBeGreaterThan(20);
  });

  it('has a maximum number and a maximum depth of names', async () => {
    const many = Array.from({ length: 201 }, (_, number) => `f${number}`).join();
    expect((await calendar.get(`/events?_fields=${many}`).expect(400)).body.data.params._fields).toContain('200');
    await calendar.get('/events?_fields=json_ld.a.b.c.d').expect(200);
    await calendar.get('/events?_fields=json_ld.a.b.c.d.e').expect(400);
    for (const odd of ['__proto__', 'constructor', 'id.constructor', 'venue.__proto__.x', '.', 'id.', '.id'])
      await calendar.get(`/events?_fields=${odd}`).expect(400);
    await calendar.get('/events?_fields=json_ld.__proto__').expect(200);
    const { body } = await calendar.get('/events?_fields=.id,venue..city').expect(400);
    expect(body.data.params._fields).toMatch(/“\.id”.*“venue\.\.city”/);
  });

  it('is part of the key of the response cache', async () => {
    await anEvent();
    const keeping = await TestCalendar.start({}, database.url);
    try {
      const asked = async (fields: string) =>
        (await keeping.get(`/events?per_page=1${fields}`).expect(200)).body.events[0] as object;
      for (let turn = 0; turn < 2; turn++) {
        expect(Object.keys(await asked('&_fields=id'))).toEqual(['id']);
        expect(Object.keys(await asked('&_fields=id,slug'))).toEqual(['id', 'slug']);
        expect(Object.keys(await asked('')).length).toBeGreaterThan(20);
      }
    } finally {
      await keeping.stop();
    }
  });
});
