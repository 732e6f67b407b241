import { Injectable, Logger } from '@nestjs/common';
import { type RequestContext } from '../request-context.js';

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

/** Logs one line for each happening, with ids and network addresses. Callers never pass secrets or typed texts. */
@Injectable()
export class AccountsLog {
  private readonly logger = new Logger('Accounts');

  /**
   * @param account id of the account that it is about; null if there is none
   * @param details the id of a key, or the names of fields
   */
  write(
    happening: Happening,
    account: number | null,
    { caller, address }: Pick<RequestContext, 'caller' | 'address'>,
    details: { readonly key?: string; readonly fields?: readonly string[]; readonly reason?: string } = {},
  ): void {
    this.logger.log({ account, ...(caller && { by: caller.id }), address, ...details }, happening);
  }
}
