/** Holds the errors and example bodies of the operations on accounts, keys and signing in. */
import {
  AccountExists,
  AccountUnusable,
  InvitationExpired,
  KeyNotFound,
  LastAdministrator,
  NotSignedIn,
  NoMail,
  RoleIsMapped,
  SignInFailed,
} from '../../lib/errors/account-errors.js';
import { type ApiError, InvalidJson, PageNotFound, RecordNotFound, RouteNotFound } from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { type Language, type PerLanguage } from '../../lib/i18n/language.js';
import { type Wording } from '../../lib/i18n/messages.js';
import { ACCOUNT } from '../../http/auth/account-store.js';
import { type Route } from './route.js';

interface BodyExample {
  readonly summary: string;
  readonly value: object;
}

const KEY = { name: 'website', scope: 'events,tags', addresses: '192.0.2.7', expires: '+90 days' };
const PASSWORD = 'a lighthouse in the fog';

const PEOPLE: PerLanguage<object> = {
  en: { name: 'Robin Green', role: 'editor', email: 'robin@example.org', language: 'en' },
  fr: { name: 'Marie Tremblay', role: 'editor', email: 'marie@example.org', language: 'fr' },
};
const PROGRAMS: PerLanguage<object> = {
  en: { name: 'website', role: 'reader' },
  fr: { name: 'site web', role: 'reader' },
};

/** Bodies by handler. */
export const accountBodies = (language: Language): Readonly<Record<string, Readonly<Record<string, BodyExample>>>> => ({
  createAccount: {
    person: { summary: 'A person', value: PEOPLE[language] },
    program: { summary: 'A program', value: PROGRAMS[language] },
  },
  updateAccount: { disable: { summary: 'Disable', value: { disabled: true } } },
  createAccountKey: { key: { summary: 'A key', value: KEY } },
  createMyKey: { key: { summary: 'A key', value: { ...KEY, current: PASSWORD } } },
  updateMe: { update: { summary: 'A few fields', value: { language: 'fr' } } },
  changePassword: {
    password: {
      summary: 'Another password',
      value: { current: PASSWORD, password: 'four boats on one lake', keys: false },
    },
  },
  signIn: {
    password: { summary: 'Password', value: { email: 'marie@example.org', password: PASSWORD, stay: true } },
    invitation: { summary: 'Invitation', value: { invitation: 'hQ3vT0', password: PASSWORD } },
  },
  readLink: { invitation: { summary: 'An invitation', value: { invitation: 'hQ3vT0' } } },
  forgottenPassword: { address: { summary: 'An address', value: { email: 'marie@example.org' } } },
});

const invalid = (name: string, wording: Wording) => new InvalidParameters(new Map([[name, new FieldError(wording)]]));
const missing = (names: readonly string[]) =>
  new InvalidParameters(new Map(names.map((name) => [name, FieldError.missing])));

/** The errors 400 of an operation; undefined if it is not on accounts. */
export function accountBadRequests(
  handler: string,
  required: readonly string[],
  maxPerPage: number,
): ApiError[] | undefined {
  if (handler === 'listAccounts') return [invalid('per_page', (messages) => messages.perPage(maxPerPage))];
  const wording = WRONG_FIELDS[handler];
  if (!wording) return undefined;
  const absent = handler === 'signIn' ? ['email', 'password'] : required;
  return [invalid(...wording), ...(absent.length > 0 ? [missing(absent)] : []), new InvalidJson()];
}

const WRONG_FIELDS: Readonly<Record<string, readonly [name: string, wording: Wording]>> = {
  createAccount: ['email', (messages) => messages.email],
  updateAccount: ['email', (messages) => messages.email],
  inviteAccount: ['title', (messages) => messages.unknownField],
  createAccountKey: ['expires', (messages) => messages.inFuture],
  createMyKey: ['current', (messages) => messages.passwordWrong],
  updateMe: ['name', (messages) => messages.blank],
  changePassword: ['current', (messages) => messages.passwordWrong],
  signIn: ['password', (messages) => messages.passwordCommon],
  readLink: ['title', (messages) => messages.unknownField],
  forgottenPassword: ['email', (messages) => messages.email],
};

/** The other errors of an operation. */
export function accountErrors({ handler, path, tag }: Route): ApiError[] {
  if (tag !== ACCOUNT.plural) return [];
  return [
    ...(OWN_ERRORS[handler] ?? []),
    ...(path.includes('{id}') ? [new RecordNotFound(ACCOUNT, { id: 999 })] : []),
    ...(path.includes('{key}') ? [new KeyNotFound()] : []),
  ];
}

const TAKEN = new AccountExists(['email']);
const UNUSABLE = [new AccountUnusable('disabled'), new AccountUnusable('service')];

const OWN_ERRORS: Readonly<Record<string, readonly ApiError[]>> = {
  listAccounts: [new PageNotFound(ACCOUNT)],
  createAccount: [TAKEN],
  updateAccount: [TAKEN, new LastAdministrator(), new RoleIsMapped()],
  inviteAccount: UNUSABLE,
  createAccountKey: [new AccountUnusable('disabled')],
  updateMe: [new AccountExists(['name'])],
  signOut: [new NotSignedIn()],
  signIn: [new SignInFailed(), new InvitationExpired(), TAKEN, new RouteNotFound()],
  changePassword: [new RouteNotFound()],
  readLink: [new InvitationExpired()],
  forgottenPassword: [new NoMail('web@example.org')],
};
