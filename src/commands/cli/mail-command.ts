import { InvalidArgumentError, Option } from 'commander';
import { parseAddress } from '../../http/accounts/passwords.js';
import { loadSettings } from '../../lib/config/load-settings.js';
import { LANGUAGES, type Language } from '../../lib/i18n/language.js';
import { messageOf } from '../../outlets/mail/message.js';
import { Smtp } from '../../outlets/mail/smtp.js';
import { mailTexts } from '../../outlets/mail/texts.js';
import { command } from './cli.js';

export const program = command('mail', 'Tries whether mail can be sent, with SMTP_URL and MAIL_FROM.').addHelpText(
  'after',
  `
Examples:
  npm run --silent mail -- test marie@example.org
  npm run --silent mail -- test marie@example.org --language fr`,
);

program
  .command('test')
  .description('Sends a message at once. Exit code 1 if the server does not take it.')
  .argument('<address>', 'address that the message is sent to', mailAddress)
  .addOption(new Option('--language <language>', 'language of the message').choices([...LANGUAGES]).default('en'))
  .action(async (to: string, { language }: { readonly language: Language }) => {
    const settings = loadSettings();
    if (settings.smtpUrl === '') return fail('SMTP_URL is not set, so no mail is sent.');
    const site = language === 'fr' ? settings.siteNameFr : settings.siteName;
    const message = messageOf({ to, language, text: mailTexts[language].test, values: { site } });
    const { error } = await new Smtp(settings).send(message);
    const { host } = new URL(settings.smtpUrl);
    if (error !== null) return fail(`${host} did not take the message: ${error}.`);
    console.log(`${host} has taken the message to ${to}. If it does not arrive, look at the log of that server.`);
  });

function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}

function mailAddress(text: string): string {
  const address = parseAddress(text);
  if (typeof address !== 'string') throw new InvalidArgumentError('Give an address such as marie@example.org.');
  return address;
}
