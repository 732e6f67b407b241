import { makers } from './support/makers.js';
import { statementsDuring } from './support/statements.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';

let database: TestDatabase;
let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);

const COLD = 8;
let ids: { venue: number; organizer: number; category: number; tag: number };

beforeAll(async () => {
  database = await createTestDatabase();
  // Keeps nothing: every read is a cold one.
  calendar = await TestCalendar.start({ CACHE_MB: '0' }, database.url);
  const [venue, organizer, category, tag] = [await aVenue(), await anOrganizer(), await aCategory(), await aTag()];
  ids = { venue: venue.id, organizer: organizer.id, category: category.id, tag: tag.id };
  for (let number = 0; number < 12; number++)
    await anEvent({
      title: `Event ${number}`,
      venue: ids.venue,
      organizer: ids.organizer,
      categories: [ids.category],
      tags: [ids.tag],
    });
});

afterAll(async () => {
  await calendar.stop();
  await database.drop();
});

const count = async (path: string, options = {}, of = calendar) => {
  const statements = await statementsDuring(of, () => of.get(path, options).expect(200));
  return statements.filter((sql) => /^\s*(SELECT|WITH)/i.test(sql)).length;
};

describe('the number of statements', () => {
  it(`of a list of events is at most ${COLD}, however many records it shows`, async () => {
    expect(await count('/events?per_page=1')).toBeLessThanOrEqual(COLD);
    expect(await count('/events?per_page=10')).toBeLessThanOrEqual(COLD);
    expect(await count('/events?per_page=10')).toBe(await count('/events?per_page=2'));
  });

  it('grows by one for each filter that names records', async () => {
    const plain = await count('/events?per_page=2');
    expect(await count(`/events?per_page=2&venue=${ids.venue}`)).toBeLessThanOrEqual(plain + 1);
    expect(await count(`/events?per_page=2&organizer=${ids.organizer}`)).toBeLessThanOrEqual(plain + 1);
    expect(await count('/events?per_page=2&categories=music')).toBeLessThanOrEqual(plain + 1);
    expect(await count(`/events?per_page=2&tags=${ids.tag}`)).toBeLessThanOrEqual(plain + 1);
  });

  it('grows by at most one with a key', async () => {
    const plain = await count('/events?per_page=2');
    expect(await count('/events?per_page=2', { as: 'editor' })).toBeLessThanOrEqual(plain + 1);
  });

  it('of a single record is at most six by id and seven by slug', async () => {
    expect(await count('/events/1')).toBeLessThanOrEqual(6);
    expect(await count('/events/by-slug/event-0')).toBeLessThanOrEqual(7);
    // One more for what the extensions keep of venues.
    expect(await count(`/venues/${ids.venue}`)).toBeLessThanOrEqual(2);
    expect(await count(`/categories/${ids.category}`)).toBe(1);
  });

  it('of a list of another kind is at most three, and one more for what the extensions keep of venues', async () => {
    for (const kind of ['organizers', 'categories', 'tags'])
      expect(await count(`/${kind}?per_page=1`)).toBeLessThanOrEqual(3);
    expect(await count('/venues?per_page=1')).toBeLessThanOrEqual(4);
  });

  describe('while finished records are in memory', () => {
    let warm: TestCalendar;

    beforeAll(async () => {
      warm = await TestCalendar.start({ ANSWER_CACHE: 'off' }, database.url);
      await warm.get('/events?per_page=10').expect(200);
    });

    afterAll(() => warm.stop());

    it('of a list is at most two, also of one that was never asked for', async () => {
      expect(await count('/events?per_page=10', {}, warm)).toBeLessThanOrEqual(2);
      expect(await count('/events?per_page=3&order=desc&page=2', {}, warm)).toBeLessThanOrEqual(2);
    });

    it('of an event is at most one, by its id and by its slug', async () => {
      await warm.get('/events/1').expect(200);
      expect(await count('/events/1', {}, warm)).toBe(0);
      await warm.post('/tags', { name: 'beside it' }, { as: 'editor' }).expect(201);
      expect(await count('/events/1', {}, warm)).toBe(1);
      expect(await count('/events/by-slug/event-0', {}, warm)).toBe(1);
    });

    it('is one more after a write, which asks whether the records still hold', async () => {
      await warm.patch(`/tags/${ids.tag}`, { description: 'new' }, { as: 'editor' }).expect(200);
      await warm.get('/events?per_page=10').expect(200);
      await warm.post('/tags', { name: 'unrelated' }, { as: 'editor' }).expect(201);
      expect(await count('/events?per_page=10', {}, warm)).toBeLessThanOrEqual(3);
      expect(await count('/events?per_page=10', {}, warm)).toBeLessThanOrEqual(2);
    });
  });
});

// The writer of a file is not in sight.
(isServerTested() ? describe : describe.skip)('the number of statements of a write', () => {
  const KINDS = ['venue', 'organizer', 'categories', 'tags'] as const;
  type LinkKind = (typeof KINDS)[number];
  const MANY = 8;

  const editor = { as: 'editor' } as const;
  const patch = (path: string, body: object) => () => calendar.patch(path, body, editor).expect(200);
  const remove = (path: string) => () => calendar.delete(path, editor).expect(200);

  let records: Record<LinkKind, number[]>;

  beforeAll(async () => {
    records = { venue: [], organizer: [], categories: [], tags: [] };
    for (let number = 0; number < 2 * MANY; number++) {
      records.venue.push((await aVenue({ venue: `Hall ${number}` })).id);
      records.organizer.push((await anOrganizer({ organizer: `Society ${number}` })).id);
      records.categories.push((await aCategory({ name: `Category ${number}` })).id);
      records.tags.push((await aTag({ name: `Tag ${number}` })).id);
    }
  });

  /** Without the commit. */
  const written = async (work: () => PromiseLike<unknown>) => {
    const statements = await statementsDuring(calendar, work);
    return statements.filter((sql) => !/^(START TRANSACTION|COMMIT)|application_keys/.test(sql)).length;
  };

  const links = (count: number, kinds: readonly LinkKind[] = KINDS) =>
    Object.fromEntries(kinds.map((kind) => [kind, records[kind].slice(0, count)]));
  const otherLinks = (count: number, kinds: readonly LinkKind[]) =>
    Object.fromEntries(kinds.map((kind) => [kind, records[kind].slice(MANY, MANY + count)]));

  let made = 0;
  /** In both languages, with slugs of its own: another one that is taken costs two statements. */
  const newEvent = (fields: object) => {
    made += 1;
    return anEvent({ title: `Written ${made}`, translations: { fr: { title: `Écrit ${made}` } }, ...fields });
  };

  /** Of a write that is the same with few links and with many. */
  const ofAnyNumber = async (count: (links: number) => Promise<number>) => {
    const few = await count(1);
    expect(await count(MANY)).toBe(few);
    return few;
  };

  const creations: [number, string, readonly LinkKind[]][] = [
    [5, 'no links', []],
    [8, 'venues', ['venue']],
    [7, 'organizers', ['organizer']],
    [10, 'venues and organizers', ['venue', 'organizer']],
    [9, 'categories', ['categories']],
    [9, 'tags', ['tags']],
    [12, 'categories and tags', ['categories', 'tags']],
    [17, 'links of all kinds', KINDS],
  ];

  it.each(creations)('is at most %i for a new event with %s, however many', async (most, _what, kinds) => {
    const created = (count: number) => written(() => newEvent(links(count, kinds)));
    expect(await ofAnyNumber(created)).toBeLessThanOrEqual(most);
  });

  const changes: [number, number, number, string, object][] = [
    [6, 7, 7, 'nothing new', { featured: false }],
    [9, 10, 10, 'its texts', { title: 'New', translations: { fr: { title: 'Nouveau', excerpt: 'x' } } }],
    [7, 10, 12, 'its end', { end_date: '2027-06-21 23:00:00' }],
    [9, 12, 14, 'its day', { start_date: '2027-06-22 19:30:00', end_date: '2027-06-22 22:00:00' }],
    [8, 11, 13, 'its flags', { featured: true, ticketed: true }],
    [8, 11, 13, 'its password', { password: 'secret' }],
    [8, 11, 16, 'its status', { status: 'draft' }],
  ];

  it.each(changes)(
    'is at most %i for an event without links, %i with venues and organizers, %i with links of all kinds: %s',
    async (unlinked, placed, linked, _what, body) => {
      const changed = async (fields: object) => written(patch(`/events/${(await newEvent(fields)).id}`, body));
      expect(await changed({})).toBeLessThanOrEqual(unlinked);
      expect(await ofAnyNumber((count) => changed(links(count, ['venue', 'organizer'])))).toBeLessThanOrEqual(placed);
      expect(await ofAnyNumber((count) => changed(links(count)))).toBeLessThanOrEqual(linked);
    },
  );

  const relinked: [number, string, readonly LinkKind[]][] = [
    [12, 'venues', ['venue']],
    [11, 'organizers', ['organizer']],
    [13, 'categories', ['categories']],
    [13, 'tags', ['tags']],
    [24, 'links of all kinds', KINDS],
  ];

  it.each(relinked)('is at most %i for other %s instead, however many', async (most, _what, kinds) => {
    const changed = async (count: number) => {
      const { id } = await newEvent(links(count));
      return written(patch(`/events/${id}`, otherLinks(count, kinds)));
    };
    expect(await ofAnyNumber(changed)).toBeLessThanOrEqual(most);
  });

  it('is at most eight for the removal of an event without links, sixteen with all kinds, eleven for good', async () => {
    const removed = async (fields: object, query = '') =>
      written(remove(`/events/${(await newEvent(fields)).id}${query}`));
    expect(await removed({})).toBeLessThanOrEqual(8);
    expect(await removed({}, '?force=true')).toBeLessThanOrEqual(8);
    expect(await ofAnyNumber((count) => removed(links(count)))).toBeLessThanOrEqual(16);
    expect(await ofAnyNumber((count) => removed(links(count), '?force=true'))).toBeLessThanOrEqual(11);
  });

  it('is at most six for a venue, an organizer or a tag, however many events are there', async () => {
    const place = { geo_lat: 45.5, geo_lng: -73.6 };
    expect(await written(() => aVenue({ venue: 'New hall', ...place }))).toBeLessThanOrEqual(4);
    expect(await written(() => anOrganizer({ organizer: 'New society' }))).toBeLessThanOrEqual(3);
    expect(await written(() => aTag({ name: 'New tag' }))).toBeLessThanOrEqual(3);
    expect(await written(patch(`/venues/${ids.venue}`, { venue: 'Renamed', ...place }))).toBeLessThanOrEqual(6);
    expect(await written(patch(`/organizers/${ids.organizer}`, { organizer: 'Renamed' }))).toBeLessThanOrEqual(4);
    expect(await written(patch(`/tags/${ids.tag}`, { name: 'Renamed' }))).toBeLessThanOrEqual(4);
    for (const path of [`/venues/${ids.venue}`, `/organizers/${ids.organizer}`]) {
      expect(await written(remove(path))).toBeLessThanOrEqual(4);
      expect(await written(remove(`${path}?force=true`))).toBeLessThanOrEqual(4);
    }
    expect(await written(remove(`/tags/${ids.tag}`))).toBeLessThanOrEqual(3);
  });

  it('is at most ten for a category, however many stand below it', async () => {
    const parent = (await aCategory({ name: 'Parent' })).id;
    expect(await written(() => aCategory({ name: 'Child', parent }))).toBeLessThanOrEqual(4);
    expect(await written(patch(`/categories/${ids.category}`, { name: 'Renamed', parent }))).toBeLessThanOrEqual(6);
    expect(await written(remove(`/categories/${ids.category}`))).toBeLessThanOrEqual(5);
    const removed = async (children: number) => {
      const { id } = await aCategory({ name: `Above ${children}` });
      for (let number = 0; number < children; number++) await aCategory({ name: `${children}.${number}`, parent: id });
      return written(remove(`/categories/${id}`));
    };
    expect(await ofAnyNumber(removed)).toBeLessThanOrEqual(10);
  });
});
