import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Settings } from '../../lib/config/settings.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { type Wording } from '../../lib/i18n/messages.js';
import { type Account } from '../auth/account.entity.js';
import { hasMappedRole } from '../auth/mapped-role.js';
import { verifyPassword } from '../auth/password-hash.js';
import { type RequestContext } from '../request-context.js';
import { AccountsLog } from './accounts-log.js';
import { isKnownAddress } from './known-addresses.js';
import { SignInTries } from './sign-in-tries.js';
import { withPassword } from './with-password.js';

/** Verifies that the sender of a key also knows the password of its account. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly tries: SignInTries,
    private readonly log: AccountsLog,
  ) {}

  /**
   * @returns the account with its password hash
   * @throws {InvalidParameters} that names `current`, if the password is wrong, there is none, or none counts
   * @throws {RateLimited} after too many wrong tries, which count as those of signing in
   */
  async verify(password: string, context: RequestContext): Promise<Account> {
    const { id } = context.caller!;
    const { account, isKnown } = await this.database.read(async (manager) => {
      const [account] = await withPassword(manager, { id });
      return { account: account!, isKnown: await isKnownAddress(manager, account!, context.address) };
    });
    if (hasMappedRole(account, this.settings)) throw refused((messages) => messages.passwordOfMapped);
    if (account.passwordHash === null) throw refused((messages) => messages.passwordNone);
    const { address } = context;
    const takeBack = await this.tries.count({ address, account: account.email ?? `#${id}`, isKnown });
    let isWrong = false;
    try {
      isWrong = !(await verifyPassword(password, account.passwordHash));
    } finally {
      if (!isWrong) await takeBack();
    }
    if (!isWrong) return account;
    this.log.write('sign-in refused', id, context, { reason: 'current password' });
    throw refused((messages) => messages.passwordWrong);
  }
}

function refused(wording: Wording): InvalidParameters {
  return new InvalidParameters(new Map([['current', new FieldError(wording)]]));
}
