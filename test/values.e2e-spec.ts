import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { computationTime } from './support/process-time.js';

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr', as: 'editor' };

const VALID = { title: 'Valid', start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

type Sent = Record<string, unknown> | string;

const create = (fields: object) => calendar.post('/events', { ...VALID, ...fields }, editor);
const form = (fields: Record<string, string>) => new URLSearchParams({ ...VALID, ...fields }).toString();

/** Expects that exactly these parameters are refused. */
async function expectRefused(request: ReturnType<TestCalendar['get']>, ...names: string[]): Promise<void> {
  const { status, body } = await request;
  expect({ status, code: body.code, params: Object.keys(body.data?.params ?? {}).sort() }).toEqual({
    status: 400,
    code: 'rest_invalid_param',
    params: names.sort(),
  });
}

describe('a boolean', () => {
  it.each([true, 1, '1', 'true', 'TRUE', 'yes', 'Yes', 'on', 'ON', ' true '])(
    'is true as %j in JSON',
    async (value) => {
      expect((await create({ featured: value })).body.featured).toBe(true);
    },
  );

  it.each([false, 0, '0', 'false', 'No', 'off'])('is false as %j in JSON', async (value) => {
    expect((await create({ featured: value })).body.featured).toBe(false);
  });

  it.each([2, -1, 0.5, '2', 'maybe', 'oui', 'null', {}, [], [true], ['true'], [true, false]])(
    'is not %j in JSON',
    async (value) => {
      await expectRefused(create({ featured: value }), 'featured');
      await expectRefused(create({ translation_confirmed: value }), 'translation_confirmed');
    },
  );

  it('is no list of one value, with an error that says so', async () => {
    const { body } = await create({ featured: [true] });
    expect(body.data.params).toEqual({ featured: expect.stringMatching(/^Must be true or false/) });
  });

  it.each([
    ['1', true],
    ['YES', true],
    ['off', false],
  ])('is accepted in a form: %s', async (value, expected) => {
    expect((await calendar.post('/events', form({ sticky: value }), editor)).body.sticky).toBe(expected);
  });

  it.each(['2', 'maybe'])('is not “%s” in a form', (value) =>
    expectRefused(calendar.post('/events', form({ sticky: value }), editor), 'sticky'),
  );

  it.each(['', '2', 'maybe', '%20', 'true&featured=true'])('is not “%s” in a query', (value) =>
    expectRefused(calendar.get(`/events?featured=${value}`), 'featured'),
  );

  it.each(['1', 'TRUE', 'yes', 'on', '0', 'No'])('is “%s” in a query', async (value) => {
    expect((await calendar.get(`/events?featured=${value}`)).status).toBe(200);
  });
});

describe('a whole number', () => {
  it.each([3, '3', ' 3 ', '03', { id: 3 }, 3.0])('may be %j', async (parent) => {
    const made: number[] = [];
    while ((made.at(-1) ?? 0) < 3) made.push((await aCategory({ name: `Number ${Math.random()}` })).id);
    const { id } = await aCategory({ name: `Child ${Math.random()}`, parent });
    expect((await calendar.get(`/categories/${id}`)).body.parent).toBe(3);
  });

  it.each([3.5, '3.5', 'three', -1, '-1', true, {}, [3], ['3'], [1, 2], '3 4', '0x3', '1e3', 1e300])(
    'is not %j',
    (parent) => expectRefused(calendar.post('/categories', { name: 'x', parent }, editor), 'parent'),
  );

  it.each(['0', '-1', '1.5', 'one', '', '1e2', '99999999999999999999', '1&page=2'])('is not “%s” as a page', (page) =>
    expectRefused(calendar.get(`/events?page=${page}`), 'page'),
  );

  it.each(['0', '-5', '101', '2.5', 'ten', ''])('is not “%s” as per_page', (perPage) =>
    expectRefused(calendar.get(`/events?per_page=${perPage}`), 'per_page'),
  );

  it.each([
    ['99999999999999999999', 'Must lie between 1 and 9007199254740991.'],
    ['-99999999999999999999', 'Must lie between 1 and 9007199254740991.'],
    ['1.5', 'Must be a whole number.'],
  ])('as a page is refused with a reason: %s', async (page, message) => {
    expect((await calendar.get(`/events?page=${page}`)).body.data.params.page).toContain(message);
  });

  it.each([0, -3, 1.5, 'x', {}, true])('is not %j as an id', (author) => expectRefused(create({ author }), 'author'));

  it.each(['/events', '/venues', '/categories', '/organizers', '/tags'])(
    'beyond all ids names no record below %s',
    async (path) => {
      for (const id of ['0', '999999999999', '99999999999999999999999', '0'.repeat(50)]) {
        const read = await calendar.get(`${path}/${id}`, editor);
        expect(read.body.code).toMatch(/^rest-\w+-not-found$/);
        expect((await calendar.patch(`${path}/${id}`, {}, editor)).status).toBe(404);
        expect((await calendar.delete(`${path}/${id}`, editor)).status).toBe(404);
      }
    },
  );

  it.each(['author', 'post_parent', 'image', 'venue', 'organizer', 'categories', 'tags'])(
    'beyond all ids is unknown as %s',
    async (field) => {
      await expectRefused(create({ [field]: 4_999_999_999 }), field);
      await expectRefused(create({ [field]: Number.MAX_SAFE_INTEGER }), field);
    },
  );

  it.each(['abc', '1abc', '1.5', '-1', '+1', '%201', '1,2'])('has only digits in a path: %s', async (id) => {
    const answer = await calendar.get(`/events/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('rest_no_route');
  });
});

describe('an id', () => {
  it('may be the object that a read returned, as author and post_parent', async () => {
    const parent = await anEvent();
    const account = (await calendar.get('/me', editor)).body.id as number;
    const answer = await create({ author: { id: account, name: 'x' }, post_parent: parent });
    expect(answer.body).toMatchObject({ author: account, post_parent: parent.id });
    await expectRefused(create({ author: { name: 'x' }, post_parent: { id: 0 } }), 'author', 'post_parent');
    await expectRefused(create({ author: [account], post_parent: [parent.id] }), 'author', 'post_parent');
  });

  it('is no list of one id or address for an image', async () => {
    const { image } = (await create({ image: 'https://example.com/one.jpg' })).body;
    await expectRefused(create({ image: [image.id] }), 'image');
    await expectRefused(create({ image: ['https://example.com/one.jpg'] }), 'image');
    await expectRefused(create({ translations: { fr: { title: 'Un', image: [image.id] } } }), 'translations.fr.image');
  });

  it.each([
    ['en', 'There is no event with the id that was given.'],
    ['fr', 'Aucun événement avec l’identifiant donné.'],
  ] as const)('that is too long is not reported as another one: %s', async (language, message) => {
    const answer = await calendar.get('/events/99999999999999999999', { language });
    expect(answer.body).toMatchObject({ code: 'rest-event-not-found', message });
  });
});

describe('a list of ids in a query', () => {
  it.each(['1,2', '1&include=2', '1&include[]=2', '1,%202&include[1]=3', '1,1'])('may be %s', async (list) => {
    expect((await calendar.get(`/events?include=${list}`)).status).toBe(200);
  });

  it.each(['', ',', '1,', 'a', '1,a', '1.5', '-1', '0', '1;2'])('is not “%s”', (list) =>
    expectRefused(calendar.get(`/events?include=${list}`), 'include'),
  );

  it('is the same in every spelling', async () => {
    const { id: one } = await anEvent();
    const { id: two } = await anEvent();
    const lists = [
      `include=${one},${two}`,
      `include=${one}&include=${two}`,
      `include[]=${one}&include[]=${two}`,
      `include[0]=${one}&include[1]=${two}`,
      `include=${one}&include[]=${two}`,
    ];
    for (const list of lists) expect((await calendar.get(`/events?${list}`)).body.total).toBe(2);
  });
});

describe('a date and time', () => {
  const start = async (start_date: unknown, timezone = 'America/Toronto') => {
    const answer = await create({ start_date, end_date: '2099-01-01', timezone });
    expect(answer.body).not.toHaveProperty('code');
    return { wall: answer.body.start_date, utc: answer.body.utc_start_date };
  };

  it.each([
    ['a day', '2027-06-21', '2027-06-21 00:00:00'],
    ['hours and minutes', '2027-06-21 19:30', '2027-06-21 19:30:00'],
    ['seconds', '2027-06-21 19:30:15', '2027-06-21 19:30:15'],
    ['ISO 8601', '2027-06-21T19:30:15', '2027-06-21 19:30:15'],
    ['UTC', '2027-06-21T19:30:00Z', '2027-06-21 15:30:00'],
    ['an offset', '2027-06-21T19:30:00+02:00', '2027-06-21 13:30:00'],
    ['an offset and parts of a second', '2027-06-21T19:30:00.999-07:00', '2027-06-21 22:30:00'],
    ['Unix seconds as a number', 1813620600, '2027-06-21 19:30:00'],
    ['Unix seconds as text', '1813620600', '2027-06-21 19:30:00'],
    ['eight digits', '20270621', '2027-06-21 00:00:00'],
    ['eight digits as a number', 20270621, '2027-06-21 00:00:00'],
    ['English words', '21 June 2027 at 7:30pm', '2027-06-21 19:30:00'],
    ['French words', '21 juin 2027 à 19h30', '2027-06-21 19:30:00'],
    ['blanks around', '  2027-06-21   19:30 ', '2027-06-21 19:30:00'],
    ['a list of one', ['2027-06-21'], '2027-06-21 00:00:00'],
  ])('may be %s', async (_form, value, expected) => {
    expect((await start(value)).wall).toBe(expected);
  });

  it('may have an offset whose plus sign a form has turned into a blank', async () => {
    const answer = await calendar.post(
      '/events',
      'title=x&start_date=2027-06-21T10:00:00+02:00&end_date=2027-06-21T12:00:00+02:00&timezone=Europe/Paris',
      editor,
    );
    expect(answer.body.start_date).toBe('2027-06-21 10:00:00');
  });

  it.each([
    'now',
    'today',
    'tomorrow 9am',
    'next wednesday 4pm',
    '+5 days',
    'demain à 9h',
    'mercredi prochain à 16h',
    'dans 5 jours',
    "aujourd'hui",
  ])('may be relative words: %s', async (words) => {
    const { utc } = await start(words);
    const days = (Date.parse(`${utc.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(-1.01);
    expect(days).toBeLessThan(14.1);
  });

  it.each([
    '2027-02-30',
    '2027-13-01',
    '2027-00-10',
    '2027-06-31 10:00',
    '2027-06-21 25:00',
    '2027-06-21 10:60',
    '2027-06-21T10:00:00+25:00',
    '20270230',
    '2026-02-29',
    '0000-00-00 00:00:00',
    '31/31/2027',
    '05/06/2027',
    'soon',
    'a week from never',
    'tomorrow 9am or so',
    '99999999999999',
    'NaN',
    '😀',
    'x'.repeat(5000),
    true,
    {},
    [],
    ['2027-06-21', '2027-06-22'],
    1e300,
    '10000-01-01',
    '0001-01-01',
  ])('is not %j', (value) => expectRefused(create({ start_date: value, end_date: '2099-01-01' }), 'start_date'));

  it.each(['2027-02-30', 'soon', '', 'tomorrow&start_date=now'])('is not “%s” in a query', (value) =>
    expectRefused(calendar.get(`/events?start_date=${value}`), 'start_date'),
  );

  it.each([
    ['en', /^Could mean 2027-03-04 or 2027-04-03: /],
    ['fr', /^Peut vouloir dire 2027-03-04 ou 2027-04-03\u00a0: /],
  ] as const)('is refused as ambiguous if day and month could be exchanged: %s', async (language, wording) => {
    const answer = await calendar.post('/events', { ...VALID, start_date: '03/04/2027' }, { language, as: 'editor' });
    expect(answer.body.data.params).toEqual({ start_date: expect.stringMatching(wording) });
    const list = await calendar.get('/events?start_date=03/04/2027', { language });
    expect(list.body.data.params).toEqual({ start_date: expect.stringMatching(wording) });
  });

  it('without an offset is in the zone of the event', async () => {
    expect(await start('2027-06-21 10:00', 'Asia/Kolkata')).toEqual({
      wall: '2027-06-21 10:00:00',
      utc: '2027-06-21 04:30:00',
    });
  });

  it('with an offset is converted to the zone of the event', async () => {
    expect(await start('2027-06-21T10:00:00Z', 'Asia/Kolkata')).toEqual({
      wall: '2027-06-21 15:30:00',
      utc: '2027-06-21 10:00:00',
    });
  });

  it('in a gap of the clocks moves forward by the gap', async () => {
    expect(await start('2027-03-14 02:30')).toEqual({ wall: '2027-03-14 03:30:00', utc: '2027-03-14 07:30:00' });
    expect(await start('2027-03-28 02:15', 'Europe/Paris')).toEqual({
      wall: '2027-03-28 03:15:00',
      utc: '2027-03-28 01:15:00',
    });
  });

  it('in an ambiguous hour is the first occurrence', async () => {
    expect(await start('2027-11-07 01:30')).toEqual({ wall: '2027-11-07 01:30:00', utc: '2027-11-07 05:30:00' });
  });

  it('in an ambiguous hour can be the second occurrence with an offset', async () => {
    expect(await start('2027-11-07T01:30:00-05:00')).toEqual({
      wall: '2027-11-07 01:30:00',
      utc: '2027-11-07 06:30:00',
    });
  });

  it('of publication is in the zone of the site, whatever the zone of the event', async () => {
    const { body } = await create({ date: '2026-01-02 12:00', timezone: 'Asia/Tokyo' });
    expect(body).toMatchObject({ date: '2026-01-02 12:00:00', date_utc: '2026-01-02 17:00:00' });
  });

  it('of publication in UTC is in UTC', async () => {
    const { body } = await create({ date_utc: '2026-01-02 12:00' });
    expect(body).toMatchObject({ date: '2026-01-02 07:00:00', date_utc: '2026-01-02 12:00:00' });
  });

  it('of publication must agree if it is given twice', async () => {
    expect((await create({ date: '2026-01-02 07:00', date_utc: '2026-01-02 12:00' })).status).toBe(201);
    await expectRefused(create({ date: '2026-01-02 07:00', date_utc: '2026-01-02 13:00' }), 'date_utc');
  });

  it('of publication given twice: the one that differs from the stored value counts', async () => {
    const { id } = await anEvent({ date: '2026-01-02 07:00' });
    const { body } = await calendar.patch(
      `/events/${id}`,
      { date: '2026-01-02 07:00:00', date_utc: '2026-02-02 12:00' },
      editor,
    );
    expect(body).toMatchObject({ date: '2026-02-02 07:00:00', date_utc: '2026-02-02 12:00:00' });
    const back = await calendar.patch(
      `/events/${id}`,
      { date: '2026-01-02 07:00:00', date_utc: '2026-02-02 12:00:00' },
      editor,
    );
    expect(back.body.date_utc).toBe('2026-01-02 12:00:00');
  });
});

describe('a time zone', () => {
  it.each([
    ['Europe/Paris', 'Europe/Paris', '2027-06-21 17:30:00'],
    ['europe/paris', 'Europe/Paris', '2027-06-21 17:30:00'],
    ['UTC', 'UTC', '2027-06-21 19:30:00'],
    ['+02:00', '+02:00', '2027-06-21 17:30:00'],
    ['UTC+5:30', '+05:30', '2027-06-21 14:00:00'],
    ['-03:30', '-03:30', '2027-06-21 23:00:00'],
  ])('may be %s', async (timezone, stored, utc) => {
    const { body } = await create({ timezone });
    expect(body).toMatchObject({ timezone: stored, utc_start_date: utc, start_date: '2027-06-21 19:30:00' });
  });

  it.each(['Mars/Olympus', 'Paris', '+25:00', '5', 5, true, {}, 'x'.repeat(300), 'America/Toronto,UTC', '../etc'])(
    'is not %j',
    (timezone) => expectRefused(create({ timezone }), 'timezone'),
  );

  it('is that of the site by default', async () => {
    for (const timezone of [undefined, null, ''])
      expect((await create({ timezone })).body.timezone).toBe('America/Toronto');
  });
});

describe('an address', () => {
  it.each(['https://example.com', 'http://example.com/a?b=c#d', 'HTTPS://EXAMPLE.COM/x', 'https://münchen.example/ü'])(
    'may be %s',
    async (website) => {
      const { status, body } = await create({ website });
      expect([status, body.code, body.website]).toEqual([201, undefined, website]);
    },
  );

  it.each([
    'example.com',
    '//example.com',
    '/x',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
    'https://a b',
    'https:example.com',
    '"><script>',
    5,
    true,
    {},
    ['https://a.example', 'https://b.example'],
    `https://example.com/${'x'.repeat(2048)}`,
  ])('is not %j', (website) => expectRefused(create({ website }), 'website'));

  it.each([
    ['en', /^Must not hold a user name or password/],
    ['fr', /^Ne doit contenir ni nom d’utilisateur ni mot de passe/],
  ] as const)('with a password inside is refused with a reason: %s', async (language, wording) => {
    const website = 'https://user:secret@example.com/';
    const answer = await calendar.post('/events', { ...VALID, website }, { language, as: 'editor' });
    expect(answer.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { website: expect.stringMatching(wording) } },
    });
  });

  it('with a password inside is refused with the same reason as an image', async () => {
    const answer = await create({ image: 'https://u:p@example.com/x.jpg' });
    expect(answer.body.data.params.image).toMatch(/^Must not hold a user name or password/);
    expect((await create({ image: 'ftp://example.com/x.jpg' })).body.data.params.image).toMatch(/^Must be an image id/);
  });

  it('may have 2,048 characters', async () => {
    const website = `https://example.com/${'é'.repeat(2028)}`;
    const { body } = await create({ website });
    expect(body.website).toBe(website);
    expect((await calendar.get(`/events/${body.id}`)).body.website).toBe(website);
  });
});

describe('HTML', () => {
  const cleaned = async (description: unknown) => (await create({ description })).body.description;

  it.each([
    ['<p>Good <strong>day</strong></p>', '<p>Good <strong>day</strong></p>'],
    ['<p>x</p><script>alert(1)</script>', '<p>x</p>'],
    ['<p onclick="x()">x</p>', '<p>x</p>'],
    ['<a href="javascript:x()">x</a>', '<a>x</a>'],
    ['<a href="JaVaScRiPt&#58;x()">x</a>', '<a>x</a>'],
    ['<img src="x" onerror="x()">y', 'y'],
    ['<a href="/tickets">x</a>', '<a>x</a>'],
    ['<a href="https://user:secret@example.com/">x</a>', '<a>x</a>'],
    ['one\ntwo\n\nthree', '<p>one<br />\ntwo</p>\n<p>three</p>'],
    [`${'<b>'.repeat(150)}x${'</b>'.repeat(150)}`, `${'<b>'.repeat(100)}x${'</b>'.repeat(100)}`],
    ['<svg><script>x</script></svg>y', 'y'],
    ['<iframe src="https://example.com"></iframe>y', 'y'],
    ['<p style="position:fixed">x</p>', '<p>x</p>'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['plain text', 'plain text'],
  ])('is cleaned: %s', async (html, clean) => {
    expect(await cleaned(html)).toBe(clean);
  });

  it('is cleaned in the excerpt and in translations as well', async () => {
    const { body } = await create({
      excerpt: 'x<script>y</script>',
      translations: { en: { description: '<p onload=x>z</p>' } },
    });
    expect(body).toMatchObject({ excerpt: 'x', description: '<p>z</p>' });
  });

  it('leaves no tags in the description of JSON-LD, which templates put into pages', async () => {
    const description = 'a < b &lt;i&gt;c&lt;/i&gt; &lt;<b>script&gt;alert(1)&lt;</b>/script&gt;';
    const records = [
      await anEvent({ description }),
      (await calendar.post('/venues', { venue: 'Hall', description }, editor)).body,
      (await calendar.post('/organizers', { organizer: 'Choir', description }, editor)).body,
    ] as { readonly json_ld: object }[];
    for (const { json_ld: jsonLd } of records) expect(jsonLd).toMatchObject({ description: 'a < b c' });
    const { json_ld: without } = (await create({ description: '&lt;b&gt;' })).body as { json_ld: object };
    expect(without).not.toHaveProperty('description');
  });

  it.each(['', '  ', '<p></p>', '<p><br></p>', '<p>&#8203;</p>', '<script>x</script>', null])(
    'without content is null: %j',
    async (html) => {
      expect(await cleaned(html)).toBeNull();
    },
  );

  it.each([true, {}, [], ['a', 'b']])('is not %j', (description) =>
    expectRefused(create({ description }), 'description'),
  );

  it.each([
    ['one byte a letter', 'x', 60_000],
    ['two bytes', 'é', 30_000],
    ['four bytes', '😀', 15_000],
    ['letters that are searched as many', 'ﷺ', 20_000],
  ])('may have 60,000 bytes and no more: %s', async (_claim, letter, times) => {
    const text = letter.repeat(times);
    const { status, body } = await create({ description: text, excerpt: text });
    expect(status).toBe(201);
    expect((await calendar.get(`/events/${body.id}`)).body).toMatchObject({ description: text, excerpt: text });
    await expectRefused(create({ description: text + letter }), 'description');
    await expectRefused(create({ excerpt: text + letter }), 'excerpt');
  });

  it('that is too long is refused with the way of counting', async () => {
    expect((await create({ description: '& '.repeat(9_000) })).status).toBe(201);
    const answer = await create({ description: '& '.repeat(15_000) });
    expect(answer.body.data.params.description).toMatch(
      /^Must not be longer than 60000 bytes as cleaned HTML, .*&amp;/,
    );
  });

  it('that is slow to clean is refused quickly', async () => {
    const before = computationTime();
    await expectRefused(create({ description: '<b>'.repeat(50_000) }), 'description');
    expect(computationTime() - before).toBeLessThan(5000);
  });
});

describe('more markup than can be cleaned quickly', () => {
  it.each([
    ['en', 'editor', /too much markup: at most 20,000 tags/],
    ['fr', 'editor', /trop de balisage\u00a0: au plus 20.000 balises/],
  ] as const)('is refused with a reason, whichever fields it is in: %s', async (language, as, wording) => {
    const venue = Array.from({ length: 17 }, (_, index) => ({ venue: `V${index}`, description: '<b>'.repeat(2000) }));
    const answer = await calendar.post('/events', { ...VALID, venue }, { language, as });
    expect([answer.status, answer.body.code]).toEqual([413, 'rest_body_too_large']);
    expect(answer.body.message).toMatch(wording);
  });

  it('is refused at 51 records to create', () =>
    expectRefused(create({ venue: Array.from({ length: 51 }, (_, index) => ({ venue: `V${index}` })) }), 'venue'));
});

describe('plain text', () => {
  const LINES = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone'] as const;

  it.each([
    ['Café & Crème', 'Café & Crème'],
    ['  trimmed  ', 'trimmed'],
    ['<b>bold</b> text', 'bold text'],
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['L&rsquo;&eacute;t&eacute;', 'L’été'],
    ['&lt;b&gt;x&lt;/b&gt; &copy', 'x &copy'],
    ['1 < 2', '1 < 2'],
    ['x<script>alert(1)</script>', 'x'],
    ['two\nlines', 'two lines'],
    ['日本語 😀 العربية', '日本語 😀 العربية'],
    ['e\u0301te\u0301', 'été'],
    ['null\u0000byte', 'null byte'],
    [42, '42'],
  ])('is stored as it is shown, without tags: %j', async (title, expected) => {
    const { body } = await create({ title });
    expect(body.title).toBe(expected);
    expect((await calendar.get(`/events/${body.id}`)).body.title).toBe(expected);
  });

  it.each([true, {}, [], ['a', 'b'], ''])('is not %j', (title) => expectRefused(create({ title }), 'title'));

  it.each(['', '   ', '<b></b>', '\u0000', '\n', '\u200B', '\uFEFF\u00AD', '\u202E&rlm;', '\u2060 \u3164\u2800'])(
    'that is required may not be blank: %j',
    (title) => expectRefused(create({ title }), 'title'),
  );

  it.each(['x', 'é', '😀', 'ﷺ'])('has at most 255 characters: %s', async (letter) => {
    const venue = letter.repeat(255);
    const fields = Object.fromEntries(LINES.map((name) => [name, venue]));
    const made = await calendar.post('/venues', { venue, ...fields }, editor);
    expect(made.status).toBe(201);
    expect((await calendar.get(`/venues/${made.body.id}`)).body).toMatchObject({ venue, ...fields });
    const long = letter.repeat(256);
    await expectRefused(
      calendar.post('/venues', { venue: long, ...Object.fromEntries(LINES.map((name) => [name, long])) }, editor),
      ...['venue', ...LINES].sort((a, b) => Number(b === 'venue') - Number(a === 'venue')),
    );
  });

  it('may have half a surrogate pair', async () => {
    const answer = await calendar
      .post('/tags', '{"name":"half \\ud83d pair"}', editor)
      .set('Content-Type', 'application/json');
    expect(answer.status).toBe(201);
    expect(answer.body.name).toBe('half \ufffd pair');
  });

  it.each(['💥'.repeat(255), '½'.repeat(255), 'ﷺ'.repeat(255)])(
    'is sorted and found regardless of case and accents',
    async (name) => {
      const { id } = await aTag({ name });
      // In quotation marks, since signs are no words.
      const search = encodeURIComponent(`"${[...name].slice(2).join('')}"`);
      const answer = await calendar.get(`/tags?hide_empty=false&orderby=name&search=${search}`);
      expect(answer.body.tags.map((tag: { id: number }) => tag.id)).toEqual([id]);
    },
  );
});

describe('an empty value in a body', () => {
  const empty = [null, ''];

  it.each(empty)('is the same as absence on create: %j', async (nothing) => {
    const fields = ['description', 'excerpt', 'image', 'cost', 'website', 'post_parent', 'password'];
    const links = ['categories', 'tags', 'venue', 'organizer'];
    const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed', 'all_day'];
    const kept = ['status', 'date', 'date_utc', 'timezone', 'slug', 'author', 'translations', 'translation_language'];
    const all = [...fields, ...links, ...flags, ...kept];
    const { status, body } = await create(Object.fromEntries(all.map((name) => [name, nothing])));
    expect(status).toBe(201);
    const plain = (await create({})).body;
    for (const name of [...fields.slice(0, -1), ...links, ...flags, 'status', 'timezone', 'author', 'cost_details'])
      expect({ [name]: body[name] }).toEqual({ [name]: plain[name] });
    expect(body).toMatchObject({
      cost: null,
      website: null,
      image: null,
      description: null,
      password_protected: false,
    });
    expect(body).toMatchObject({ venue: [], organizer: [], categories: [], tags: [], featured: false });
  });

  it.each(empty)('clears optional fields on update: %j', async (nothing) => {
    const venue = await aVenue();
    const parent = await anEvent();
    const { id } = await anEvent({
      ...{
        description: 'x',
        excerpt: 'x',
        image: 'https://example.com/x.png',
        cost: '5',
        website: 'https://example.com/',
      },
      ...{ categories: ['cleared'], tags: ['cleared'], venue: venue.id, organizer: { organizer: 'Cleared' } },
      ...{ featured: true, sticky: true, post_parent: parent.id, password: 'secret' },
    });
    const names = ['description', 'excerpt', 'image', 'cost', 'website', 'categories', 'tags', 'venue', 'organizer'];
    const more = ['featured', 'sticky', 'post_parent', 'password'];
    const { status, body } = await calendar.patch(
      `/events/${id}`,
      Object.fromEntries([...names, ...more].map((name) => [name, nothing])),
      editor,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ description: null, excerpt: null, image: null, cost: null, website: null },
      ...{ categories: [], tags: [], venue: [], organizer: [] },
      ...{ featured: false, sticky: false, post_parent: null, password_protected: false },
    });
  });

  it.each(empty)('clears fields of venues and organizers on update: %j', async (nothing) => {
    const venue = await aVenue({
      city: 'Paris',
      country: 'France',
      province: 'IdF',
      zip: '1',
      website: 'https://a.example/',
    });
    const emptied = await calendar.patch(
      `/venues/${venue.id}`,
      { city: nothing, country: nothing, province: nothing, zip: nothing, website: nothing },
      editor,
    );
    expect(emptied.body).toMatchObject({ city: null, country: null, province: null, zip: null, website: null });
    const organizer = await anOrganizer({ email: 'a@example.com', phone: '1' });
    const answer = await calendar.patch(`/organizers/${organizer.id}`, { email: nothing, phone: nothing }, editor);
    expect(answer.body).toMatchObject({ email: null, phone: null });
  });

  it.each(empty)('keeps fields that always have a value on update: %j', async (nothing) => {
    const { id } = await anEvent({
      status: 'draft',
      date: '2026-01-01',
      timezone: 'Europe/Paris',
      slug: `kept-${Math.random()}`,
    });
    const before = (await calendar.get(`/events/${id}`, editor)).body;
    const names = ['status', 'date', 'date_utc', 'timezone', 'slug', 'author'];
    const { status, body } = await calendar.patch(
      `/events/${id}`,
      Object.fromEntries(names.map((name) => [name, nothing])),
      editor,
    );
    expect(status).toBe(200);
    for (const name of names) expect(body[name]).toEqual(before[name]);
  });

  it('is reported as missing if a field is required and null', async () => {
    const answer = await create({ title: null, start_date: null, end_date: null });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { status: 400, params: expect.arrayContaining(['title', 'start_date', 'end_date']) },
    });
  });

  it.each([
    [
      'en',
      'Must not be emptied, these fields always have a value: title. Leave them out to keep the values they have.',
    ],
    [
      'fr',
      'Ne doivent pas être vidés, ces champs ont toujours une valeur\u00a0: title. Ne les envoyez pas pour garder leurs valeurs.',
    ],
  ] as const)('is reported as impossible on an update, not as missing: %s', async (language, message) => {
    const { id } = await anEvent();
    const answer = await calendar.patch(`/events/${id}`, { title: null }, { language, as: 'editor' });
    expect(answer.body).toMatchObject({ code: 'rest_missing_callback_param', message, data: { params: ['title'] } });
    const mixed = await calendar.patch(`/events/${id}`, { title: null, website: 'x' }, editor);
    expect(mixed.body.data.params.title).toMatch(/^Must not be emptied/);
  });

  it.each(['title', 'start_date', 'end_date'])('is invalid if %s is ""', (name) =>
    expectRefused(create({ [name]: '' }), name),
  );

  it.each([
    [null, 'rest_missing_callback_param'],
    ['', 'rest_invalid_param'],
  ])('cannot replace a required value: %j', async (nothing, code) => {
    const { id } = await anEvent();
    for (const name of ['title', 'start_date', 'end_date']) {
      const answer = await calendar.patch(`/events/${id}`, { [name]: nothing }, editor);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    const names = { venues: ['venue', aVenue], organizers: ['organizer', anOrganizer], tags: ['name', aTag] } as const;
    for (const [kind, [name, make]] of Object.entries(names)) {
      const record = await make({ [name]: `Required ${code}` });
      const answer = await calendar.patch(`/${kind}/${record.id}`, { [name]: nothing }, editor);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
  });

  it('clears fields in a form as in JSON', async () => {
    const { id } = await anEvent({ website: 'https://example.com/', tags: ['form'] });
    const { body } = await calendar.patch(`/events/${id}`, 'website=&tags=', editor);
    expect(body).toMatchObject({ website: null, tags: [] });
  });

  it.each(['search=', 'slug='])('counts as an absent parameter in a query: %s', async (query) => {
    expect((await calendar.get(`/tags?${query}`)).status).toBe(200);
  });

  it.each(['status=', 'orderby=', 'order=', 'venue=', 'untranslated=', 'starts_after=', 'categories='])(
    'is refused in a query if it has no meaning: %s',
    (query) => expectRefused(calendar.get(`/events?${query}`), query.slice(0, -1)),
  );
});

describe('a body', () => {
  const sent = (body: Sent, type = 'application/json', path = '/events') =>
    calendar.post(path, body, editor).set('Content-Type', type);

  it.each(['{', '{"title":', '[]', '"x"', 'null', '5', '[{"title":"x"}]', 'title=x', '{"a":1}}'])(
    'that is not a JSON object is refused: %s',
    async (body) => {
      const answer = await sent(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_json']);
    },
  );

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx'])(
    'of the type %s is refused',
    async (type) => {
      const answer = await sent('x', type);
      expect([answer.status, answer.body.code]).toEqual([415, 'rest_unsupported_media_type']);
    },
  );

  it('larger than 1 MiB is refused', async () => {
    const answer = await sent(JSON.stringify({ title: 'x'.repeat(1024 * 1024) }));
    expect([answer.status, answer.body.code]).toEqual([413, 'rest_body_too_large']);
  });

  it('may be missing, which changes nothing', async () => {
    const { id } = await anEvent();
    expect((await calendar.send('patch', `/events/${id}`, editor)).status).toBe(200);
    const answer = await calendar.send('post', '/events', editor);
    expect(answer.body).toMatchObject({ code: 'rest_missing_callback_param' });
  });

  it('may be a form', async () => {
    const answer = await calendar.post(
      '/events',
      `${form({ featured: 'yes', cost: '10 - 20' })}&tags[]=one&tags[]=two&categories=three,four`,
      editor,
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ featured: true, cost: '$10 – $20' });
    expect(answer.body.tags).toHaveLength(2);
    expect(answer.body.categories).toHaveLength(2);
  });

  it.each([
    ['an escape of another encoding', 'application/x-www-form-urlencoded', 'title=%E9'],
    ['bytes of another encoding', 'application/x-www-form-urlencoded', Buffer.from('title=\xE9', 'latin1')],
    ['another encoding that is named', 'application/x-www-form-urlencoded; charset=iso-8859-1', 'title=x'],
  ])('as a form is in UTF-8: not with %s', async (_what, type, body) => {
    const before = (await calendar.get('/events?from=1000-01-02')).body.total as number;
    const dates = '&start_date=2027-06-21&end_date=2027-06-21';
    const answer = await calendar
      .post('/events', undefined, editor)
      .set('Content-Type', type)
      .serialize((raw: unknown) => raw as string)
      .send(Buffer.concat([Buffer.from(body as string), Buffer.from(dates)]));
    expect([answer.status, answer.body.code]).toEqual([415, 'rest_unsupported_media_type']);
    expect(answer.body.message).toContain('UTF-8');
    expect((await calendar.get('/events?from=1000-01-02')).body.total).toBe(before);
  });

  it.each([
    ['application/json; charset=utf8', JSON.stringify({ ...VALID, title: 'Été' })],
    ['application/json;charset="UTF8"; x=y', JSON.stringify({ ...VALID, title: 'Été' })],
    ['application/x-www-form-urlencoded; charset=utf8', form({ title: 'Été' })],
  ])('may be of the type %s', async (type, body) => {
    const answer = await calendar
      .post('/events', undefined, editor)
      .set('Content-Type', type)
      .serialize((raw: unknown) => raw as string)
      .send(body);
    expect([answer.status, answer.body.title]).toEqual([201, 'Été']);
  });

  it.each(['=x', '&', '__proto__=1'])('as a form may have %s, which is ignored', async (field) => {
    await calendar.post('/events', `${form({})}&${field}`, editor).expect(201);
  });

  it.each(['%C3%A9t%C3%A9', 'été', '100%25', '100%'])('as a form may have %s', async (title) => {
    const dates = 'start_date=2027-06-21&end_date=2027-06-21';
    expect((await calendar.post('/events', `${dates}&title=${title}`, editor)).status).toBe(201);
  });

  it('as a form cannot be nested', async () => {
    const answer = await calendar.post('/events', `${form({})}&translations[fr][title]=x`, editor);
    expect(answer.status).toBe(400);
    expect(answer.body.data.params).toEqual({
      'translations[fr][title]': 'The fields of “translations” must be sent as a JSON object; a form cannot hold them.',
    });
  });

  it('names lists in JSON without the brackets of forms', async () => {
    const answer = await create({ 'tags[]': ['x'] });
    expect(answer.body.data.params).toEqual({ 'tags[]': 'There is no such field. Did you mean “tags”?' });
  });

  it('cannot have a field twice in a form', () =>
    expectRefused(calendar.post('/events', `${form({})}&title=second`, editor), 'title'));

  it.each([
    ['titel', 'title'],
    ['start_dat', 'start_date'],
    ['Title', 'title'],
    ['venues', 'venue'],
    ['time_zone', 'timezone'],
  ])('with the field %s is refused with the suggestion %s', async (wrong, right) => {
    const answer = await create({ [wrong]: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body.data.params).toEqual({ [wrong]: `There is no such field. Did you mean “${right}”?` });
  });

  it.each(['gibberish', '__proto__', 'constructor', 'toString', 'geoloc_radius', '_links', ''])(
    'with the field “%s” is refused',
    async (name) => {
      const body = `{"title":"x","start_date":"2027-01-01","end_date":"2027-01-01",${JSON.stringify(name)}:{"a":1}}`;
      const answer = await sent(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
    },
  );

  it('has all errors reported at once, missing fields too', async () => {
    const answer = await calendar.post(
      '/events',
      { start_date: 'x', timezone: 'x', website: 'x', featured: 'x', image: 'x', cost: {}, status: 'x', titel: 'x' },
      editor,
    );
    expect(answer.body).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
    const names = [
      'cost',
      'end_date',
      'featured',
      'image',
      'start_date',
      'status',
      'timezone',
      'titel',
      'title',
      'website',
    ];
    expect(Object.keys(answer.body.data.params).sort()).toEqual(names);
    for (const message of Object.values(answer.body.data.params)) expect(message).toMatch(/\.$|\?$/);
  });

  it('has missing fields reported beside errors of a nested record', async () => {
    await expectRefused(create({ organizer: { foo: 1 } }), 'organizer[0].foo', 'organizer[0].organizer');
    await expectRefused(create({ venue: [{ website: 'x' }] }), 'venue[0].website', 'venue[0].venue');
    const translations = { fr: { venue: 'Salle' } };
    await expectRefused(create({ venue: [{ website: 'x', translations }] }), 'venue[0].website');
  });

  it('has errors of a nested record reported beside values that are no records', async () => {
    const venue = [{ venue: 'Hall', website: 'x' }, 'abc', { city: 5e9, phone: {} }];
    const names = ['venue[0].website', 'venue', 'venue[2].phone', 'venue[2].venue'];
    await expectRefused(create({ venue }), ...names);
  });

  it('with read-only fields is accepted, and they are ignored', async () => {
    const { id } = await anEvent({ title: 'Read only' });
    const { status, body } = await calendar.patch(
      `/events/${id}`,
      {
        ...{ id: 999, url: 'x', rest_url: 'x', global_id: 5, global_id_lineage: [], modified: 'x', modified_utc: 'x' },
        ...{ utc_start_date: 'x', utc_end_date: 'x', starts_at: 'x', ends_at: 'x', timezone_abbr: 'x', language: 'fr' },
        ...{ start_date_details: {}, end_date_details: {}, utc_start_date_details: {}, utc_end_date_details: {} },
        ...{ cost_details: {}, password_protected: true, alternates: [], json_ld: {} },
      },
      editor,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, title: 'Read only', password_protected: false, language: 'en' });
  });

  it('cannot address another record: its id is ignored, its slug renames', async () => {
    const one = await anEvent({ title: 'Addressed' });
    const other = await anEvent({ title: 'Bystander' });
    const byId = await calendar.patch(`/events/${one.id}`, { id: other.id, title: 'Changed' }, editor);
    expect(byId.body).toMatchObject({ id: one.id, title: 'Changed', slug: 'addressed' });
    const bySlug = await calendar.patch('/events/by-slug/addressed', { slug: 'renamed' }, editor);
    expect(bySlug.body).toMatchObject({ id: one.id, slug: 'renamed' });
    expect((await calendar.get('/events/by-slug/addressed')).status).toBe(301);
    expect((await calendar.get(`/events/${other.id}`)).body.title).toBe('Bystander');
  });

  it('cannot create a record with a given id', async () => {
    for (const send of ['put', 'patch', 'post'] as const) {
      const answer = await calendar[send]('/events/999999', VALID, editor);
      expect([answer.status, answer.body.code]).toEqual([404, 'rest-event-not-found']);
    }
  });

  it('of PUT, POST and PATCH means the same partial update', async () => {
    const { id } = await anEvent({ title: 'Partial', website: 'https://example.com/' });
    for (const send of ['put', 'patch', 'post'] as const) {
      const { status, body } = await calendar[send](`/events/${id}`, { excerpt: send }, editor);
      expect(status).toBe(200);
      expect(body).toMatchObject({ title: 'Partial', website: 'https://example.com/', excerpt: send });
    }
  });

  it('with thousands of unknown fields is refused quickly', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 1]);
    const before = computationTime();
    expect((await sent(JSON.stringify(Object.fromEntries(names)))).status).toBe(400);
    expect(computationTime() - before).toBeLessThan(5000);
  });

  it('that is deeply nested is refused', async () => {
    for (const field of ['title', 'venue', 'tags', 'image', 'translations', 'cost', 'start_date', 'deep']) {
      const answer = await sent(`{"${field}":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
      expect(answer.status).toBe(400);
    }
  });
});

describe('a response that is sent back changes nothing', () => {
  /** GET, PUT of the whole response a second later, GET again: nothing may differ, not even `modified`. */
  async function expectNoChange(paths: readonly string[], query = ''): Promise<void> {
    const reads = await Promise.all(
      paths.flatMap((path) =>
        [editor, french].map(async (options) => ({ path, options, ...(await read(path, options, query)) })),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (const { path, options, body } of reads) {
      const written = await calendar.put(path, body, options);
      expect({ path, status: written.status, params: written.body.data?.params }).toEqual({ path, status: 200 });
    }
    for (const { path, options, body, etag } of reads) {
      expect(await read(path, options, query)).toEqual({ body, etag });
    }
  }

  async function read(path: string, options: RequestOptions, query: string): Promise<{ body: object; etag: unknown }> {
    const { status, body, headers } = await calendar.get(path + query, options);
    expect(status).toBe(200);
    return { body, etag: headers.etag };
  }

  it('for texts that would be parsed differently', async () => {
    const texts = {
      title: 'R&amp;amp;B',
      cost: '5 $ &amp;amp; more',
      image: { url: 'https://example.com/amp.png', alt: '&amp;lt;' },
    };
    const event = await anEvent({ ...texts, translations: { fr: { title: '&amp;eacute;' } } });
    expect(event).toMatchObject({ title: 'R&amp;B', cost: '5 $ &amp; more', image: { alt: '&lt;' } });
    const venue = await aVenue({ venue: '&amp;amp;', city: '&amp;amp;', state: '&amp;amp;' });
    const organizer = await anOrganizer({ organizer: '&amp;amp;', phone: '&amp;amp;' });
    const tag = await aTag({ name: '&amp;amp;' });
    const category = await aCategory({ name: '&amp;amp;' });
    await expectNoChange(
      [
        `/events/${event.id}`,
        `/venues/${venue.id}`,
        `/organizers/${organizer.id}`,
        `/tags/${tag.id}`,
        `/categories/${category.id}`,
      ],
      '?translations=all',
    );
    expect((await calendar.patch(`/venues/${venue.id}`, { city: '&' }, editor)).body.city).toBe('&');
  });

  async function aFullEvent(): Promise<number> {
    const parent = await anEvent();
    const venues = [
      await aVenue({ venue: 'Full', city: 'Toronto', country: 'Canada', province: 'Ontario', show_map: true }),
      await aVenue({ venue: 'Draft', status: 'draft' }),
    ];
    const { id } = await anEvent({
      title: undefined,
      translations: {
        en: { title: 'Full & <i>whole</i>', description: '<p>a &lt; b</p>', excerpt: 'e' },
        fr: { title: 'Complet', slug: 'autre-slug' },
      },
      ...{ start_date: '2027-11-07T01:30:00-05:00', end_date: '2027-11-07 09:00', timezone: 'America/Toronto' },
      ...{ date: '2026-11-01T01:30:00-05:00', status: 'private', author: 1 },
      ...{
        cost: ['10', '20.5'],
        website: 'https://example.com/?a=b',
        image: { url: 'https://example.com/a.JPG?x', alt: 'Alt', width: 5 },
      },
      ...{
        featured: true,
        sticky: true,
        ticketed: true,
        show_map: true,
        show_map_link: true,
        hide_from_listings: true,
      },
      ...{ venue: venues.map((venue) => venue.id).reverse(), organizer: [{ organizer: 'B' }, { organizer: 'A' }] },
      ...{ categories: ['Zeta', 'Alpha'], tags: ['b, c', 'a'], post_parent: parent.id, password: 'secret' },
    });
    return id;
  }

  it('for events of all kinds', async () => {
    const events = [
      { id: await aFullEvent() },
      await anEvent(),
      await anEvent({ all_day: true, start_date: '2027-01-01', end_date: '2027-01-03', timezone: 'Asia/Kolkata' }),
      await anEvent({ cost: 'Gratuit', timezone: '+05:30', status: 'draft' }),
      await anEvent({ cost: 'Pay what you can, from 5 to 1,234.50 EUR', status: 'pending' }),
      await anEvent({ cost: '1 234,50 €', date: '2099-01-01' }),
      await anEvent({ cost: '0' }),
      await anEvent({ cost: 'US$20' }),
      await anEvent({ title: '日本' }),
      await anEvent({ title: 'x'.repeat(255) }),
      await anEvent({ title: 'x'.repeat(255) }),
      await anEvent({ title: 'Un seul' }, { language: 'fr' }),
    ];
    await expectNoChange(events.map(({ id }) => `/events/${id}`));
  });

  it('for events with the texts of both languages', async () => {
    const events = [await aFullEvent(), (await anEvent()).id, (await anEvent({}, { language: 'fr' })).id];
    await expectNoChange(
      events.map((id) => `/events/${id}`),
      '?translations=all',
    );
  });

  it('for events whose numbered slug could lose its number', async () => {
    const first = await anEvent({ title: 'y'.repeat(255) });
    const second = await anEvent({ title: 'y'.repeat(255) });
    await calendar.delete(`/events/${first.id}?force=true`, editor);
    await expectNoChange([`/events/${second.id}`]);
  });

  it('for venues', async () => {
    const venues = [
      await aVenue(),
      await aVenue({
        venue: 'Hôtel & <Bar>',
        country: 'USA',
        state: 'Maine',
        province: 'x',
        zip: 1234,
        website: 'https://a.example',
      }),
      await aVenue({
        country: 'Canada',
        state: 'x',
        province: 'Québec',
        description: '<p>x</p>',
        image: 'https://example.com/b',
      }),
      await aVenue({
        stateprovince: 'Bavaria',
        country: 'Germany',
        status: 'draft',
        show_map: 1,
        show_map_link: 'yes',
      }),
      await aVenue({ translations: { fr: { venue: 'Salle' } } }),
    ];
    await expectNoChange(venues.map(({ id }) => `/venues/${id}`));
    await expectNoChange(
      venues.map(({ id }) => `/venues/${id}`),
      '?translations=all',
    );
  });

  it('for organizers', async () => {
    const organizers = [
      await anOrganizer(),
      await anOrganizer({
        email: 'a+b@example.com',
        phone: '+1 416',
        website: 'https://b.example/',
        image: 'https://example.com/c.gif',
      }),
      await anOrganizer({ translations: { fr: { organizer: 'Société', excerpt: 'x' } }, status: 'private' }),
    ];
    await expectNoChange(
      organizers.map(({ id }) => `/organizers/${id}`),
      '?translations=all',
    );
  });

  it('for categories and tags', async () => {
    const parent = await aCategory({ name: 'Parent of all', translations: { fr: { name: 'Parent de tous' } } });
    const paths = [
      `/categories/${parent.id}`,
      `/categories/${(await aCategory({ name: 'Child', parent: parent.id, description: '<p>x</p>' })).id}`,
      `/tags/${(await aTag({ name: 'R&B, soul', description: 'x' })).id}`,
      `/tags/${(await aTag({ name: 'étiquette' }, { language: 'fr' })).id}`,
      `/tags/${(await aTag({ name: 'both', translations: { fr: { name: 'les deux' } } })).id}`,
    ];
    await expectNoChange(paths);
    await expectNoChange(paths, '?translations=all');
  });

  it('by slug as by id', async () => {
    await anEvent({ title: 'By slug and back' });
    await expectNoChange(['/events/by-slug/by-slug-and-back']);
  });

  it('for callers who do not see all of it', async () => {
    const hidden = await aVenue({ venue: 'Hidden', status: 'draft' });
    const seen = await aVenue({ venue: 'Seen' });
    const { id } = await anEvent({}, { as: 'author' });
    await calendar.patch(`/events/${id}`, { venue: [hidden.id, seen.id] }, editor);
    const before = (await calendar.get(`/events/${id}`, editor)).body;
    const { body } = await calendar.get(`/events/${id}`, { as: 'author' });
    expect(body.venue).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await calendar.put(`/events/${id}`, body as object, { as: 'author' })).status).toBe(200);
    expect((await calendar.get(`/events/${id}`, editor)).body).toEqual(before);
  });

  it('except the one field that differs', async () => {
    const { id } = await anEvent({ title: 'Before', cost: '5', tags: ['kept'] });
    const { body } = await calendar.get(`/events/${id}`);
    const { modified: _modified, modified_utc: _utc, json_ld: _before, ...before } = body;
    const answer = await calendar.put(`/events/${id}`, { ...body, title: 'After' }, editor);
    expect(answer.body).toMatchObject({ ...before, title: 'After' });
  });
});
