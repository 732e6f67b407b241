import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeCleanup } from '../src/outlets/changes/change-cleanup.js';
import { Identity } from '../src/calendar/records/identity/identity.js';
import { openToken, readToken, sealToken, writeToken } from '../src/outlets/changes/change-token.js';
import { Publisher } from '../src/calendar/records/publication/publisher.js';
import { makers } from './support/makers.js';
import { itEach, relatedResources, publishedResources } from './support/resources.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

interface Change {
  kind: string;
  id: number;
  change: 'upsert' | 'delete';
  modified_utc: string;
  record?: Record<string, unknown>;
}

interface Page {
  changes: Change[];
  next: string;
  more: boolean;
  rest_url: string;
  next_rest_url?: string;
}

const editor = { as: 'editor' } as const;

let database: TestDatabase;
let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag, aRecord } = makers(() => calendar);

beforeAll(async () => {
  database = await createTestDatabase();
  calendar = await TestCalendar.start({}, database.url);
});

afterAll(async () => {
  await calendar.stop();
  await database.drop();
});

const page = async (query = '', options: RequestOptions = {}) =>
  (await calendar.get(`/changes?${query}`, options).expect(200)).body as Page;

/** All pages from a token on. */
async function follow(since?: string, query = '', options: RequestOptions = {}) {
  const changes: Change[] = [];
  let next = since;
  for (;;) {
    const read = await page(`${query}${next === undefined ? '' : `&since=${next}`}`, options);
    changes.push(...read.changes);
    next = read.next;
    if (!read.more) return { changes, next };
  }
}

it('a token and an ETag of callers without a key move with public changes only', async () => {
  const { next } = await follow();
  const read = async () =>
    (await calendar.get(`/changes?since=${next}`).expect(200)) as { headers: object; body: Page };
  const before = await read();
  const { id } = await anEvent({ status: 'draft' });
  await calendar.patch(`/events/${id}`, { title: 'Still a draft' }, editor).expect(200);
  const after = await read();
  expect([after.body, after.headers]).toMatchObject([before.body, { etag: Reflect.get(before.headers, 'etag') }]);
  expect((await follow(next)).next).toBe((await follow()).next);
  await calendar.patch(`/events/${id}`, { status: 'publish' }, editor).expect(200);
  const published = await read();
  expect(published.body.changes.map(shown)).toEqual([`upsert events ${id}`]);
  expect(published.body.next).not.toBe(before.body.next);
  expect((await follow(published.body.next)).changes).toEqual([]);
});

const shown = ({ kind, id, change }: Change) => `${change} ${kind} ${id}`;

/** The changes that a follower gets while `work` runs. */
async function during(work: () => Promise<unknown>, query = '', options: RequestOptions = {}): Promise<string[]> {
  const { next } = await follow(undefined, query, options);
  await work();
  return (await follow(next, query, options)).changes.map(shown).sort();
}

describe('GET /changes', () => {
  it('begins with all records that the caller may see, and continues with their changes', async () => {
    const venue = await aVenue({ venue: 'Arena' });
    const event = await anEvent({ title: 'Public', venue: venue.id, categories: [(await aCategory()).id] });
    const draft = await anEvent({ title: 'Draft', status: 'draft' });
    const hidden = await anEvent({ title: 'Hidden', hide_from_listings: true });
    const first = await follow(undefined, 'limit=1');
    const all = first.changes.map(shown);
    expect(all).toEqual(expect.arrayContaining([`upsert venues ${venue.id}`, `upsert events ${event.id}`]));
    expect(all.filter((one) => one.startsWith('delete'))).toEqual([]);
    expect(all).not.toContain(`upsert events ${draft.id}`);
    expect(all).not.toContain(`upsert events ${hidden.id}`);
    expect(new Set(all).size).toBe(all.length);
    const editors = (await follow(undefined, '', editor)).changes.map(shown);
    expect(editors).toContain(`upsert events ${draft.id}`);
    expect(await follow(first.next)).toMatchObject({ changes: [] });
    await calendar.patch(`/events/${event.id}`, { title: 'Renamed' }, editor).expect(200);
    const { changes } = await follow(first.next);
    const { body } = await calendar.get(`/events/${event.id}`).expect(200);
    expect(changes).toEqual([{ kind: 'events', id: event.id, change: 'upsert', modified_utc: body.modified_utc }]);
  });

  it('reports every kind of write', async () => {
    const venue = await aVenue({ venue: 'Hall of changes' });
    const tag = await aTag({ name: 'changes' });
    const parent = await aCategory({ name: 'Parent' });
    const child = await aCategory({ name: 'Child', parent: parent.id });
    const event = await anEvent({ venue: venue.id, tags: [tag.id] });
    const below = await anEvent({ title: 'Below', post_parent: event.id });
    const write = (path: string, body: object) => () => calendar.patch(path, body, editor).expect(200);
    const remove = (path: string) => () => calendar.delete(path, editor).expect(200);
    expect(await during(write(`/venues/${venue.id}`, { translations: { fr: { venue: 'Salle' } } }))).toEqual([
      `upsert venues ${venue.id}`,
    ]);
    expect(await during(write(`/venues/${venue.id}`, { venue: 'Hall of changes' }))).toEqual([]);
    expect(await during(write(`/categories/${child.id}`, { parent: 0 }))).toEqual([`upsert categories ${child.id}`]);
    await write(`/categories/${child.id}`, { parent: parent.id })();
    expect(await during(remove(`/categories/${parent.id}`))).toEqual(
      [`delete categories ${parent.id}`, `upsert categories ${child.id}`].sort(),
    );
    expect(await during(remove(`/events/${event.id}`))).toEqual([`delete events ${event.id}`]);
    expect(await during(write(`/events/${event.id}`, { status: 'publish' }))).toEqual([`upsert events ${event.id}`]);
    expect(await during(write(`/events/${event.id}`, { hide_from_listings: true }))).toEqual([
      `delete events ${event.id}`,
    ]);
    await write(`/events/${event.id}`, { hide_from_listings: false })();
    expect(await during(remove(`/tags/${tag.id}`))).toEqual([`delete tags ${tag.id}`, `upsert events ${event.id}`]);
    expect(await during(remove(`/venues/${venue.id}?force=true`))).toEqual([
      `delete venues ${venue.id}`,
      `upsert events ${event.id}`,
    ]);
    expect(await during(remove(`/events/${event.id}?force=true`))).toEqual(
      [`delete events ${event.id}`, `upsert events ${below.id}`].sort(),
    );
  });

  it('reports all records that show an image when its size becomes known', async () => {
    const url = 'https://example.com/followed.jpg';
    const [one, two] = [await anEvent({ image: url }), await aVenue({ venue: 'Pictured', image: url })];
    const sized = { image: { url, width: 640, height: 480 } };
    expect(await during(() => calendar.patch(`/events/${one.id}`, sized, editor).expect(200))).toEqual([
      `upsert events ${one.id}`,
      `upsert venues ${two.id}`,
    ]);
  });

  it('reports all dates of a series', async () => {
    const { next } = await follow();
    const series = await anEvent({ title: 'Weekly', recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const { changes } = await follow(next);
    expect(changes.length).toBe(3);
    const second = changes.map(({ id }) => id).sort((one, other) => one - other)[1]!;
    expect(await during(() => calendar.delete(`/events/${second}`, editor).expect(200))).toContain(
      `delete events ${second}`,
    );
    const trashed = await during(() => calendar.delete(`/events/${series.id}`, editor).expect(200));
    expect(trashed.filter((change) => change.startsWith('delete')).length).toBeGreaterThanOrEqual(2);
  });

  it('reports a scheduled record at its publication, and never one that was not public', async () => {
    const soon = new Date(Date.now() + 2000).toISOString();
    const { next } = await follow();
    const scheduled = await anEvent({ title: 'Scheduled', date: soon });
    const draft = await aVenue({ venue: 'Draft', status: 'draft' });
    await calendar.patch(`/venues/${draft.id}`, { city: 'Nowhere' }, editor).expect(200);
    await calendar.delete(`/venues/${draft.id}?force=true`, editor).expect(200);
    expect((await follow(next)).changes).toEqual([]);
    expect((await follow(next, '', { as: 'reader' })).changes).toEqual([]);
    await sleep(2500);
    await calendar.app.get(Publisher).run();
    expect((await follow(next)).changes.map(shown)).toEqual([`upsert events ${scheduled.id}`]);
  });

  it('reports to authors their own records, also those that were given to another author', async () => {
    const author = { as: 'author' } as const;
    const foreign = await aVenue({ venue: 'Foreign draft', status: 'draft' });
    const own = await aVenue({ venue: 'Own draft', status: 'draft' }, author);
    const { changes, next } = await follow(undefined, 'kinds=venues', author);
    expect(changes.map(shown)).toContain(`upsert venues ${own.id}`);
    expect(changes.map(shown)).not.toContain(`upsert venues ${foreign.id}`);
    await calendar.patch(`/venues/${foreign.id}`, { city: 'Here' }, editor).expect(200);
    expect((await follow(next, 'kinds=venues', author)).changes).toEqual([]);
    await calendar.patch(`/venues/${own.id}`, { author: foreign.author }, editor).expect(200);
    await calendar.patch(`/venues/${own.id}`, { author: 1 }, editor).expect(200);
    expect((await follow(next, 'kinds=venues', author)).changes.map(shown)).toEqual([`delete venues ${own.id}`]);
  });

  itEach(
    publishedResources,
    'tells others once that one of %s was withdrawn, not of its life as a draft',
    async (kind) => {
      const author = { as: 'author' } as const;
      const { id } = await aRecord(kind);
      const others = [{}, { as: 'reader' }, author] as const;
      const embedded = 'embedded=true';
      const tokens = await Promise.all(others.map((options) => follow(undefined, embedded, options)));
      const path = `${kind.path}/${id}`;
      await calendar.patch(path, { status: 'draft' }, editor).expect(200);
      const withdrawn = await page(`since=${tokens[0]!.next}&${embedded}`);
      expect(withdrawn.changes.map(shown)).toEqual([`delete ${kind.plural} ${id}`]);
      // The time of a later edit would reveal it.
      await sleep(1100);
      const editors = await follow(undefined, '', editor);
      await calendar.patch(path, kind.change, editor).expect(200);
      expect((await page(`since=${tokens[0]!.next}&${embedded}`)).changes).toEqual(withdrawn.changes);
      for (const [place, options] of others.entries()) {
        const once = await follow(tokens[place]!.next, embedded, options);
        expect(once.changes).toEqual(withdrawn.changes);
        const later = () => follow(once.next, embedded, options);
        await calendar.patch(path, { status: place % 2 ? 'private' : 'pending' }, editor).expect(200);
        expect((await later()).changes).toEqual([]);
      }
      await calendar.delete(path, editor).expect(200);
      await calendar.delete(`${path}?force=true`, editor).expect(200);
      for (const [place, options] of others.entries())
        expect((await follow(tokens[place]!.next, embedded, options)).changes).toEqual(withdrawn.changes);
      expect((await follow(editors.next, '', editor)).changes.map(shown)).toEqual([`delete ${kind.plural} ${id}`]);
    },
  );

  it('reports to authors their own and public records, each at most once on a page', async () => {
    const author = { as: 'author' } as const;
    const { next } = await follow(undefined, '', author);
    const own = [await aVenue({ venue: 'Own 1' }, author), await aVenue({ venue: 'Own 2', status: 'draft' }, author)];
    const foreign = [await aVenue({ venue: 'Other 1' }), await aVenue({ venue: 'Other 2', status: 'draft' })];
    const event = await anEvent({ title: 'Of a venue', venue: own[0]!.id });
    await calendar.patch(`/venues/${own[0]!.id}`, { status: 'draft' }, author).expect(200);
    await calendar.patch(`/venues/${own[0]!.id}`, { city: 'Laval' }, author).expect(200);
    const expected = [own[0]!, own[1]!, foreign[0]!].map(({ id }) => `upsert venues ${id}`);
    for (const limit of [1, 2, 3, 100]) {
      const { changes } = await follow(next, `embedded=true&limit=${limit}`, author);
      expect(new Set(changes.map(shown))).toEqual(new Set([...expected, `upsert events ${event.id}`]));
    }
  });

  it('returns records as their lists do', async () => {
    const venue = await aVenue({ venue: 'Recorded', translations: { fr: { venue: 'Noté' } } });
    const event = await anEvent({ title: 'Recorded', venue: venue.id, password: 'x', cost: 12 });
    const { changes } = await follow(undefined, 'records=true&limit=500');
    for (const [path, id] of [
      ['events', event.id],
      ['venues', venue.id],
    ] as const) {
      const { body } = await calendar.get(`/${path}?include=${id}`).expect(200);
      const listed = (body as Record<string, unknown[]>)[path]![0];
      expect(changes.find((one) => one.kind === path && one.id === id)?.record).toEqual(listed);
    }
    const french = await follow(undefined, 'kinds=venues&records=true&_fields=id,venue&limit=500', { language: 'fr' });
    expect(french.changes.find(({ id }) => id === venue.id)?.record).toEqual({ id: venue.id, venue: 'Noté' });
    const { body } = await calendar.get('/changes?records=true&_fields=nothing').expect(400);
    expect(body.data.params).toHaveProperty('_fields');
    await calendar.get('/changes?_fields=nothing').expect(400);
    const near = await calendar.get('/changes?_fields=titel').expect(400);
    expect(near.body.data.params._fields).toContain('Did you mean “title”?');
    await aTag({ name: 'Recorded' });
    const mixed = await follow(undefined, 'records=true&_fields=title,venue&limit=500&kinds=events,tags');
    expect(mixed.changes.find(({ kind }) => kind === 'tags')?.record).toEqual({});
  });

  it.each(relatedResources)(
    'returns the events that show $one if they are requested',
    async ({ path, field, nameField, minimalBody }) => {
      const record = (await calendar.post(path, { ...minimalBody, [nameField]: `Shown ${field}` }, editor).expect(201))
        .body;
      const events = [];
      for (const title of ['One', 'Two', 'Three']) events.push(await anEvent({ title, [field]: [record.id] }));
      const locked = await anEvent({ title: 'Locked', [field]: [record.id], password: 'x' });
      const rename = () =>
        calendar.patch(`${path}/${record.id}`, { [nameField]: `Renamed ${field}` }, editor).expect(200);
      const expected = [...events.map(({ id }) => `upsert events ${id}`)];
      const kind = path.slice(1);
      const { next } = await follow(undefined, 'embedded=true');
      const { next: onlyEvents } = await follow(undefined, 'embedded=true&kinds=events');
      await rename();
      for (const limit of [1, 2, 3, 100]) {
        const first = await page(`embedded=true&limit=${limit}&since=${next}`);
        expect(first.changes.length).toBeLessThanOrEqual(limit);
        const { changes } = await follow(next, `embedded=true&limit=${limit}`);
        expect(new Set(changes.map(shown))).toEqual(new Set([`upsert ${kind} ${record.id}`, ...expected]));
      }
      const { changes } = await follow(onlyEvents, 'embedded=true&kinds=events&limit=2');
      expect(changes.map(shown)).toEqual(expected);
      expect(changes.map(({ id }) => id)).not.toContain(locked.id);
      expect((await follow(next)).changes.map(shown)).toEqual([`upsert ${kind} ${record.id}`]);
    },
  );

  it('is paged by its links, with at most `limit` records on a page', async () => {
    const { next } = await follow();
    for (const name of ['A', 'B', 'C']) await aTag({ name: `Paged ${name}` });
    const first = await page(`limit=2&since=${next}&kinds=categories,events,organizers,tags,venues`);
    expect(first).toMatchObject({ more: true });
    expect(first.changes.length).toBe(2);
    const { pathname, search } = new URL(first.next_rest_url!);
    const second = (
      await calendar
        .raw()
        .get(pathname + search)
        .expect(200)
    ).body as Page;
    expect(second.changes.length).toBe(1);
    expect(second).toMatchObject({ more: false });
    expect(second).not.toHaveProperty('next_rest_url');
    expect(new URL(second.rest_url).searchParams.get('since')).toBe(first.next);
  });

  it('has tokens that are valid for some resources only, in either language', async () => {
    const { next } = await follow(undefined, 'kinds=venues');
    const organizer = await anOrganizer();
    const venue = await aVenue({ venue: 'Kind' });
    expect((await follow(next, 'kinds=venues', { language: 'fr' })).changes.map(shown)).toEqual([
      `upsert venues ${venue.id}`,
    ]);
    expect((await page(`since=${next}`)).changes.map(shown)).toEqual([`upsert venues ${venue.id}`]);
    const { body } = await calendar.get(`/changes?since=${next}&kinds=organizers`).expect(410);
    expect(body.code).toBe('changes-token-expired');
    expect(organizer.id).toBeGreaterThan(0);
  });

  it('refuses tokens that are old, of another calendar, ahead of the data, or meaningless', async () => {
    const secret = await calendar.app.get(Identity).secret();
    const { next } = await follow();
    const token = openToken(next, secret)!;
    const ask = (changed: object) => calendar.get(`/changes?since=${sealToken({ ...token, ...changed }, secret)}`);
    // A token cannot be read or forged; one from before tokens were encrypted stays valid.
    expect(readToken(next)).toBeUndefined();
    const forged = `${next.slice(0, -2)}${next.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await calendar.get(`/changes?since=${forged}`).expect(410)).body.code).toBe('changes-token-expired');
    await calendar.get(`/changes?since=${writeToken(token)}`).expect(200);
    expect((await follow()).next).toBe(next);
    await ask({}).expect(200);
    await ask({ day: token.day - 90 }).expect(200);
    for (const changed of [
      { day: token.day - 91 },
      { calendar: 'another' },
      { position: { readUpTo: token.position.readUpTo.map((number) => number + 1000) } },
    ])
      expect((await ask(changed)).body.code).toBe('changes-token-expired');
    expect((await ask({ kinds: ['foo'] }).expect(400)).body.data.params).toHaveProperty('since');
    for (const since of ['', 'x', 'bm90IGEgdG9rZW4', 'WzEsMl0'])
      expect((await calendar.get(`/changes?since=${since}`).expect(400)).body.data.params).toHaveProperty('since');
    for (const query of ['limit=0', 'limit=501', 'kinds=nothing', 'records=maybe'])
      await calendar.get(`/changes?${query}`).expect(400);
  });

  it('is cached like lists, and is fresh after a write on any instance', async () => {
    const other = await TestCalendar.start({}, database.url);
    const { next } = await follow();
    const first = await calendar.get(`/changes?since=${next}`).expect(200);
    const list = await calendar.get('/events');
    expect(first.headers['cache-control']).toBe(list.headers['cache-control']);
    await calendar.get(`/changes?since=${next}`).set('If-None-Match', first.headers.etag!).expect(304);
    await other.get(`/changes?since=${next}`).expect(200);
    const tag = await aTag({ name: 'Fresh' });
    expect((await page(`since=${next}`)).changes.map(shown)).toEqual([`upsert tags ${tag.id}`]);
    await sleep(1000);
    const { body } = await other.get(`/changes?since=${next}`).expect(200);
    expect((body as Page).changes.map(shown)).toEqual([`upsert tags ${tag.id}`]);
    await other.stop();
  });

  it('forgets permanently deleted records once no older token can be valid', async () => {
    const tag = await aTag({ name: 'Forgotten' });
    const { next } = await follow();
    await calendar.delete(`/tags/${tag.id}`, editor).expect(200);
    const cleanup = calendar.app.get(ChangeCleanup);
    await cleanup.run();
    expect((await follow(next)).changes.map(shown)).toEqual([`delete tags ${tag.id}`]);
    await cleanup.run(new Date(Date.now() + 93 * 86_400_000));
    expect((await follow(next)).changes).toEqual([]);
  });
});
