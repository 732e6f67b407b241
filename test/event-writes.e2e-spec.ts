import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const ROOT = 'http://localhost:3000';

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { as: 'editor', language: 'fr' };

const VALID = { title: 'Valid', start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const create = (fields: object, options = editor) => calendar.post('/events', { ...VALID, ...fields }, options);
const update = (id: number, fields: object, options = editor) => calendar.patch(`/events/${id}`, fields, options);
const read = async (id: number, options: RequestOptions = editor) =>
  (await calendar.get(`/events/${id}`, options)).body;

/** Expects that exactly these parameters are refused, and returns their messages. */
async function refused(request: ReturnType<TestCalendar['get']>, ...names: string[]): Promise<Record<string, string>> {
  const { status, body } = await request;
  const params = (body.data?.params ?? []) as string[] | Record<string, string>;
  expect({ status, params: (Array.isArray(params) ? params : Object.keys(params)).sort() }).toEqual({
    status: 400,
    params: names.sort(),
  });
  return body.data.params as Record<string, string>;
}

/** The number of records of every resource that an editor sees. */
async function counts(): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  const lists = {
    events: 'status=any&starts_after=1900-01-01',
    venues: 'status=any',
    organizers: 'status=any',
    categories: 'hide_empty=false',
    tags: 'hide_empty=false',
  };
  for (const [kind, query] of Object.entries(lists))
    totals[kind] = (await calendar.get(`/${kind}?${query}`, editor)).body.total as number;
  return totals;
}

describe('a new event', () => {
  it('has every field, whatever was sent', async () => {
    const { body } = await create({});
    const answer = await calendar.get(`/events/${body.id}`);
    expect(answer.body).toEqual({
      id: body.id,
      global_id: `localhost:3000/events?id=${body.id}`,
      global_id_lineage: [`localhost:3000/events?id=${body.id}`],
      author: expect.any(Number),
      status: 'publish',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      date_utc: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      modified: body.date,
      modified_utc: body.date_utc,
      url: `${ROOT}/en/events/${body.slug}`,
      rest_url: `${ROOT}/en/cal/events/v1/events/${body.id}`,
      title: 'Valid',
      description: null,
      excerpt: null,
      slug: body.slug,
      image: null,
      all_day: false,
      start_date: '2027-06-21 19:30:00',
      start_date_details: { year: '2027', month: '06', day: '21', hour: '19', minutes: '30', seconds: '00' },
      end_date: '2027-06-21 22:00:00',
      end_date_details: { year: '2027', month: '06', day: '21', hour: '22', minutes: '00', seconds: '00' },
      utc_start_date: '2027-06-21 23:30:00',
      utc_start_date_details: { year: '2027', month: '06', day: '21', hour: '23', minutes: '30', seconds: '00' },
      utc_end_date: '2027-06-22 02:00:00',
      utc_end_date_details: { year: '2027', month: '06', day: '22', hour: '02', minutes: '00', seconds: '00' },
      starts_at: '2027-06-21T19:30:00-04:00',
      ends_at: '2027-06-21T22:00:00-04:00',
      timezone: 'America/Toronto',
      timezone_abbr: 'EDT',
      event_status: 'scheduled',
      event_status_reason: null,
      attendance: 'offline',
      online_url: null,
      cost: null,
      cost_details: expect.anything(),
      website: null,
      show_map: false,
      show_map_link: false,
      hide_from_listings: false,
      sticky: false,
      featured: false,
      ticketed: false,
      post_parent: null,
      recurrence: null,
      occurrence: null,
      password_protected: false,
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
      language: 'en',
      alternates: [expect.objectContaining({ language: 'en', slug: body.slug })],
      json_ld: expect.objectContaining({ '@type': 'Event', name: 'Valid' }),
    });
  });

  it('returns 201 and its address', async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`${ROOT}/en/cal/events/v1/events/${answer.body.id}`);
  });

  it('needs a title, a start and an end', async () => {
    const answer = await calendar.post('/events', { excerpt: 'x' }, editor);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('rest_missing_callback_param');
    expect([...answer.body.data.params].sort()).toEqual(['end_date', 'start_date', 'title']);
  });

  it('never derives an excerpt from its description', async () => {
    expect((await create({ description: '<p>Long text</p>' })).body.excerpt).toBeNull();
  });

  it.each([
    ['Europe/Paris', 'CEST'],
    ['America/Toronto', 'EDT'],
    ['UTC', 'UTC'],
    ['+01:00', 'UTC+1'],
    ['-03:30', 'UTC-3:30'],
    ['Asia/Kathmandu', 'UTC+5:45'],
  ])('abbreviates its zone in the same way in both languages: %s', async (timezone, abbreviation) => {
    const { id } = (await create({ timezone })).body;
    expect((await read(id)).timezone_abbr).toBe(abbreviation);
    expect((await read(id, french)).timezone_abbr).toBe(abbreviation);
  });
});

describe('the times of an event', () => {
  it('move to the other occurrence of an ambiguous hour if it is named, and stay otherwise', async () => {
    const night = { start_date: '2027-11-07 01:30:00', end_date: '2027-11-07 04:00:00' };
    const event = await anEvent(night);
    expect(event.utc_start_date).toBe('2027-11-07 05:30:00');
    const change = async (start: string) =>
      (await calendar.patch(`/events/${event.id}`, { start_date: start }, { as: 'editor' }).expect(200)).body;
    expect((await change('2027-11-07T01:30:00-05:00')).utc_start_date).toBe('2027-11-07 06:30:00');
    expect((await change('2027-11-07 01:30:00')).utc_start_date).toBe('2027-11-07 06:30:00');
    expect((await change('2027-11-07T01:30:00-04:00')).utc_start_date).toBe('2027-11-07 05:30:00');
  });

  it('are whole days with all_day, whatever times were sent', async () => {
    const { body } = await create({ all_day: true, start_date: '2027-03-14 10:30', end_date: '2027-03-15' });
    expect(body).toMatchObject({
      all_day: true,
      start_date: '2027-03-14 00:00:00',
      end_date: '2027-03-15 23:59:59',
      utc_start_date: '2027-03-14 05:00:00',
      utc_end_date: '2027-03-16 03:59:59',
    });
  });

  it('are whole days in the zone of the event with all_day', async () => {
    const { body } = await create({
      ...{ all_day: 'yes', timezone: 'Asia/Tokyo' },
      ...{ start_date: '2027-06-20T20:00:00Z', end_date: '2027-06-21' },
    });
    expect(body).toMatchObject({ start_date: '2027-06-21 00:00:00', end_date: '2027-06-21 23:59:59' });
  });

  it('become whole days if only the flag is set', async () => {
    const { id } = await anEvent();
    expect((await update(id, { all_day: true })).body).toMatchObject({
      start_date: '2027-06-21 00:00:00',
      end_date: '2027-06-21 23:59:59',
    });
  });

  it('stay whole days when one of them moves', async () => {
    const { id } = await anEvent({ all_day: true });
    expect((await update(id, { end_date: '2027-06-25 08:00' })).body).toMatchObject({
      start_date: '2027-06-21 00:00:00',
      end_date: '2027-06-25 23:59:59',
    });
  });

  it('become hours again when the flag is removed and hours are sent', async () => {
    const { id } = await anEvent({ all_day: true });
    const { body } = await update(id, { all_day: false, start_date: '2027-06-21 10:00', end_date: '2027-06-21 11:00' });
    expect(body).toMatchObject({ all_day: false, start_date: '2027-06-21 10:00:00', end_date: '2027-06-21 11:00:00' });
  });

  it('keep the local time when only the zone changes', async () => {
    const { id } = await anEvent();
    expect((await update(id, { timezone: 'Europe/Paris' })).body).toMatchObject({
      timezone: 'Europe/Paris',
      start_date: '2027-06-21 19:30:00',
      utc_start_date: '2027-06-21 17:30:00',
      end_date: '2027-06-21 22:00:00',
      utc_end_date: '2027-06-21 20:00:00',
      starts_at: '2027-06-21T19:30:00+02:00',
    });
  });

  it('keep the local time when the zone changes together with one date', async () => {
    const { id } = await anEvent();
    expect((await update(id, { timezone: 'UTC', end_date: '2027-06-21 23:00' })).body).toMatchObject({
      utc_start_date: '2027-06-21 19:30:00',
      utc_end_date: '2027-06-21 23:00:00',
    });
  });

  it('are converted from an instant to a zone that is sent with it', async () => {
    const { id } = await anEvent();
    const { body } = await update(id, { timezone: 'Europe/Paris', start_date: '2027-06-21T10:00:00Z' });
    expect(body).toMatchObject({ start_date: '2027-06-21 12:00:00', utc_start_date: '2027-06-21 10:00:00' });
  });

  it.each([
    ['start_date', '2027-06-21 08:00', { start_date: '2027-06-21 08:00:00', end_date: '2027-06-21 22:00:00' }],
    ['end_date', '2027-06-22 08:00', { start_date: '2027-06-21 19:30:00', end_date: '2027-06-22 08:00:00' }],
  ])('can be changed one at a time: %s', async (name, value, expected) => {
    const { id } = await anEvent();
    expect((await update(id, { [name]: value })).body).toMatchObject(expected);
  });

  it.each([
    ['both sent', { start_date: '2027-06-22', end_date: '2027-06-21' }],
    ['the end alone', { end_date: '2027-06-21 19:29:59' }],
    ['the start alone', { start_date: '2027-06-21 22:00:01' }],
  ])('are checked as a pair: %s', async (_which, fields) => {
    const { id } = await anEvent();
    await refused(update(id, fields), 'end_date');
    expect(await read(id)).toMatchObject({ start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' });
  });

  it('may be a single moment', async () => {
    expect((await create({ end_date: VALID.start_date })).status).toBe(201);
  });

  it('are compared as instants, not as local times', async () => {
    const { status } = await create({ start_date: '2027-11-07T01:45:00-04:00', end_date: '2027-11-07T01:15:00-05:00' });
    expect(status).toBe(201);
  });
});

describe('the cost of an event', () => {
  const blank = '\u00a0';

  it.each<[unknown, string | null, string | null, string[]]>([
    ['20', '$20', `20${blank}$`, ['20']],
    [20, '$20', `20${blank}$`, ['20']],
    ['20.50', '$20.50', `20,50${blank}$`, ['20.50']],
    [20.5, '$20.50', `20,50${blank}$`, ['20.50']],
    [0.1 + 0.2, '$0.30', `0,30${blank}$`, ['0.30']],
    ['0.004', '0.004', '0.004', []],
    ['$0.004', '$0.004', '$0.004', []],
    ['$20', '$20', `20${blank}$`, ['20']],
    ['20 $', '$20', `20${blank}$`, ['20']],
    ['20 EUR', '€20', `20${blank}€`, ['20']],
    ['€20', '€20', `20${blank}€`, ['20']],
    ['10€', '€10', `10${blank}€`, ['10']],
    ['10 - 20', '$10 – $20', `10${blank}$ – 20${blank}$`, ['10', '20']],
    [['10', '20'], '$10 – $20', `10${blank}$ – 20${blank}$`, ['10', '20']],
    [[20, 10], '$10 – $20', `10${blank}$ – 20${blank}$`, ['10', '20']],
    [0, 'Free', 'Gratuit', ['0']],
    ['0', 'Free', 'Gratuit', ['0']],
    ['free', 'Free', 'Gratuit', ['0']],
    ['gratuit', 'Free', 'Gratuit', ['0']],
    ['Gratuit', 'Free', 'Gratuit', ['0']],
    ['1,234.50', '$1,234.50', `1${blank}234,50${blank}$`, ['1234.50']],
    ['1 234,50 $', '$1,234.50', `1${blank}234,50${blank}$`, ['1234.50']],
    ['Pay what you can', 'Pay what you can', 'Pay what you can', []],
    ['From 5 to 10 at the door', 'From 5 to 10 at the door', 'From 5 to 10 at the door', []],
    ['10 $, infos au 613-555-0120', '10 $, infos au 613-555-0120', '10 $, infos au 613-555-0120', ['10']],
    ['', null, null, []],
    [null, null, null, []],
    [[], null, null, []],
  ])('%j is shown in both languages', async (cost, english, inFrench, values) => {
    const { id, cost: answered } = (await create({ cost })).body;
    const en = await read(id);
    const fr = await read(id, french);
    expect([answered, en.cost, fr.cost]).toEqual([english, english, inFrench]);
    for (const { cost_details: details } of [en, fr]) expect(details?.values ?? []).toEqual(values);
  });

  it('has the currency that it names', async () => {
    const { id } = await anEvent({ cost: '20' });
    const details = { currency_symbol: '$', currency_code: 'CAD', values: ['20'] };
    expect((await read(id)).cost_details).toEqual({ ...details, currency_position: 'prefix' });
    expect((await read(id, french)).cost_details).toEqual({ ...details, currency_position: 'postfix' });
    const euros = await anEvent({ cost: '20 EUR' });
    expect((await read(euros.id)).cost_details).toMatchObject({ currency_symbol: '€', currency_code: 'EUR' });
  });

  it('is translated if it was written in one language', async () => {
    const { id } = await anEvent({}, { language: 'fr' });
    await update(id, { cost: '1 234,50 $' }, french);
    expect((await read(id)).cost).toBe('$1,234.50');
  });

  it('has JSON-LD offers if all of it was understood', async () => {
    const offered = async (cost: unknown) => (await create({ cost })).body.json_ld.offers;
    expect(await offered('10 - 20')).toEqual([
      expect.objectContaining({ '@type': 'Offer', price: '10', priceCurrency: 'CAD' }),
      expect.objectContaining({ '@type': 'Offer', price: '20', priceCurrency: 'CAD' }),
    ]);
    expect(await offered('10 $, infos au 613-555-0120')).toBeUndefined();
    expect(await offered('billetterie au 08 92 050 050(0.35€/min)')).toBeUndefined();
  });

  it.each([
    ['en', /^Must lie between 0 and /],
    ['fr', /^Doit être compris entre 0 et /],
  ] as const)('below zero is refused with the allowed values: %s', async (language, wording) => {
    const params = await refused(create({ cost: -5 }, { ...editor, language }), 'cost');
    expect(params.cost).toMatch(wording);
  });

  it.each([
    ['en', 0.004, 'A price that is a number has two decimals at most, such as 10.50.'],
    ['fr', [20, 12.345], 'Un prix donné sous forme de nombre a au plus deux décimales, par exemple 10.50.'],
  ] as const)('is not rounded or reduced to a part: %s', async (language, cost, wording) => {
    expect((await refused(create({ cost }, { ...editor, language }), 'cost')).cost).toBe(wording);
  });

  it.each([true, {}, { value: 5 }, -5, [[1], {}], 'x'.repeat(256)])('is not %j', (cost) =>
    refused(create({ cost }), 'cost'),
  );

  it('with too many prices is refused', async () => {
    const prices = Array.from({ length: 51 }, (_, index) => `${1 + Math.floor(index / 9)}.${1 + (index % 9)}`);
    await refused(create({ cost: prices.join(', ') }), 'cost');
  });

  it('may be sent back although its display is longer than the limit', async () => {
    const prices = Array.from({ length: 60 }, (_, index) => index + 1);
    const { id, cost } = (await create({ cost: prices })).body;
    expect(cost.length).toBeGreaterThan(255);
    expect((await update(id, { cost })).body.cost).toBe(cost);
  });
});

describe('the image of an event', () => {
  const URL = 'https://example.com/poster.JPG?size=2';

  it('may be an address, which gets an id', async () => {
    expect((await create({ image: URL })).body.image).toEqual({
      id: expect.any(Number),
      url: URL,
      extension: 'jpg',
      width: null,
      height: null,
      alt: null,
      focus: null,
      sizes: null,
    });
  });

  it('has the same id for the same address, whoever sends it', async () => {
    const first = (await create({ image: 'https://example.com/same.png' })).body.image;
    const second = (await calendar.post('/venues', { venue: 'x', image: 'https://example.com/same.png' }, editor)).body
      .image;
    expect(second).toEqual(first);
  });

  it.each([(id: number) => id, (id: number) => String(id), (id: number) => ({ id })])(
    'may be an id in any form: %s',
    async (form) => {
      const { image } = (await create({ image: 'https://example.com/by-id.gif' })).body;
      expect((await create({ image: form(image.id) })).body.image).toEqual(image);
    },
  );

  it('may be an object with all properties', async () => {
    const image = { url: 'https://example.com/known', alt: 'A <b>poster</b>', width: '640', height: 480 };
    expect((await create({ image })).body.image).toEqual({
      id: expect.any(Number),
      url: 'https://example.com/known',
      extension: null,
      alt: 'A poster',
      width: 640,
      height: 480,
      focus: null,
      sizes: null,
    });
  });

  it('may be an object with an empty id or address', async () => {
    const { image } = (await create({ image: { id: null, url: 'https://example.com/empty-id' } })).body;
    expect(image.url).toBe('https://example.com/empty-id');
    expect((await create({ image: { id: image.id, url: '' } })).body.image).toEqual(image);
    const answer = await create({ image: { id: null, url: '' } });
    expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['image']]);
  });

  it('stores properties that were not known before', async () => {
    const url = 'https://example.com/learns.png';
    await create({ image: url });
    expect((await create({ image: { url, alt: 'Alt', width: 3 } })).body.image).toMatchObject({ alt: 'Alt', width: 3 });
  });

  it.each([
    ['ftp://example.com/x', 'image'],
    ['x', 'image'],
    [0, 'image'],
    [true, 'image'],
    [{}, 'image'],
    [{ alt: 'x' }, 'image'],
    [[1, 2], 'image'],
    [{ url: 'javascript:x' }, 'image.url'],
    [{ url: 'https://example.com/x', width: -1 }, 'image.width'],
    [{ url: 'https://example.com/x', heigth: 1 }, 'image.heigth'],
    [{ url: 'https://example.com/x', alt: 'x'.repeat(256) }, 'image.alt'],
    [999_999, 'image'],
    [{ id: 999_999 }, 'image'],
  ])('is not %j', (image, name) => refused(create({ image }), name));

  it('is cleared by null and by an empty text', async () => {
    for (const nothing of [null, '']) {
      const { id } = await anEvent({ image: URL });
      expect((await update(id, { image: nothing })).body.image).toBeNull();
    }
  });

  it('stays if it is not sent', async () => {
    const { id } = await anEvent({ image: URL });
    expect((await update(id, { excerpt: 'x' })).body.image.url).toBe(URL);
  });
});

describe.each([
  ['venue', 'venues', aVenue],
  ['organizer', 'organizers', anOrganizer],
] as const)('the %s of an event', (field, kind, make) => {
  const names = async (id: number, options = editor): Promise<unknown[]> =>
    ((await read(id, options))[field] as Record<string, unknown>[]).map((record) => record[field]);
  const total = async () => (await calendar.get(`/${kind}?status=any`, editor)).body.total as number;
  /** The full record, as its own route returns it. */
  const whole = async (id: number) => (await calendar.get(`/${kind}/${id}`)).body as Record<string, unknown>;

  it.each([
    ['an id', (a: number) => a, ['A']],
    ['text', (a: number) => `${a}`, ['A']],
    ['ids', (a: number, b: number) => [b, a], ['B', 'A']],
    ['ids, one twice', (a: number, b: number) => [b, a, b], ['B', 'A']],
    ['CSV', (a: number, b: number) => `${b}, ${a}`, ['B', 'A']],
    ['an object', (a: number) => ({ id: a }), ['A']],
    ['objects', (a: number, b: number) => [{ id: b }, { id: `${a}` }], ['B', 'A']],
    ['a mix', (a: number, b: number) => [`${b}`, { id: a }, { [field]: 'C' }], ['B', 'A', 'C']],
  ])('may be %s', async (_form, value, expected) => {
    const [a, b] = [await make({ [field]: 'A' }), await make({ [field]: 'B' })];
    const { id } = (await create({ [field]: value(a.id, b.id) })).body;
    expect(await names(id)).toEqual(expected);
  });

  it('is shown as a full record', async () => {
    const record = await make({ [field]: 'Whole', website: 'https://example.com/', description: '<p>x</p>' });
    const { id } = (await create({ [field]: record.id })).body;
    const { json_ld: _only, ...fields } = await whole(record.id);
    expect((await read(id))[field]).toEqual([fields]);
  });

  it('is created by its name', async () => {
    const { body } = await create({ [field]: { [field]: `New ${field}`, phone: '5', description: '<p>x</p>' } });
    expect(body[field]).toMatchObject([
      { [field]: `New ${field}`, phone: '5', status: 'publish', description: '<p>x</p>' },
    ]);
  });

  it('is created in both languages at once', async () => {
    const texts = { en: { [field]: `Place ${field}` }, fr: { [field]: `Endroit ${field}` } };
    const { id } = (await create({ [field]: [{ translations: texts }] })).body;
    expect(await names(id)).toEqual([`Place ${field}`]);
    expect(await names(id, french)).toEqual([`Endroit ${field}`]);
  });

  it('is found by its exact name in either language, and not created again', async () => {
    const record = await make({ [field]: `Found ${field}`, translations: { fr: { [field]: `Trouvé ${field}` } } });
    const before = await total();
    for (const name of [`Found ${field}`, ` Trouvé <b>${field}</b> `]) {
      const { body } = await create({ [field]: { [field]: name, phone: 'ignored' } });
      expect(body[field]).toMatchObject([{ id: record.id, phone: null }]);
    }
    expect(await total()).toBe(before);
  });

  it('is found by a name in its translations', async () => {
    const record = await make({ [field]: `Nested ${field}` });
    const { body } = await create({ [field]: { translations: { en: { [field]: `Nested ${field}` } } } });
    expect(body[field]).toMatchObject([{ id: record.id }]);
  });

  it.each(['found exactly', 'Found Exactly ', 'Foünd Exactly'])(
    'is not found by a similar name: “%s”',
    async (name) => {
      const record = await make({ [field]: 'Found Exactly' });
      const { body } = await create({ [field]: { [field]: name } });
      const isSame = name.trim() === 'Found Exactly';
      expect(body[field][0].id === record.id || isSame).toBe(isSame);
    },
  );

  it('is created once if it is named twice in one write', async () => {
    const { body } = await create({ [field]: [{ [field]: `Twice ${field}` }, { [field]: `Twice ${field}` }] });
    expect(body[field]).toHaveLength(1);
  });

  it('is found by its id if there is one, and the other fields are ignored', async () => {
    const record = await make({ [field]: 'By id' });
    const { status, body } = await create({ [field]: { id: record.id, [field]: 'Renamed', nonsense: true } });
    expect(status).toBe(201);
    expect(body[field]).toMatchObject([{ id: record.id, [field]: 'By id' }]);
  });

  it('is a draft if a contributor creates it, and found by the contributor again', async () => {
    const contributor: RequestOptions = { as: 'contributor' };
    const name = `Drafted ${field}`;
    const first = (await create({ [field]: { [field]: name } }, contributor)).body[field][0];
    expect(first.status).toBe('draft');
    const second = (await create({ [field]: { [field]: name } }, contributor)).body[field][0];
    expect(second.id).toBe(first.id);
    const other = (await create({ [field]: { [field]: name } }, { as: 'author' })).body[field][0];
    expect(other.id).not.toBe(first.id);
  });

  it('is a public record rather than an older draft of the same name', async () => {
    const name = `Same name ${field}`;
    const place = field === 'venue' && { city: 'Ottawa' };
    const draft = await calendar.post(`/${kind}`, { [field]: name, ...place }, { as: 'contributor' }).expect(201);
    const alone = (await create({ [field]: { [field]: name, ...place } })).body;
    expect(alone[field]).toMatchObject([{ id: draft.body.id, status: 'draft' }]);
    const known = await calendar.post(`/${kind}`, { [field]: name, ...place }, { as: 'author' }).expect(201);
    for (const as of ['editor', 'author', 'contributor'] as const)
      for (const asked of [{ [field]: name }, { [field]: name, ...place }]) {
        const { body } = await create({ [field]: asked }, { as });
        expect(body[field]).toMatchObject([{ id: known.body.id }]);
      }
  });

  it('is not found by its name in the trash', async () => {
    const record = await make({ [field]: `Trashed ${field}` });
    await calendar.delete(`/${kind}/${record.id}`, editor);
    const { body } = await create({ [field]: { [field]: `Trashed ${field}` } });
    expect(body[field][0].id).not.toBe(record.id);
  });

  it('cannot be published by a contributor', async () => {
    const answer = await create({ [field]: { [field]: 'Published?', status: 'publish' } }, { as: 'contributor' });
    expect([answer.status, answer.body.code]).toEqual([403, 'rest_forbidden']);
  });

  it.each([[], '', null])('is unlinked by %j', async (nothing) => {
    const record = await make({ [field]: 'Unlinked' });
    const { id } = await anEvent({ [field]: record.id });
    expect((await update(id, { [field]: nothing })).body[field]).toEqual([]);
  });

  it('stays if it is not sent', async () => {
    const record = await make({ [field]: 'Stays' });
    const { id } = await anEvent({ [field]: record.id });
    expect((await update(id, { excerpt: 'x' })).body[field]).toHaveLength(1);
  });

  it('is replaced as a set, in the order sent', async () => {
    const [a, b, c] = [await make({ [field]: 'A' }), await make({ [field]: 'B' }), await make({ [field]: 'C' })];
    const { id } = await anEvent({ [field]: [a.id, b.id] });
    await update(id, { [field]: [c.id, a.id] });
    expect(await names(id)).toEqual(['C', 'A']);
    await update(id, { [field]: [a.id, c.id] });
    expect(await names(id)).toEqual(['A', 'C']);
  });

  it('keeps its order when some are removed and others added', async () => {
    const made = [];
    for (const letter of ['A', 'B', 'C', 'D', 'E']) made.push(await make({ [field]: letter }));
    const [a, b, c, d, e] = made.map((record) => record.id);
    const { id } = await anEvent({ [field]: [a, b, c] });
    await calendar.delete(`/${kind}/${a}?force=true`, editor);
    await update(id, { [field]: [b, c, e, d] });
    expect(await names(id)).toEqual(['B', 'C', 'E', 'D']);
    await update(id, { [field]: [c, e, d] });
    expect(await names(id)).toEqual(['C', 'E', 'D']);
  });

  it('is refused by its id if it is unknown, trashed or not readable', async () => {
    const trashed = await make({ [field]: 'Trashed' });
    await calendar.delete(`/${kind}/${trashed.id}`, editor);
    const draft = await make({ [field]: 'Draft', status: 'draft' });
    const fine = await make({ [field]: 'Fine' });
    const sent = [fine.id, 987_654, trashed.id, draft.id];
    const messages = await refused(create({ [field]: sent }, { as: 'author' }), field);
    expect(messages[field]).toBe(`Unknown: 987654, ${trashed.id}, ${draft.id}.`);
    expect((await refused(create({ [field]: sent }), field))[field]).toBe(`Unknown: 987654, ${trashed.id}.`);
    expect((await create({ [field]: draft.id })).status).toBe(201);
  });

  it('stays when the set is replaced by a caller who cannot read it', async () => {
    const hidden = await make({ [field]: 'Hidden', status: 'draft' });
    const [seen, next] = [await make({ [field]: 'Seen' }), await make({ [field]: 'Next' })];
    const { id } = await anEvent({ [field]: seen.id }, { as: 'author' });
    await update(id, { [field]: [hidden.id, seen.id] });
    const { body } = await update(id, { [field]: next.id }, { as: 'author' });
    expect(body[field]).toMatchObject([{ [field]: 'Next' }]);
    expect(await names(id)).toEqual(['Hidden', 'Next']);
    await update(id, { [field]: [] }, { as: 'author' });
    expect(await names(id)).toEqual(['Hidden']);
  });

  it('is unlinked while it is in the trash, and linked again when it is restored', async () => {
    const record = await make({ [field]: 'Restored' });
    const { id } = await anEvent({ [field]: record.id });
    await calendar.delete(`/${kind}/${record.id}`, editor);
    expect(await names(id)).toEqual([]);
    await update(id, { excerpt: 'meanwhile', [field]: [] });
    await calendar.patch(`/${kind}/${record.id}`, { status: 'publish' }, editor);
    expect(await names(id)).toEqual(['Restored']);
    await calendar.delete(`/${kind}/${record.id}?force=true`, editor);
    expect(await names(id)).toEqual([]);
  });

  it.each([
    [true, field],
    ['x', field],
    [0, field],
    [-1, field],
    [1.5, field],
    ['1,x', field],
    [[null], field],
    [[[[1]]], field],
    [{ id: 'x' }, field],
    [{ id: null }, `${field}[0].${field}`],
    [{}, `${field}[0].${field}`],
    [{ phone: '5' }, `${field}[0].${field}`],
    [[{ [field]: 'Fine' }, { [field]: '' }], `${field}[1].${field}`],
    [{ [field]: 'x', website: 'x' }, `${field}[0].website`],
    [{ [field]: 'x', nonsense: 1 }, `${field}[0].nonsense`],
    [{ [field]: 'Nowhere', author: 999_999 }, `${field}[0].author`],
    [{ [field]: 'Nowhere', image: 999_999 }, `${field}[0].image`],
    [Array.from({ length: 101 }, (_, index) => index + 1), field],
  ])('is not %j', async (value, name) => {
    await refused(create({ [field]: value }), name);
  });
});

describe('a venue of an event', () => {
  it('is found by name and city if a city is given', async () => {
    const paris = await aVenue({ venue: 'Le Zénith', city: 'Paris' });
    const lille = await aVenue({ venue: 'Le Zénith', city: 'Lille' });
    const found = async (venue: object) => ((await create({ venue })).body.venue as { id: number }[])[0]!.id;
    expect(await found({ venue: 'Le Zénith' })).toBe(paris.id);
    expect(await found({ venue: 'Le Zénith', city: 'Lille' })).toBe(lille.id);
    const nantes = await found({ venue: 'Le Zénith', city: 'Nantes' });
    expect([paris.id, lille.id]).not.toContain(nantes);
    expect(await found({ venue: 'Le Zénith', city: 'Nantes' })).toBe(nantes);
  });
});

describe('a record that is created with an event', () => {
  it.each([
    ['venue', {}, 'fr', 'fr'],
    ['organizer', {}, 'fr', 'fr'],
    ['venue', { translation_language: 'en' }, 'fr', 'en'],
    ['organizer', { translation_language: 'en' }, 'fr', 'en'],
    ['venue', { translation_language: 'fr' }, 'en', 'fr'],
    ['venue', { translation_language: null }, 'fr', 'fr'],
  ] as const)(
    'has its texts in the language that it declares, else in that of the request: %s %j, /%s',
    async (kind, said, root, own) => {
      const brought = { [kind]: `Alone in ${own} ${JSON.stringify(said)}`, description: 'x', ...said };
      const answer = await create({ [kind]: brought }, { as: 'editor', language: root });
      expect([answer.status, answer.body.language]).toEqual([201, root]);
      const [{ language, alternates }] = answer.body[kind] as [
        { language: string; alternates: { language: string }[] },
      ];
      expect([language, alternates.map((one) => one.language)]).toEqual([own, [own]]);
    },
  );
});

describe('the response to a write', () => {
  it('equals that of a read afterwards', async () => {
    const [parent, venue, category, tag] = [await anEvent(), await aVenue(), await aCategory(), await aTag()];
    const bringing = {
      venue: [venue.id, { venue: 'Brought', geo_lat: 1, geo_lng: 2, image: 'https://example.com/brought.png' }],
      organizer: [{ organizer: 'Brought along', description: 'x' }],
      categories: [category.id, 'Brought category'],
      tags: ['brought tag', tag.slug],
      post_parent: parent.id,
    };
    const created = await create(bringing);
    const { id } = created.body as { id: number };
    expect(created.body).toEqual(await read(id));
    for (const change of [
      { venue: [{ venue: 'Brought' }, venue.id], organizer: [], tags: [tag.slug, 'another tag'] },
      { status: 'draft' },
      { status: 'publish', categories: ['Another category'], post_parent: null },
      { title: 'Other', translations: { fr: { title: 'Autre' } }, start_date: '2027-06-20', featured: true },
    ])
      expect((await update(id, change)).body).toEqual(await read(id));
    expect((await calendar.delete(`/events/${id}`, editor)).body).toEqual(await read(id));
    const last = await read(id);
    expect((await calendar.delete(`/events/${id}?force=true`, editor)).body).toEqual(last);
  });

  it('shows an image in all its records as the write described it', async () => {
    const url = 'https://example.com/shown-by-many.png';
    const venue = await aVenue({ image: { url, width: 1 } });
    const { id } = await anEvent({ image: url, venue: venue.id });
    for (const [change, width] of [
      [{ image: { url, width: 2 } }, 2],
      [{ venue: [venue.id, { venue: 'Describing', image: { url, width: 3 } }] }, 3],
      [{ image: { url, width: 4 }, organizer: [{ organizer: 'Showing', image: url }] }, 4],
    ] as const) {
      const answer = await update(id, change);
      const shown = [answer.body, ...answer.body.venue, ...answer.body.organizer] as { image: { width: number } }[];
      expect(new Set(shown.map(({ image }) => image.width))).toEqual(new Set([width]));
      expect(answer.body).toEqual(await read(id));
      expect(answer.headers.etag).toBe((await calendar.get(`/events/${id}`, editor)).headers.etag);
    }
  });

  it.each([
    ['events', anEvent],
    ['venues', aVenue],
    ['organizers', anOrganizer],
  ] as const)('to a permanent deletion of one of the %s is the last state of the record', async (kind, make) => {
    for (const status of ['publish', 'draft']) {
      const { id } = await make({ status });
      const last = (await calendar.get(`/${kind}/${id}`, editor)).body;
      expect(last.status).toBe(status);
      expect((await calendar.delete(`/${kind}/${id}?force=true`, editor)).body).toEqual(last);
    }
    const { id } = await make();
    await calendar.delete(`/${kind}/${id}`, editor).expect(200);
    expect((await calendar.delete(`/${kind}/${id}?force=true`, editor)).body.status).toBe('trash');
  });
});

describe('a write of an event that fails', () => {
  it('leaves nothing behind', async () => {
    const before = await counts();
    const images = (await create({ image: 'https://example.com/before.png' })).body.image.id as number;
    await calendar.delete(`/events/${(await anEvent()).id}?force=true`, editor);
    const bringing = {
      venue: [{ venue: 'Left behind?' }],
      organizer: [{ organizer: 'Left behind?' }],
      categories: ['Left behind?'],
      tags: ['left behind?'],
      image: 'https://example.com/left-behind.png',
    };
    const failures = [
      await create({ ...bringing, end_date: '2027-01-01' }),
      await create({ ...bringing, tags: ['new one', 987_654] }),
      await create({ ...bringing, organizer: [{ organizer: 'Fine' }, { organizer: 'x', email: 'x' }] }),
      await create({ ...bringing, organizer: [{ organizer: 'Fine' }, { organizer: 'x', author: 987_654 }] }),
      await create({ ...bringing, title: '' }),
      await create({ ...bringing, post_parent: 987_654 }),
      await create({ ...bringing, author: 987_654 }),
      await create({ ...bringing, image: 987_654 }),
      await create({ ...bringing, nonsense: 1 }),
    ];
    expect(failures.map(({ status }) => status)).toEqual(failures.map(() => 400));
    expect(await counts()).toEqual({ ...before, events: before.events! + 1 });
    for (let image = images + 1; image < images + 20; image++) await refused(create({ image }), 'image');
  });

  it('leaves the event unchanged on update', async () => {
    const venue = await aVenue({ venue: 'Kept' });
    const { id } = await anEvent({ venue: venue.id, tags: ['kept tag'], cost: '5' });
    const before = [await read(id), await counts()];
    await refused(
      update(id, { title: 'x', venue: { venue: 'Brought' }, tags: ['brought'], cost: '6', end_date: '2020-01-01' }),
      'end_date',
    );
    expect([await read(id), await counts()]).toEqual(before);
  });
});

describe.each([
  ['categories', aCategory],
  ['tags', aTag],
] as const)('the %s of an event', (field, make) => {
  const names = (body: Record<string, { name: string }[]>) => body[field]!.map(({ name }) => name);
  const unique = (name: string) => `${name} ${field}`;

  it('may be ids, slugs and names, in lists, CSV and objects', async () => {
    const term = await make({ name: unique('Mixed one'), slug: `mixed-slug-${field}` });
    const forms = [
      ...[term.id, `${term.id}`, [term.id], [`${term.id}`], { id: term.id }, [{ id: term.id }]],
      ...[term.slug, [term.slug], term.slug.toUpperCase(), unique('Mixed one'), [unique('MIXED ONE')]],
      ...[`${term.id},${term.slug}`, [term.id, term.slug, unique('mixed one')]],
    ];
    for (const form of forms) expect((await create({ [field]: form })).body[field]).toMatchObject([{ id: term.id }]);
  });

  it('are found in either language, that of the request first', async () => {
    const other = await make({ name: unique('Same') }, { language: 'fr' });
    const own = await make({ name: unique('Own'), translations: { fr: { name: unique('Propre') } } });
    expect((await create({ [field]: [unique('Propre')] })).body[field]).toMatchObject([{ id: own.id }]);
    expect((await create({ [field]: [unique('Same')] })).body[field]).toMatchObject([{ id: other.id }]);
  });

  it('are sorted by name in the language of the response', async () => {
    const a = await make({ name: unique('Alpha'), translations: { fr: { name: unique('Zoulou') } } });
    const b = await make({ name: unique('Bravo'), translations: { fr: { name: unique('Été') } } });
    const { id, ...body } = (await create({ [field]: [b.id, a.id] })).body;
    expect(names(body)).toEqual([unique('Alpha'), unique('Bravo')]);
    expect(names(await read(id, french))).toEqual([unique('Été'), unique('Zoulou')]);
  });

  it('as numbers are ids only', async () => {
    await make({ name: '987654' });
    await refused(create({ [field]: [987_654] }), field);
    const { body } = await create({ [field]: ['987654'] });
    expect(names(body)).toEqual(['987654']);
  });

  it('as text of digits are an id if it exists', async () => {
    const term = await make({ name: unique('By digits') });
    await make({ name: String(term.id) });
    expect((await create({ [field]: `${term.id}` })).body[field]).toMatchObject([{ id: term.id }]);
  });

  it.each(['editor', 'administrator'] as const)('are created if an %s names new ones', async (as) => {
    const name = unique(`Made by ${as}`);
    const { body } = await create({ [field]: [name, name.toUpperCase()] }, { as });
    expect(names(body)).toEqual([name]);
    expect(body[field][0]).toMatchObject({ count: 1, language: 'en' });
  });

  it('are created in the language of the request', async () => {
    const { body } = await create({ [field]: [unique('Nouveau')] }, french);
    expect(body[field][0]).toMatchObject({ language: 'fr', slug: `nouveau-${field}` });
  });

  it.each(['author', 'contributor'] as const)('cannot be created by an %s, but assigned', async (as) => {
    const known = await make({ name: unique(`Assigned by ${as}`) });
    const messages = await refused(create({ [field]: [known.id, unique('Nobody knows')] }, { as }), field);
    expect(messages[field]).toContain(unique('Nobody knows'));
    const { status, body } = await create({ [field]: [unique(`Assigned by ${as}`)] }, { as });
    expect(status).toBe(201);
    expect(body[field]).toMatchObject([{ id: known.id }]);
  });

  it('in a list may have commas in their names', async () => {
    const { body } = await create({ [field]: [unique('One, two')] });
    expect(names(body)).toEqual([unique('One, two')]);
  });

  it.each([[], '', null])('are cleared by %j', async (nothing) => {
    const { id } = await anEvent({ [field]: [unique('Cleared')] });
    expect((await update(id, { [field]: nothing })).body[field]).toEqual([]);
  });

  it('are replaced as a set, and kept if they are not sent', async () => {
    const { id } = await anEvent({ [field]: [unique('Old'), unique('Both')] });
    await update(id, { [field]: [unique('Both'), unique('New')] });
    expect(names((await update(id, { excerpt: 'x' })).body)).toEqual([unique('Both'), unique('New')]);
  });

  it.each([
    true,
    0,
    -1,
    1.5,
    [''],
    ['a', null],
    ['a', {}],
    [['a', true]],
    'x'.repeat(256),
    ['x'.repeat(256)],
    ',',
    ['<b></b>'],
  ])('are not %j', async (value) => {
    await refused(create({ [field]: value }), field);
  });

  it('are created even if their name gives no slug', async () => {
    const { status, body } = await create({ [field]: ['😀'] });
    expect(status).toBe(201);
    expect(body[field][0].slug).toMatch(/^(category|tag)-\d+$/);
  });
});

describe('the parent of an event', () => {
  it('is another event, by its id', async () => {
    const parent = await anEvent();
    expect((await create({ post_parent: parent.id })).body.post_parent).toBe(parent.id);
    expect((await create({ post_parent: String(parent.id) })).body.post_parent).toBe(parent.id);
  });

  it.each([null, ''])('is removed by %j', async (nothing) => {
    const parent = await anEvent();
    const { id } = await anEvent({ post_parent: parent.id });
    expect((await update(id, { post_parent: nothing })).body.post_parent).toBeNull();
  });

  it('is never the event itself or one of its descendants', async () => {
    const top = await anEvent();
    const middle = await anEvent({ post_parent: top.id });
    const bottom = await anEvent({ post_parent: middle.id });
    for (const { id } of [top, middle, bottom]) await refused(update(top.id, { post_parent: id }), 'post_parent');
    expect((await update(bottom.id, { post_parent: top.id })).status).toBe(200);
  });

  it('is refused if it is unknown, trashed or not readable', async () => {
    const trashed = await anEvent();
    await calendar.delete(`/events/${trashed.id}`, editor);
    const draft = await anEvent({ status: 'draft' });
    for (const id of [987_654, trashed.id, draft.id])
      await refused(create({ post_parent: id }, { as: 'author' }), 'post_parent');
    expect((await create({ post_parent: draft.id })).status).toBe(201);
  });

  it('is null for callers who may not see it, and stays when that is sent back', async () => {
    const parent = await anEvent({ status: 'draft' });
    const { id } = await anEvent({}, { as: 'author' });
    await update(id, { post_parent: parent.id });
    expect((await read(id, { as: 'author' })).post_parent).toBeNull();
    await update(id, { post_parent: null, excerpt: 'x' }, { as: 'author' });
    expect((await read(id)).post_parent).toBe(parent.id);
  });

  it('is null in its children after it was deleted permanently', async () => {
    const parent = await anEvent();
    const { id } = await anEvent({ post_parent: parent.id });
    await calendar.delete(`/events/${parent.id}?force=true`, editor);
    expect((await read(id)).post_parent).toBeNull();
  });
});

describe('the password of an event', () => {
  it('is set, required, and removed', async () => {
    const { id, ...made } = await anEvent({ password: ' Geheim 1 ' });
    expect(made).toMatchObject({ password_protected: true });
    expect(made).not.toHaveProperty('password');
    expect((await calendar.get(`/events/${id}`)).body.code).toBe('event-password-protected');
    expect((await calendar.get(`/events/${id}?password=Geheim 1`)).status).toBe(403);
    expect((await calendar.get(`/events/${id}?password=${encodeURIComponent(' Geheim 1 ')}`)).status).toBe(200);
    await update(id, { password: '' });
    expect((await calendar.get(`/events/${id}`)).body.password_protected).toBe(false);
  });

  it('stays if it is not sent', async () => {
    const { id } = await anEvent({ password: 'x' });
    expect((await update(id, { title: 'y' })).body.password_protected).toBe(true);
  });

  it('cannot be set by the slug route, whose error names the other route', async () => {
    const { id, slug } = await anEvent({ title: 'Password by slug' });
    for (const password of ['x', '', null]) {
      const messages = await refused(calendar.patch(`/events/by-slug/${slug}`, { password }, editor), 'password');
      expect(messages.password).toContain(`${ROOT}/en/cal/events/v1/events/${id}`);
    }
  });

  it.each([true, 5, {}, ['a', 'b'], 'x'.repeat(256)])('is not %j', async (password) => {
    await refused(create({ password }), 'password');
  });

  it('is accepted in the query of a write and gives no rights', async () => {
    const { id } = await anEvent({ password: 'x' });
    expect((await calendar.patch(`/events/${id}?password=x`, { excerpt: 'y' }, editor)).status).toBe(200);
    expect((await calendar.patch(`/events/${id}?password=x`, { excerpt: 'y' }, { as: 'author' })).status).toBe(403);
    expect((await calendar.patch(`/events/${id}?password=x`, { excerpt: 'y' })).status).toBe(401);
    expect((await calendar.delete(`/events/${id}?password=x`, editor)).status).toBe(200);
  });
});

describe('the slug of an event', () => {
  it.each([
    ['en', 'Rock & Roll', 'rock-and-roll'],
    ['fr', 'L’été à Montréal', 'l-ete-a-montreal'],
    ['fr', 'Rock & Roll', 'rock-et-roll'],
    ['en', 'Oﬃce ﬁnale', 'office-finale'], // ligatures, as PDFs have them
    ['fr', 'Danses haíɫzaqv', 'danses-hailzaqv'],
  ])('is derived from the title in its language: %s, %s', async (language, title, slug) => {
    expect((await create({ title }, { as: 'editor', language })).body.slug).toBe(slug);
  });

  it('is numbered if it is taken', async () => {
    const slugs: string[] = [];
    for (let count = 0; count < 3; count++) slugs.push((await create({ title: 'Taken' })).body.slug as string);
    expect(slugs).toEqual(['taken', 'taken-2', 'taken-3']);
    expect((await create({ slug: 'taken' })).body.slug).toBe('taken-4');
    const { id } = await anEvent();
    expect((await update(id, { slug: 'taken' })).body.slug).toBe('taken-5');
  });

  it('may be the same in the other language and for other resources', async () => {
    const { body } = await create({ translations: { en: { slug: 'shared' }, fr: { title: 'x', slug: 'shared' } } });
    expect(body.alternates).toMatchObject([{ slug: 'shared' }, { slug: 'shared' }]);
    expect((await calendar.post('/venues', { venue: 'Shared' }, editor)).body.slug).toBe('shared');
  });

  it('stays taken in the trash', async () => {
    const { id } = await anEvent({ title: 'Trash slug' });
    await calendar.delete(`/events/${id}`, editor);
    expect((await create({ title: 'Trash slug' })).body.slug).toBe('trash-slug-2');
  });

  it('stays when the title changes', async () => {
    const { id } = await anEvent({ title: 'First title' });
    expect((await update(id, { title: 'Second title' })).body.slug).toBe('first-title');
  });

  it('changes if it is sent', async () => {
    const { id } = await anEvent({ title: 'Slug before' });
    expect((await update(id, { slug: 'Après & <b>plus</b>' })).body.slug).toBe('apres-and-plus');
  });

  it.each(['!!!', '😀', '---', '<b></b>…'])('cannot be “%s”', async (slug) => {
    await refused(create({ slug }), 'slug');
  });

  it.each([true, {}, ['a', 'b'], 'x'.repeat(256)])('cannot be %j', async (slug) => {
    await refused(create({ slug }), 'slug');
  });

  it('is derived from the id if the title gives none', async () => {
    const { body } = await create({ title: '😀' });
    expect(body.slug).toBe(`event-${body.id}`);
  });

  it('is transliterated from titles in other scripts', async () => {
    const slugs = await Promise.all(
      ['Київ', 'Καλημέρα', '日本の祭り', 'שלום'].map(async (title) => (await create({ title })).body.slug),
    );
    expect(slugs).toEqual(['kiyiv', 'kalimera', 'ribennojiri', 'slvm']);
  });

  it('may have 255 characters', async () => {
    const slug = 's'.repeat(255);
    expect((await create({ slug })).body.slug).toBe(slug);
    expect((await create({ slug })).body.slug).toBe(`${'s'.repeat(253)}-2`);
  });

  it('is unique if many requests ask for it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ title: 'At once' })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.slug as string)).size).toBe(8);
  });
});

describe('the author and status of an event', () => {
  const idOf = async (as: NonNullable<RequestOptions['as']>) => (await create({}, { as })).body.author as number;

  it('are those of the caller by default', async () => {
    expect(await idOf('author')).not.toBe(await idOf('contributor'));
  });

  it.each(['author', 'contributor'] as const)('an %s may name only themselves as author', async (as) => {
    const [own, other] = [await idOf(as), await idOf('editor')];
    expect((await create({ author: own }, { as })).status).toBe(201);
    const answer = await create({ author: other }, { as });
    expect([answer.status, answer.body.code]).toEqual([403, 'rest_forbidden']);
  });

  it('an editor may name another account that exists', async () => {
    const author = await idOf('author');
    expect((await create({ author })).body.author).toBe(author);
    await refused(create({ author: 987_654 }), 'author');
    const { id } = await anEvent();
    expect((await update(id, { author })).body.author).toBe(author);
  });

  it('an author cannot give an event away', async () => {
    const { id } = (await create({}, { as: 'author' })).body;
    expect((await update(id, { author: await idOf('editor') }, { as: 'author' })).status).toBe(403);
  });

  it('an update by another account does not change the author', async () => {
    const { id, author } = (await create({}, { as: 'author' })).body;
    expect((await update(id, { excerpt: 'x' })).body.author).toBe(author);
  });

  it.each(['publish', 'draft', 'pending', 'private'])('may be %s', async (status) => {
    expect((await create({ status })).body.status).toBe(status);
  });

  it.each(['trash', 'any', 'Publish', 'deleted', true, 1, ['draft', 'publish']])('cannot be %j', async (status) => {
    await refused(create({ status }), 'status');
  });

  it('trash is refused with a hint at DELETE', async () => {
    const { id } = await anEvent();
    expect((await refused(update(id, { status: 'trash' }), 'status')).status).toContain('DELETE');
  });

  it('publish with a future date becomes future, and future with a past date becomes publish', async () => {
    const scheduled = await create({ date: '2099-01-01' });
    expect(scheduled.body).toMatchObject({ status: 'future', date: '2099-01-01 00:00:00' });
    expect((await create({ status: 'future' })).body.status).toBe('publish');
    expect((await update(scheduled.body.id, { date: '2020-01-01' })).body.status).toBe('publish');
    expect((await update(scheduled.body.id, { date: 'tomorrow' })).body.status).toBe('future');
  });

  it('a draft stays a draft when it is edited', async () => {
    const { id } = await anEvent({ status: 'draft' });
    expect((await update(id, { title: 'Edited' })).body.status).toBe('draft');
  });
});

describe('a write', () => {
  it('returns what a read returns afterwards, whatever has changed', async () => {
    const [venue, other] = [await aVenue({ venue: 'One' }), await aVenue({ venue: 'Other' })];
    const [category, parent] = [await aCategory({ name: 'Shown' }), await anEvent({ title: 'Parent' })];
    const image = { url: 'https://example.com/shown.jpg', alt: 'first' };
    const namesakes: number[] = [];
    for (const above of [category.id, 0]) namesakes.push((await aCategory({ name: 'Namesake', parent: above })).id);
    const { id } = await anEvent({ title: 'Shown', venue: venue.id, categories: [category.id], image });
    const path = `/events/${id}`;
    const shown = async () => (await calendar.get(path, { as: 'editor' })).body as object;
    for (const body of [
      { image: { url: image.url, alt: 'second' } },
      { title: 'Shown anew' },
      { venue: [other.id, venue.id] },
      { post_parent: parent.id },
      { post_parent: null, start_date: '2027-06-22 10:00', end_date: '2027-06-22 11:00' },
      { status: 'draft' },
      { status: 'publish', categories: [] },
      { categories: [category.id], tags: ['made-on-the-way'] },
      { categories: namesakes.toReversed() },
      { translations: { fr: { title: 'Montré' } } },
    ]) {
      const written = await calendar.patch(path, body, { as: 'editor' }).expect(200);
      expect([body, written.body]).toEqual([body, await shown()]);
    }
    const deleted = await calendar.delete(path, { as: 'editor' }).expect(200);
    expect(deleted.body).toEqual(await shown());
  });
});
