import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { schema } from '../src/schema.js';
import { seed } from '../tools/seed/seed.js';
import { type Language, LANGUAGES } from '../src/lib/i18n/language.js';
import { editDistance } from '../src/lib/text/edit-distance.js';
import { wordsOf } from '../src/lib/text/words.js';
import { SLOTS } from '../src/database/write-counter.entity.js';
import { logChanges } from '../src/calendar/records/change-log/change-log.js';
import { Event } from '../src/calendar/events/event.entity.js';
import { Database } from '../src/database/database.js';
import { EventWord } from '../src/calendar/events/words/event-word.entity.js';
import { SearchWord } from '../src/calendar/events/words/search-word.entity.js';
import { WordUpkeepState } from '../src/calendar/events/words/word-upkeep.entity.js';
import { WordUpkeep } from '../src/calendar/events/words/word-upkeep.service.js';
import { EventSearchText } from '../src/calendar/events/write/event-search-text.entity.js';
import { lister } from './support/lists.js';
import { makers } from './support/makers.js';
import { plain } from './support/oracle/search.js';
import { fixPresent } from './support/present.js';
import { Random } from './support/random.js';
import { recount } from './support/recount.js';
import { statementsDuring } from './support/statements.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent } = makers(() => calendar);
const { names, page, refused } = lister(() => calendar, 'events');

const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const july = 'start_date=2027-07-01&end_date=2027-07-31';
const june = 'start_date=2027-06-01&end_date=2027-06-30';

describe('an event is found', () => {
  it('in its new date range only, when only its start changes', async () => {
    const { id } = await anEvent({ title: 'Wanderer' });
    expect(await names(`search=wanderer&${june}`)).toEqual(['Wanderer']);
    const moved = { start_date: '2027-07-21 19:30:00', end_date: '2027-07-21 22:00:00' };
    await calendar.patch(`/events/${id}`, moved, editor).expect(200);
    expect(await names(`search=wanderer&${june}`)).toEqual([]);
    expect(await names(`search=wanderer&${july}`)).toEqual(['Wanderer']);
    expect(await names(`search=wanderer&${july}`, french)).toEqual(['Wanderer']);
  });

  it('when only its time zone moves it to another day', async () => {
    const late = { start_date: '2027-06-30 23:30:00', end_date: '2027-06-30 23:45:00' };
    const { id } = await anEvent({ title: 'Traveller', ...late, timezone: 'Europe/Paris' });
    await calendar.patch(`/events/${id}`, { timezone: 'Pacific/Pago_Pago' }, editor).expect(200);
    const dates = 'strict_dates=true&start_date=2027-07-01T10:00:00Z&end_date=2027-07-01T11:00:00Z';
    expect(await names(`search=traveller&${dates}`)).toEqual(['Traveller']);
  });

  it('by its remaining texts when a translation is removed', async () => {
    const translations = { en: { title: 'Left behind' }, fr: { title: 'Enlevé', description: 'disparaît' } };
    const { id } = await anEvent({ title: undefined, translations });
    expect(await names('search=disparait', french)).toEqual(['Enlevé']);
    await calendar.patch(`/events/${id}`, { translations: { fr: null } }, editor).expect(200);
    expect(await names('search=disparait', french)).toEqual([]);
    expect(await names('search=left behind', french)).toEqual(['Left behind']);
  });

  it('by its text once its password is removed, and only by its title once it has one', async () => {
    const { id } = await anEvent({ title: 'Gate', description: 'portcullis', password: 'sesame' });
    expect([await names('search=portcullis'), await names('search=gate')]).toEqual([[], ['Gate']]);
    expect(await names('search=gate portcullis', editor)).toEqual(['Gate']);
    await calendar.patch(`/events/${id}`, { password: '' }, editor).expect(200);
    expect(await names('search=portcullis')).toEqual(['Gate']);
    await calendar.patch(`/events/${id}`, { password: 'again' }, editor).expect(200);
    expect(await names('search=portcullis')).toEqual([]);
  });

  it('no longer when it is deleted permanently', async () => {
    const { id } = await anEvent({ title: 'Ephemeral' });
    await calendar.delete(`/events/${id}?force=true`, editor).expect(200);
    expect(await page('search=ephemeral')).toMatchObject({ total: 0 });
  });

  it('by the plural and the singular, except in phrases', async () => {
    await anEvent({ title: 'Craft market', translations: { fr: { title: 'Marché d’artisanat' } } });
    await anEvent({ title: 'Night Markets' });
    expect((await names('search=markets')).sort()).toEqual(['Craft market', 'Night Markets']);
    expect(await names('search="markets"')).toEqual(['Night Markets']);
    expect(await names('search=marchés -pas', french)).toEqual(['Marché d’artisanat']);
    expect(await names('search=market -nights')).toEqual(['Craft market']);
    expect((await calendar.get('/venues?search=theatres').expect(200)).body.total).toBe(0);
    await calendar.post('/venues', { venue: 'Little Theatre' }, editor).expect(201);
    expect((await calendar.get('/venues?search=theatres').expect(200)).body.total).toBe(1);
  });

  it.each([
    ['stories', 'en', 'A story of ponds'],
    ['chevaux', 'fr', 'Le cheval de Troie'],
    ['travaux', 'fr', 'Le travail du bois'],
    ['bateaux', 'fr', 'Un bateau ivre'],
  ] as const)('by a plural that is not only a letter more: %s', async (search, language, title) => {
    await anEvent({ title, translation_language: language });
    const options = language === 'fr' ? french : {};
    for (const query of [`search=${search}`, `search=${search}&search_in=all`])
      expect(await names(query, options)).toContain(title);
    const counts = await calendar.get(`/events/counts?by=month&search=${search}`, options).expect(200);
    expect(counts.body.total).toBeGreaterThan(0);
    await calendar.post('/venues', { venue: title, translation_language: language }, editor).expect(201);
    expect((await calendar.get(`/venues?search=${search}`, options).expect(200)).body.total).toBeGreaterThan(0);
  });

  it.each([
    ['legend', 'en', 'Legends of the lake'],
    ['saga', 'en', 'Sagas'],
    ['quarry', 'en', 'Two quarries'],
    ['sketches', 'en', 'A sketch of home'],
    ['sketch', 'en', 'Sketches'],
    ['canal', 'fr', 'Les canaux de Soulanges'],
    ['vitrail', 'fr', 'Des vitraux anciens'],
    ['chou-fleur', 'fr', 'Chou fleur et compagnie'],
    ['chou-fleur', 'fr', 'Choufleur'],
    ['chou-fleur', 'fr', 'Le Chou-fleur'],
    ['chou-fleurs', 'fr', 'Un chou-fleur de plus'],
    ['lagoon,', 'en', 'The lagoon'],
    ['(lagoon) ?', 'en', 'Another lagoon'],
    ['‹lagoon› – at…', 'en', 'At the lagoon'],
    ["l'etang", 'fr', 'L’étang'],
  ] as const)('by a word written otherwise: %s', async (search, language, title) => {
    await anEvent({ title, translation_language: language });
    const options = language === 'fr' ? french : {};
    const query = `search=${encodeURIComponent(search)}`;
    expect(await names(query, options)).toContain(title);
    await calendar.post('/venues', { venue: title, translation_language: language }, editor).expect(201);
    const { body } = await calendar.get(`/venues?${query}`, options).expect(200);
    expect(body.venues.map(({ venue }: { venue: string }) => venue)).toContain(title);
  });

  it('not by what only looks like it', async () => {
    await anEvent({ title: 'March past', translations: { fr: { title: 'Pas de marche' } } });
    await anEvent({ title: 'Ice-fishing' });
    expect(await names('search=march&from=2000-01-01')).toContain('March past');
    expect(await names(`search=${encodeURIComponent('marchés')}`)).not.toContain('March past');
    expect(await names('search=icefishing')).toEqual([]);
    for (const signs of ['?', '%', '()', '-', '… –'])
      expect(await page(`search=${encodeURIComponent(signs)}`)).toMatchObject({ total: 0 });
    expect((await calendar.get('/categories?search=%26').expect(200)).body.total).toBe(0);
  });

  it('by words in -ss, -us and -is as they are', async () => {
    await anEvent({ title: 'Orchestre de chambre' });
    await anEvent({ title: 'Chess for all' });
    await anEvent({ title: 'Camping' });
    expect(await names('search=chess')).toEqual(['Chess for all']);
    expect(await names('search=campus')).toEqual([]);
  });

  it('by a time, however its hours are written', async () => {
    await anEvent({ title: 'Spaced', description: 'Les portes ouvrent à 20\u00a0h\u00a030.' });
    await anEvent({ title: 'Joined', description: 'Doors at 20h30.' });
    for (const time of ['20h30', '20H30']) expect((await names(`search=${time}`)).sort()).toEqual(['Joined', 'Spaced']);
    expect(await names('search="20h30"')).toEqual(['Joined']);
    expect(await names('search=-20h30 doors')).toEqual([]);
  });

  it('by the words of its title if it has no other text', async () => {
    await anEvent({ title: 'Solitaire', password: 'sesame' });
    expect(await names('search=solitaire')).toEqual(['Solitaire']);
    expect(await names('search="solitaire x"')).toEqual([]);
  });

  it('by a title that consists of punctuation, never through masked texts', async () => {
    await anEvent({ title: '\u0301\u0302', description: 'quicksand', password: 'sesame' });
    expect(await page('search=quicksand')).toMatchObject({ total: 0 });
    expect(await page('search=quicksand', editor)).toMatchObject({ total: 1 });
  });
});

it('all pages of a search have the total', async () => {
  for (let number = 1; number <= 5; number++) await anEvent({ title: `Series ${number}` });
  for (const [number, length] of [2, 2, 1].entries()) {
    const { events, total } = await page(`search=series&per_page=2&page=${number + 1}`);
    expect([events.length, total]).toEqual([length, 5]);
  }
  const beyond = await calendar.get('/events?search=series&per_page=2&page=4');
  expect([beyond.status, beyond.body.code]).toEqual([404, 'event-archive-page-not-found']);
});

it.each(['', 'from=2027-06-01&to=2027-07-01&', 'ends_after=2027-06-01&', 'orderby=title&', 'featured=false&'])(
  'the page and the total take one search of the texts: %s',
  async (query) => {
    for (let number = 1; number <= 3; number++) await anEvent({ title: 'Once and for all' });
    const search = () => calendar.get(`/events?${query}search=once&per_page=1`).expect(200);
    const statements = await statementsDuring(calendar, search);
    const [searching, ...others] = statements.filter((sql) => sql.includes('INSTR('));
    expect(others).toEqual([]);
    // Once for each part of the list, since no event is in two of them.
    for (const part of searching!.split(' UNION ALL ')) expect(part.split('event_search_texts found')).toHaveLength(2);
  },
);

describe('orderby=relevance', () => {
  const relevant = (search: string, query = '', options?: RequestOptions) =>
    names(`orderby=relevance&from=2001-01-01&search=${encodeURIComponent(search)}&${query}`, options);
  /** Dates of an event on a day of a year. */
  const on = (year: number, day: string) => ({
    start_date: `${year}-${day} 10:00:00`,
    end_date: `${year}-${day} 11:00:00`,
  });

  beforeAll(async () => {
    await calendar.empty();
    await anEvent({ title: 'A lecture', description: 'About beekeeping and honey', ...on(2030, '01-01') });
    await anEvent({ title: 'A talk', description: 'Beekeeping honey', ...on(2002, '01-02') });
    await anEvent({ title: 'Old talk', description: 'Beekeeping honey', ...on(2002, '01-01') });
    await anEvent({ title: 'Honey and beekeeping', ...on(2030, '01-02') });
    await anEvent({ title: 'Beekeeping honey today', ...on(2030, '01-03') });
    await anEvent({ title: 'Beekeeping Honey', ...on(2002, '01-01') });
    await anEvent({ title: 'Beekeeping: Honey!', ...on(2030, '01-04') });
    await anEvent({ title: 'beekeeping honey', ...on(2031, '01-01') });
    await anEvent({ title: 'Beekeeping honey', description: 'closed', password: 'sesame', ...on(2032, '01-01') });
  });

  const RANKED = [
    ...['beekeeping honey', 'Beekeeping honey', 'Beekeeping Honey', 'Beekeeping honey today'],
    ...['Honey and beekeeping', 'Beekeeping: Honey!', 'A lecture', 'A talk', 'Old talk'],
  ];

  it.each([
    '',
    'order=desc',
    'order=asc',
    'search_in=all',
    'search_languages=all',
    'occurrences=next',
    'occurrences=series',
  ])('ranks by the title, then coming dates, then past ones: %s', async (query) => {
    expect(await relevant('Beekeeping, honey', query)).toEqual(RANKED);
  });

  it('ignores excluded words, and reads phrases and signs as they are', async () => {
    expect(await relevant('"beekeeping honey" -lecture')).toEqual(
      RANKED.filter((title) => /g honey|talk/i.test(title)),
    );
    expect((await relevant('beekeeping: honey!'))[0]).toBe('Beekeeping: Honey!');
    expect(await relevant('-beekeeping honey')).toEqual([]);
    expect((await relevant('honeys'))[0]).toBe('Honey and beekeeping');
  });

  it('pages agree with the whole list', async () => {
    const pages: string[] = [];
    for (const number of [1, 2, 3, 4, 5])
      pages.push(...(await relevant('beekeeping honey', `per_page=2&page=${number}`)));
    expect(pages).toEqual(RANKED);
  });

  it('needs a search', async () => {
    for (const query of ['orderby=relevance', 'orderby=relevance&search=', 'orderby=relevance&search=%20'])
      expect(await refused(query)).toEqual({ orderby: 'Must not be “relevance” without “search”.' });
    const inFrench = await refused('orderby=relevance', french);
    expect(inFrench.orderby).toContain('«\u00A0search\u00A0»');
    await calendar.get('/venues?orderby=relevance&search=hall').expect(400);
  });
});

describe('random texts', () => {
  const random = new Random(7);
  const WORDS = ['Été', 'œuvre', 'Jazz', 'l’eau', 'naïve', '“mot”'];
  const texts = (): string => Array.from({ length: 4 }, () => random.pick(WORDS)).join(' ');
  const start = (): string =>
    `2027-0${random.pick([3, 6, 9])}-1${random.pick([0, 4, 8])} 1${random.pick([2, 6])}:00:00`;

  const CHANGES: (() => object)[] = [
    () => ({ title: texts() }),
    () => ({ description: `<p>${texts()}</p><ul><li>${texts()}</li></ul>` }),
    () => ({ excerpt: random.pick([null, texts()]) }),
    () => ({ start_date: start(), end_date: '2027-12-31 12:00:00' }),
    () => ({ timezone: random.pick(['UTC', 'Asia/Tokyo', 'America/Toronto']) }),
    () => ({ all_day: random.pick([true, false]) }),
    () => ({ password: random.pick(['', 'sesame']) }),
    () => ({ featured: random.pick([true, false]), status: random.pick(['publish', 'draft']) }),
    () => ({ translations: { fr: random.pick([null, { title: texts(), description: texts() }]) } }),
    () => ({ translations: { en: random.pick([null, { title: texts(), excerpt: texts() }]) } }),
  ];

  /** One write: most change something, some fail, some delete the event. */
  const write = async (ids: number[]): Promise<void> => {
    const language = random.pick<Language>(LANGUAGES);
    const id = random.pick([undefined, ...ids]);
    if (id === undefined || ids.length < 3) {
      const dates = { start_date: start(), end_date: '2027-12-31 12:00:00' };
      ids.push((await anEvent({ title: texts(), description: texts(), ...dates }, { language })).id);
    } else if (random.next() < 0.1) {
      const force = random.pick(['', '?force=true']);
      const { status } = await calendar.delete(`/events/${id}${force}`, editor);
      if (force && status === 200) ids.splice(ids.indexOf(id), 1);
    } else {
      const change = Object.assign({}, random.pick(CHANGES)(), random.pick(CHANGES)());
      const { status } = await calendar.patch(`/events/${id}`, change, { ...editor, language });
      expect([200, 400, 409, 410]).toContain(status);
    }
  };

  it('are found exactly if reads show the words', async () => {
    const ids: number[] = [];
    for (let round = 0; round < 120; round++) await write(ids);
    const source = calendar.app.get(DataSource);
    const stored = await source.manager.find(EventSearchText, { order: { recordId: 'ASC', language: 'ASC' } });
    const all = (await source.query<{ id: number }[]>('SELECT id FROM events ORDER BY id')).map(({ id }) => id);
    expect(stored.map(({ recordId, language }) => [recordId, language])).toEqual(
      all.flatMap((id) => LANGUAGES.map((language) => [id, language])),
    );
    for (const row of stored.filter(({ recordId }) => ids.includes(recordId))) {
      const { language, recordId, text } = row;
      const { body } = await calendar.get(`/events/${recordId}`, { ...editor, language });
      const visible = [body.title, body.excerpt, body.description].map((html) => lettersOf(String(html ?? '')));
      expect(lettersOf(text.toString())).toBe(visible.join(''));
    }
  });

  it('have their words in the index, and after the upkeep nothing else is there', async () => {
    const ids: number[] = [];
    for (let round = 0; round < 60; round++) await write(ids);
    const recurrence = 'FREQ=DAILY;COUNT=4';
    const dates = { start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' };
    const series = await anEvent({ title: texts(), description: 'Weekly zither', ...dates, recurrence });
    const { body } = await calendar.get(`/events?post_parent=${series.id}`).expect(200);
    const [first, second, third] = (body.events as { id: number }[]).map(({ id }) => id);
    await calendar.patch(`/events/${first}`, { title: 'Ocarina' }, editor).expect(200);
    await calendar.patch(`/events/${second}?apply=following`, { title: 'Theremin' }, editor).expect(200);
    await calendar.delete(`/events/${third}?force=true`, editor).expect(200);
    const source = calendar.app.get(DataSource);
    const lacking = async () => (await recount(source))['words that are not in the index']![0];
    expect(await lacking()).toEqual([]);
    for (const word of ['ocarina', 'theremin', 'zither', 'ithe'])
      expect((await page(`search=${word}&from=2027-01-01`)).total).toBeGreaterThan(0);
    await calendar.app.get(WordUpkeep).run();
    expect(await lacking()).toEqual([]);
    const inTexts = await wordsInTexts(source);
    // A word that is part of another one stays with it.
    const isPart = (entry: string) => {
      const [word, owner] = entry.split(' ');
      return inTexts.some((other) => other.endsWith(` ${owner}`) && other.includes(word!));
    };
    expect((await wordsInIndex(source)).filter((entry) => !isPart(entry))).toEqual([]);
  });

  /** Stores a text as another version of the service does, without its words. */
  const writeElsewhere = (id: number, text: string) =>
    calendar.app.get(Database).write(async (manager) => {
      await manager.update(EventSearchText, { recordId: id }, { text: Buffer.from(text) });
      logChanges(manager, Event, [id]);
    });

  const indexedWords = async (beginning: string) =>
    (await wordsInIndex(calendar.app.get(DataSource))).filter((word) => word.startsWith(beginning));

  it('of another version of the service are indexed by the upkeep', async () => {
    const { id } = await anEvent({ title: 'Hurdy-gurdy' });
    await writeElsewhere(id, 'nyckelharpa\n');
    await calendar.app.get(WordUpkeep).run();
    const { total } = await page(`search=yckelh&include=${id}`);
    expect([total, await indexedWords('hurdy')]).toEqual([1, []]);
    // Words of a former text that another version wrote are indexed, too.
    await writeElsewhere(id, 'crwth psaltery\n');
    await calendar.patch(`/events/${id}`, { title: 'Crwth', description: '' }, editor).expect(200);
    await calendar.app.get(WordUpkeep).run();
    expect(await page(`search=crwth&include=${id}`)).toMatchObject({ total: 1 });
  });

  it('are read by the upkeep only where something was changed', async () => {
    const upkeep = calendar.app.get(WordUpkeep);
    await upkeep.run();
    const { id: other } = await anEvent({ title: 'Ophicleide' });
    const statements = await statementsDuring(calendar, () => upkeep.run());
    const reading = statements.filter((sql) => /^SELECT found\.recordId.* FROM event_search_texts found/.test(sql));
    expect(reading.every((sql) => sql.includes('found.recordId IN ('))).toBe(true);
    expect(await page(`search=ophicle&include=${other}`)).toMatchObject({ total: 1 });
  });

  it('that are stale are removed from where the last upkeep has ended', async () => {
    const { id } = await anEvent({ title: 'Sackbut' });
    await calendar.patch(`/events/${id}`, { title: 'Trombone' }, editor).expect(200);
    const upkeep = calendar.app.get(WordUpkeep);
    await upkeep.run();
    await calendar.patch(`/events/${id}`, { title: 'Sackbut' }, editor).expect(200);
    await calendar.patch(`/events/${id}`, { title: 'Trombone' }, editor).expect(200);
    const last = { wordId: 2 ** 32 - 1, recordId: 0 };
    await calendar.app.get(Database).write((manager) => manager.update(WordUpkeepState, { id: 1 }, last));
    await upkeep.run();
    expect(await indexedWords('sackbut')).toHaveLength(1);
    await upkeep.run();
    expect(await indexedWords('sackbut')).toEqual([]);
    expect(await page(`search=trombone&include=${id}`)).toMatchObject({ total: 1 });
  });

  it('are compared with all texts after a calendar was restored', async () => {
    const { id } = await anEvent({ title: 'Rebec' });
    const upkeep = calendar.app.get(WordUpkeep);
    await upkeep.run();
    await calendar.app.get(Database).write(async (manager) => {
      await manager.update(EventSearchText, { recordId: id }, { text: Buffer.from('vielle\n') });
      const followed = JSON.stringify(Array.from({ length: SLOTS }, () => 1e9));
      await manager.update(WordUpkeepState, { id: 1 }, { followed });
    });
    await upkeep.run();
    expect(await page(`search=vielle&include=${id}`)).toMatchObject({ total: 1 });
  });
});

/** The words of the index with the event, or the series, that has them. */
async function wordsInIndex({ manager }: DataSource): Promise<string[]> {
  const words = new Map((await manager.find(SearchWord)).map(({ id, word }) => [id, word]));
  const found = await manager.find(EventWord);
  expect(new Set(found.map(({ wordId }) => wordId)).size).toBe(words.size);
  return found.map(({ wordId, recordId }) => `${words.get(wordId)} ${recordId}`);
}

async function wordsInTexts({ manager }: DataSource): Promise<string[]> {
  const texts = await manager.find(EventSearchText, { relations: { record: true } });
  const all = texts.flatMap(({ text, record: { id, seriesId } }) =>
    [...wordsOf(text.toString())].map((word) => `${word} ${seriesId ?? id}`),
  );
  return [...new Set(all)];
}

describe('among many events', () => {
  const EVENTS = 1500;
  const FROM = new Date('2027-01-01T00:00:00Z');
  const dates = 'starts_after=2000-01-01&per_page=1';
  const random = new Random(11);
  let database: TestDatabase;
  let seeded: TestCalendar;
  let texts: EventSearchText[];

  const totalOf = async (words: string, options?: RequestOptions) =>
    (await seeded.get(`/events?${dates}&search=${encodeURIComponent(words)}`, options).expect(200)).body
      .total as number;

  /** The number of texts with all of the words that are public. */
  const counted = (language: Language, words: readonly string[]) =>
    texts.filter((row) => {
      const text = row.record.passwordHash !== null ? row.text.subarray(0, row.text.indexOf('\n')) : row.text;
      return row.language === language && words.every((word) => text.includes(word));
    }).length;

  /** A part of some text, folded. */
  const piece = (): string => {
    const text = random.pick(texts).text.toString();
    const start = Math.floor(random.next() * (text.length - 12));
    return text
      .slice(start, start + random.pick([2, 3, 4, 6, 9, 12]))
      .replace(/^[\s"-]+|[\s"]+$/g, '')
      .replace(/["\n][^]*/, '');
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = await dataSourceOptions(schema, database.url);
    await migrate(options);
    await seed(options, { events: EVENTS, random: 3, from: FROM });
    seeded = await TestCalendar.start({}, database.url);
    const listed = await seeded.app.get(DataSource).manager.find(EventSearchText, { relations: { record: true } });
    texts = listed.filter(({ record: { status, hidden } }) => status === 'publish' && !hidden);
  });

  afterAll(async () => {
    await seeded.stop();
    await database.drop();
  });

  it('a search agrees with a scan of every text', async () => {
    for (let times = 0; times < 60; times += 1) {
      const language = random.pick<Language>(LANGUAGES);
      const words = Array.from({ length: random.pick([1, 1, 2, 3]) }, piece).filter((word) => word !== '');
      if (words.length === 0) continue;
      const search = words.map((word) => `"${word}"`).join(' ');
      expect([search, await totalOf(search, { language })]).toEqual([search, counted(language, words)]);
    }
  });

  it('a mistyped word is taken for the nearest and most frequent one that a scan of every text finds', async () => {
    const words = { en: wordsByText('en'), fr: wordsByText('fr') };
    const wordsIn = (language: Language) =>
      [...new Set(words[language].flatMap(({ words: some }) => [...some]))].filter((word) => /^\p{L}+$/u.test(word));
    const all = { en: wordsIn('en'), fr: wordsIn('fr') };
    let compared = 0;
    for (let times = 0; times < 12; times += 1) {
      const language = random.pick<Language>(LANGUAGES);
      const known = words[language]
        .flatMap(({ words: some }) => [...some])
        .filter((word) => /^[a-z]{5,12}$/.test(word));
      const typed = mistyped(random.pick(known));
      const query = `/events?${dates}&search=${typed}`;
      const { body } = await seeded.get(query, { language }).expect(200);
      if (body.total > 0) continue;
      const expected = spelledNearest(typed, words[language], all[language]);
      // Of more than twelve spellings, the index says which are counted by their texts.
      if (expected === null) continue;
      expect([typed, body.search_suggestion]).toEqual([typed, expected]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  });

  /** A word with one or two edits. */
  function mistyped(word: string): string {
    const letters = [...word];
    for (let edits = random.pick([1, 1, 2]); edits > 0; edits -= 1) {
      const place = Math.floor(random.next() * letters.length);
      const edit = random.pick(['add', 'drop', 'change', 'swap']);
      if (edit === 'swap') letters.splice(place, 2, ...letters.slice(place, place + 2).reverse());
      else letters.splice(place, edit === 'add' ? 0 : 1, ...(edit === 'drop' ? [] : [random.pick([...'aeiprstx'])]));
    }
    return letters.join('');
  }

  /** The public texts of a language, with the words that the index has of their events. */
  function wordsByText(language: Language): { text: Buffer; words: ReadonlySet<string> }[] {
    const ofEvents = new Map<number, Set<string>>();
    for (const { recordId, text } of texts)
      ofEvents.set(recordId, new Set([...(ofEvents.get(recordId) ?? []), ...wordsOf(text.toString())]));
    return texts
      .filter((row) => row.language === language)
      .map(({ recordId, text, record: { passwordHash } }) => ({
        text: passwordHash === null ? text : text.subarray(0, text.indexOf('\n')),
        words: ofEvents.get(recordId)!,
      }));
  }

  /** By the definition: each word of a text is compared with the typed one, and counted. */
  function spelledNearest(
    typed: string,
    all: ReturnType<typeof wordsByText>,
    known: readonly string[],
  ): string | null | undefined {
    const count = (words: readonly string[]) =>
      Math.min(200, all.filter((one) => words.every((word) => one.words.has(word) && one.text.includes(word))).length);
    for (let edits = 1; edits <= (typed.length < 6 ? 1 : 2); edits += 1) {
      const near = known.filter((word) => editDistance(typed, word, edits) === edits).map((word) => [word]);
      const cuts = Array.from({ length: typed.length - 3 }, (_, cut) => [
        typed.slice(0, cut + 2),
        typed.slice(cut + 2),
      ]);
      const pairs = edits === 1 ? cuts.filter((pair) => pair.every((part) => known.includes(part))) : [];
      const counts = [...near, ...pairs].map((words) => ({ spelling: words.join(' '), count: count(words) }));
      const found = counts.filter((one) => one.count > 0);
      if (counts.length > 12) return null;
      const [best] = found.sort((one, other) => other.count - one.count || (one.spelling < other.spelling ? -1 : 1));
      if (best) return best.spelling;
    }
    return undefined;
  }
});

/** The text without tags and blanks, whose places `visibleText` decides. */
function lettersOf(html: string): string {
  return plain(html.replace(/<[^>]*>/g, '')).replace(/\s+/g, '');
}
