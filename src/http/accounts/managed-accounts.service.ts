import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan } from 'typeorm';
import { Database } from '../../database/database.js';
import { query } from '../../database/sql/statements.js';
import { PageNotFound } from '../../lib/errors/api-error.js';
import { utcText } from '../../lib/datetime/moment.js';
import { fold } from '../../lib/text/fold.js';
import { Settings } from '../../lib/config/settings.js';
import { ACCOUNT, changeAccount, createAccount, getAccount } from '../auth/account-store.js';
import { AccountToken, ApplicationKey } from '../auth/account.entity.js';
import { Transactions } from '../idempotency/transactions.js';
import { type RequestContext } from '../request-context.js';
import { paging } from '../response/paging.js';
import { Site } from '../urls/site.js';
import {
  type AccountListDto,
  type CreateAccountDto,
  type InvitationDto,
  ManagedAccountDto,
  type UpdateAccountDto,
} from './account.dto.js';
import { AccountsLog, changeOf } from './accounts-log.js';
import { type AccountsQuery } from './accounts.query.js';
import { Invitations } from './invitations.js';
import { linkOf } from './account-links.js';
import { withPassword } from './with-password.js';

/** Manages accounts for administrators, through HTTP. */
@Injectable()
export class ManagedAccountsService {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly settings: Settings,
    private readonly invitations: Invitations,
    private readonly log: AccountsLog,
  ) {}

  async list(given: AccountsQuery, context: RequestContext): Promise<AccountListDto> {
    const { page = 1, per_page: perPage = 10, search } = given;
    const { accounts, total } = await this.database.read(async (manager) => {
      const { ids, total } = await findPage(manager, fold(search ?? ''), perPage, (page - 1) * perPage);
      return { accounts: await this.present(manager, ids, context), total };
    });
    if (page > 1 && (page - 1) * perPage >= total) throw new PageNotFound(ACCOUNT);
    return { accounts, ...paging(this.site, ACCOUNT, given, total, context) };
  }

  get(id: number, context: RequestContext): Promise<ManagedAccountDto> {
    return this.database.read((manager) => this.presentOne(manager, id, context));
  }

  async create(
    { translation_language: _, ...values }: CreateAccountDto,
    context: RequestContext,
  ): Promise<ManagedAccountDto> {
    const created = await this.transactions.write(context, async (manager) => {
      const { id } = await createAccount(manager, values);
      const shown = await this.presentOne(manager, id, context);
      context.response.headers.set('Location', shown.rest_url);
      return shown;
    });
    this.log.write('account created', created.id, context);
    return created;
  }

  async update(id: number, body: UpdateAccountDto, context: RequestContext): Promise<ManagedAccountDto> {
    const { translation_language: _, disabled: isDisabled, ...values } = body;
    const { shown, change } = await this.transactions.write(context, async (manager) => {
      const changed = { ...values, ...(isDisabled !== undefined && { isDisabled }) };
      const { before, after } = await changeAccount(manager, id, changed, this.settings);
      return { shown: await this.presentOne(manager, id, context), change: changeOf(before, after) };
    });
    if (change.fields.length > 0) this.log.write('account changed', id, context, change);
    return shown;
  }

  /** An Idempotency-Key has no effect: nothing is stored of a response that has a secret. */
  async invite(id: number, context: RequestContext): Promise<InvitationDto> {
    const { invitation } = await this.invitations.invite(id, context.language);
    this.log.write('invitation made', id, context);
    return {
      url: linkOf(this.settings, 'invitation', invitation.token),
      expires_utc: utcText(invitation.expiresAt),
      mail: invitation.isMailed ? 'queued' : 'off',
    };
  }

  private async presentOne(manager: EntityManager, id: number, context: RequestContext): Promise<ManagedAccountDto> {
    await getAccount(manager, id);
    const [account] = await this.present(manager, [id], context);
    return account!;
  }

  /** The accounts in the order of the ids. */
  private async present(
    manager: EntityManager,
    ids: readonly number[],
    { language }: RequestContext,
  ): Promise<ManagedAccountDto[]> {
    const accountId = In([...ids]);
    const accounts = await withPassword(manager, { id: accountId });
    const keys = await manager.find(ApplicationKey, {
      where: { accountId },
      select: { id: true, accountId: true, lastUsedAt: true },
    });
    const tokens = await manager.findBy(AccountToken, {
      ...{ accountId, purpose: 'invitation', usedAt: IsNull(), expiresAt: MoreThan(new Date()) },
    });
    return ids.flatMap((id) => {
      const account = accounts.find((one) => one.id === id);
      if (!account) return [];
      const uses = keys.flatMap((key) => (key.accountId === id && key.lastUsedAt ? key.lastUsedAt.getTime() : []));
      const lastUsedAt = uses.length === 0 ? null : new Date(Math.max(...uses));
      const invitedUntil = tokens.find((token) => token.accountId === id)?.expiresAt ?? null;
      const more = { lastUsedAt, invitedUntil, rest_url: this.site.urls.record(language, ACCOUNT, id) };
      return ManagedAccountDto.of(account, this.settings, more);
    });
  }
}

/** The ids of a page of accounts, and how many there are in all. @param search folded; empty for all accounts */
async function findPage(
  manager: EntityManager,
  search: string,
  limit: number,
  offset: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const where = search === '' ? '' : "WHERE INSTR(COALESCE(nameKey, name), ?) > 0 OR INSTR(COALESCE(email, ''), ?) > 0";
  const values = search === '' ? [] : [search, search];
  const [count] = await query<{ total: number | string }>(
    manager,
    `SELECT COUNT(*) AS total FROM accounts ${where}`,
    values,
  );
  const sql = `SELECT id FROM accounts ${where} ORDER BY COALESCE(nameKey, name), id LIMIT ${limit} OFFSET ${offset}`;
  const rows = await query<{ id: number }>(manager, sql, values);
  return { ids: rows.map(({ id }) => id), total: Number(count?.total ?? 0) };
}
