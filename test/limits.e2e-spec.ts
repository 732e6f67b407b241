import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
});

afterAll(() => calendar.stop());

const from = (address: string, path: string, key?: string) =>
  calendar.get(path, { key }).set('X-Forwarded-For', address);

describe('rate limits', () => {
  it('are in the headers of every response below a root', async () => {
    const answer = await from('192.0.2.1', '/tags').expect(200);
    expect(answer.headers['ratelimit-policy']).toBe('"reads";q=6000;w=60');
    expect(answer.headers.ratelimit).toMatch(/^"reads";r=5999;t=\d+$/);
  });

  it('count searches and writes separately', async () => {
    expect((await from('192.0.2.1', '/tags?search=x')).headers.ratelimit).toMatch(/^"searches";r=1199/);
    const write = await calendar.post('/tags', {}, { as: 'editor' });
    expect(write.headers.ratelimit).toMatch(/^"writes";r=1199/);
  });

  it('refuse only the address that keeps sending invalid keys', async () => {
    const codes = new Map<number, number>();
    for (let tries = 0; tries < 125; tries++) {
      const { status } = await from('192.0.2.2', '/tags', 'cal_wrong');
      codes.set(status, (codes.get(status) ?? 0) + 1);
    }
    expect(codes.get(401)).toBe(120);
    expect(codes.get(429)).toBe(5);
    await from('192.0.2.2', '/tags', calendar.keys.editor).expect(200);
    const refused = await from('192.0.2.2', '/tags', 'cal_wrong');
    expect(refused.body.code).toBe('rest_rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await from('192.0.2.2', '/tags').expect(200);
    await from('192.0.2.3', '/tags', 'cal_wrong').expect(401);
  });

  it('refuse an address that keeps writing without a key, before its body is sent', async () => {
    const codes = new Map<number, number>();
    for (let tries = 0; tries < 125; tries++) {
      const sent = calendar.post('/tags', undefined).set('X-Forwarded-For', '192.0.2.4');
      const { status } = await sent.set('Content-Type', 'application/json').send('[[[');
      codes.set(status, (codes.get(status) ?? 0) + 1);
    }
    expect([...codes]).toEqual([
      [401, 120],
      [429, 5],
    ]);
    await calendar
      .post('/tags', { name: 'With a key' }, { as: 'administrator' })
      .set('X-Forwarded-For', '192.0.2.4')
      .expect(201);
  });

  it('count requests without a handler, too', async () => {
    const remaining = async (method: 'get' | 'post' | 'options', path: string) => {
      const answer = await calendar.raw()[method](path).set('X-Forwarded-For', '192.0.2.5');
      return /r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1];
    };
    const root = '/en/cal/events/v1';
    expect(await remaining('get', `${root}/nothing`)).toBe('5999');
    expect(await remaining('get', '/nothing')).toBe('5998');
    expect(await remaining('get', `${root}/events/abc`)).toBe('5997');
    expect(await remaining('options', `${root}/events`)).toBe('5996');
    expect(await remaining('options', '/nothing')).toBe('5995');
    expect(await remaining('get', '/health/ready')).toBe('5994');
    expect(await remaining('get', '/')).toBe('5993');
    expect(await remaining('post', root)).toBe('1199');
  });

  it('identify a client by every spelling of its address', async () => {
    const remaining = async (address: string) =>
      Number(/r=(\d+)/.exec(String((await from(address, '/tags')).headers.ratelimit))![1]);
    const v4 = [
      '198.51.100.7',
      '198.51.100.7:4711',
      '::ffff:198.51.100.7',
      '::FFFF:C633:6407',
      '[::ffff:198.51.100.7]:80',
    ];
    const v6 = ['2001:db8:1:2::5', '2001:0DB8:0001:0002:0:0:0:5', '[2001:db8:1:2::6]:443', '[2001:db8:1:2:a:b:c:d]'];
    for (const spellings of [v4, v6]) {
      const left = [];
      for (const address of spellings) left.push(await remaining(address));
      expect(left).toEqual(spellings.map((_, index) => 5999 - index));
    }
  });

  it.each([
    ['/events', 1],
    ['/events?per_page=40', 2],
    ['/events?per_page=100', 5],
    ['/events/counts?by=category', 10],
    ['/events.csv', 50],
    ['/events.ics?per_page=200', 10],
    ['/changes?limit=500&records=true', 25],
  ])('count %s as %i, by the records that it may return', async (path, points) => {
    const remaining = async () =>
      Number(/r=(\d+)/.exec(String((await from('192.0.2.20', path).expect(200)).headers.ratelimit))![1]);
    const before = await remaining();
    expect(before - (await remaining())).toBe(points);
  });

  it('let one client run few costly reads at once, while others are served', async () => {
    const costly = Array.from({ length: 60 }, (_, number) =>
      from('192.0.2.21', `/events?per_page=100&exclude=${number + 1}`),
    );
    const simple = Array.from({ length: 60 }, (_, number) => from('192.0.2.21', `/events?exclude=${number + 1}`));
    const others = [from('192.0.2.22', '/events?per_page=100&exclude=99'), from('192.0.2.22', '/events?exclude=98')];
    const statuses = async (requests: typeof costly) => (await Promise.all(requests)).map(({ status }) => status);
    const [ofCostly, ofSimple, ofOthers] = await Promise.all([statuses(costly), statuses(simple), statuses(others)]);
    expect(ofCostly.filter((status) => status === 200).length).toBeGreaterThanOrEqual(22);
    expect(ofCostly.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(new Set([...ofSimple, ...ofOthers])).toEqual(new Set([200]));
    await from('192.0.2.21', '/events?per_page=100&exclude=1').expect(200);
  });

  it('do not apply to liveness', async () => {
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
