import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../src/database/database.js';
import { TestCalendar } from './support/test-calendar.js';
import { isServerTested } from './support/test-database.js';

const NEVER = Array.from({ length: 4 }, (_, place) => `-zq${place}`).join('+');

// Servers run statements in their own threads.
(isServerTested() ? describe.skip : describe)('during long searches', () => {
  let calendar: TestCalendar;
  let asked = 0;

  /** Another search each time, so that none is cached. */
  const search = () => `/events?start_date=2027-01-01&search=${NEVER}&exclude=${(asked += 1) + 1000}`;

  beforeAll(async () => {
    // A long timeout, since a slow machine may need it for one search.
    calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '60000', MAX_REQUESTS_PER_CLIENT: '1000' });
    for (let events = 0; events < 20; events += 1)
      await calendar
        .post(
          '/events',
          { title: `Event ${events}`, start_date: '2027-05-01', end_date: '2027-05-02' },
          { as: 'editor' },
        )
        .expect(201);
    const long = Buffer.alloc(2_000_000, 'zz z ');
    await calendar.app
      .get(Database)
      .write((manager) => manager.query('UPDATE event_search_texts SET text = ?', [long]), 30_000);
    await calendar.get('/tags').expect(200);
  });

  afterAll(() => calendar.stop());

  /** Whether a request is answered during a search that began before it. */
  async function isAnsweredMeanwhile(path: string): Promise<boolean> {
    let isSearching = true;
    const searched = calendar.get(search()).then(({ status }) => {
      isSearching = false;
      expect(status).toBe(200);
    });
    await sleep(20);
    await calendar.raw().get(path).expect(200);
    const meanwhile = isSearching;
    await searched;
    return meanwhile;
  }

  const root = '/en/cal/events/v1';
  it.each(['/health/live', '/health/ready', `${root}/tags`, `${root}/events/1`, `${root}/events?per_page=1`])(
    '%s is answered at once',
    async (path) => {
      // On a busy machine a search may end first; if searches blocked the event loop, each of them would.
      let isMet = false;
      for (let tries = 0; tries < 8 && !isMet; tries += 1) isMet = await isAnsweredMeanwhile(path);
      expect(isMet).toBe(true);
    },
  );

  it('requests that would wait too long are refused long before the others are answered', async () => {
    const impatient = await TestCalendar.start(
      { DATABASE_TIMEOUT: '8000', MAX_REQUESTS_PER_CLIENT: '1000' },
      calendar.url,
    );
    for (let searches = 0; searches < 4; searches += 1) await impatient.get(search()).expect(200);
    const order: string[] = [];
    // More than the fastest machine can search in the two seconds that one may wait.
    await Promise.all(
      Array.from({ length: 600 }, async () => {
        const { status, body, headers } = await impatient.get(search(), { language: 'fr' });
        order.push(status === 200 ? 'answered' : (body as { message: string }).message);
        if (status === 200) return;
        expect([status, body.code]).toEqual([503, 'rest_unavailable']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }),
    );
    const refused = 'Trop de requêtes sont en attente pour l’instant; réessayez sous peu.';
    expect(order).toEqual(expect.arrayContaining(['answered', refused]));
    // Not the last refusals: Node accepts one connection a turn, so some requests arrive after the searches.
    const refusals = order.flatMap((outcome, place) => (outcome === refused ? [place] : []));
    expect(refusals[Math.floor(refusals.length * 0.9)]).toBeLessThan(order.lastIndexOf('answered'));
    await impatient.get(search()).expect(200);
    await impatient.stop();
  });
});
