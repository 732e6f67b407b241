import { type INestApplication } from '@nestjs/common';
import { AccountsService } from '../../http/auth/accounts.service.js';
import { isSet } from '../../lib/config/load-settings.js';
import { type Settings } from '../../lib/config/settings.js';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { Site } from '../../http/urls/site.js';
import { fillSample } from './sample.js';

const NAMES = { en: 'English', fr: 'French' };

/**
 * Prepares the first start: fills the default database with the sample if it is empty and no other was configured. Call it
 * once the application is initialised, and before it listens.
 * @returns a function that prints where the calendar is. Call it once the service listens: without ADMIN_KEY it creates a
 *   key, which would be lost if the start failed.
 */
export async function firstRun(
  app: INestApplication,
  settings: Settings,
  say: (text: string) => unknown,
): Promise<() => Promise<void>> {
  if (isSet('DATABASE_URL')) return () => Promise.resolve();
  const isFilled = settings.sample && (await fillSample(app));
  return async () => {
    const key = await firstKey(app.get(AccountsService));
    say(greeting(app.get(Site), settings, isFilled, key));
  };
}

/** A key for the administrator, unless an administrator has ever had one. */
async function firstKey(accounts: AccountsService): Promise<string | undefined> {
  const keys = await accounts.listKeys();
  if (keys.some(({ account }) => account.role === 'administrator')) return undefined;
  return (await accounts.createKey({ name: 'administrator', role: 'administrator' })).text;
}

function greeting({ urls }: Site, settings: Settings, isFilled: boolean, key: string | undefined): string {
  const lines = LANGUAGES.flatMap((language) => {
    const root = `${urls.root(language)}/${NAMESPACE}`;
    return [`  ${NAMES[language].padEnd(12)} ${root}`, `  ${''.padEnd(12)} ${root}/doc  (documentation)`];
  });
  return [
    '',
    isFilled ? 'A new calendar with sample events:' : 'The calendar:',
    `  ${'Start page'.padEnd(12)} ${settings.siteUrl}${settings.basePath}/`,
    ...(settings.adminPage ? [`  ${'For editors'.padEnd(12)} ${settings.siteUrl}${settings.basePath}/admin/`] : []),
    ...lines,
    '',
    key === undefined ? 'Create a key: npm run --silent keys -- create --role editor --name website' : framed(key),
    '',
    '',
  ].join('\n');
}

/** Frames the key, so that it is easily found between log lines. */
function framed(key: string): string {
  const rule = '='.repeat(80);
  const another = 'Lost it? Create another: npm run --silent keys -- create --role administrator --name administrator';
  const once = 'Administrator key. Keep it: it is shown only this once.';
  return [rule, `  ${once}`, `  ${key}`, `  ${another}`, rule].join('\n\n');
}
