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
  const written = async (work: () => PromiseLike<unknown>) => {
    const statements = await statementsDuring(calendar, work);
    return statements.filter((sql) => !/^(START TRANSACTION|COMMIT)|application_keys/.test(sql)).length;
  };
  const patch = (path: string, body: object) => () => calendar.patch(path, body, { as: 'editor' }).expect(200);

  it('is at most eleven for the texts of an event, its version among them', async () => {
    await patch('/events/2', { title: 'Before' })();
    expect(await written(patch('/events/2', { title: 'After' }))).toBeLessThanOrEqual(11);
    expect(await written(patch('/events/2', { title: 'After' }))).toBeLessThanOrEqual(7);
  });

  it('is at most seven for the name of a venue, however many events are there', async () => {
    expect(await written(patch(`/venues/${ids.venue}`, { venue: 'Renamed' }))).toBeLessThanOrEqual(7);
  });

  it('does not grow with the number of links', async () => {
    const venues: number[] = [];
    for (let number = 0; number < 8; number++) venues.push((await aVenue({ venue: `Hall ${number}` })).id);
    const linked = (number: number) => () => anEvent({ title: `Linked to ${number}`, venue: venues.slice(0, number) });
    const few = await written(linked(1));
    expect(await written(linked(8))).toBe(few);
    expect(few).toBeLessThanOrEqual(11);
  });
});
