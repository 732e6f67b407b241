import { Injectable, Logger } from '@nestjs/common';
import { type Account } from '../auth/account.entity.js';
import { type RequestContext } from '../request-context.js';
import { type Role } from '../role.js';

/** The messages of the log about accounts. */
type Happening =
  | 'signed in'
  | 'sign-in refused'
  | 'signed out'
  | 'invitation made'
  | 'invitation accepted'
  | 'invitation refused'
  | 'password changed'
  | 'new password asked for'
  | 'account created'
  | 'account changed'
  | 'key created'
  | 'key deleted';

/** The other values of a line. */
interface Details {
  /** The id of a key. */
  readonly key?: string;
  /** The names of the fields that have changed. */
  readonly fields?: readonly string[];
  readonly role?: RoleChange;
  readonly reason?: string;
  /** The claim that decided, and what was found there; never its values, which may be personal. */
  readonly claim?: string;
  readonly found?: string;
}

/** The role of an account before and after a change. */
export interface RoleChange {
  readonly from: Role;
  readonly to: Role;
}

/** Logs one line for each happening, with ids and network addresses. Callers never pass secrets or typed texts. */
@Injectable()
export class AccountsLog {
  private readonly logger = new Logger('Accounts');

  /**
   * @param account id of the account that it is about; null if there is none
   */
  write(
    happening: Happening,
    account: number | null,
    { caller, address }: Pick<RequestContext, 'caller' | 'address'>,
    details: Details = {},
  ): void {
    this.logger.log({ account, ...(caller && { by: caller.id }), address, ...details }, happening);
  }
}

/** The names of responses for the columns of accounts that people change. */
const FIELDS = {
  ...{ name: 'name', email: 'email', language: 'language', role: 'role', disabledAt: 'disabled', notices: 'notify' },
} as const satisfies Partial<Record<keyof Account, string>>;

type Changeable = Pick<Account, keyof typeof FIELDS>;

/** The details of a change: the names of the fields whose values differ, and both roles if it is one of them. */
export function changeOf(
  before: Changeable,
  after: Changeable,
): { readonly fields: string[]; readonly role?: RoleChange } {
  const columns = Object.keys(FIELDS) as (keyof Changeable)[];
  const fields = columns.filter((column) => valueOf(before, column) !== valueOf(after, column));
  return { fields: fields.map((column) => FIELDS[column]), ...roleChange(before, after) };
}

const valueOf = (account: Changeable, column: keyof Changeable) =>
  column === 'disabledAt' ? account.disabledAt !== null : account[column];

/** Both roles, if they differ. */
export function roleChange(
  { role: from }: Pick<Account, 'role'>,
  { role: to }: Pick<Account, 'role'>,
): { readonly role?: RoleChange } {
  return from === to ? {} : { role: { from, to } };
}
