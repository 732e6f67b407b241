import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { run } from '../../database/sql/statements.js';
import { InvitationExpired, SignInFailed } from '../../lib/errors/account-errors.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { FieldError, FieldErrors, InvalidParameters } from '../../lib/errors/field-error.js';
import { Settings } from '../../lib/config/settings.js';
import { changeAccount, endSignIns, lockAccount, lockAdministrators, validKeys } from '../auth/account-store.js';
import { Account, type AccountToken } from '../auth/account.entity.js';
import { canUsePassword, hasMappedRole, type RoleSettings } from '../auth/mapped-role.js';
import { hashPassword, NO_PASSWORD, verifyPassword } from '../auth/password-hash.js';
import { MailQueue } from '../mail/mail-queue.js';
import { type RequestContext } from '../request-context.js';
import { AccountDto } from './account.dto.js';
import { AccountsLog, roleChange } from './accounts-log.js';
import { findLink, useLink } from './account-links.js';
import { ForgottenPasswords } from './forgotten-passwords.js';
import { isKnownAddress, rememberAddress } from './known-addresses.js';
import { linkIdentity } from './linked-identity.js';
import { passwordError } from './passwords.js';
import { type OpenedLinkDto, type SignedInDto, type SignInDto, type WaysToSignInDto } from './sign-in.dto.js';
import { addSignInKey, type SignInKey } from './sign-in-keys.js';
import { useCode } from './sign-in-codes.js';
import { SignInTries } from './sign-in-tries.js';
import { withPassword } from './with-password.js';

/** Signs people in. An Idempotency-Key has no effect: nothing is stored of these requests and responses. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly tries: SignInTries,
    private readonly log: AccountsLog,
    private readonly forgotten: ForgottenPasswords,
    private readonly mail: MailQueue,
  ) {}

  ways({ language }: RequestContext): WaysToSignInDto {
    const { passwordSignIn: password, adminContact, oidcName, oidcNameFr } = this.settings;
    return {
      password,
      forgotten: this.forgotten.isOn,
      mail: this.mail.isOn,
      organization: this.hasOrganization ? { en: oidcName, fr: oidcNameFr }[language] : null,
      contact: adminContact || null,
    };
  }

  private get hasOrganization(): boolean {
    return this.settings.oidcIssuer !== '';
  }

  /**
   * Returns the offer of a link, before it is used.
   * @throws {InvitationExpired}
   */
  async readLink(token: string, context: RequestContext): Promise<OpenedLinkDto> {
    const { account, invitation } = await this.findLink(token, context);
    const isInvitation = invitation.purpose === 'invitation';
    const keys = await this.database.read((manager) => validKeys(manager, [account.id]));
    return {
      name: account.name,
      password: this.settings.passwordSignIn && !hasMappedRole(account, this.settings),
      email: account.email === null,
      organization: isInvitation && this.hasOrganization,
      ends_password: isInvitation && canUsePassword(account, this.settings),
      ends_keys: isInvitation ? keys.filter(({ kind }) => kind === 'key').length : 0,
    };
  }

  signIn(body: SignInDto, context: RequestContext): Promise<SignedInDto> {
    if (body.code !== undefined && this.hasOrganization) return this.withCode(body.code, body.verifier ?? '', context);
    if (!this.settings.passwordSignIn) throw new RouteNotFound();
    return body.invitation === undefined
      ? this.withPassword(body, context)
      : this.accept(body.invitation, body, context);
  }

  /** Reads and computes the same for every address, whether or not it has an account that can sign in. */
  private async withPassword(body: SignInDto, context: RequestContext): Promise<SignedInDto> {
    const { email, password, stay = false } = credentialsOf(body);
    const { address } = context;
    const { account, isKnown } = await this.database.read(async (manager) => {
      const [account = null] = await withPassword(manager, { email });
      return { account, isKnown: await isKnownAddress(manager, account, address) };
    });
    const takeBack = await this.tries.count({ address, account: email, isKnown });
    let isRight = false;
    let isChecked = false;
    try {
      const matches = await verifyPassword(password, account?.passwordHash ?? NO_PASSWORD);
      isChecked = true;
      isRight = matches && account !== null && maySignIn(account) && !hasMappedRole(account, this.settings);
    } finally {
      // A try that was not checked, because too many wait, does not count either.
      if (isRight || !isChecked) await takeBack();
    }
    const key = isRight && (await this.database.write((manager) => openSignIn(manager, account!, stay, address)));
    if (!key) {
      this.log.write('sign-in refused', account?.id ?? null, context);
      throw new SignInFailed();
    }
    this.log.write('signed in', account!.id, context, { key: key.id });
    return this.signedIn(key, account!);
  }

  /** With the code of a sign-in at the organization's service. A wrong verifier uses it up. */
  private async withCode(code: string, verifier: string, context: RequestContext): Promise<SignedInDto> {
    const takeBack = await this.tries.count({ address: context.address });
    const found = await this.database.write(async (manager) => {
      // Locked first, since an identity may move to another account.
      await lockAdministrators(manager);
      const signIn = await useCode(manager, code, verifier);
      if (signIn === undefined) return undefined;
      const { accountId: id, linkId } = signIn;
      await lockAccount(manager, id);
      const [before] = await withPassword(manager, { id });
      if (!before || !maySignIn(before)) return undefined;
      const linked = linkId === null ? null : await linkIdentity(manager, signIn);
      if (linked === undefined) return undefined;
      const [account] = await withPassword(manager, { id });
      return { account: account!, linked, key: await addSignInKey(manager, account!, false) };
    });
    if (!found) {
      this.log.write('sign-in refused', null, context, { reason: 'code' });
      throw new InvitationExpired();
    }
    await takeBack();
    const { account, linked, key } = found;
    const reason = 'organization';
    const role = linked ? roleChange(linked.before, account) : {};
    this.log.write(linked ? 'invitation accepted' : 'signed in', account.id, context, { key: key.id, reason, ...role });
    if (linked?.former) this.log.write('account changed', linked.former.id, context, { fields: ['sign_in'], reason });
    return this.signedIn(key, account);
  }

  private async accept(token: string, body: SignInDto, context: RequestContext): Promise<SignedInDto> {
    const { address } = context;
    const found = await this.findLink(token, context);
    const password = await newPasswordOf(body, found.account, this.settings);
    const passwordHash = await hashPassword(password);
    const { account, key } = await this.database.write((manager) =>
      acceptInvitation(manager, found.invitation, { ...body, passwordHash }, address, this.settings),
    );
    const happening = found.invitation.purpose === 'password' ? 'password changed' : 'invitation accepted';
    this.log.write(happening, account.id, context, { key: key.id });
    return this.signedIn(key, account);
  }

  /** @throws {InvitationExpired} which counts as a wrong try */
  private async findLink(token: string, context: RequestContext): Promise<InvitedAccount> {
    // Counted before the look-up, so that parallel guesses count.
    const takeBack = await this.tries.count({ address: context.address });
    const found = await this.database.read((manager) => invitedAccount(manager, token));
    if (!found) {
      this.log.write('invitation refused', null, context);
      throw new InvitationExpired();
    }
    await takeBack();
    return found;
  }

  private signedIn(key: SignInKey, account: Account): SignedInDto {
    return { key: key.text, expires_utc: key.expires, account: AccountDto.of(account, this.settings) };
  }
}

const maySignIn = ({ disabledAt, isService }: Account) => disabledAt === null && !isService;

/** @throws {InvalidParameters} if address or password is missing */
function credentialsOf(body: SignInDto): {
  readonly email: string;
  readonly password: string;
  readonly stay?: boolean;
} {
  const { email, password, stay, name } = body;
  const errors = new FieldErrors();
  if (email === undefined) errors.add('email', FieldError.missing);
  if (password === undefined) errors.add('password', FieldError.missing);
  if (name !== undefined) errors.add('name', (messages) => messages.onlyWithInvitation);
  errors.throwIfAny();
  return { email: email!, password: password!, ...(stay !== undefined && { stay }) };
}

/**
 * The new password of an invited person.
 * @throws {InvalidParameters} if it is missing or refused, the account takes none, or the address is missing or not wanted
 */
async function newPasswordOf(body: SignInDto, account: Account, settings: RoleSettings): Promise<string> {
  const { email, password, stay, name } = body;
  if (hasMappedRole(account, settings))
    throw new InvalidParameters(new Map([['password', new FieldError((messages) => messages.passwordOfMapped)]]));
  const errors = new FieldErrors();
  if (account.email === null && email === undefined) errors.add('email', FieldError.missing);
  if (account.email !== null && email !== undefined && email !== account.email)
    errors.add('email', (messages) => messages.emailFixed);
  if (stay !== undefined) errors.add('stay', (messages) => messages.notWithInvitation);
  const owner = { name: name ?? account.name, email: account.email ?? email ?? null };
  const error = password === undefined ? FieldError.missing : await passwordError(password, owner);
  if (error) errors.add('password', error);
  errors.throwIfAny();
  return password!;
}

/** A valid link, and its account with the password hash. */
interface InvitedAccount {
  readonly invitation: AccountToken;
  readonly account: Account;
}

/** Finds a valid invitation and its account. @returns undefined if it cannot be accepted */
async function invitedAccount(manager: EntityManager, token: string): Promise<InvitedAccount | undefined> {
  const invitation = await findLink(manager, token);
  if (!invitation) return undefined;
  const [account] = await withPassword(manager, { id: invitation.accountId });
  return account && maySignIn(account) ? { invitation, account } : undefined;
}

/** @returns undefined if the account was disabled or got another password since this one was verified */
async function openSignIn(
  manager: EntityManager,
  account: Account,
  stay: boolean,
  address: string,
): Promise<SignInKey | undefined> {
  const sql =
    'UPDATE accounts SET revision = revision + 1 WHERE id = ? AND passwordHash = ? AND disabledAt IS NULL AND isService = FALSE';
  const { affected } = await run(manager, sql, [account.id, account.passwordHash]);
  if (affected !== 1) return undefined;
  await rememberAddress(manager, account, address);
  return addSignInKey(manager, account, stay);
}

/** @throws {InvitationExpired} if another request has used the invitation, or the account has been disabled */
async function acceptInvitation(
  manager: EntityManager,
  invitation: AccountToken,
  { email, name, passwordHash }: SignInDto & { readonly passwordHash: string },
  address: string,
  settings: RoleSettings,
): Promise<{ readonly account: Account; readonly key: SignInKey }> {
  const id = invitation.accountId;
  await lockAccount(manager, id);
  if (!(await useLink(manager, invitation))) throw new InvitationExpired();
  const [before] = await withPassword(manager, { id });
  if (!before || !maySignIn(before)) throw new InvitationExpired();
  if (before.email === null || name !== undefined) {
    const change = { ...(before.email === null && { email }), ...(name !== undefined && { name }) };
    await changeAccount(manager, id, change, settings);
  }
  await manager.update(Account, { id }, { passwordHash });
  await endSignIns(manager, id);
  const [account] = await withPassword(manager, { id });
  await rememberAddress(manager, account!, address);
  return { account: account!, key: await addSignInKey(manager, account!, false) };
}
