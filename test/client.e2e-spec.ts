import { readFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { calendar as clientOf, errorsOf } from '../client/calendar.js';
import { announce, callOff } from '../client/example.js';
import { diagnosticsOf } from './support/client-program.js';
import { TestCalendar } from './support/test-calendar.js';
import { fixPresent } from './support/present.js';

fixPresent();

let calendar: TestCalendar;
let origin: string;

beforeAll(async () => {
  calendar = await TestCalendar.start();
  origin = `http://127.0.0.1:${(calendar.app.getHttpServer().address() as AddressInfo).port}`;
});

afterAll(() => calendar.stop());

describe('the typed client', () => {
  it('runs its example', async () => {
    const events = await announce(`${origin}/en`, calendar.keys.editor);
    expect(events).toMatchObject([
      {
        title: 'Summer concert',
        venue: [{ venue: 'Massey Hall' }],
        alternates: [{ language: 'en' }, { language: 'fr' }],
      },
    ]);
    const off = await callOff(`${origin}/en`, calendar.keys.editor, events[0]!.id);
    expect(off).toMatchObject([{ event_status: 'cancelled', event_status_reason: 'The storm has damaged the stage.' }]);
  });

  it('reads other formats as text, and their errors like all others', async () => {
    const { GET } = clientOf({ root: `${origin}/en` });
    const feed = await GET('/cal/events/v1/events.ics', { parseAs: 'text' });
    expect(feed.data).toMatch(/^BEGIN:VCALENDAR/);
    const refused = await GET('/cal/events/v1/events.csv', { params: { query: { per_page: -1 } }, parseAs: 'text' });
    expect(refused.error?.code).toBe('rest_invalid_param');
  });

  it('distinguishes errors by their codes', async () => {
    const { GET, POST } = clientOf({ root: `${origin}/en` });
    const missing = await GET('/cal/events/v1/events/{id}', { params: { path: { id: 999 } } });
    expect([missing.response.status, missing.error?.code]).toEqual([404, 'rest-event-not-found']);
    const refused = await POST('/cal/events/v1/tags', { body: { name: 'x' } });
    expect(refused.error?.code).toBe('rest_forbidden');
  });

  it('reports the error of each field, whether it is missing or invalid', async () => {
    const { POST } = clientOf({ root: `${origin}/en`, key: calendar.keys.editor });
    const missing = await POST('/cal/events/v1/tags', { body: { name: null as never } });
    expect(Object.keys(errorsOf(missing.error!))).toEqual(['name']);
    const invalid = await POST('/cal/events/v1/tags', { body: { name: 'x', slug: '!' } });
    expect(errorsOf(invalid.error!)).toEqual({ slug: expect.any(String) });
  });

  it('compiles calls of existing operations only', () => {
    const right = [
      "GET('/cal/events/v1/events')",
      "GET('/cal/events/v1/events', { params: { query: { categories: ['music'], per_page: 3 } } })",
      "GET('/cal/events/v1/events', { params: { query: { _fields: ['id', 'venue.venue'] } } })",
      "GET('/cal/events/v1/events/counts', { params: { query: { by: 'day', from: 'today' } } })",
      "GET('/cal/events/v1/events/{id}', { params: { path: { id: 1 } }, signal: AbortSignal.timeout(9) })",
      "DELETE('/cal/events/v1/events/{id}', { params: { path: { id: 1 }, query: { force: true } } })",
      "PATCH('/cal/events/v1/events/{id}', { params: { path: { id: 1 } }, body: { cost: '20' } })",
      "GET('/cal/events/v1/events.ics', { parseAs: 'text' }).then(({ data = '' }) => data.trim())",
      "GET('/cal/events/v1/venues.csv', { params: { query: { per_page: 3 } }, parseAs: 'text' })",
      "GET('/cal/events/v1/events', { parseAs: 'stream' }).then(({ data }) => data?.getReader())",
      "GET('/cal/events/v1/events').then(({ data }) => data?.events.map(({ title }) => title.trim()))",
      "GET('/cal/events/v1/tags/{id}', { params: { path: { id: 1 } } }).then(({ data }) => data?.name.trim())",
      "GET('/cal/events/v1/events', { params: { query: { _fields: ['id'] } } }).then(({ data }) => data?.events[0]?.title?.trim())",
      "GET('/cal/events/v1/events/{id}', { params: { path: { id: 1 }, query: { _fields: ['id'] } } }).then(({ data }) => data?.title?.trim())",
    ];
    const wrong = [
      "GET('/cal/events/v1/events/counts')",
      "GET('/cal/events/v1/events/counts', { params: { query: { by: 'colour' } } })",
      "GET('/cal/events/v1/events', { params: { query: { category: ['music'] } } })",
      "GET('/cal/events/v1/events', { params: { query: { per_page: 'many' } } })",
      "GET('/cal/events/v1/events', { params: { query: { event_status: ['canceled'] } } })",
      "GET('/cal/events/v1/events', { parms: {} })",
      "GET('/cal/events/v1/events.ics', { parseAs: 'calendar' })",
      "GET('/cal/events/v1/events', { parseAs: 'text' }).then(({ data }) => data?.events)",
      "GET('/cal/events/v1/events', { params: { query: { _fields: ['id'] } } }).then(({ data }) => data?.events[0]?.title.trim())",
      "GET('/cal/events/v1/events/{id}', { params: { path: { id: 1 }, query: { _fields: ['id'] } } }).then(({ data }) => data?.title.trim())",
      "GET('/cal/events/v1/event')",
      "GET('/cal/events/v1/events/{id}')",
      "POST('/cal/events/v1/tags', { body: { name: 'x', nam: 'y' } })",
      "PATCH('/cal/events/v1/events/{id}', { params: { path: { id: 1 } }, body: { title: 7 } })",
      "DELETE('/cal/events/v1/events', {})",
    ];
    const calls = [...right, ...wrong];
    const refused = linesWithErrors([
      "import { calendar } from './calendar.js';",
      "const { GET, POST, PATCH, DELETE } = calendar({ root: '' });",
      ...calls.map((call) => `void ${call};`),
    ]).map((line) => calls[line - 2]);
    expect(refused).toEqual(wrong);
  });

  it('has the tested example in its README', () => {
    const [readme, example] = ['README.md', 'example.ts'].map((name) =>
      readFileSync(join(__dirname, '..', 'client', name), 'utf8'),
    );
    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
  });
});

/**
 * The lines, counted from 0, of a program beside the client that do not compile; each error counts for the line on
 * which it begins.
 */
function linesWithErrors(lines: readonly string[]): number[] {
  const errors = diagnosticsOf(lines.join('\n'));
  const found = errors.map(({ file: where, start = 0 }) => where?.getLineAndCharacterOfPosition(start).line ?? -1);
  return [...new Set(found)].sort((one, other) => one - other);
}
