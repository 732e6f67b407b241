import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatKey, newKey } from '../http/auth/keys.js';
import { type AddressInfo, connect } from 'node:net';
import { Body, Controller, Get, Global, Header, Module, Post, Query } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { Public } from '../http/auth/access.decorators.js';
import { Authenticator } from '../http/auth/authenticator.js';
import { BodyGuard } from '../http/parse-request.js';
import { AccessGuard } from '../http/auth/access.guard.js';
import { Extensions } from '../calendar/extension-api/extensions.js';
import { IMAGE_STORE } from '../calendar/images/stores/image-store.js';
import { ApiErrorFilter } from '../http/response/api-error.filter.js';
import { CacheControl } from '../http/response/cache-control.js';
import { EnabledExtensions, QueryRules, RequestValidationPipe } from '../http/validation/request-validation.pipe.js';
import { RateLimits } from '../http/rate-limits.js';
import { loadSettings } from '../lib/config/load-settings.js';
import { Settings } from '../lib/config/settings.js';
import { Database } from '../database/database.js';
import { HealthModule } from './health/health.module.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { HttpAdapter } from './http-adapter.js';
import { createLog } from './log.js';
import { applicationOptions, setUp } from './set-up.js';
import { processTime } from '../../test/support/process-time.js';
import { until } from '../../test/support/until.js';
import { shutDown } from './shutdown.js';

/** Each of them has a slow request answered. */
const opens: (() => void)[] = [];

@Controller('things')
class ThingsController {
  @Get()
  @Public()
  list(@Query() query: Record<string, unknown>) {
    return { ...query, padding: 'x'.repeat(2000) };
  }

  @Get('all.csv')
  @Public()
  @Header('Content-Type', 'text/csv')
  table() {
    return 'x'.repeat(2000);
  }

  @Post()
  @Public()
  create(@Body() body: Record<string, unknown>) {
    return body;
  }

  @Post('broken')
  @Public()
  broken() {
    throw Object.assign(new Error('broke'), { parameters: ['hush'], sql: 'hush', cause: new Error('why') });
  }

  /** Answers when the test says so. */
  @Get('slow')
  @Public()
  @Header('Cache-Control', 'no-store')
  async slow() {
    await new Promise<void>((resolve) => opens.push(resolve));
    return { slow: true };
  }
}

const unlimited = loadSettings({ RATE_LIMIT: 'off' });

const database = { watch: () => Promise.resolve<string[]>([]), isWritable: () => Promise.resolve(true) };

@Global()
@Module({
  providers: [
    { provide: Database, useValue: database },
    { provide: Settings, useValue: loadSettings({}) },
    { provide: Authenticator, useValue: { callerOf: () => Promise.resolve(null) } },
    { provide: RateLimits, useValue: new RateLimits(unlimited) },
    { provide: CacheControl, useValue: {} },
    { provide: EnabledExtensions, useValue: new Extensions([]) },
    { provide: QueryRules, useValue: { check: () => undefined } },
    { provide: Extensions, useValue: new Extensions([]) },
    {
      provide: RequestMetrics,
      useValue: { observe: (_request: unknown, _response: unknown, next: () => void) => next() },
    },
  ],
  exports: [
    ...[Database, Settings, Authenticator, RateLimits, EnabledExtensions, QueryRules, CacheControl, Extensions],
    RequestMetrics,
  ],
})
class OutsideModule {}

@Module({
  imports: [OutsideModule, HealthModule],
  controllers: [ThingsController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    { provide: APP_FILTER, useClass: ApiErrorFilter },
  ],
})
class ThingsModule {}

const things = '/en/cal/events/v1/things';

describe('the HTTP server', () => {
  let app: NestExpressApplication;
  let port: number;
  let lines: Record<string, unknown>[];

  async function start(environment: Record<string, string> = {}, patience?: number) {
    lines = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const log = createLog('debug', { write });
    const module = await Test.createTestingModule({ imports: [ThingsModule] })
      .overrideProvider(IMAGE_STORE)
      .useValue({ assertWritable: () => Promise.resolve() })
      .compile();
    app = module.createNestApplication<NestExpressApplication>(new HttpAdapter(patience), applicationOptions(log));
    setUp(app, loadSettings(environment), log);
    await app.listen(0, '127.0.0.1');
    ({ port } = app.getHttpServer().address() as AddressInfo);
  }

  const ask = () => request(app.getHttpServer());
  const logged = () => lines.filter(({ msg }) => msg === 'request');

  async function exchange(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let response = '';
    socket.on('error', () => undefined).on('data', (data) => (response += data.toString()));
    await once(socket, 'close');
    return response;
  }

  afterEach(() => app.close());

  describe('by default', () => {
    beforeEach(() => start());

    it('sends Vary', async () => {
      expect((await ask().get(things)).headers.vary).toBe('Authorization, Accept-Encoding');
      expect((await ask().get('/nothing')).headers.vary).toBe('Authorization, Accept-Encoding');
    });

    it('does not reveal its software', async () => {
      expect((await ask().get(things)).headers).not.toHaveProperty('x-powered-by');
    });

    it('compresses formats', async () => {
      const { headers } = await ask().get(`${things}/all.csv`).set('Accept-Encoding', 'gzip');
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Authorization, Accept-Encoding' });
    });

    it('does not require TLS of browsers on plain http', async () => {
      const { headers } = await ask().get(things);
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
      expect(headers['x-content-type-options']).toBe('nosniff');
    });

    it.each([
      '/nothing',
      '/',
      '/en',
      '/de/cal/events/v1/things',
      '/cal/events/v1/things',
      '/health/nothing',
      '/%E0%A4%A',
    ])('returns 404 with the error body for %s', async (path) => {
      const response = await ask().get(path);
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
    });

    it('returns 405 with the methods, also on the health routes', async () => {
      const collection = await ask().delete(things);
      expect(collection.status).toBe(405);
      expect(collection.headers.allow).toBe('GET, HEAD, OPTIONS, POST');
      expect(collection.body.code).toBe('rest_method_not_allowed');
      const health = await ask().post('/health/live');
      expect(health.status).toBe(405);
      expect(health.headers.allow).toBe('GET, HEAD, OPTIONS');
    });

    it.each([
      ['broken JSON', 400, 'rest_invalid_json', { 'Content-Type': 'application/json' }, '{"a":'],
      ['a JSON list', 400, 'rest_invalid_json', { 'Content-Type': 'application/json' }, '[1]'],
      ['JSON text', 400, 'rest_invalid_json', { 'Content-Type': 'application/json' }, '"a"'],
      [
        'broken compression',
        400,
        'rest_invalid_json',
        { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        'gzip this is not',
      ],
      [
        'a large body',
        413,
        'rest_body_too_large',
        { 'Content-Type': 'application/json' },
        JSON.stringify({ a: 'x'.repeat(1024 * 1024) }),
      ],
      ['another type', 415, 'rest_unsupported_media_type', { 'Content-Type': 'text/plain' }, '{}'],
      [
        'another charset',
        415,
        'rest_unsupported_media_type',
        { 'Content-Type': 'application/json; charset=klingon' },
        '{}',
      ],
      [
        'another encoding',
        415,
        'rest_unsupported_media_type',
        { 'Content-Type': 'application/json', 'Content-Encoding': 'klingon' },
        '{}',
      ],
    ])('refuses %s with %i', async (_what, status, code, headers, body) => {
      const response = await ask().post(things).set(headers).send(body);
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ code, data: { status } });
    });

    it('writes errors of bodies in the language of the root', async () => {
      const path = '/fr/cal/events/v1/things';
      const response = await ask().post(path).set('Content-Type', 'application/json').send('{');
      expect(response.headers['content-language']).toBe('fr');
      expect(response.body.message).toContain('JSON');
      expect(response.body.message).not.toContain('The body');
    });

    it('answers OPTIONS with the methods of the path', async () => {
      const known = await ask().options(things);
      expect(known.status).toBe(204);
      expect(known.headers.allow).toBe('GET, HEAD, OPTIONS, POST');
      expect((await ask().options('/nothing')).status).toBe(404);
      expect(await exchange('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 204 /);
    });

    it('answers HEAD like GET, without the body', async () => {
      const { status, headers, text } = await ask().head(things).set('Accept-Encoding', 'identity');
      expect({ status, text }).toEqual({ status: 200, text: undefined });
      expect(Number(headers['content-length'])).toBeGreaterThan(2000);
    });

    it('tolerates a trailing slash, and a target with an origin', async () => {
      expect((await ask().get(`${things}/`)).status).toBe(200);
      expect(await exchange(`GET http://x${things} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 200 /,
      );
    });

    it.each([
      ['what is no HTTP', 400, 'rest_malformed_request', 'en', 'hello\r\n\r\n'],
      ['bytes that no address has', 400, 'rest_malformed_request', 'fr', 'GET /fr/cal/events/v1/é HTTP/1.1\r\n\r\n'],
      [
        'a request without a host',
        ...([400, 'rest_malformed_request', 'fr'] as const),
        'GET /fr/cal/events/v1/things HTTP/1.1\r\nConnection: close\r\n\r\n',
      ],
      [
        'a request with two hosts',
        ...([400, 'rest_malformed_request', 'fr'] as const),
        'GET /fr/cal/events/v1/things HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
      ],
      [
        'too many headers',
        ...([431, 'rest_headers_too_large', 'fr'] as const),
        `GET /fr/cal/events/v1?a HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      ],
    ])('refuses %s with the common error body', async (_what, status, code, language, bytes) => {
      const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toContain('Content-Type: application/json; charset=utf-8');
      expect(head).toContain(`Content-Language: ${language}`);
      expect(JSON.parse(body)).toMatchObject({ code, data: { status } });
    });

    it('refuses a request in its language, also if the rest of a refused body comes in the same packet', async () => {
      const head = 'POST /fr/cal/events/v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n';
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head}{"a": `));
      const first = String(await once(socket, 'data'));
      expect(first).toMatch(/^HTTP\/1.1 404 /);
      let second = '';
      socket.on('data', (data) => (second += String(data)));
      socket.write('"B c"}GET /fr/cal/events/v1/é HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'close');
      const [, body = ''] = second.split('\r\n\r\n');
      expect(second).toMatch(/^HTTP\/1.1 400 [^]*\r\nContent-Language: fr\r\n/);
      expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/^L’adresse doit être/) });
    });

    it('closes connections that continue to send after a refusal', async () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
      socket.on('error', () => undefined).write('hello\r\n\r\n');
      await once(socket, 'end');
      const sending = setInterval(() => socket.write('x'), 50);
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(sending);
    });

    it('ignores an unknown expectation', async () => {
      const response = await exchange(`GET ${things} HTTP/1.1\r\nHost: x\r\nExpect: y\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1.1 200 /);
    });

    it('allows pages of every origin to read, and to write with a key', async () => {
      const read = await ask().get(things).set('Origin', 'https://a.example');
      expect(read.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('X-Cal-TotalPages'),
        vary: 'Authorization, Accept-Encoding',
      });
      const preflight = await ask()
        .options('/en/cal/events/v1/nothing')
        .set({ Origin: 'https://a.example', 'Access-Control-Request-Method': 'PATCH' });
      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject({
        'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
        'access-control-allow-headers': 'Authorization,Content-Type,If-Match,If-None-Match,Idempotency-Key',
        'access-control-max-age': '7200',
      });
    });

    it('gives each request an id, or keeps the given one', async () => {
      expect((await ask().get(things)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect((await ask().get(things).set('X-Request-Id', 'abc-1')).headers['x-request-id']).toBe('abc-1');
      for (const id of ['a b', '"', 'x'.repeat(200)]) {
        expect((await ask().get(things).set('X-Request-Id', id)).headers['x-request-id']).not.toBe(id);
      }
    });

    it('logs one line for each request', async () => {
      await ask().get(things).set('X-Request-Id', 'abc');
      await ask().get('/nothing');
      expect(logged()).toEqual([
        expect.objectContaining({ level: 'info', requestId: 'abc', method: 'GET', path: things, status: 200 }),
        expect.objectContaining({ level: 'info', path: '/nothing', status: 404, ms: expect.any(Number) }),
      ]);
    });

    it('logs no secrets', async () => {
      await ask()
        .get(`${things}?password=hush&p%61ssword=hush`)
        .set({ Authorization: 'Bearer hush', Cookie: 'a=hush' });
      await ask().post(`${things}/broken?password=hush`).send({ password: 'hush' });
      expect(logged()).toHaveLength(2);
      expect(JSON.stringify(lines)).not.toContain('hush');
    });

    it('logs no keys, wherever they occur', async () => {
      const key = formatKey(newKey());
      const [, id = '', secret = ''] = key.split('_');
      for (const written of [key, key.replaceAll('_', '%5F'), key.slice(0, -9), key.toUpperCase()]) {
        await ask().get(`/en/cal/events/v1/${written}/x`).set('X-Request-Id', written);
      }
      expect(logged()).toHaveLength(4);
      const text = JSON.stringify(lines).toLowerCase();
      expect(text).not.toContain(secret.toLowerCase());
      expect(text).toContain(`cal_${id}_…/x`);
    });

    it('logs the cause of an internal error under the id in the response', async () => {
      const { status, body } = await ask().post(`${things}/broken`).send({});
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain('broke');
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          requestId: body.data.request_id,
          err: expect.objectContaining({
            message: 'broke',
            stack: expect.any(String),
            cause: expect.objectContaining({ message: 'why' }),
          }),
        }),
      );
    });

    describe('health checks', () => {
      afterEach(() => jest.restoreAllMocks());

      it('are alive and ready', async () => {
        expect((await ask().get('/health/live')).body).toMatchObject({ status: 'ok' });
        const { status, headers, body } = await ask().get('/health/ready');
        expect(status).toBe(200);
        expect(body).toMatchObject({ status: 'ok', details: { database: { status: 'up' } } });
        expect(headers['cache-control']).toContain('no-store');
      });

      it.each([
        ['does not answer', () => Promise.reject(new Error('hush'))],
        ['lacks 2 migration(s)', () => Promise.resolve(['a', 'b'])],
      ])('are alive but not ready while the database %s', async (message, pending) => {
        jest.spyOn(database, 'watch').mockImplementation(pending);
        expect((await ask().get('/health/live')).status).toBe(200);
        const response = await ask().get('/health/ready');
        expect(response.status).toBe(503);
        expect(response.headers['cache-control']).toContain('no-store');
        expect(response.body).toMatchObject({ status: 'error', error: { database: { status: 'down', message } } });
      });
    });

    describe('the shutdown', () => {
      it('makes readiness fail first, and continues to serve for a moment', async () => {
        await ask().get('/health/ready');
        const ended = shutDown(app, 300);
        const ready = await ask().get('/health/ready');
        expect(ready.status).toBe(503);
        expect(ready.body.error.service).toEqual({ status: 'down', message: 'is shutting down' });
        expect((await ask().get(things)).status).toBe(200);
        await ended;
        await expect(exchange('')).rejects.toThrow('ECONNREFUSED');
      });

      it('does not wait if readiness is not monitored', async () => {
        const start = processTime();
        await shutDown(app, 10_000);
        expect(processTime() - start).toBeLessThan(1000);
      });

      it('completes requests in progress, and accepts no others', async () => {
        const idle = connect(port, '127.0.0.1');
        await once(idle, 'connect');
        const slow = ask()
          .get(`${things}/slow`)
          .then(({ status, body }) => ({ status, body: body as unknown }));
        await until(() => opens.length === 1);
        const ended = shutDown(app);
        await once(idle, 'close');
        await expect(exchange(`GET ${things} HTTP/1.1\r\nHost: x\r\n\r\n`)).rejects.toThrow('ECONNREFUSED');
        opens.pop()!();
        expect(await slow).toEqual({ status: 200, body: { slow: true } });
        await ended;
      });

      it('destroys connections that take too long', async () => {
        await app.close();
        await start({}, 100);
        const slow = ask()
          .get(`${things}/slow`)
          .then(
            () => 'answered',
            () => 'cut off',
          );
        await until(() => opens.length === 1);
        await shutDown(app);
        expect(await slow).toBe('cut off');
        opens.pop()!();
      });
    });
  });

  describe('too many concurrent requests', () => {
    const slowOnes = async (...addresses: string[]) => {
      const sent = addresses.map((address) => ask().get(`${things}/slow`).set('X-Forwarded-For', address).then());
      await until(() => opens.length === addresses.length);
      return sent;
    };
    const from = (address: string, path = things) => ask().get(path).set('X-Forwarded-For', address);
    const finish = async (sent: Promise<unknown>[]) => {
      for (const end of opens.splice(0)) end();
      await Promise.all(sent);
    };

    it('are refused at once, except health checks', async () => {
      await start({ TRUST_PROXY: '1', MAX_REQUESTS: '2' });
      const sent = await slowOnes('192.0.2.1', '192.0.2.2');
      const refused = await from('192.0.2.3', things.replace('/en/', '/fr/'));
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'rest_busy', '1']);
      expect(refused.headers['content-language']).toBe('fr');
      expect((await from('192.0.2.3', '/health/ready')).status).toBe(200);
      await finish(sent);
      expect((await from('192.0.2.3')).status).toBe(200);
    });

    it('of one client leave room for others', async () => {
      await start({ TRUST_PROXY: '1', MAX_REQUESTS: '4' });
      const sent = await slowOnes('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1');
      expect((await from('192.0.2.1')).status).toBe(503);
      expect((await from('192.0.2.2')).status).toBe(200);
      await finish(sent);
    });

    it('of one client are refused beyond its limit', async () => {
      await start({ TRUST_PROXY: '1', MAX_REQUESTS_PER_CLIENT: '2' });
      const sent = await slowOnes('192.0.2.1', '192.0.2.1');
      const refused = await from('[::ffff:192.0.2.1]:99');
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
        429,
        'rest_rate_limited',
        '1',
      ]);
      expect((await from('192.0.2.2')).status).toBe(200);
      await finish(sent);
      expect((await from('192.0.2.1')).status).toBe(200);
    });

    it('do not count once they are aborted', async () => {
      await start({ MAX_REQUESTS: '1' });
      const gone = connect(port, '127.0.0.1', () => gone.write(`GET ${things}/slow HTTP/1.1\r\nHost: x\r\n\r\n`));
      await until(() => opens.length === 1);
      expect((await ask().get(things)).status).toBe(503);
      gone.destroy();
      while ((await ask().get(things)).status !== 200) await new Promise(setImmediate);
      for (const end of opens.splice(0)) end();
    });

    it('of one address are not limited with RATE_LIMIT=off', async () => {
      await start({ RATE_LIMIT: 'off', MAX_REQUESTS_PER_CLIENT: '1' });
      const sent = await slowOnes('192.0.2.1');
      expect((await ask().get(things)).status).toBe(200);
      await finish(sent);
    });

    it.each([
      [{ MAX_CONNECTIONS_PER_CLIENT: '1' }, false],
      [{ MAX_CONNECTIONS_PER_CLIENT: '1', TRUST_PROXY: '1' }, true],
      [{ MAX_CONNECTIONS_PER_CLIENT: '1', RATE_LIMIT: 'off' }, true],
    ])(
      'of one address are limited, unless a proxy has them all: %j',
      async (environment: Record<string, string>, expected) => {
        await start(environment);
        const first = connect(port, '127.0.0.1');
        await once(first, 'connect');
        const request = 'GET /health/live HTTP/1.0\r\nHost: x\r\n\r\n';
        expect((await exchange(request).catch(() => '')) !== '').toBe(expected);
        first.destroy();
        await once(first, 'close');
        while ((await exchange(request).catch(() => '')) === '') await nextTurn();
      },
    );

    it('are limited by the maximum number of connections', async () => {
      await start({ MAX_CONNECTIONS: '1' });
      const first = connect(port, '127.0.0.1');
      await once(first, 'connect');
      expect(await exchange('')).toBe('');
      first.destroy();
    });
  });

  it('allows listed origins to read, and varies by origin', async () => {
    await start({ CORS_ORIGINS: 'https://a.example,https://b.example' });
    const from = async (origin: string) => (await ask().get(things).set('Origin', origin)).headers;
    expect(await from('https://b.example')).toMatchObject({ 'access-control-allow-origin': 'https://b.example' });
    expect(await from('https://c.example')).not.toHaveProperty('access-control-allow-origin');
    expect((await from('https://c.example')).vary).toBe('Authorization, Accept-Encoding, Origin');
  });

  it('allows no origin if none is listed', async () => {
    await start({ CORS_ORIGINS: '' });
    const { headers } = await ask().get(things).set('Origin', 'https://a.example');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await ask().options(things)).headers.allow).toContain('POST');
  });

  it('requires TLS of browsers if the site has it', async () => {
    await start({ SITE_URL: 'https://www.example.org' });
    const { headers } = await ask().get(things);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://www.example.org");
  });

  it('has the roots below a prefix, and health checks with and without it', async () => {
    await start({ BASE_PATH: '/base' });
    const statuses = [`/base${things}`, things, '/base/health/live', '/health/live'].map(
      async (path) => (await ask().get(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 200, 200]);
  });

  it('trusts proxies only as configured', async () => {
    const client = async () => {
      await ask().get(things).set('X-Forwarded-For', '203.0.113.9');
      return logged().at(-1)?.['ip'];
    };
    await start();
    expect(await client()).toBe('127.0.0.1');
    await app.close();
    await start({ TRUST_PROXY: '1' });
    expect(await client()).toBe('203.0.113.9');
  });
});
