import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { ConfigModule } from './config.module.js';
import { SettingsError, environment, isSet, loadSettings } from './load-settings.js';
import { settingDefinitions } from './env.js';
import { Settings } from './settings.js';

function complaintsAbout(env: Record<string, string>): string[] {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('all have defaults', () => {
    expect(loadSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      webConcurrency: 1,
      adminPage: true,
      adminContact: '',
      passwordSignIn: true,
      databaseUrl: 'sqlite:data/calendar.sqlite',
      sample: true,
      databasePool: 10,
      databaseTimeout: 4000,
      readyReadOnly: true,
      revisionsDays: 365,
      adminKey: '',
      siteUrl: 'http://localhost:3000',
      pageUrls: new Map(),
      pages: true,
      themeColor: '#0b6e6e',
      themeFont: 'system-ui, sans-serif',
      themeLogo: '',
      themeCss: '',
      images: '',
      imagesS3Endpoint: '',
      awsRegion: '',
      imagesUrl: '',
      uploadMaxMegabytes: 10,
      siteName: 'Calendar',
      siteNameFr: 'Calendrier',
      siteTagline: '',
      siteTaglineFr: '',
      siteTimezone: 'America/Toronto',
      basePath: '',
      currency: 'CAD',
      maxConnections: 5000,
      maxConnectionsPerClient: 100,
      maxPerPage: 100,
      feedLimit: 1000,
      feedMax: 10000,
      seriesHorizon: 24,
      maxRequests: 1000,
      maxRequestsPerClient: 250,
      cacheMaxAge: 10,
      cacheMegabytes: 32,
      extensions: ['geoloc'],
      corsOrigins: '*',
      frameAncestors: [],
      trustProxy: false,
      rateLimit: true,
      webhookAllow: [],
      metricsPort: false,
      metricsHost: '127.0.0.1',
      logLevel: 'info',
      mailFrom: '',
      smtpUrl: '',
      submissions: false,
      submissionsKeepDays: 90,
      submissionsPerDay: 200,
      oidcIssuer: '',
      oidcClientId: '',
      oidcClientSecret: '',
      oidcName: 'your organization',
      oidcNameFr: 'votre organisation',
      oidcScopes: 'openid profile email',
      oidcRoleClaim: 'groups',
      oidcRoles: [],
      oidcDefaultRole: '',
      oidcRequire: [],
    });
  });

  it('treat an empty variable as absent', () => {
    expect(loadSettings({ PORT: '', SITE_TIMEZONE: ' ' })).toEqual(loadSettings({}));
  });

  it('accept an empty list', () => {
    expect(loadSettings({ EXTENSIONS: '', CORS_ORIGINS: '' })).toMatchObject({ extensions: [], corsOrigins: [] });
  });

  it('derive the default of SITE_URL from the port', () => {
    expect(loadSettings({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
  });

  it('use the English name of the site in French if only that is set', () => {
    expect(loadSettings({})).toMatchObject({ siteName: 'Calendar', siteNameFr: 'Calendrier' });
    expect(loadSettings({ SITE_NAME: 'Site' }).siteNameFr).toBe('Site');
    expect(loadSettings({ OIDC_NAME: 'Town' }).oidcNameFr).toBe('Town');
    expect(loadSettings({ SITE_NAME: 'City', SITE_NAME_FR: 'Ville' })).toMatchObject({
      siteName: 'City',
      siteNameFr: 'Ville',
    });
  });

  it.each([
    [{ SITE_URL: 'https://example.org/' }, { siteUrl: 'https://example.org' }],
    [{ BASE_PATH: 'a/b/' }, { basePath: '/a/b' }],
    [{ BASE_PATH: '/' }, { basePath: '' }],
    [{ CURRENCY: 'eur' }, { currency: 'EUR' }],
    [{ EXTENSIONS: 'geoloc, other,' }, { extensions: ['geoloc', 'other'] }],
    [
      { CORS_ORIGINS: 'https://a.example,http://b.example:81' },
      { corsOrigins: ['https://a.example', 'http://b.example:81'] },
    ],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, loopback' }, { trustProxy: ['10.0.0.0/8', 'loopback'] }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: false }],
    [{ SAMPLE: 'off' }, { sample: false }],
    [{ LOG_LEVEL: 'WARN' }, { logLevel: 'warn' }],
    [{ CACHE_MAX_AGE: '0' }, { cacheMaxAge: 0 }],
    [{ WEB_CONCURRENCY: '4' }, { webConcurrency: 4 }],
  ])('read %j', (env, expected) => {
    expect(loadSettings(env)).toMatchObject(expected);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'postgres://localhost/calendar'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_POOL', '0'],
    ['WEB_CONCURRENCY', '0'],
    ['WEB_CONCURRENCY', 'auto'],
    ['ADMIN_KEY', 'secret'],
    ['SITE_URL', 'example.org'],
    ['SITE_URL', 'https://example.org/?a=1'],
    ['PAGE_URLS', 'fr.events={site}/{slugg}'],
    ['PAGE_URLS', '{site}/{language}'],
    ['PAGE_URLS', '/events/{slug}'],
    ['PAGE_URLS', 'mailto:{slug}'],
    ['PAGE_URLS', '{site}/{slug} {site}/{id}'],
    ['PAGE_URLS', 'events.fr={site}/{slug}'],
    ['PAGE_URLS', 'de.events={site}/{slug}'],
    ['PAGE_URLS', '{site}/{slug'],
    ['SITE_TIMEZONE', 'America/Montréal'],
    ['SITE_TIMEZONE', '+02:00'],
    ['BASE_PATH', '/a/../b'],
    ['BASE_PATH', '/a b'],
    ['CURRENCY', 'CA$'],
    ['MAX_PER_PAGE', '0'],
    ['CACHE_MAX_AGE', '-1'],
    ['EXTENSIONS', 'Geo Loc'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['RATE_LIMIT', 'maybe'],
    ['SAMPLE', 'none'],
    ['LOG_LEVEL', 'verbose'],
  ])('refuse %s=%s in a line that names it', (variable, value) => {
    expect(complaintsAbout({ [variable]: value })).toEqual([
      expect.stringMatching(`^  ${variable} must be .+; it is .+`),
    ]);
  });

  it('refuse a default length of feeds beyond the maximum, and shorten the default to it', () => {
    const line = '  FEED_LIMIT must be no more than FEED_MAX; it is "500".';
    expect(complaintsAbout({ FEED_LIMIT: '500', FEED_MAX: '100' })).toEqual([line]);
    expect(complaintsAbout({ FEED_LIMIT: '20000' })).toHaveLength(1);
    expect(loadSettings({ FEED_MAX: '100' })).toMatchObject({ feedLimit: 100, feedMax: 100 });
    expect(complaintsAbout({ FEED_MAX: 'x' })).toEqual([expect.stringContaining('  FEED_MAX must be')]);
  });

  it('report all errors at once', () => {
    expect(complaintsAbout({ PORT: 'x', CURRENCY: 'DOLLARS' })).toEqual([
      '  PORT must be a whole number from 0 to 65535; it is "x".',
      '  CURRENCY must be a currency code of ISO 4217, such as CAD or EUR; it is "DOLLARS".',
    ]);
  });

  it('never show a secret in a message', () => {
    expect(complaintsAbout({ ADMIN_KEY: 'hush', DATABASE_URL: 'pg://u:hush@h/d' }).join()).not.toContain('hush');
  });

  it('are read from .env if the environment does not have them', () => {
    const folder = process.cwd();
    const before = process.env['SITE_NAME'];
    try {
      process.chdir(mkdtempSync(join(tmpdir(), 'settings-')));
      writeFileSync('.env', 'SITE_NAME="From the file"\nCURRENCY=EUR\n');
      process.env['SITE_NAME'] = 'From the environment';
      expect(loadSettings(environment())).toMatchObject({ siteName: 'From the environment', currency: 'EUR' });
    } finally {
      process.chdir(folder);
      if (before === undefined) delete process.env['SITE_NAME'];
      else process.env['SITE_NAME'] = before;
    }
  });

  it('know whether the operator chose a value, even the default', () => {
    const databaseUrl = loadSettings({}).databaseUrl;
    expect([{}, { DATABASE_URL: ' ' }, { DATABASE_URL: databaseUrl }].map((env) => isSet('DATABASE_URL', env))).toEqual(
      [false, false, true],
    );
  });

  it('are provided as their class', async () => {
    const settings = loadSettings({ PORT: '81' });
    const module = await Test.createTestingModule({ imports: [ConfigModule.for(settings)] }).compile();
    expect(module.get(Settings)).toBe(settings);
    const overridden = await Test.createTestingModule({ imports: [ConfigModule] })
      .overrideProvider(Settings)
      .useValue(settings)
      .compile();
    expect(overridden.get(Settings)).toBe(settings);
  });
});

describe('the READMEs', () => {
  const variablesOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^\| `([A-Z_]+)` /gm)].map(([, variable]) => variable);

  it('list the same ten settings in their tables', () => {
    const english = variablesOf('README.md');
    expect(new Set(english).size).toBe(10);
    expect(settingDefinitions.map(({ variable }) => variable)).toEqual(expect.arrayContaining(english));
    expect(variablesOf('LISEZMOI.md')).toEqual(english);
  });
});

describe('docs/configuration.md', () => {
  it('has a section for every setting (npm run env:example)', () => {
    const sections = [...readFileSync('docs/configuration.md', 'utf8').matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(settingDefinitions.map(({ variable }) => variable));
  });
});

describe('.env.example', () => {
  const text = readFileSync('.env.example', 'utf8');

  it('has every setting with its documentation (npm run env:example)', () => {
    for (const { variable, constraint: must } of settingDefinitions) {
      expect(text).toContain(`\n#${variable}=`);
      expect(text.replaceAll('\n# ', ' ')).toContain(`Must be ${must}.`);
    }
  });

  it('changes nothing when it is copied and uncommented', () => {
    const lines = [...text.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, variable, value]) => [variable, value]);
    expect(loadSettings(Object.fromEntries(lines) as Record<string, string>)).toEqual(loadSettings({}));
  });
});
