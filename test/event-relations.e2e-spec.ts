import { fixPresent } from './support/present.js';
import { describeEach, relatedResources, relatedPublished } from './support/resources.js';
import { lister } from './support/lists.js';
import { makers } from './support/makers.js';
import { statementsDuring } from './support/statements.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

const ALL = 'from=2000-01-01&orderby=id';

let database: TestDatabase;
let calendar: TestCalendar;
const { aRecord, anEvent } = makers(() => calendar);
const editor = { as: 'editor' } as const;
const { names, refused } = lister(() => calendar, 'events');

beforeAll(async () => {
  database = await createTestDatabase();
  // Without caches, so that every read reaches the database.
  calendar = await TestCalendar.start({ CACHE_MB: '0' }, database.url);
});

afterAll(async () => {
  await calendar.stop();
  await database.drop();
});

describeEach(relatedResources, 'the links of events to %s', (kind) => {
  const { field, path, nameField } = kind;
  let first: number;
  let second: number;

  const idsIn = async (event: number, options = {}) => {
    const { body } = await calendar.get(`/events/${event}`, options).expect(200);
    return (body[field] as { id: number }[]).map(({ id }) => id);
  };

  beforeAll(async () => {
    first = (await aRecord(kind, { [nameField]: `First ${kind.singular}` })).id;
    second = (await aRecord(kind, { [nameField]: `Second ${kind.singular}` })).id;
    await anEvent({ title: `${field} both`, [field]: [second, first] });
    await anEvent({ title: `${field} first`, [field]: first });
  });

  it('filter the list of events by any of several', async () => {
    expect(await names(`${ALL}&${field}=${first}`)).toEqual([`${field} both`, `${field} first`]);
    expect(await names(`${ALL}&${field}=${first},${second}`)).toEqual([`${field} both`, `${field} first`]);
    expect(await names(`${ALL}&${field}=${second}`)).toEqual([`${field} both`]);
    expect(await names(`${ALL}&${field}=${first}&search=both`)).toEqual([`${field} both`]);
  });

  it('refuse unknown records as filters', async () => {
    for (const value of ['999999', `${first},999999`, '0', ''])
      expect(await refused(`${field}=${value}`)).toHaveProperty(field);
  });

  it('follow changes of the event: its time, flags, status and password', async () => {
    const { id } = await anEvent({ title: `${field} moving`, [field]: [second] });
    const change = (body: object) => calendar.patch(`/events/${id}`, body, editor).expect(200);
    const listed = async (query: string, options = {}) =>
      (await names(`orderby=id&${field}=${second}&${query}`, options)).includes(`${field} moving`);
    await change({ start_date: '2031-01-01 10:00', end_date: '2031-01-03 10:00', featured: true });
    expect(await listed('from=2031-01-02&to=2031-01-02')).toBe(true);
    expect(await listed('from=2027-06-21&to=2027-06-21')).toBe(false);
    expect(await listed('from=2000-01-01&featured=true')).toBe(true);
    await change({ hide_from_listings: true });
    expect(await listed('from=2000-01-01')).toBe(false);
    await change({ hide_from_listings: false, password: 'secret' });
    // The relation itself is protected by the password.
    expect(await listed('from=2000-01-01')).toBe(false);
    expect(await listed('from=2000-01-01', editor)).toBe(true);
    await change({ password: '', status: 'draft' });
    expect(await listed('from=2000-01-01')).toBe(false);
    await change({ status: 'publish' });
    expect(await listed('from=2000-01-01')).toBe(true);
    await change({ [field]: [] });
    expect(await listed('from=2000-01-01')).toBe(false);
  });

  it('stay if a write does not mention them, and are removed if it says so', async () => {
    const { id } = await anEvent({ title: `${field} kept`, [field]: [second, first] });
    const order = await idsIn(id);
    await calendar.patch(`/events/${id}`, { title: `${field} renamed` }, editor).expect(200);
    expect(await idsIn(id)).toEqual(order);
    const { body } = await calendar.get(`/events/${id}`, editor);
    await calendar.put(`/events/${id}`, body as object, editor).expect(200);
    expect(await idsIn(id)).toEqual(order);
    await calendar.patch(`/events/${id}`, { [field]: [first] }, editor).expect(200);
    expect(await idsIn(id)).toEqual([first]);
    await calendar.patch(`/events/${id}`, { [field]: null }, editor).expect(200);
    expect(await idsIn(id)).toEqual([]);
  });

  it('are hidden by the password of the event', async () => {
    const { id } = await anEvent({ title: `${field} protected`, [field]: [first], password: 'sesame' });
    await calendar.get(`/events/${id}`).expect(403);
    const { body } = await calendar.get(`/events?${ALL}&include=${id}`).expect(200);
    expect(body.events[0][field]).toEqual([]);
    expect(await idsIn(id, editor)).toEqual([first]);
    expect((await calendar.get(`/events/${id}?password=sesame`).expect(200)).body[field]).toHaveLength(1);
    const linked = async (options = {}) => (await calendar.get(`${path}?event=${id}`, options)).status;
    expect([await linked(), await linked(editor)]).toEqual([400, 200]);
  });

  it('are created with the event, or found by their name', async () => {
    const made = kind.isPublished
      ? { ...kind.minimalBody, [nameField]: `New ${kind.singular}` }
      : `New ${kind.singular}`;
    const [{ id }, again] = [await anEvent({ [field]: [made] }), await anEvent({ [field]: [made] })];
    const [created] = await idsIn(id);
    expect((await calendar.get(`${path}/${created}`).expect(200)).body[nameField]).toBe(`New ${kind.singular}`);
    expect(await idsIn(again.id)).toEqual([created]);
  });

  it('are removed together with a record that is deleted permanently', async () => {
    const { id: passing } = await aRecord(kind, { [nameField]: `Passing ${kind.singular}` });
    const { id: staying } = await aRecord(kind, { [nameField]: `Staying ${kind.singular}` });
    const { id } = await anEvent({ title: `${field} left`, [field]: [passing, staying] });
    await calendar.delete(`${path}/${passing}?force=true`, editor).expect(200);
    expect(await idsIn(id, editor)).toEqual([staying]);
  });

  it('cost one statement to filter by, however many events there are', async () => {
    const count = async (query: string) => {
      const asked = () => calendar.get(`/events?${ALL}&${query}`).expect(200);
      return (await statementsDuring(calendar, asked)).filter((sql) => /^\s*(SELECT|WITH)/i.test(sql)).length;
    };
    // The related records are cached from here on.
    await count('per_page=50');
    const plain = await count('per_page=2');
    expect(await count(`per_page=2&${field}=${first}`)).toBeLessThanOrEqual(plain + 1);
    expect(await count(`per_page=10&${field}=${first}`)).toBeLessThanOrEqual(
      await count(`per_page=1&${field}=${first}`),
    );
  });

  // The statements of the writer of a SQLite file are not recorded.
  (isServerTested() ? it : it.skip)('cost the same number of statements to write, however many there are', async () => {
    const targets: number[] = [];
    for (let number = 0; number < 6; number++)
      targets.push((await aRecord(kind, { [nameField]: `${number}th ${kind.singular}` })).id);
    const count = async (links: number[]) => {
      const work = () => anEvent({ title: `${field} linked`, [field]: links });
      // The key is read again after a second.
      return (await statementsDuring(calendar, work)).filter((sql) => !sql.includes('application_keys')).length;
    };
    // The words of the title are stored, and the records cached, from here on.
    await count(targets);
    expect(await count(targets)).toBe(await count(targets.slice(0, 1)));
  });
});

describeEach(relatedPublished, 'the links of events to %s', (kind) => {
  const { field, path, nameField } = kind;

  it('keep the order in which they were given', async () => {
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three']) ids.push((await aRecord(kind, { [nameField]: name })).id);
    const order = [ids[2]!, ids[0]!, ids[1]!];
    const { id } = await anEvent({ [field]: order });
    const { body } = await calendar.get(`/events/${id}`).expect(200);
    expect((body[field] as { id: number }[]).map((record) => record.id)).toEqual(order);
  });

  it('create a record whose id is empty, as forms send it', async () => {
    const brought = { ...kind.minimalBody, [nameField]: `Brought without an id: ${kind.singular}` };
    for (const id of [null, '']) {
      const { body } = await calendar
        .get(`/events/${(await anEvent({ [field]: [{ ...brought, id }] })).id}`)
        .expect(200);
      expect(body[field]).toEqual([expect.objectContaining({ [nameField]: brought[nameField] })]);
    }
  });

  it('can be filtered by only if the caller may read the records', async () => {
    const draft = await aRecord(kind, { [nameField]: 'Draft', status: 'draft' });
    const trashed = await aRecord(kind, { [nameField]: 'Trashed' });
    await calendar.delete(`${path}/${trashed.id}`, editor).expect(200);
    expect(await refused(`${field}=${draft.id}`)).toHaveProperty(field);
    expect(await names(`${field}=${draft.id}`, editor)).toEqual([]);
    expect(await refused(`${field}=${trashed.id}`)).toHaveProperty(field);
    expect(await refused(`${field}=${trashed.id}`, editor)).toHaveProperty(field);
  });

  it('are part of the JSON-LD of the event, and of the record', async () => {
    const name = `Named in the JSON-LD of a ${kind.singular}`;
    const record = await aRecord(kind, { [nameField]: name });
    const { id } = await anEvent({ [field]: record.id });
    const jsonLd = async (of: string) => JSON.stringify((await calendar.get(of).expect(200)).body.json_ld);
    expect(await jsonLd(`/events/${id}`)).toContain(name);
    expect(await jsonLd(`${path}/${record.id}`)).toContain(name);
    await calendar.patch(`${path}/${record.id}`, { status: 'draft' }, editor).expect(200);
    expect(await jsonLd(`/events/${id}`)).not.toContain(name);
  });
});
