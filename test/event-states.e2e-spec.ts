import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent, aVenue } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const editor = { as: 'editor' } as const;
const french = { language: 'fr' } as const;

const STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online', 'full'];
const DEFAULTS = { event_status: 'scheduled', event_status_reason: null, attendance: 'offline', online_url: null };
const MEETING = 'https://meet.example.com/evening';

const read = async (id: number, options: object = {}) => (await calendar.get(`/events/${id}`, options)).body;
const update = (id: number, body: object, options: object = {}) =>
  calendar.patch(`/events/${id}`, body, { ...editor, ...options });
const cancelled = (fields: object = {}) => anEvent({ event_status: 'cancelled', ...fields });
const refused = async (body: object, field: string, options: object = {}): Promise<string> => {
  const when = { title: 'x', start_date: '2027-06-21', end_date: '2027-06-21' };
  const answer = await calendar.post('/events', { ...when, ...body }, { ...editor, ...options });
  expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
  return answer.body.data.params[field] as string;
};

it('JSON-LD has the former start of a rescheduled event, and plain text', async () => {
  const times = { start_date: '2027-05-01 19:00', end_date: '2027-05-01 21:00', timezone: 'America/Toronto' };
  const { id } = await anEvent({ ...times, description: '<p>One &amp; two</p><ul><li>three</li></ul>' });
  const shown = async (body: object) =>
    (await calendar.patch(`/events/${id}`, body, { as: 'editor' }).expect(200)).body.json_ld as Record<string, unknown>;
  expect(await shown({ event_status: 'rescheduled' })).not.toHaveProperty('previousStartDate');
  const moved = await shown({ start_date: '2027-05-08 19:00', end_date: '2027-05-08 21:00' });
  expect(moved).toMatchObject({ previousStartDate: '2027-05-01T19:00:00-04:00', description: 'One & two\n\n- three' });
  expect(await shown({ title: 'Moved' })).toHaveProperty('previousStartDate', '2027-05-01T19:00:00-04:00');
  await shown({ all_day: true });
  expect(await shown({ start_date: '2027-05-07' })).toHaveProperty('previousStartDate', '2027-05-08');
  expect(await shown({ event_status: 'scheduled' })).not.toHaveProperty('previousStartDate');
});

it('JSON-LD has the former start of each date of a series that is moved', async () => {
  const recurrence = 'FREQ=WEEKLY;COUNT=2';
  const { id } = await anEvent({ start_date: '2027-05-03 19:00', end_date: '2027-05-03 21:00', recurrence });
  const { body } = await calendar.get(`/events?post_parent=${id}&starts_after=2027-01-01`).expect(200);
  const moved = { start_date: '2027-05-03 20:00', end_date: '2027-05-03 21:00', event_status: 'rescheduled' };
  await calendar.patch(`/events/${id}`, moved, { as: 'editor' }).expect(200);
  const later = await calendar.get(`/events/${body.events[0].id}`).expect(200);
  expect(later.body.json_ld.previousStartDate).toMatch(/^2027-05-10T19:00:00/);
});

describe('event_status and attendance', () => {
  it('have default values', async () => {
    const { id } = await anEvent();
    expect(await read(id)).toMatchObject(DEFAULTS);
    expect(await read(id, french)).toMatchObject(DEFAULTS);
  });

  it.each(STATUSES)('may be %s', async (status) => {
    const { id } = await anEvent({ event_status: status });
    expect((await read(id)).event_status).toBe(status);
  });

  it('keep their values if they are absent or empty', async () => {
    const { id } = await cancelled({ attendance: 'mixed', online_url: MEETING });
    const emptied = [null, ''].map((empty) => ({
      event_status: empty,
      attendance: empty,
      status: empty,
      timezone: empty,
    }));
    for (const body of [{ title: 'Renamed' }, ...emptied])
      expect((await update(id, body)).body).toMatchObject({ event_status: 'cancelled', attendance: 'mixed' });
    expect((await update(id, { online_url: '' })).body.online_url).toBeNull();
  });

  it('do not change when they are sent back as they were read', async () => {
    const { id } = await cancelled({ event_status_reason: 'Tom & “Jerry”', attendance: 'online', online_url: MEETING });
    const before = await calendar.get(`/events/${id}`, editor);
    const after = await calendar.put(`/events/${id}`, before.body, editor);
    expect(after.body).toEqual(before.body);
    expect(after.headers.etag).toBe(before.headers.etag);
  });

  it.each([
    ['event_status', 'canceled'],
    ['event_status', 'Cancelled'],
    ['event_status', ['cancelled', 'full']],
    ['attendance', 'hybrid'],
    ['online_url', 'javascript:alert(1)'],
    ['online_url', 'meet.example.com'],
    ['event_status_reason', 'x'.repeat(256)],
    ['event_status_reason', { en: 'Storm' }],
  ])('are refused with a reason: %s = %j', async (field, value) => {
    expect(await refused({ [field]: value }, field)).toEqual(expect.any(String));
  });

  it('are refused in French as well', async () => {
    expect(await refused({ attendance: 'hybrid' }, 'attendance', french)).toMatch(/offline.*online.*mixed/);
  });
});

describe('event_status_reason', () => {
  const texts = { en: { title: 'Concert', event_status_reason: 'Storm' }, fr: { title: 'Spectacle' } };

  it('is a line of text in each language', async () => {
    const { id } = await cancelled({ translations: texts });
    expect((await read(id, french)).event_status_reason).toBeNull();
    await update(id, { event_status_reason: ' Tempête <b>ici</b>\n ' }, french);
    expect((await read(id, french)).event_status_reason).toBe('Tempête ici');
    expect((await read(id)).event_status_reason).toBe('Storm');
    const { translations } = (await calendar.get(`/events/${id}?translations=all`)).body;
    expect(translations).toMatchObject({
      en: { event_status_reason: 'Storm' },
      fr: { event_status_reason: 'Tempête ici' },
    });
    await update(id, { event_status_reason: null });
    expect([(await read(id)).event_status_reason, (await read(id, french)).event_status_reason]).toEqual([
      null,
      'Tempête ici',
    ]);
  });

  it('falls back to the other language, which is not stored when it is sent back', async () => {
    const { id } = await cancelled({ event_status_reason: 'Storm' });
    expect(await read(id, french)).toMatchObject({ language: 'en', event_status_reason: 'Storm' });
    await update(id, { event_status_reason: 'Storm', event_status: 'postponed' }, french).expect(200);
    expect((await read(id)).alternates).toHaveLength(1);
  });

  it('does not create a translation by itself', async () => {
    const { id } = await cancelled();
    const { status, body } = await update(id, { event_status_reason: 'Tempête' }, french);
    expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', ['title']]);
  });

  it('is refused if it is given twice with different texts', async () => {
    const { id } = await cancelled();
    const { body } = await update(id, { event_status_reason: 'A', translations: { en: { event_status_reason: 'B' } } });
    expect(body.data.params).toHaveProperty('event_status_reason');
  });

  it('is not searched', async () => {
    await cancelled({ event_status_reason: 'Unfindableword' });
    expect((await calendar.get('/events?search=unfindableword')).body.total).toBe(0);
  });

  it('counts as a change', async () => {
    const { id } = await cancelled();
    const before = await calendar.get(`/events/${id}`);
    await update(id, { event_status_reason: 'Storm' });
    const after = await calendar.get(`/events/${id}`);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.body.event_status_reason).toBe('Storm');
  });
});

describe('a protected event', () => {
  it('shows its status and attendance, but not the reason and the address', async () => {
    const fields = {
      event_status_reason: 'Secret reason',
      attendance: 'online',
      online_url: MEETING,
      password: 'sesame',
    };
    const { id } = await cancelled({ ...fields, title: 'Guarded' });
    const { body } = await calendar.get(`/events?include=${id}&translations=all`);
    expect(body.events[0]).toMatchObject({ ...DEFAULTS, event_status: 'cancelled', attendance: 'online' });
    expect(body.events[0]).not.toHaveProperty('translations');
    expect((await calendar.get(`/events?include=${id}&event_status=cancelled&attendance=online`)).body.total).toBe(1);
    expect(await read(id, editor)).toMatchObject({ event_status_reason: 'Secret reason', online_url: MEETING });
    const opened = (await calendar.get(`/events/${id}?password=sesame`)).body;
    expect(opened).toMatchObject({ event_status_reason: 'Secret reason', online_url: MEETING });
  });
});

describe('the list of events', () => {
  const day = '2031-05-05';
  const listed = async (query: string) => {
    const { body } = await calendar.get(`/events?from=${day}&to=${day}&per_page=50&${query}`);
    expect(body.total).toBe(body.events.length);
    return body.events.map(({ title }: { title: string }) => title);
  };

  beforeAll(async () => {
    for (const status of STATUSES)
      await anEvent({ title: status, event_status: status, start_date: day, end_date: day });
    for (const way of ['online', 'mixed'])
      await anEvent({ title: way, attendance: way, start_date: day, end_date: day });
  });

  it('includes cancelled events', async () => {
    expect(await listed('')).toEqual([...STATUSES, 'online', 'mixed']);
  });

  it.each([
    ['event_status=cancelled,postponed', ['cancelled', 'postponed']],
    ['event_status[]=full&event_status[]=cancelled', ['cancelled', 'full']],
    ['event_status=scheduled', ['scheduled', 'online', 'mixed']],
    ['attendance=online,mixed', ['online', 'mixed']],
    ['attendance=offline&event_status=moved_online', ['moved_online']],
    ['attendance=online&event_status=cancelled', []],
  ])('is filtered by %s', async (query, titles) => {
    expect(await listed(query)).toEqual(titles);
  });

  it.each(['event_status=canceled', 'event_status=', 'attendance=offline,hybrid'])('refuses %s', async (query) => {
    const { status, body } = await calendar.get(`/events?${query}`);
    expect([status, Object.keys(body.data.params)]).toEqual([400, [query.split('=')[0]]]);
  });

  it('keeps the filters in its links', async () => {
    const { body } = await calendar.get(`/events?from=${day}&per_page=1&event_status=cancelled,postponed`);
    expect(new URL(body.next_rest_url).searchParams.get('event_status')).toBe('cancelled,postponed');
  });
});

describe('the JSON-LD of an event', () => {
  const jsonLd = async (fields: Record<string, unknown>) => (await read((await anEvent(fields)).id)).json_ld;

  it.each([
    ['scheduled', 'EventScheduled'],
    ['cancelled', 'EventCancelled'],
    ['postponed', 'EventPostponed'],
    ['rescheduled', 'EventRescheduled'],
    ['moved_online', 'EventMovedOnline'],
    ['full', 'EventScheduled'],
  ])('has for %s: %s', async (status, said) => {
    expect((await jsonLd({ event_status: status })).eventStatus).toBe(`https://schema.org/${said}`);
  });

  it.each([
    [{ attendance: 'offline' }, 'Offline'],
    [{ attendance: 'online' }, 'Online'],
    [{ attendance: 'mixed' }, 'Mixed'],
    [{ event_status: 'moved_online' }, 'Online'],
    [{ event_status: 'moved_online', attendance: 'mixed' }, 'Mixed'],
  ])('has the attendance mode: %j', async (fields, mode) => {
    expect((await jsonLd(fields)).eventAttendanceMode).toBe(`https://schema.org/${mode}EventAttendanceMode`);
  });

  it('marks full events as sold out', async () => {
    const full = await jsonLd({ event_status: 'full', cost: '20' });
    expect(full.remainingAttendeeCapacity).toBe(0);
    expect(full.offers).toMatchObject([{ price: '20', availability: 'https://schema.org/SoldOut' }]);
    expect((await jsonLd({ cost: '20' })).offers[0]).not.toHaveProperty('availability');
  });

  it('has the online address as a location, beside the venue', async () => {
    const virtual = { '@type': 'VirtualLocation', url: MEETING };
    expect((await jsonLd({ attendance: 'online', online_url: MEETING })).location).toEqual(virtual);
    const { id } = await aVenue({ venue: 'Town Hall' });
    const both = await jsonLd({ attendance: 'mixed', online_url: MEETING, venue: id });
    expect(both.location).toEqual([expect.objectContaining({ '@type': 'Place', name: 'Town Hall' }), virtual]);
    expect((await jsonLd({ venue: id })).location).toMatchObject({ '@type': 'Place' });
  });

  it('has its own page as the online location if no address is given, and no location on site without a venue', async () => {
    for (const fields of [{ attendance: 'online' }, { attendance: 'mixed' }, { event_status: 'moved_online' }]) {
      const { location, url } = await jsonLd(fields);
      expect([fields, location]).toEqual([fields, { '@type': 'VirtualLocation', url }]);
    }
    expect(await jsonLd({})).not.toHaveProperty('location');
  });
});
