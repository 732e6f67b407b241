import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Database } from '../../database/database.js';
import { Settings } from '../../lib/config/settings.js';
import { findLink } from '../accounts/account-links.js';
import { type RoleChange, roleChange } from '../accounts/accounts-log.js';
import { parseAddress } from '../accounts/passwords.js';
import { warnOfKeptRole } from '../accounts/linked-identity.js';
import { addCode } from '../accounts/sign-in-codes.js';
import { withPassword } from '../accounts/with-password.js';
import {
  createAccount,
  endKeys,
  endSignIns,
  isLastAdministrator,
  lockAccount,
  lockAdministrators,
} from '../auth/account-store.js';
import { nameKeyOf } from '../auth/account-name.js';
import { Account } from '../auth/account.entity.js';
import { type Role } from '../role.js';
import { type Claims } from './provider.js';
import { mappedRole, meetsRequirements } from './roles.js';

/** Why somebody whom the provider knows cannot sign in. */
export type Refusal = 'no-role' | 'disabled' | 'invitation-expired';

/** A sign-in: its code, or why there is none. */
export type Outcome =
  | {
      readonly code: string;
      readonly account: Account;
      readonly happening?: 'account created' | 'account changed';
      readonly role?: RoleChange;
    }
  | { readonly refusal: Refusal; readonly accountId: number | null; readonly role?: RoleChange };

/** The values that the browser sent. */
interface Request {
  readonly challenge: string;
  readonly invitation?: string | undefined;
}

/** Who signs in. */
interface Person {
  readonly challenge: string;
  readonly identityHash: string;
  /** The role that the organization gives. */
  readonly role: Role | undefined;
}

/** The longest name of an account, without the number that tells it apart. */
const MAX_NAME = 240;

/** Finds, links and makes the accounts of people whom the organization's service knows. */
@Injectable()
export class Identities {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /** Signs the person of these claims in: a code for the page, or a refusal. */
  signIn(claims: Claims, { challenge, invitation }: Request): Promise<Outcome> {
    return this.database.write(async (manager) => {
      // Locked first, since a role may be taken away from the last administrator.
      await lockAdministrators(manager);
      const role = mappedRole(claims, this.settings);
      const identityHash = this.hashOf(claims);
      const known = (await manager.findOneBy(Account, { identityHash })) ?? undefined;
      // Somebody who is no member is not looked up by an address.
      if (!meetsRequirements(claims, this.settings)) return this.refuse(manager, known);
      if (invitation !== undefined) return this.invited(manager, invitation, { challenge, identityHash, role });
      const found = known ?? (await findByAddress(manager, claims));
      if (found && !maySignIn(found)) return { refusal: 'disabled', accountId: found.id };
      if (found) return this.signInTo(manager, found, { challenge, identityHash, role });
      const first = role ?? this.settings.oidcDefaultRole;
      if (!first) return { refusal: 'no-role', accountId: null };
      const account = await this.create(manager, claims, first, role !== undefined);
      return { account, happening: 'account created', code: await codeFor(manager, account.id, challenge) };
    });
  }

  /** The invitation is accepted, and the identity linked, once the page has shown its verifier. */
  private async invited(manager: EntityManager, token: string, person: Person): Promise<Outcome> {
    const link = await findLink(manager, token);
    const account = link?.purpose === 'invitation' && (await manager.findOneBy(Account, { id: link.accountId }));
    if (!link || !account) return { refusal: 'invitation-expired', accountId: null };
    if (!maySignIn(account)) return { refusal: 'disabled', accountId: account.id };
    const { challenge, identityHash, role = null } = person;
    const signIn = { accountId: account.id, linkId: link.id, identityHash, role };
    return { account, code: await addCode(manager, signIn, challenge) };
  }

  private async signInTo(
    manager: EntityManager,
    found: Account,
    { challenge, identityHash, role }: Person,
  ): Promise<Outcome> {
    if (role === undefined && found.isRoleMapped && this.settings.oidcRoles.length > 0) {
      if (!(await isLastAdministrator(manager, found))) return this.refuse(manager, found);
      warnOfKeptRole(found);
    }
    await lockAccount(manager, found.id);
    const changes = { identityHash, ...(await this.roleChange(manager, found, role)) };
    await manager.update(Account, { id: found.id }, changes);
    const account = { ...found, ...changes };
    const isChanged = account.role !== found.role || account.identityHash !== found.identityHash;
    const code = await codeFor(manager, account.id, challenge);
    const happening = isChanged && { happening: 'account changed' as const };
    return { account, code, ...happening, ...roleChange(found, account) };
  }

  /** A mapped role wins, but for the last administrator. */
  private async roleChange(manager: EntityManager, account: Account, role: Role | undefined) {
    if (role === undefined) return {};
    if (role !== 'administrator' && (await isLastAdministrator(manager, account))) {
      warnOfKeptRole(account);
      return { isRoleMapped: true };
    }
    return { role, isRoleMapped: true };
  }

  /** Refuses an account without a role: ends its sign-ins and keys, and the role that the organization gave it. */
  private async refuse(manager: EntityManager, account: Account | undefined): Promise<Outcome> {
    if (!account) return { refusal: 'no-role', accountId: null };
    const refused = { refusal: 'no-role', accountId: account.id } as const;
    if (await isLastAdministrator(manager, account)) {
      warnOfKeptRole(account);
      return refused;
    }
    await endSignIns(manager, account.id);
    await endKeys(manager, account.id);
    if (!account.isRoleMapped) return refused;
    await manager.update(Account, { id: account.id }, { role: 'reader' });
    return { ...refused, ...roleChange(account, { role: 'reader' }) };
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
  private hashOf({ iss, sub }: Claims): string {
    return createHash('sha256')
      .update(JSON.stringify([iss, sub]))
      .digest('hex');
  }
}

const maySignIn = ({ disabledAt, isService }: Account) => disabledAt === null && !isService;

const codeFor = (manager: EntityManager, accountId: number, challenge: string) =>
  addCode(manager, { accountId, linkId: null, identityHash: null, role: null }, challenge);

/** By an address that the provider has verified, of an account that has no other way to sign in. */
async function findByAddress(manager: EntityManager, claims: Claims): Promise<Account | undefined> {
  const email = addressIn(claims);
  if (email === null || claims['email_verified'] !== true) return undefined;
  const [account] = await withPassword(manager, { email, identityHash: IsNull() });
  return account?.passwordHash === null && !account.isService ? account : undefined;
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
