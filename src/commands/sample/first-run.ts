import { type INestApplication } from '@nestjs/common';
import { Invitations } from '../../http/accounts/invitations.js';
import { linkOf } from '../../http/accounts/account-links.js';
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
 * @param say writes to standard output, never to the log
 * @returns a function that prints where the calendar is. Call it once the service listens: it invites the first
 *   administrator, and the address would be lost if the start failed.
 */
export async function firstRun(
  app: INestApplication,
  settings: Settings,
  say: (text: string) => unknown,
): Promise<() => Promise<void>> {
  if (isSet('DATABASE_URL'))
    return async () => {
      const access = canOpenInvitation(settings) ? await invitation(app.get(Invitations), settings) : undefined;
      if (access !== undefined) say(`\n${access}\n\n`);
    };
  const isFilled = settings.sample && (await fillSample(app));
  return async () => {
    const access = canOpenInvitation(settings)
      ? await invitation(app.get(Invitations), settings)
      : await firstKey(app.get(AccountsService));
    say(greeting(app.get(Site), settings, isFilled, access ?? MORE_KEYS));
  };
}

const MORE_KEYS = 'Create a key: npm run --silent keys -- create --role editor --name website';

/** Whether the address of an invitation leads to a form. */
function canOpenInvitation({ adminKey, adminPage, passwordSignIn }: Settings): boolean {
  return adminKey === '' && adminPage && passwordSignIn;
}

/** The invitation of the first administrator, in a frame; a sentence while a former one is valid. */
async function invitation(invitations: Invitations, settings: Settings): Promise<string | undefined> {
  const first = await invitations.inviteFirst();
  if (!first) return undefined;
  const another = `npm run --silent accounts -- invite ${first.accountId}`;
  if (!first.invitation)
    return `The first administrator was invited at an earlier start, or by another instance. Another invitation: ${another}\n${MORE_KEYS}`;
  return framed(
    'Invitation of the first administrator. Open it and choose a password. It is shown only this once.',
    linkOf(settings, 'invitation', first.invitation.token),
    `Lost it, or not used in seven days? Another: ${another}`,
    'A key for programs: npm run --silent keys -- create --role administrator --name administrator',
  );
}

/** A key for the administrator, unless an administrator has ever had one. */
async function firstKey(accounts: AccountsService): Promise<string | undefined> {
  const keys = await accounts.listKeys();
  if (keys.some(({ account }) => account.role === 'administrator')) return undefined;
  const { text } = await accounts.createKey({ name: 'administrator', role: 'administrator' });
  return framed(
    'Administrator key. Keep it: it is shown only this once.',
    text,
    'Lost it? Create another: npm run --silent keys -- create --role administrator --name administrator',
  );
}

/** @param access how to get in */
function greeting({ urls }: Site, settings: Settings, isFilled: boolean, access: string): string {
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
    access,
    '',
    '',
  ].join('\n');
}

/** Frames lines, so that they are easily found between those of the log. */
function framed(...lines: readonly string[]): string {
  const rule = '='.repeat(80);
  return [rule, ...lines.map((line) => `  ${line}`), rule].join('\n\n');
}
