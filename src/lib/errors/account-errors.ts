/** Errors about accounts, keys and signing in. */
import { type Messages } from '../i18n/messages.js';
import { ApiError } from './api-error.js';

/** The fields by which accounts are unique. */
export type UniqueField = 'name' | 'email';

/** Another account has the name or the address. */
export class AccountExists extends ApiError {
  constructor(private readonly fields: readonly UniqueField[]) {
    super(409, 'account-exists', (messages) => messages.accountExists(fields.join(', ')));
  }

  override data(messages: Messages): Record<string, unknown> {
    const taken = { name: messages.nameTaken, email: messages.emailTaken };
    return { params: Object.fromEntries(this.fields.map((field) => [field, taken[field]])) };
  }
}

/** The change would leave the calendar without an enabled administrator. */
export class LastAdministrator extends ApiError {
  constructor() {
    super(409, 'last-administrator', (messages) => messages.lastAdministrator);
  }
}

/** The organization's service gives the role of the account at each sign-in. */
export class RoleIsMapped extends ApiError {
  constructor() {
    super(409, 'role-is-mapped', (messages) => messages.roleIsMapped);
  }
}

/** A disabled account, or one of the service, cannot get an invitation or a key. */
export class AccountUnusable extends ApiError {
  constructor(why: 'disabled' | 'service') {
    super(409, why === 'disabled' ? 'account-disabled' : 'service-account', (messages) =>
      why === 'disabled' ? messages.accountIsDisabled : messages.accountIsService,
    );
  }
}

/** The key of the request was not made by signing in. */
export class NotSignedIn extends ApiError {
  constructor() {
    super(409, 'not-signed-in', (messages) => messages.notSignedIn);
  }
}

/** There is no such key, or it is not one of the account. */
export class KeyNotFound extends ApiError {
  constructor() {
    super(404, 'rest-key-not-found', (messages) => messages.keyNotFound);
  }
}

/** Address and password do not belong to an account that can sign in. The response does not tell why. */
export class SignInFailed extends ApiError {
  constructor() {
    // HTTP requires the header (RFC 9110, section 15.5.2).
    super(401, 'sign-in-failed', (messages) => messages.signInFailed, { 'WWW-Authenticate': 'Bearer' });
  }
}

/** The token of an invitation is unknown, used or expired. The response does not tell which. */
export class InvitationExpired extends ApiError {
  constructor() {
    super(410, 'invitation-expired', (messages) => messages.invitationExpired);
  }
}

/** The service sends no mail, so it cannot send a link to somebody who has forgotten a password. */
export class NoMail extends ApiError {
  /** @param contact whom to ask, as `ADMIN_CONTACT` names them; empty if it does not */
  constructor(contact: string) {
    super(404, 'rest_no_route', (messages) => messages.noMail(contact));
  }
}
