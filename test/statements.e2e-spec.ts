import { relatedResources } from './support/resources.js';
import { makers } from './support/makers.js';
import { statementsDuring } from './support/statements.js';
import { createTestDatabase, isServerTested, type TestDatabase } from './support/test-database.js';
import { TestCalendar } from './support/test-calendar.js';
import { fixPresent } from './support/present.js';

fixPresent();

let database: TestDatabase;
let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);

/** One statement for each related resource, and one for the data of extensions of venues. */
const LINKED = relatedResources.length + 1;
const COLD = 3 + LINKED;
let ids: Linked;

/** The ids of a record of each resource that events refer to. */
interface Linked {
  readonly venue: number;
  readonly organizer: number;
  readonly category: number;
  readonly tag: number;
}

/** Makes twelve events that are related to the same records, whose names are given. */
async function twelveEvents(names: { readonly category: string; readonly tag: string }): Promise<Linked> {
  const [venue, organizer] = [await aVenue(), await anOrganizer()];
  const [category, tag] = [await aCategory({ name: names.category }), await aTag({ name: names.tag })];
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  for (let number = 0; number < 12; number++) await anEvent({ title: `Event ${number}`, ...links });
  return { venue: venue.id, organizer: organizer.id, category: category.id, tag: tag.id };
}

beforeAll(async () => {
  database = await createTestDatabase();
  // Without caches, so that every read reaches the database.
  calendar = await TestCalendar.start({ CACHE_MB: '0' }, database.url);
  ids = await twelveEvents({ category: 'Music', tag: 'Free' });
  // The first reads also ask for what the service then keeps.
  await calendar.get('/events/1').expect(200);
  await calendar.get('/events').expect(200);
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

  it('grows by at most two with a key: its account, and once a second the names of the accounts that wrote last', async () => {
    const plain = await count('/events?per_page=2');
    expect(await count('/events?per_page=2', { as: 'editor' })).toBeLessThanOrEqual(plain + 2);
    expect(await count('/events?per_page=2', { as: 'reader' })).toBeLessThanOrEqual(plain + 1);
  });

  it(`of a single record is at most ${1 + LINKED}, the same by id and by slug`, async () => {
    expect(await count('/events/1')).toBeLessThanOrEqual(1 + LINKED);
    expect(await count('/events/by-slug/event-0')).toBe(await count('/events/1'));
    // One more for the data of extensions of venues.
    expect(await count(`/venues/${ids.venue}`)).toBeLessThanOrEqual(2);
    expect(await count(`/categories/${ids.category}`)).toBe(1);
  });

  it('of a list of another resource is at most three, and one more for the data of extensions of venues', async () => {
    for (const kind of ['organizers', 'categories', 'tags'])
      expect(await count(`/${kind}?per_page=1`)).toBeLessThanOrEqual(3);
    expect(await count('/venues?per_page=1')).toBeLessThanOrEqual(4);
  });

  it('of lists with series is that of other lists; of files with recurring series it is at most five more, however long they are', async () => {
    const files = async () => [
      await count('/events.ics?search=weekly&occurrences=all&per_page=5'),
      await count('/events.ics?search=weekly&occurrences=series&per_page=5'),
    ];
    const recurrence = 'FREQ=WEEKLY;COUNT=3';
    const { id } = await anEvent({ title: 'Weekly', recurrence, venue: ids.venue, categories: [ids.category] });
    for (const occurrences of ['all', 'next', 'series'])
      expect(await count(`/events?per_page=2&occurrences=${occurrences}`)).toBeLessThanOrEqual(COLD);
    const occurrences = await calendar.get(`/events?post_parent=${id}`).expect(200);
    const changed = (occurrences.body.events as { id: number }[]).map((one) => one.id);
    await calendar.patch(`/events/${changed[0]}`, { title: 'Weekly otherwise' }, { as: 'editor' }).expect(200);
    // The related records are cached by then.
    await files();
    const [all, asOne] = await files();
    expect(asOne! - all!).toBeLessThanOrEqual(5);
    await calendar.patch(`/events/${id}`, { recurrence: 'FREQ=DAILY;COUNT=80' }, { as: 'editor' }).expect(200);
    await calendar.patch(`/events/${changed[1]}`, { title: 'Weekly as well' }, { as: 'editor' });
    const later = (await calendar.get(`/events?post_parent=${id}&per_page=9`)).body.events as { id: number }[];
    for (const one of later) await calendar.patch(`/events/${one.id}`, { title: 'Weekly too' }, { as: 'editor' });
    expect(await files()).toEqual([all, asOne]);
  });

  it('is zero if the response is cached, and as before after a write', async () => {
    const warm = await TestCalendar.start({}, database.url);
    try {
      const first = await count('/events?per_page=10', {}, warm);
      expect(first).toBeGreaterThan(0);
      expect(await count('/events?per_page=10', {}, warm)).toBe(0);
      await warm.post('/tags', { name: 'beside it' }, { as: 'editor' }).expect(201);
      expect(await count('/events?per_page=10', {}, warm)).toBeLessThanOrEqual(first);
    } finally {
      await warm.stop();
    }
  });
});

// The statements of the writer of a SQLite file are not recorded.
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
    // The related records are cached from then on.
    await newEvent(links(2 * MANY));
  });

  const NEW_WORDS = /^INSERT INTO `search_word/;

  /**
   * The statements without the two that begin and commit, without the names of accounts and the version of the data, which are read at most
   * once in a time, and without those of words that no event had before.
   */
  const written = async (work: () => PromiseLike<unknown>) => {
    const statements = await statementsDuring(calendar, work);
    const others = statements.filter((sql) => !NEW_WORDS.test(sql));
    // That a key was used is noted once a minute, in a transaction which counts itself.
    const noted = statements.filter((sql) => sql.startsWith('UPDATE application_keys')).length;
    const own = others.filter(
      (sql) => !/^(START TRANSACTION|COMMIT)|application_keys|FROM `accounts`|SUM\(writes\)/.test(sql),
    );
    return own.length - noted;
  };

  it('is two more for new words, however many', async () => {
    const forWords = async (title: string) => {
      const statements = await statementsDuring(calendar, () => anEvent({ title }));
      return statements.filter((sql) => NEW_WORDS.test(sql)).length;
    };
    expect(await forWords('Xylophone')).toBe(2);
    expect(await forWords('Ukulele, bandoneon, celesta, sousaphone')).toBe(2);
    expect(await forWords('Bandoneon, xylophone')).toBe(0);
  });

  const links = (count: number, kinds: readonly LinkKind[] = KINDS) =>
    Object.fromEntries(kinds.map((kind) => [kind, records[kind].slice(0, count)]));
  const otherLinks = (count: number, kinds: readonly LinkKind[]) =>
    Object.fromEntries(kinds.map((kind) => [kind, records[kind].slice(MANY, MANY + count)]));

  /** The statements of a write to a series with all relations, which applies to each occurrence. */
  const MOST_OF_SERIES = 38;

  let made = 0;
  /** In both languages, with new slugs: a taken slug costs two more statements. */
  const newEvent = (fields: object) => {
    made += 1;
    return anEvent({ title: `Written ${made}`, translations: { fr: { title: `Écrit ${made}` } }, ...fields });
  };

  /** The statements of a write, which are as many with few relations as with many. */
  const ofAnyNumber = async (count: (links: number) => Promise<number>) => {
    const few = await count(1);
    expect(await count(MANY)).toBe(few);
    return few;
  };

  const creations: [number, string, readonly LinkKind[]][] = [
    [8, 'no links', []],
    [10, 'venues', ['venue']],
    [10, 'organizers', ['organizer']],
    [11, 'venues and organizers', ['venue', 'organizer']],
    [12, 'categories', ['categories']],
    [12, 'tags', ['tags']],
    [14, 'categories and tags', ['categories', 'tags']],
    [15, 'a venue, categories and tags', ['venue', 'categories', 'tags']],
    [16, 'links of all kinds', KINDS],
  ];

  it.each(creations)('is at most %i for a new event with %s, however many', async (most, _what, kinds) => {
    const created = (count: number) => written(() => newEvent(links(count, kinds)));
    expect(await ofAnyNumber(created)).toBeLessThanOrEqual(most);
  });

  const changes: [number, number, number, string, object][] = [
    [3, 3, 3, 'nothing new', { featured: false }],
    [10, 10, 10, 'its texts', { title: 'New', translations: { fr: { title: 'Nouveau', excerpt: 'x' } } }],
    [10, 10, 10, 'its title', { title: 'Newer' }],
    [6, 6, 6, 'its end', { end_date: '2027-06-21 23:00:00' }],
    [6, 6, 6, 'its day', { start_date: '2027-06-22 19:30:00', end_date: '2027-06-22 22:00:00' }],
    [6, 6, 6, 'its flags', { featured: true, ticketed: true }],
    [6, 6, 6, 'its password', { password: 'secret' }],
    [6, 6, 9, 'its status', { status: 'draft' }],
  ];

  it.each(changes)(
    'is at most %i for an event without links, %i with venues and organizers, %i with links of all resources: %s',
    async (unlinked, placed, linked, _what, body) => {
      const changed = async (fields: object) => written(patch(`/events/${(await newEvent(fields)).id}`, body));
      expect(await changed({})).toBeLessThanOrEqual(unlinked);
      expect(await ofAnyNumber((count) => changed(links(count, ['venue', 'organizer'])))).toBeLessThanOrEqual(placed);
      expect(await ofAnyNumber((count) => changed(links(count)))).toBeLessThanOrEqual(linked);
    },
  );

  it('does not count the texts that it leaves as they are: the UPDATE of texts has the changed columns', async () => {
    const { id } = await newEvent({ description: 'About it' });
    const statements = await statementsDuring(calendar, patch(`/events/${id}`, { title: 'Renamed' }));
    const [update] = statements.filter((sql) => sql.startsWith('UPDATE `event_translations`'));
    expect(update).toContain('`name` =');
    expect(update).not.toContain('`description` =');
  });

  it('is two more while a webhook is active, whatever is written, and as before when there is none', async () => {
    const hook = { url: 'https://203.0.113.7/', events: '*', active: false };
    const creation = () => written(() => newEvent({ ...links(MANY), venue: { venue: `New hall ${made}` } }));
    const admin = { as: 'administrator' } as const;
    const without = await creation();
    const allowing = await TestCalendar.start({ WEBHOOK_ALLOW: '203.0.113.7' }, database.url);
    const { body } = await allowing.post('/webhooks', hook, { key: calendar.keys.administrator }).expect(201);
    await allowing.stop();
    const inactive = await creation();
    await calendar.patch(`/webhooks/${body.id}`, { active: true }, admin).expect(200);
    // The dispatcher may claim a message before the creation is answered.
    const active = Math.min(await creation(), await creation(), await creation());
    // The webhook is deleted before anything is claimed, since the other tests count without it.
    await calendar.delete(`/webhooks/${body.id}`, admin).expect(200);
    expect([inactive, active, await creation()]).toEqual([without, without + 2, without]);
  });

  const relinked: [number, string, readonly LinkKind[]][] = [
    [9, 'venues', ['venue']],
    [9, 'organizers', ['organizer']],
    [11, 'categories', ['categories']],
    [11, 'tags', ['tags']],
    [18, 'links of all kinds', KINDS],
  ];

  it.each(relinked)('is at most %i for other %s instead, however many', async (most, _what, kinds) => {
    const changed = async (count: number) => {
      const { id } = await newEvent(links(count));
      return written(patch(`/events/${id}`, otherLinks(count, kinds)));
    };
    expect(await ofAnyNumber(changed)).toBeLessThanOrEqual(most);
  });

  it('is the same for the deletion of a category whatever its children are', async () => {
    const removed = async (children: number) => {
      const { id } = await aCategory({ name: `Parent of ${children}` });
      for (let number = 0; number < children; number += 1) {
        const child = await aCategory({ name: `Child ${number} of ${children}`, parent: id });
        for (let change = 0; change < number; change += 1)
          await patch(`/categories/${child.id}`, { description: `Change ${change}` })();
      }
      return written(remove(`/categories/${id}`));
    };
    expect(await removed(5)).toBe(await removed(1));
  });

  it('is at most seven for the deletion of an event without links, fifteen with all kinds, fourteen permanently with its slugs', async () => {
    const removed = async (fields: object, query = '') =>
      written(remove(`/events/${(await newEvent(fields)).id}${query}`));
    expect(await removed({})).toBeLessThanOrEqual(7);
    expect(await removed({}, '?force=true')).toBeLessThanOrEqual(11);
    expect(await ofAnyNumber((count) => removed(links(count)))).toBeLessThanOrEqual(15);
    expect(await ofAnyNumber((count) => removed(links(count), '?force=true'))).toBeLessThanOrEqual(14);
  });

  it('is the same for a short series and a long one: created, changed, moved, trashed and deleted', async () => {
    const ofSeries = async (occurrences: number): Promise<number[]> => {
      const body = { recurrence: `FREQ=DAILY;COUNT=${occurrences}`, ...links(2) };
      const made = await written(() => newEvent(body));
      const { id } = await newEvent(body);
      const steps = [
        patch(`/events/${id}`, { title: 'Renamed', translations: { fr: { title: 'Autre' } } }),
        patch(`/events/${id}`, { start_date: '2027-06-21 18:00:00', venue: [records.venue[5]] }),
        remove(`/events/${id}`),
        patch(`/events/${id}`, { status: 'publish' }),
        remove(`/events/${id}?force=true`),
      ];
      const counts = [made];
      for (const step of steps) counts.push(await written(step));
      return counts;
    };
    const few = await ofSeries(5);
    expect(await ofSeries(45)).toEqual(few);
    for (const one of few) expect(one).toBeLessThanOrEqual(MOST_OF_SERIES);
  });

  it('is at most ten for a venue, an organizer or a tag, however many events have it', async () => {
    const ids = await twelveEvents({ category: 'Of venues', tag: 'Of venues' });
    const place = { geo_lat: 45.5, geo_lng: -73.6 };
    expect(await written(() => aVenue({ venue: 'New hall', ...place }))).toBeLessThanOrEqual(6);
    expect(await written(() => anOrganizer({ organizer: 'New society' }))).toBeLessThanOrEqual(5);
    expect(await written(() => aTag({ name: 'New tag' }))).toBeLessThanOrEqual(5);
    expect(await written(patch(`/venues/${ids.venue}`, { venue: 'Renamed', ...place }))).toBeLessThanOrEqual(8);
    expect(await written(patch(`/organizers/${ids.organizer}`, { organizer: 'Renamed' }))).toBeLessThanOrEqual(6);
    expect(await written(patch(`/tags/${ids.tag}`, { name: 'Renamed' }))).toBeLessThanOrEqual(6);
    for (const path of [`/venues/${ids.venue}`, `/organizers/${ids.organizer}`]) {
      expect(await written(remove(path))).toBeLessThanOrEqual(6);
      expect(await written(remove(`${path}?force=true`))).toBeLessThanOrEqual(10);
    }
    expect(await written(remove(`/tags/${ids.tag}`))).toBeLessThanOrEqual(9);
  });

  it('is at most twenty for a category, however many descendants it has', async () => {
    const ids = await twelveEvents({ category: 'Of events', tag: 'Of events' });
    const parent = (await aCategory({ name: 'Parent' })).id;
    expect(await written(() => aCategory({ name: 'Child', parent }))).toBeLessThanOrEqual(8);
    expect(await written(patch(`/categories/${ids.category}`, { name: 'Renamed', parent }))).toBeLessThanOrEqual(11);
    expect(await written(remove(`/categories/${ids.category}`))).toBeLessThanOrEqual(12);
    const removed = async (children: number) => {
      const { id } = await aCategory({ name: `Above ${children}` });
      for (let number = 0; number < children; number++) await aCategory({ name: `${children}.${number}`, parent: id });
      return written(remove(`/categories/${id}`));
    };
    expect(await ofAnyNumber(removed)).toBeLessThanOrEqual(20);
  });
});
