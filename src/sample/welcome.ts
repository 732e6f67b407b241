import { type Server } from 'node:http';
import { type INestApplication, Logger } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { Site } from '../common/site/site.js';
import { LANGUAGES } from '../common/language/language.js';
import { NAMESPACE } from '../common/site/links.js';
import { isGiven } from '../config/load-settings.js';
import { type Settings } from '../config/settings.js';
import { fillSample } from './sample.js';

const NAMES = { en: 'English', fr: 'French' };

/**
 * Makes the service useful when it is just started: where nobody has chosen a database, fills the default one if it is
 * empty, and says where the calendar is once the service listens. Call it before that.
 */
export async function welcome(
  app: INestApplication<Server>,
  settings: Settings,
  say: (text: string) => unknown = (text) => process.stdout.write(text),
): Promise<void> {
  if (isGiven('DATABASE_URL')) return;
  // ADMIN_KEY comes first: with it, no other key is made.
  await app.init();
  const isFilled = await fillSample(app);
  app.getHttpServer().once('listening', () => {
    void greet(app, settings, isFilled, say).catch((error: unknown) => new Logger('Welcome').error(error));
  });
}

/** The key is made only now: a start that fails on a port in use would have made it for nobody. */
async function greet(
  app: INestApplication,
  settings: Settings,
  isFilled: boolean,
  say: (text: string) => unknown,
): Promise<void> {
  const key = await firstKey(app.get(AccountsService));
  say(greeting(app.get(Site), settings, isFilled, key));
}

/** A key for the administrator, unless there ever was one for any. */
async function firstKey(accounts: AccountsService): Promise<string | undefined> {
  const keys = await accounts.listKeys();
  if (keys.some(({ account }) => account.role === 'administrator')) return undefined;
  return (await accounts.createKey({ name: 'administrator', role: 'administrator' })).text;
}

function greeting({ links }: Site, settings: Settings, isFilled: boolean, key: string | undefined): string {
  const lines = LANGUAGES.flatMap((language) => {
    const root = `${links.root(language)}/${NAMESPACE}`;
    return [`  ${NAMES[language].padEnd(12)} ${root}`, `  ${''.padEnd(12)} ${root}/doc  (documentation)`];
  });
  const create = 'npm run --silent keys -- create --role editor --name website';
  return [
    '',
    isFilled ? 'A new calendar, with a sample of events around today.' : 'The calendar is here:',
    `  ${'Start page'.padEnd(12)} ${settings.siteUrl}${settings.basePath}/`,
    ...lines,
    '',
    ...(key === undefined ? [] : [`Key of the administrator, shown only this once:`, `  ${key}`]),
    `${key === undefined ? 'To make a key' : 'To make another'}: ${create}`,
    '',
    '',
  ].join('\n');
}
