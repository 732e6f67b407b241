import { readFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { calendar as clientOf } from '../client/calendar.js';
import { announce } from '../client/example.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
let origin: string;

beforeAll(async () => {
  calendar = await TestCalendar.start();
  origin = `http://127.0.0.1:${(calendar.app.getHttpServer().address() as AddressInfo).port}`;
});

afterAll(() => calendar.stop());

describe('the typed client', () => {
  it('does what its example says', async () => {
    const events = await announce(`${origin}/en`, calendar.keys.editor);
    expect(events).toMatchObject([
      {
        title: 'Summer concert',
        venue: [{ venue: 'Massey Hall' }],
        alternates: [{ language: 'en' }, { language: 'fr' }],
      },
    ]);
  });

  it('tells failures by their codes', async () => {
    const { GET, POST } = clientOf({ root: `${origin}/en` });
    const missing = await GET('/cal/events/v1/events/{id}', { params: { path: { id: 999 } } });
    expect([missing.response.status, missing.error?.code]).toEqual([404, 'rest-event-not-found']);
    const refused = await POST('/cal/events/v1/tags', { body: { name: 'x' } });
    expect(refused.error?.code).toBe('rest_forbidden');
  });

  it('has the example in its README that is tested here', () => {
    const [readme, example] = ['README.md', 'example.ts'].map((name) =>
      readFileSync(join(__dirname, '..', 'client', name), 'utf8'),
    );
    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
  });
});
