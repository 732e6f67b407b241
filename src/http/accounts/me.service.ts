import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { run } from '../../database/sql/statements.js';
import { RouteNotFound, WriteConflict } from '../../lib/errors/api-error.js';
import { FieldError, FieldErrors, InvalidParameters } from '../../lib/errors/field-error.js';
import { Settings } from '../../lib/config/settings.js';
import { changeAccount, endKeys, endSignIns } from '../auth/account-store.js';
import { type Account } from '../auth/account.entity.js';
import { hashPassword } from '../auth/password-hash.js';
import { isEditor } from '../role.js';
import { type RequestContext } from '../request-context.js';
import { AccountDto, type UpdateMeDto } from './account.dto.js';
import { AccountsLog, changeOf } from './accounts-log.js';
import { CurrentPassword } from './current-password.js';
import { forgetAddresses, rememberAddress } from './known-addresses.js';
import { passwordError } from './passwords.js';
import { ReturnedRecords } from './returned-records.js';
import { type ChangePasswordDto } from './sign-in.dto.js';
import { withPassword } from './with-password.js';

/** The account of the caller. */
@Injectable()
export class MeService {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly current: CurrentPassword,
    private readonly log: AccountsLog,
    private readonly returned: ReturnedRecords,
  ) {}

  get(context: RequestContext): Promise<AccountDto> {
    return this.database.read((manager) => this.present(manager, context));
  }

  async update(body: UpdateMeDto, context: RequestContext): Promise<AccountDto> {
    const { translation_language: _, notify, ...values } = body;
    const { id } = context.caller!;
    if (notify?.length && !isEditor(context.caller)) throw noticesForbidden();
    const notices = notify && { notices: notify.join() };
    const { shown, change } = await this.database.write(async (manager) => {
      const { before, after } = await changeAccount(manager, id, { ...values, ...notices }, this.settings);
      return { shown: await this.present(manager, context), change: changeOf(before, after) };
    });
    if (change.fields.length > 0) this.log.write('account changed', id, context, change);
    return shown;
  }

  /** Ends the other sign-ins. An Idempotency-Key has no effect, since a hash of the request would hold the passwords. */
  async changePassword(body: ChangePasswordDto, context: RequestContext): Promise<AccountDto> {
    if (!this.settings.passwordSignIn) throw new RouteNotFound();
    const { id } = context.caller!;
    const [account] = await this.database.read((manager) => withPassword(manager, { id }));
    const error = await passwordError(body.password, account!);
    const errors = new FieldErrors();
    if (error) errors.add('password', error);
    errors.throwIfAny();
    const verified = await this.current.verify(body.current, context);
    const passwordHash = await hashPassword(body.password);
    const changed = await this.database.write(async (manager) => {
      await replacePassword(manager, verified, passwordHash);
      await endSignIns(manager, id, context.key?.id);
      if (body.keys) await endKeys(manager, id);
      await rememberAddress(manager, { ...verified, passwordHash }, context.address);
      return this.present(manager, context);
    });
    this.log.write('password changed', id, context);
    return changed;
  }

  private async present(manager: EntityManager, { caller }: RequestContext): Promise<AccountDto> {
    const [account] = await withPassword(manager, { id: caller!.id });
    const returned = await this.returned.count(manager, caller!.id);
    return AccountDto.of(account!, this.settings, { writes: caller!.writes, returned });
  }
}

/** Only editors can approve something. */
function noticesForbidden(): InvalidParameters {
  return new InvalidParameters(new Map([['notify', new FieldError((messages) => messages.noticesForbidden)]]));
}

/** @throws {WriteConflict} if the password was changed, or the account disabled, since it was verified */
async function replacePassword(manager: EntityManager, { id, passwordHash }: Account, hash: string): Promise<void> {
  const sql =
    'UPDATE accounts SET passwordHash = ?, revision = revision + 1 WHERE id = ? AND passwordHash = ? AND disabledAt IS NULL';
  const { affected } = await run(manager, sql, [hash, id, passwordHash]);
  if (affected !== 1) throw new WriteConflict();
  await forgetAddresses(manager, id);
}
