import { get as httpGet } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { map, type Observable, tap } from 'rxjs';
import { Database } from '../src/database/database.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { statementsDuring } from './support/statements.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { type Environment, inCalendar, TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

fixPresent();

const ROOT = '/en/cal/events/v1';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await inCalendar(database.url, async (calendar) => {
    const { anEvent, aVenue, aCategory } = makers(() => calendar);
    const [venue, category] = [await aVenue(), await aCategory()];
    for (let number = 0; number < 12; number++)
      await anEvent({ title: `Event ${number}`, venue: venue.id, categories: [category.id] });
    await anEvent({ title: 'Évènement', slug: 'evenement' }, { language: 'fr' });
  });
});

afterAll(() => database.drop());

/** The lines of a log, parsed. */
function aLog(): { lines: Record<string, unknown>[]; target: { write(line: string): void } } {
  const lines: Record<string, unknown>[] = [];
  return { lines, target: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) } };
}

describe('a cached response', () => {
  const settings: Environment = {
    RATE_LIMIT: 'on',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    CORS_ORIGINS: 'https://one.example,https://two.example',
  };
  const [keptLog, madeLog] = [aLog(), aLog()];
  let keeping: TestCalendar;
  let making: TestCalendar;

  beforeAll(async () => {
    keeping = await TestCalendar.start(settings, database.url, keptLog.target);
    making = await TestCalendar.start({ ...settings, CACHE_MB: '0' }, database.url, madeLog.target);
  });

  afterAll(async () => {
    await keeping.stop();
    await making.stop();
  });

  const answer = (calendar: TestCalendar, method: 'get' | 'head', path: string, headers: object) => {
    const request = calendar.raw()[method](path);
    return request.set({ 'X-Forwarded-For': '192.0.2.9', ...headers });
  };

  /** Headers of the connection and of the single request are not part of the response. */
  const steady = ({ headers }: { headers: Record<string, string> }) => {
    const { date, 'content-length': length, 'transfer-encoding': chunked, ...rest } = headers;
    expect(length ?? chunked ?? 'no content').toBeDefined();
    return {
      ...rest,
      date: typeof date,
      'x-request-id': typeof rest['x-request-id'],
      ratelimit: rest.ratelimit?.replace(/\d+/g, 'n'),
    };
  };

  const paths = [
    `${ROOT}/events`,
    `${ROOT}/events/`,
    `${ROOT}/events?page=2&per_page=5&fbclid=x`,
    `${ROOT}/events?translation_language=fr&search=event`,
    `${ROOT}/events/1`,
    '/fr/cal/events/v1/events/by-slug/event-3',
    `${ROOT}/events/by-slug/evenement`,
    `${ROOT}/venues?has_events=true`,
    `${ROOT}/organizers`,
    `${ROOT}/categories/1`,
    `${ROOT}/tags`,
  ];
  const requests = [
    {},
    { 'Accept-Encoding': 'gzip' },
    { 'Accept-Encoding': 'gzip, deflate, br' },
    { 'Accept-Encoding': 'identity' },
    { Origin: 'https://two.example' },
    { Origin: 'https://three.example', 'X-Request-Id': 'mine' },
    { 'If-None-Match': '*' },
    { 'If-None-Match': '"other"', 'Cache-Control': 'no-cache' },
  ];

  it.each(paths)('has the same headers and bytes as a computed one: %s', async (path) => {
    for (const method of ['get', 'head'] as const) {
      for (const headers of requests) {
        const made = await answer(making, method, path, headers);
        await answer(keeping, method, path, headers);
        const statements = await statementsDuring(keeping, async () => {
          const kept = await answer(keeping, method, path, headers);
          expect([headers, kept.status, steady(kept)]).toEqual([headers, made.status, steady(made)]);
          expect(kept.text).toBe(made.text);
          const again = { ...headers, 'If-None-Match': String(made.headers.etag) };
          const fresh = await answer(keeping, method, path, again);
          expect(steady(fresh)).toEqual(steady(await answer(making, method, path, again)));
          expect(fresh.status).toBe(304);
        });
        expect(statements).toEqual([]);
      }
    }
  });

  const aWrite = () => keeping.post('/tags', { name: `Beside it ${Math.random()}` }, { as: 'editor' }).expect(201);

  it.each(paths)('is computed again after a write: %s', async (path) => {
    for (const method of ['get', 'head'] as const) {
      for (const headers of requests) {
        await answer(keeping, 'get', path, headers);
        await aWrite();
        const made = await answer(making, method, path, headers);
        const kept = await answer(keeping, method, path, headers);
        expect([headers, kept.status, steady(kept)]).toEqual([headers, made.status, steady(made)]);
        expect(kept.text).toBe(made.text);
      }
    }
  });

  it('is logged even if its client has disconnected meanwhile', async () => {
    await answer(keeping, 'get', `${ROOT}/organizers?per_page=9`, {});
    await aWrite();
    const database = keeping.app.get(Database);
    const read = database.read.bind(database);
    let isRead = false;
    let isGone = false;
    const slow = jest.spyOn(database, 'read').mockImplementation(async (work) => {
      isRead = true;
      await until(() => isGone);
      return read(work);
    });
    const gone = answer(keeping, 'get', `${ROOT}/organizers?per_page=9`, { 'X-Request-Id': 'gone' });
    gone.end(() => undefined);
    await until(() => isRead);
    gone.abort();
    const lines = () => keptLog.lines.filter(({ requestId }) => requestId === 'gone');
    await until(() => lines().length > 0);
    isGone = true;
    await sleep(100);
    slow.mockRestore();
    expect(lines()).toMatchObject([{ aborted: true, path: `${ROOT}/organizers` }]);
  });

  it('is logged with the code of its error', async () => {
    const lines = () => keptLog.lines.filter(({ requestId }) => String(requestId).startsWith('coded-'));
    await answer(keeping, 'get', `${ROOT}/tags?per_page=many`, { 'X-Request-Id': 'coded-1' });
    await answer(keeping, 'get', `${ROOT}/tags`, { 'X-Request-Id': 'coded-2' });
    await until(() => lines().length === 2);
    expect(lines().map(({ status, code }) => [status, code])).toEqual([
      [400, 'rest_invalid_param'],
      [200, undefined],
    ]);
  });

  it('is not returned for a request with invalid parameters', async () => {
    await answer(keeping, 'get', `${ROOT}/tags`, {});
    expect((await answer(keeping, 'get', `${ROOT}/tags?per_page=many`, {})).status).toBe(400);
    expect((await answer(keeping, 'get', `${ROOT}/tags?order=`, {})).status).toBe(400);
  });

  it('is not stored for an address of more than 2,000 characters', async () => {
    const path = (length: number) => `${ROOT}/tags?include=${'1,'.repeat(length)}1`;
    const statements = async (length: number) => {
      await answer(keeping, 'get', path(length), {});
      return statementsDuring(keeping, async () => void (await answer(keeping, 'get', path(length), {}).expect(200)));
    };
    expect(await statements(100)).toEqual([]);
    expect((await statements(1000)).length).toBeGreaterThan(0);
  });

  it('is logged like a computed one', async () => {
    const [path, headers] = [paths[0]!, { 'X-Request-Id': 'logged' }];
    for (const calendar of [keeping, keeping, making]) await answer(calendar, 'get', path, headers);
    const lines = (log: typeof keptLog) =>
      log.lines
        .filter(({ requestId }) => requestId === 'logged')
        .map(({ time, ms, ...line }) => [typeof time, typeof ms, line]);
    await until(() => lines(keptLog).length + lines(madeLog).length === 3);
    const [line] = lines(madeLog);
    expect(lines(keptLog)).toEqual([line, line]);
    expect(line![2]).toMatchObject({ method: 'GET', path, status: 200, ip: '192.0.2.9', msg: 'request' });
  });

  it('counts for the rate limits, and is refused beyond them', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.10' };
    const search = () => answer(keeping, 'get', `${ROOT}/tags?search=x`, headers);
    const { ratelimit } = (await search()).headers;
    expect(ratelimit).toMatch(/^"searches";r=1199;/);
    for (let sent = 1; sent < 1200; sent++) await search();
    const refused = await search();
    expect([refused.status, refused.body.code]).toEqual([429, 'rest_rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is shared by requests whose parameters have another order', async () => {
    const path = `${ROOT}/events?per_page=3&featured=false`;
    const { text } = await answer(keeping, 'get', path, {});
    const statements = await statementsDuring(keeping, async () => {
      expect((await answer(keeping, 'get', `${ROOT}/events?featured=false&per_page=3`, {})).text).toBe(text);
    });
    expect(statements).toEqual([]);
  });

  it('is shared by requests that differ in parameters which the route does not have', async () => {
    const path = `${ROOT}/events?per_page=3&featured=true`;
    const { text } = await answer(keeping, 'get', path, {});
    const statements = await statementsDuring(keeping, async () => {
      for (const more of ['utm_source=x', 'nonce=1', 'nonce=2', 'x[]=1', 'callback=c'])
        expect((await answer(keeping, 'get', `${path}&${more}`, {})).text).toBe(text);
    });
    expect(statements).toEqual([]);
    for (const mistyped of ['feature=true', 'tag=1', 'pages=2'])
      expect((await answer(keeping, 'get', `${path}&${mistyped}`, {})).status).toBe(400);
  });

  it('is not returned to requests with a key, a password or a body', async () => {
    const path = `${ROOT}/events/2`;
    await answer(keeping, 'get', path, {});
    for (const request of [keeping.get('/events/2', { as: 'reader' }), keeping.get('/events/2?password=x')]) {
      const { headers } = await request.expect(200);
      expect(headers['cache-control']).toBe('private, no-store');
    }
    await keeping.get('/events/2', { key: 'cal_wrong' }).expect(401);
    expect((await keeping.raw().get(path).send('{"translation_language":"fr"}')).body.language).toBe('en');
  });

  it('is not returned for an address that Express parses differently', async () => {
    const { port } = keeping.app.getHttpServer().address() as AddressInfo;
    const path = `${ROOT}/events?per_page=1`;
    const status = await new Promise((resolve) =>
      httpGet({ port, path: `${path}#x` }, (made) => resolve(made.resume().statusCode)),
    );
    expect(status).toBe(200);
    expect((await answer(keeping, 'get', `${path}%23x`, {})).status).toBe(400);
  });

  it('is computed once for concurrent requests', async () => {
    const path = '/events?per_page=4&exclude=1';
    const alone = await statementsDuring(keeping, () => keeping.get('/events?per_page=4&exclude=2'));
    const together = await statementsDuring(keeping, () =>
      Promise.all(Array.from({ length: 100 }, () => keeping.get(path).expect(200))),
    );
    expect(alone.length).toBeGreaterThan(0);
    expect(together.length).toBeLessThanOrEqual(alone.length);
  });

  it('expires when what it says about the time expires', async () => {
    const { aVenue, anEvent } = makers(() => keeping);
    const venue = await aVenue({ venue: 'Soon empty' });
    const end = Math.floor(Date.now() / 1000) * 1000 + 2000;
    const [start_date, end_date] = [end - 7000, end].map((time) => new Date(time).toISOString());
    await anEvent({ title: 'Short', start_date, end_date, venue: venue.id });
    const listed = async () => (await keeping.get(`/venues?only_with_upcoming=true&include=${venue.id}`)).body.total;
    const before = await listed();
    const { headers } = await keeping.get(`/venues?only_with_upcoming=true&include=${venue.id}`);
    // A list that ends in the past or future is cached until its end at most.
    if (Date.now() < end) expect([before, headers['cache-control']]).toEqual([1, 'public, max-age=0']);
    await sleep(end + 1000 - Date.now());
    expect(await listed()).toBe(0);
  });
});

describe('guards and interceptors', () => {
  const seen: string[] = [];

  class OnlyPolite implements CanActivate {
    canActivate(execution: ExecutionContext): boolean {
      return execution.switchToHttp().getRequest<Request>().get('X-Impolite') === undefined;
    }
  }

  class Counting implements NestInterceptor {
    intercept(execution: ExecutionContext, next: CallHandler<object>): Observable<object> {
      const { name } = execution.getHandler();
      const isStamped = execution.switchToHttp().getRequest<Request>().get('X-Stamp') !== undefined;
      return next.handle().pipe(
        tap((shown) => seen.push(`${name} ${Object.keys(shown).join()}`)),
        map((shown) => (isStamped ? { ...shown, stamp: 'mine' } : shown)),
      );
    }
  }

  type Change = (shown: Record<string, unknown>, response: Response) => unknown;

  /** Changes that interceptors make to a response, by the header `X-Change`. */
  const changes: Readonly<Record<string, Change>> = {
    add: (shown) => Object.assign(shown, { stamp: 'mine' }),
    replace: (shown) => Object.assign(shown, { total: 99 }),
    remove: (shown) => (delete shown['total'], shown),
    within: (shown) => (Object.assign((shown['events'] as object[])[0]!, { title: 'mine' }), shown),
    headers: (shown, response) => {
      response.setHeader('Cache-Control', 'no-cache').setHeader('Content-Type', 'application/vnd.mine+json');
      return shown;
    },
    stream: () => new StreamableFile(Buffer.from('a,b'), { type: 'text/csv' }),
  };

  class Changing implements NestInterceptor {
    intercept(execution: ExecutionContext, next: CallHandler<Record<string, unknown>>): Observable<unknown> {
      const http = execution.switchToHttp();
      const change = changes[http.getRequest<Request>().get('X-Change') ?? ''];
      return next.handle().pipe(map((shown) => change?.(shown, http.getResponse()) ?? shown));
    }
  }

  let calendar: TestCalendar;

  beforeAll(async () => {
    const providers = [
      { provide: APP_GUARD, useClass: OnlyPolite },
      { provide: APP_INTERCEPTOR, useClass: Counting },
      { provide: APP_INTERCEPTOR, useClass: Changing },
    ];
    calendar = await TestCalendar.start({}, database.url, undefined, providers);
  });

  afterAll(() => calendar.stop());

  const read = (query: string, headers = {}) => calendar.raw().get(`${ROOT}/events?per_page=2&${query}`).set(headers);

  it('of guards, all run for a cached response, too', async () => {
    const plain = await read('exclude=900').expect(200);
    const statements = await statementsDuring(calendar, async () => {
      expect((await read('exclude=900', { 'X-Impolite': '1' })).status).toBe(403);
      expect((await read('exclude=900')).body).toEqual(plain.body);
    });
    expect(statements).toEqual([]);
  });

  it('of a controller see the result of the handler when it is computed, and may change what is cached', async () => {
    const { body: plain } = await read('exclude=901').expect(200);
    seen.length = 0;
    expect((await read('exclude=902', { 'X-Stamp': '1' })).body.stamp).toBe('mine');
    expect((await read('exclude=902')).body.stamp).toBe('mine');
    expect(seen).toEqual([`list ${Object.keys(plain as object).join()}`]);
  });

  it('may change a response in place', async () => {
    const { body: plain } = (await read('exclude=903').expect(200)) as { body: { events: object[]; total: number } };
    const { total: _total, ...rest } = plain;
    const [first, ...others] = plain.events;
    const expected = {
      add: { ...plain, stamp: 'mine' },
      replace: { ...plain, total: 99 },
      remove: rest,
      within: { ...plain, events: [{ ...first, title: 'mine' }, ...others] },
    };
    for (const [place, [change, body]] of Object.entries(expected).entries()) {
      const changed = await read(`exclude=${910 + place}`, { 'X-Change': change }).expect(200);
      const links = { rest_url: expect.anything(), next_rest_url: expect.anything() };
      expect(changed.body).toEqual({ ...body, ...links });
    }
    expect((await read('exclude=903')).body).toEqual(plain);
  });

  it('may set Cache-Control, which prevents caching here, or send another response', async () => {
    const { headers } = await read('exclude=920', { 'X-Change': 'headers' }).expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'application/vnd.mine+json' });
    expect((await read('exclude=920').expect(200)).headers['content-type']).toBe('application/json; charset=utf-8');
    const { text, headers: streamed } = await read('exclude=921', { 'X-Change': 'stream' }).expect(200);
    expect([text, streamed['content-type']]).toEqual(['a,b', 'text/csv']);
    expect((await read('exclude=921').expect(200)).body.events).toHaveLength(2);
  });

  it('do not change the revision of a record', async () => {
    const { body } = await read('exclude=922').expect(200);
    const path = `${ROOT}/events/${body.events[0].id}`;
    for (const stamp of ['1', '2']) {
      const { headers } = await calendar.raw().get(path).set('X-Stamp', stamp).expect(200);
      expect(headers['etag']).toMatch(/^"\d+-/);
    }
  });
});

describe('CACHE_MB', () => {
  it('limits the memory of the cache: evicted responses are computed again', async () => {
    const small = await TestCalendar.start({ CACHE_MB: '1' }, database.url);
    try {
      const ask = (page: number) =>
        small.get(`/events?per_page=1&page=${(page % 12) + 1}&exclude=${1000 + page}`).expect(200);
      const first = await ask(0);
      for (let page = 1; page < 400; page++) await ask(page);
      const statements = await statementsDuring(small, async () => {
        expect((await ask(0)).text).toBe(first.text);
      });
      expect(statements.length).toBeGreaterThan(0);
    } finally {
      await small.stop();
    }
  });
});
