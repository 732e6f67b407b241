import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

describe('creating an event', () => {
  it('returns the whole record', async () => {
    const venue = await aVenue({ venue: 'Massey Hall', city: 'Toronto' });
    const organizer = await anOrganizer();
    const category = await aCategory();
    const tag = await aTag();
    const event = await anEvent({
      title: 'Summer concert',
      venue: venue.id,
      organizer: [organizer.id],
      categories: [category.id],
      tags: ['outdoors'],
      cost: '20',
    });
    expect(event).toMatchObject({
      title: 'Summer concert',
      slug: 'summer-concert',
      start_date: '2027-06-21 19:30:00',
      utc_start_date: '2027-06-21 23:30:00',
      starts_at: '2027-06-21T19:30:00-04:00',
      timezone: 'America/Toronto',
      timezone_abbr: 'EDT',
      cost: '$20',
      status: 'publish',
      language: 'en',
      venue: [{ id: venue.id, venue: 'Massey Hall', city: 'Toronto' }],
      organizer: [{ id: organizer.id }],
      categories: [{ id: category.id, count: 1 }],
      tags: [{ id: tag.id, count: 1 }],
      post_parent: null,
      password_protected: false,
    });
  });

  it('is refused without a key', async () => {
    const answer = await calendar.post('/events', { title: 'x' }, { language: 'fr' });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('rest_forbidden');
    expect(answer.headers['content-language']).toBe('fr');
  });

  it('reports all errors of fields at once, then those that only the database knows', async () => {
    const answer = await calendar.post(
      '/events',
      { title: '', end_date: '2027-02-30', venue: [999], titel: 'x' },
      { as: 'editor' },
    );
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('rest_invalid_param');
    expect(Object.keys(answer.body.data.params).sort()).toEqual(['end_date', 'start_date', 'titel', 'title']);
    const known = { title: 'x', start_date: '2027-02-01', end_date: '2027-02-02' };
    const unknown = await calendar.post('/events', { ...known, venue: [999], post_parent: 999 }, { as: 'editor' });
    expect([unknown.status, Object.keys(unknown.body.data.params).sort()]).toEqual([400, ['post_parent', 'venue']]);
  });
});

describe('listing events', () => {
  it('returns an envelope with links', async () => {
    for (const title of ['One more', 'And another']) await anEvent({ title });
    const answer = await calendar.get('/events?per_page=1&fbclid=x&start_date=2027-01-01');
    expect(answer.status).toBe(200);
    expect(answer.body.total).toBeGreaterThanOrEqual(2);
    expect(answer.body.next_rest_url).toBe(
      'http://localhost:3000/en/cal/events/v1/events?per_page=1&start_date=2027-01-01&page=2',
    );
  });
});
