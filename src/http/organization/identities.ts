import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Database } from '../../database/database.js';
import { Settings } from '../../lib/config/settings.js';
import { findLink, useLink } from '../accounts/account-links.js';
import { parseAddress } from '../accounts/passwords.js';
import { addCode } from '../accounts/sign-in-codes.js';
import { withPassword } from '../accounts/with-password.js';
import { createAccount, endKeys, endSignIns, lockAccount, lockAdministrators } from '../auth/account-store.js';
import { nameKeyOf } from '../auth/account-name.js';
import { Account } from '../auth/account.entity.js';
import { type Role } from '../role.js';
import { type Claims } from './provider.js';
import { mappedRole, meetsRequirements } from './roles.js';

/** Why somebody whom the provider knows cannot sign in. */
export type Refusal = 'no-role' | 'disabled' | 'invitation-expired';

/** A sign-in: its code, or why there is none. */
export type Outcome =
  | { readonly code: string; readonly account: Account; readonly invited?: boolean }
  | { readonly refusal: Refusal; readonly accountId: number | null };

/** What the browser brought along. */
interface Request {
  readonly challenge: string;
  readonly invitation?: string | undefined;
}

/** The longest name of an account, without the number that tells it apart. */
const MAX_NAME = 240;

/** Finds, links and makes the accounts of people whom the organization's service knows. */
@Injectable()
export class Identities {
  private readonly logger = new Logger('Accounts');

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /** Signs the person of these claims in: a code for the page, or a refusal. */
  signIn(claims: Claims, request: Request): Promise<Outcome> {
    return this.database.write(async (manager) => {
      // Locked first, since a role may be taken away from the last administrator.
      await lockAdministrators(manager);
      const role = mappedRole(claims, this.settings);
      const isKnown = meetsRequirements(claims, this.settings);
      const found = await this.find(manager, claims, isKnown ? request.invitation : undefined);
      if (found === 'expired') return { refusal: 'invitation-expired', accountId: null };
      if (found && !maySignIn(found)) return { refusal: 'disabled', accountId: found.id };
      if (!isKnown) return this.refuse(manager, found);
      if (found) return this.signInTo(manager, found, claims, role, request);
      const first = role ?? this.settings.oidcDefaultRole;
      if (!first) return { refusal: 'no-role', accountId: null };
      const account = await this.create(manager, claims, first, role !== undefined);
      return { account, code: await addCode(manager, account.id, request.challenge) };
    });
  }

  private async signInTo(
    manager: EntityManager,
    found: Account,
    claims: Claims,
    role: Role | undefined,
    { challenge, invitation }: Request,
  ): Promise<Outcome> {
    if (role === undefined && found.isRoleMapped && this.settings.oidcRoles.length > 0) {
      if (!(await isLastAdministrator(manager, found))) return this.refuse(manager, found);
      this.keepAdministrator(found);
    }
    await lockAccount(manager, found.id);
    if (invitation !== undefined) await endSignIns(manager, found.id);
    const changes = { identityHash: this.hashOf(claims), ...(await this.roleChange(manager, found, role)) };
    await manager.update(Account, { id: found.id }, changes);
    const account = { ...found, ...changes };
    const code = await addCode(manager, account.id, challenge);
    return { account, code, ...(invitation !== undefined && { invited: true }) };
  }

  /** A mapped role wins, but for the last administrator. */
  private async roleChange(manager: EntityManager, account: Account, role: Role | undefined) {
    if (role === undefined) return {};
    if (role !== 'administrator' && (await isLastAdministrator(manager, account))) {
      this.keepAdministrator(account);
      return { isRoleMapped: true };
    }
    return { role, isRoleMapped: true };
  }

  /** Ends all keys of somebody who has no role any more, and the rights of other ways to sign in. */
  private async refuse(manager: EntityManager, account: Account | undefined): Promise<Outcome> {
    if (!account) return { refusal: 'no-role', accountId: null };
    if (account.isRoleMapped && !(await isLastAdministrator(manager, account))) {
      await endSignIns(manager, account.id);
      await endKeys(manager, account.id);
      await manager.update(Account, { id: account.id }, { role: 'reader' });
    }
    return { refusal: 'no-role', accountId: account.id };
  }

  private keepAdministrator({ id }: Account): void {
    this.logger.warn({ account: id }, 'the last administrator keeps the role, which the organization has taken away');
  }

  /**
   * By the identity, else by the invitation, else by an address that the provider has verified, of an account that has no
   * other way to sign in.
   */
  private async find(
    manager: EntityManager,
    claims: Claims,
    invitation: string | undefined,
  ): Promise<Account | 'expired' | undefined> {
    const identityHash = this.hashOf(claims);
    const known = await manager.findOneBy(Account, { identityHash });
    if (invitation !== undefined) {
      const link = await findLink(manager, invitation);
      if (link?.purpose !== 'invitation' || !(await useLink(manager, link))) return 'expired';
      // A person has one account: an identity moves to the one that it is invited to.
      if (known && known.id !== link.accountId) await manager.update(Account, { id: known.id }, { identityHash: null });
      return (await manager.findOneBy(Account, { id: link.accountId })) ?? 'expired';
    }
    if (known) return known;
    const email = addressIn(claims);
    if (email === null || claims['email_verified'] !== true) return undefined;
    const [account] = await withPassword(manager, { email, identityHash: IsNull() });
    return account?.passwordHash === null && !account.isService ? account : undefined;
  }

  private async create(manager: EntityManager, claims: Claims, role: Role, isRoleMapped: boolean): Promise<Account> {
    const address = addressIn(claims);
    const isTaken = address !== null && (await manager.countBy(Account, { email: address })) > 0;
    const email = isTaken ? null : address;
    const name = await freeName(manager, nameIn(claims, address));
    const account = await createAccount(manager, { name, role, email });
    const identity = { identityHash: this.hashOf(claims), isRoleMapped };
    await manager.update(Account, { id: account.id }, identity);
    return { ...account, ...identity };
  }

  /** The identity of a person: issuer and subject (OpenID Connect Core, 5.7). */
  private hashOf({ sub }: Claims): string {
    return createHash('sha256')
      .update(JSON.stringify([this.settings.oidcIssuer, sub]))
      .digest('hex');
  }
}

const maySignIn = ({ disabledAt, isService }: Account) => disabledAt === null && !isService;

async function isLastAdministrator(manager: EntityManager, { role, id }: Account): Promise<boolean> {
  if (role !== 'administrator') return false;
  const others = await manager.findBy(Account, { role, disabledAt: IsNull() });
  return others.every((one) => one.id === id);
}

function addressIn(claims: Claims): string | null {
  const address = typeof claims['email'] === 'string' ? parseAddress(claims['email']) : null;
  return typeof address === 'string' ? address : null;
}

function nameIn(claims: Claims, address: string | null): string {
  const names = [claims['name'], claims['preferred_username'], address?.split('@', 1)[0]];
  const clean = names.map((name) => (typeof name === 'string' ? name.replaceAll(/[\p{C}\s<>]+/gu, ' ').trim() : ''));
  return (clean.find((name) => name !== '') ?? 'Person').slice(0, MAX_NAME);
}

/** With a number, if another account has the name. */
async function freeName(manager: EntityManager, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if ((await manager.countBy(Account, [{ nameKey: nameKeyOf(name) }, { name }])) === 0) return name;
  }
}
