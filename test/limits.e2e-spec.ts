import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
});

afterAll(() => calendar.stop());

const from = (address: string, path: string, key?: string) =>
  calendar.get(path, { key }).set('X-Forwarded-For', address);

describe('limits', () => {
  it('are told in the headers of every answer below a root', async () => {
    const answer = await from('192.0.2.1', '/tags').expect(200);
    expect(answer.headers['ratelimit-policy']).toBe('"reads";q=6000;w=60');
    expect(answer.headers.ratelimit).toMatch(/^"reads";r=5999;t=\d+$/);
  });

  it('count searches and writes apart', async () => {
    expect((await from('192.0.2.1', '/tags?search=x')).headers.ratelimit).toMatch(/^"searches";r=1199/);
    const write = await calendar.post('/tags', {}, { as: 'editor' });
    expect(write.headers.ratelimit).toMatch(/^"writes";r=1199/);
  });

  it('refuse an address that keeps showing keys which do not hold, and only that address', async () => {
    const codes = new Map<number, number>();
    for (let tries = 0; tries < 125; tries++) {
      const { status } = await from('192.0.2.2', '/tags', 'cal_wrong');
      codes.set(status, (codes.get(status) ?? 0) + 1);
    }
    expect(codes.get(401)).toBe(120);
    expect(codes.get(429)).toBe(5);
    const refused = await from('192.0.2.2', '/tags', 'cal_wrong');
    expect(refused.body.code).toBe('rest_rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await from('192.0.2.2', '/tags').expect(200);
    await from('192.0.2.3', '/tags', 'cal_wrong').expect(401);
  });

  it('leave health alone', async () => {
    const answer = await calendar.raw().get('/health/live').expect(200);
    expect(answer.headers.ratelimit).toBeUndefined();
  });
});

describe('RATE_LIMIT=off', () => {
  it('turns limits off', async () => {
    const unlimited = await TestCalendar.start({ RATE_LIMIT: 'off' });
    try {
      const answer = await unlimited.get('/tags').expect(200);
      expect(answer.headers.ratelimit).toBeUndefined();
    } finally {
      await unlimited.stop();
    }
  });
});
