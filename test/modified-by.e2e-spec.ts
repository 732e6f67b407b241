import { itEach, publishedResources, resources } from './support/resources.js';
import { type ApiRecord, makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { aRecord, anEvent } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;
const [editor, administrator]: RequestOptions[] = [{ as: 'editor' }, { as: 'administrator' }];

async function me(options: RequestOptions): Promise<Body> {
  const { id, name } = (await calendar.get('/me', options)).body;
  return { id, name };
}

async function changed(path: string, body: Body, options: RequestOptions): Promise<Body> {
  const answer = await calendar.patch(path, body, options);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body as Body;
}

describe('modified_by', () => {
  itEach(resources, 'is the account that wrote last, for those who may edit: %s', async (kind) => {
    const record = await aRecord(kind, { [kind.nameField]: `Written ${kind.singular}` });
    expect(record.modified_by).toEqual(await me(administrator!));
    const path = `${kind.path}/${record.id}`;
    const after = await changed(path, { [kind.nameField]: `Changed ${kind.singular}` }, editor!);
    expect(after.modified_by).toEqual(await me(editor!));
    const list = `${kind.path}?include=${record.id}&hide_empty=false&_fields=id,modified_by`;
    for (const options of [editor!, administrator!]) {
      expect((await calendar.get(path, options)).body.modified_by).toEqual(await me(editor!));
      const [listed] = (await calendar.get(list, options)).body[kind.plural] as Body[];
      expect(listed).toEqual({ id: record.id, modified_by: await me(editor!) });
    }
    for (const options of [{}, { as: 'reader' }, { as: 'contributor' }, { as: 'author' }] as RequestOptions[]) {
      expect((await calendar.get(path, options)).body).not.toHaveProperty('modified_by');
      const [listed] = (await calendar.get(list, options)).body[kind.plural] as Body[];
      expect(listed).toEqual({ id: record.id });
    }
  });

  itEach(resources, 'stays where a write changes nothing, and is ignored in bodies: %s', async (kind) => {
    const record = await aRecord(kind, { [kind.nameField]: `Kept ${kind.singular}` });
    const body = { [kind.nameField]: `Kept ${kind.singular}`, modified_by: { id: 999, name: 'Nobody' } };
    const after = await changed(`${kind.path}/${record.id}`, body, editor!);
    expect(after.modified_by).toEqual(await me(administrator!));
  });

  itEach(publishedResources, 'names who moved a record to the trash: %s', async (kind) => {
    const record = await aRecord(kind);
    const trashed = (await calendar.delete(`${kind.path}/${record.id}`, editor)).body as Body;
    expect([trashed.status, trashed.modified_by]).toEqual(['trash', await me(editor!)]);
  });

  it('is not shown of records inside an event', async () => {
    const event = await anEvent({ venue: { venue: 'Hall of the writer' }, categories: ['By a writer'] });
    const { venue, categories } = (await calendar.get(`/events/${event.id}`, editor)).body as Record<string, Body[]>;
    for (const related of [...venue!, ...categories!]) expect(related).not.toHaveProperty('modified_by');
  });

  it('names who wrote a series in all dates that the write has changed', async () => {
    const series = await anEvent({ recurrence: 'FREQ=DAILY;COUNT=3' });
    await changed(`/events/${series.id}`, { title: 'Renamed series' }, editor!);
    const dates = (await calendar.get('/events?from=2027-06-01&search=Renamed', editor)).body.events as Body[];
    expect(dates).toHaveLength(3);
    for (const date of dates) expect(date.modified_by).toEqual(await me(editor!));
  });
});

describe('author=me', () => {
  itEach(publishedResources, 'lists the records of the caller, and of other accounts beside them: %s', async (kind) => {
    const own = await aRecord(kind, {}, { as: 'author' });
    const other = await aRecord(kind, {}, { as: 'editor' });
    const listed = async (author: string, options: RequestOptions) => {
      const from = kind.plural === 'events' ? '&from=2020-01-01' : '';
      const answer = await calendar.get(`${kind.path}?author=${author}&include=${own.id},${other.id}${from}`, options);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toContain('private');
      return (answer.body[kind.plural] as ApiRecord[]).map(({ id }) => id).sort((one, two) => one - two);
    };
    expect(await listed('me', { as: 'author' })).toEqual([own.id]);
    expect(await listed('me', { as: 'editor' })).toEqual([other.id]);
    expect(await listed('me', { as: 'reader' })).toEqual([]);
    expect(await listed(`me,${String(other.author)}`, { as: 'author' })).toEqual([own.id, other.id]);
  });

  itEach(publishedResources, 'needs a key: %s', async (kind) => {
    const answer = await calendar.get(`${kind.path}?author=me`);
    expect([answer.status, answer.body.code]).toEqual([401, 'rest_forbidden']);
    const mistyped = await calendar.get(`${kind.path}?author=mee`);
    expect([mistyped.status, Object.keys(mistyped.body.data.params as Body)]).toEqual([400, ['author']]);
  });
});
