import { InvalidArgumentError, Option } from 'commander';
import { formatKey, newKey, parseKey } from '../../http/auth/keys.js';
import { expiryOf } from '../../http/auth/key-lifetime.js';
import { normalizeName } from '../../http/auth/account-name.js';
import { AccountsService } from '../../http/auth/accounts.service.js';
import { parseAddresses } from '../../http/auth/allowed-addresses.js';
import { type ApplicationKey } from '../../http/auth/account.entity.js';
import { keyScopes } from '../../calendar/images/key-scope-names.js';
import { parseScope } from '../../http/auth/scope.js';
import { loadSettings } from '../../lib/config/load-settings.js';
import { type Role, ROLES } from '../../http/role.js';
import { command, withService, withUsageErrors } from './cli.js';
import { minuteOf, printTable } from './output.js';
import { publicSite } from './public-site.js';

const withAccounts = <T>(work: (accounts: AccountsService) => Promise<T>) =>
  withService({ providers: [AccountsService] }, (service) => work(service.get(AccountsService)));

export const program = command(
  'keys',
  'Creates, lists and revokes application keys, also while the service is running.',
).addHelpText(
  'after',
  `
Examples. A key is printed only once; if you lose it, create another and revoke the first:
  npm run --silent keys -- create --role administrator --name administrator
  npm run --silent keys -- create --role editor --name website --expires 90d
  npm run --silent keys -- create --role editor --name website --key-name export --scope read --from 192.0.2.7
  npm run --silent keys -- list
  npm run --silent keys -- revoke <id>`,
);

program
  .command('create')
  .description('Creates a key and prints it, only this once. Creates the account if it does not exist.')
  .addOption(new Option('--role <role>', 'role of the account').choices(ROLES).makeOptionMandatory())
  .requiredOption(
    '--name <name>',
    'name of the account; an existing one gets another key',
    withUsageErrors((text) => normalizeName(text, 'account')),
  )
  .option(
    '--key-name <name>',
    'name of the key, to tell the keys of an account apart',
    withUsageErrors((text) => normalizeName(text, 'key')),
  )
  .option(
    '--scope <scope>',
    'read (read-only), or the types of records it may write, such as events,tags (default: all that the role may)',
    withUsageErrors((text) => parseScope(text, keyScopes)),
  )
  .option(
    '--from <addresses>',
    'addresses it may be used from, such as 192.0.2.7,2001:db8::/32 (default: any)',
    withUsageErrors(parseAddresses),
  )
  .option('--expires <lifetime>', 'lifetime of the key: 12h, 90d, 4w, 1y (default: unlimited)', expiry)
  .action(async ({ role, name, ...limits }: CreateOptions) => {
    const key = await withAccounts((accounts) => accounts.createKey({ role, name }, limits));
    console.error(`Key ${key.id} of "${name}" (${role}). Keep it now: it cannot be shown again.`);
    if (loadSettings().adminPage) {
      const { siteUrl, basePath } = await publicSite();
      console.error(`The editor's page, signed in with it: ${siteUrl}${basePath}/admin/#key=${key.text}`);
    }
    console.log(key.text);
  });

program
  .command('generate')
  .description('Prints a new key for the setting ADMIN_KEY. Stores nothing and needs no database.')
  .action(() => console.log(formatKey(newKey())));

program
  .command('list')
  .description('Lists all keys, without their secrets.')
  .action(async () => printKeys(await withAccounts((accounts) => accounts.listKeys())));

program
  .command('revoke')
  .description('Revokes a key for good. A running service refuses it within a second.')
  .argument('<id>', 'id of the key, or the key itself')
  .action(async (text: string) => {
    const id = parseKey(text)?.id ?? text;
    const account = await withAccounts((accounts) => accounts.revokeKey(id));
    console.log(`Key ${id} of "${account.name}" (${account.role}) is revoked.`);
  });

interface CreateOptions {
  readonly role: Role;
  readonly name: string;
  readonly keyName?: string;
  readonly scope?: string;
  readonly from?: string;
  readonly expires?: Date;
}

function expiry(lifetime: string): Date {
  const end = expiryOf(lifetime, new Date());
  if (!end) throw new InvalidArgumentError('Give a number of hours, days, weeks or years: 12h, 90d, 4w, 1y.');
  return end;
}

function printKeys(keys: ApplicationKey[]): void {
  const heads = ['id', 'account', 'name', 'role', 'scope', 'from', 'created', 'last used', 'expires', 'revoked'];
  const rows = keys.map(({ id, account, name, scope, addresses, createdAt, lastUsedAt, expiresAt, revokedAt }) => [
    ...[id, `${account.id} ${account.name}`, name ?? '-', account.role, scope ?? 'all', addresses ?? 'anywhere'],
    ...[minuteOf(createdAt), hour(lastUsedAt), minuteOf(expiresAt), minuteOf(revokedAt)],
  ]);
  printTable(heads, rows);
}

/** `2027-05-31 18 h UTC`: last uses are known to the hour. */
function hour(time: Date | null): string {
  return time === null ? '-' : `${time.toISOString().slice(0, 13).replace('T', ' ')} h UTC`;
}
