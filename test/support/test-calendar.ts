import { rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { Module, type Provider } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { type DestinationStream } from 'pino';
import request from 'supertest';
import { AccountsService } from '../../src/http/auth/accounts.service.js';
import { AppModule } from '../../src/app.module.js';
import { HttpAdapter } from '../../src/server/http-adapter.js';
import { applicationOptions, setUp } from '../../src/server/set-up.js';
import { createLog } from '../../src/server/log.js';
import { type Role, ROLES } from '../../src/http/role.js';
import { loadSettings } from '../../src/lib/config/load-settings.js';
import { Settings } from '../../src/lib/config/settings.js';
import { DocumentationService } from '../../src/outlets/openapi/documentation.service.js';
import { registerClose } from './closing.js';
import { emptyCalendar } from './empty-calendar.js';
import { declaredResponse } from './declared-response.js';
import { scratchFolder } from './scratch.js';
import { createTestDatabase } from './test-database.js';

const NAMESPACE = 'cal/events/v1';

/** Variables that a test sets differently. */
export type Environment = Readonly<Record<string, string>>;

/** A module for additional providers. It is imported last, so that its interceptors run inside those of the service. */
@Module({})
class ExtraProviders {}

/** The whole service on its own database, used through HTTP. */
export class TestCalendar {
  /** Keeps connections open, since a new one for each request would take a tenth of the time of the tests. */
  private readonly connections = new Agent({ keepAlive: true });

  private constructor(
    readonly app: NestExpressApplication,
    readonly url: string,
    /** One account and key for each role. */
    readonly keys: Readonly<Record<Role, string>>,
    /** Ends the service, and drops the database that was made for it. */
    readonly stop: () => Promise<void>,
  ) {}

  /**
   * @param environment `PORT` is needed where others must know the address before; by default a free one is taken
   * @param databaseUrl of an existing database, which is not dropped
   * @param logTarget where the log goes, if not to stdout
   * @param providers additional providers
   */
  static async start(
    environment: Environment = {},
    databaseUrl?: string,
    logTarget?: DestinationStream,
    providers: Provider[] = [],
  ): Promise<TestCalendar> {
    const database = databaseUrl === undefined ? await createTestDatabase() : { url: databaseUrl };
    const drop = 'drop' in database ? registerClose(() => database.drop()) : undefined;
    const { url } = database;
    const folder = scratchFolder();
    const removeFolder = registerClose(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
    const quiet = { RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ADMIN_PAGE: 'off' };
    // A busy machine makes a server wait for its disk for seconds.
    const patient = { DATABASE_TIMEOUT: '20000' };
    const defaults = { DATABASE_URL: url, IMAGES: join(folder, 'images'), ...quiet, ...patient };
    const settings = loadSettings({ ...defaults, ...environment });
    const log = createLog(settings.logLevel, logTarget);
    const module = await Test.createTestingModule({ imports: [AppModule, { module: ExtraProviders, providers }] })
      .overrideProvider(Settings)
      .useValue(settings)
      .compile();
    const app = module.createNestApplication<NestExpressApplication>(new HttpAdapter(), applicationOptions(log));
    const close = registerClose(() => app.close());
    setUp(app, settings, log);
    await app.get(DocumentationService).describe(app);
    await app.listen(Number(environment['PORT'] ?? 0), '127.0.0.1');
    return new TestCalendar(app, url, await keysOf(app), async () => {
      await close();
      await removeFolder();
      await drop?.();
    });
  }

  /** A request below a root: `get('/events', { language: 'fr', as: 'editor' })`. Not compressed, which would cost more than the answer. */
  get(path: string, options: RequestOptions = {}): request.Test {
    return this.send('get', path, options);
  }

  post(path: string, body: object | string | undefined, options: RequestOptions = {}): request.Test {
    return this.send('post', path, options, body);
  }

  patch(path: string, body: object | string, options: RequestOptions = {}): request.Test {
    return this.send('patch', path, options, body);
  }

  put(path: string, body: object, options: RequestOptions = {}): request.Test {
    return this.send('put', path, options, body);
  }

  delete(path: string, options: RequestOptions = {}): request.Test {
    return this.send('delete', path, options);
  }

  send(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options',
    path: string,
    { language = 'en', as, key }: RequestOptions = {},
    body?: object | string,
  ): request.Test {
    const sent = this.raw()[method](`/${language}/${NAMESPACE}${path}`);
    void sent.set('Accept-Encoding', 'identity').agent(this.connections);
    const bearer = key ?? (as && this.keys[as]);
    if (bearer) void sent.set('Authorization', `Bearer ${bearer}`);
    void sent.expect(declaredResponse(method, `/${NAMESPACE}${path}`));
    return body === undefined ? sent : sent.send(body);
  }

  /** Deletes what tests have stored, for the next one: a start for each test would take most of its time. */
  empty(): Promise<void> {
    return emptyCalendar(this.app);
  }

  /** Requests to any path, as they come. */
  raw(): ReturnType<typeof request> {
    return request(this.app.getHttpServer());
  }
}

export interface RequestOptions {
  language?: string;
  /** Sends the key of the account with this role; by default no key. */
  as?: Role;
  /** Sends this key. */
  key?: string;
}

async function keysOf(app: NestExpressApplication): Promise<Record<Role, string>> {
  const accounts = app.get(AccountsService);
  const keys: Partial<Record<Role, string>> = {};
  for (const role of ROLES) keys[role] = (await accounts.createKey({ name: `the ${role}`, role })).text;
  return keys as Record<Role, string>;
}

/** Starts a service on a database, and stops it after the work. */
export async function inCalendar<T>(url: string, work: (calendar: TestCalendar) => Promise<T>): Promise<T> {
  const calendar = await TestCalendar.start({}, url);
  try {
    return await work(calendar);
  } finally {
    await calendar.stop();
  }
}
