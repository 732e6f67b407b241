import { Argument, InvalidArgumentError } from 'commander';
import { type Account } from '../../http/auth/account.entity.js';
import { normalizeName } from '../../http/auth/account-name.js';
import { AccountsService } from '../../http/auth/accounts.service.js';
import { Invitations } from '../../http/accounts/invitations.js';
import { MailQueueModule } from '../../http/mail/mail-queue.js';
import { linkOf } from '../../http/accounts/account-links.js';
import { ROLES, type Role } from '../../http/role.js';
import { command, withService, withUsageErrors } from './cli.js';
import { minuteOf, printTable } from './output.js';
import { publicSite } from './public-site.js';

const withAccounts = <T>(work: (accounts: AccountsService) => Promise<T>) =>
  withService({ providers: [AccountsService] }, (service) => work(service.get(AccountsService)));

export const program = command(
  'accounts',
  'Lists, renames, invites, disables and enables accounts and changes their roles, also while the service is running. It is known ' +
    'within a second. `npm run keys -- create` makes accounts. They are never removed, because records name their authors.',
).addHelpText(
  'after',
  `
Exit codes:
  0  done
  1  there is no such account, or the change is refused
  2  wrong usage

Examples:
  npm run --silent accounts -- list
  npm run --silent accounts -- role 3 editor --dry-run
  npm run --silent accounts -- rename 3 "Marie Tremblay"
  npm run --silent accounts -- invite 3
  npm run --silent accounts -- disable 3`,
);

program
  .command('list')
  .description('Lists all accounts with the number of their valid keys.')
  .action(async () => printAccounts(await withAccounts((accounts) => accounts.listAccounts())));

program
  .command('role')
  .description(
    'Gives an account another role, unless its role comes from the organization (OIDC_ROLES). Its keys have the rights of ' +
      'the new role within a second.',
  )
  .argument('<id>', 'id of the account', accountId)
  .addArgument(new Argument('<role>', 'new role').choices(ROLES))
  .option('--dry-run', 'checks everything and changes nothing')
  .action((id: number, role: Role, options: DryRun) => change(id, { role }, options));

program
  .command('rename')
  .description('Renames an account.')
  .argument('<id>', 'id of the account', accountId)
  .argument(
    '<name>',
    'new name',
    withUsageErrors((text) => normalizeName(text, 'account')),
  )
  .option('--dry-run', 'checks everything and changes nothing')
  .action((id: number, name: string, options: DryRun) => change(id, { name }, options));

program
  .command('disable')
  .description(
    'Disables an account. A running service refuses all its keys within a second, and signs people out; its records stay.',
  )
  .argument('<id>', 'id of the account', accountId)
  .option('--dry-run', 'checks everything and changes nothing')
  .action((id: number, options: DryRun) => change(id, { isDisabled: true }, options));

program
  .command('enable')
  .description('Enables a disabled account. Its keys are valid again; people sign in again.')
  .argument('<id>', 'id of the account', accountId)
  .option('--dry-run', 'checks everything and changes nothing')
  .action((id: number, options: DryRun) => change(id, { isDisabled: false }, options));

program
  .command('invite')
  .description(
    'Prints an address with which a person chooses a password, valid for seven days and one use. A former one ends.',
  )
  .argument('<id>', 'id of the account', accountId)
  .action(async (id: number) => {
    const { account, invitation } = await withService(
      { imports: [MailQueueModule], providers: [Invitations] },
      (service) => service.get(Invitations).invite(id),
    );
    console.error(
      `Invitation of "${account.name}" (${account.role}), until ${minuteOf(invitation.expiresAt)}. Pass it on now: it cannot be shown again.`,
    );
    console.log(linkOf(await publicSite(), 'invitation', invitation.token));
  });

interface DryRun {
  readonly dryRun?: boolean;
}

async function change(id: number, changes: Parameters<AccountsService['changeAccount']>[1], { dryRun }: DryRun) {
  const account = await withAccounts((accounts) => accounts.changeAccount(id, changes, { dryRun }));
  const state = account.disabledAt === null ? '' : ', disabled';
  console.log(`Account ${account.id} ${dryRun ? 'would be' : 'is'} "${account.name}" (${account.role}${state}).`);
}

function accountId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('Give the id that `accounts -- list` shows.');
  return Number(text);
}

function printAccounts(accounts: readonly (Account & { readonly keys: number })[]): void {
  printTable(
    ['id', 'name', 'role', 'keys', 'created', 'disabled'],
    accounts.map(({ id, name, role, keys, createdAt, disabledAt }) => [
      ...[String(id), name, role, String(keys)],
      ...[minuteOf(createdAt), minuteOf(disabledAt)],
    ]),
  );
}
