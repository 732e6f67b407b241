import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Database } from '../../database/database.js';
import { AccountUnusable, KeyNotFound, NotSignedIn } from '../../lib/errors/account-errors.js';
import { FieldError, FieldErrors, InvalidParameters } from '../../lib/errors/field-error.js';
import { DAY, MINUTE } from '../../lib/datetime/durations.js';
import { ACCOUNT, addKey, getAccount, type StoredLimits, validKeys } from '../auth/account-store.js';
import { AccountError } from '../auth/account-error.js';
import { ApplicationKey } from '../auth/account.entity.js';
import { parseAddresses } from '../auth/allowed-addresses.js';
import { endOf } from '../auth/key-lifetime.js';
import { formatKey, newKey } from '../auth/keys.js';
import { parseScope } from '../auth/scope.js';
import { type RequestContext } from '../request-context.js';
import { Site } from '../urls/site.js';
import { NAMESPACE } from '../urls/urls.js';
import { AccountsLog } from './accounts-log.js';
import { CurrentPassword } from './current-password.js';
import { type CreateKeyDto, type CreateOwnKeyDto, KeyDto, type KeyListDto, type NewKeyDto } from './key.dto.js';
import { KeyScopes } from './key-scopes.js';

/** Milliseconds for which a sign-in takes the place of the current password. */
const FRESH = 10 * MINUTE;

/** Milliseconds for which a key of one's own lasts at most. */
const LONGEST = 365 * DAY;

/** Valid keys of an account, because lists have no pages. */
const MAX_KEYS = 100;

/** Keys of accounts, through HTTP. An Idempotency-Key has no effect: nothing is stored of a response that has a secret. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
    private readonly scopes: KeyScopes,
    private readonly current: CurrentPassword,
    private readonly log: AccountsLog,
  ) {}

  list(id: number, context: RequestContext): Promise<KeyListDto> {
    const address = `${this.site.urls.record(context.language, ACCOUNT, id)}/keys`;
    return this.read(id, address, context);
  }

  listOwn(context: RequestContext): Promise<KeyListDto> {
    const address = `${this.site.urls.root(context.language)}/${NAMESPACE}/me/keys`;
    return this.read(context.caller!.id, address, context);
  }

  async create(id: number, body: CreateKeyDto, context: RequestContext): Promise<NewKeyDto> {
    return this.store(id, this.limitsOf(body), context);
  }

  /** Addresses and expiry of the key of a program are inherited; a sign-in proves the person, and passes on none. */
  async createOwn(body: CreateOwnKeyDto, context: RequestContext): Promise<NewKeyDto> {
    const { id } = context.caller!;
    const limits = this.limitsOf(body);
    const latest = new Date(Date.now() + LONGEST);
    const errors = new FieldErrors();
    if (limits.expiresAt !== null && limits.expiresAt > latest)
      errors.add('expires', (messages) => messages.withinYear);
    errors.throwIfAny();
    await this.assertProven(body.current ?? undefined, context);
    const parent = context.key!.kind === 'key' ? context.key! : undefined;
    const end = Math.min((limits.expiresAt ?? latest).getTime(), parent ? endOf(parent) : Infinity);
    const addresses = parent?.addresses ?? limits.addresses;
    return this.store(id, { ...limits, addresses, expiresAt: new Date(end) }, context);
  }

  remove(id: number, key: string, context: RequestContext): Promise<KeyDto> {
    return this.end(id, key, context, async (manager) => void (await getAccount(manager, id)));
  }

  removeOwn(key: string, context: RequestContext): Promise<KeyDto> {
    return this.end(context.caller!.id, key, context);
  }

  /** @throws {NotSignedIn} if the key of the request was not made by signing in */
  async signOut(context: RequestContext): Promise<KeyDto> {
    const { key, caller } = context;
    if (key?.kind !== 'sign-in') throw new NotSignedIn();
    await this.database.write((manager) =>
      manager.update(ApplicationKey, { id: key.id, revokedAt: IsNull() }, { revokedAt: new Date() }),
    );
    this.log.write('signed out', caller!.id, context, { key: key.id });
    return KeyDto.of(key, key);
  }

  private read(id: number, rest_url: string, context: RequestContext): Promise<KeyListDto> {
    return this.database.read(async (manager) => {
      await getAccount(manager, id);
      const keys = await validKeys(manager, [id]);
      return { keys: keys.map((key) => KeyDto.of(key, context.key)), rest_url };
    });
  }

  /** @throws {InvalidParameters} that names `current`, without the password or a sign-in of the last minutes */
  private async assertProven(password: string | undefined, context: RequestContext): Promise<void> {
    if (password !== undefined) return void (await this.current.verify(password, context));
    const { key } = context;
    if (key?.kind === 'sign-in' && key.createdAt.getTime() > Date.now() - FRESH) return;
    const needed = new FieldError((messages) => messages.currentNeeded);
    throw new InvalidParameters(new Map([['current', needed]]));
  }

  private async store(id: number, limits: StoredLimits, context: RequestContext): Promise<NewKeyDto> {
    const key = newKey();
    const stored = await this.database.write(async (manager) => {
      const account = await getAccount(manager, id);
      if (account.disabledAt !== null) throw new AccountUnusable('disabled');
      const valid = await validKeys(manager, [id]);
      if (valid.filter(({ kind }) => kind === 'key').length >= MAX_KEYS)
        throw new InvalidParameters(
          new Map([['name', new FieldError((messages) => messages.tooManyAccountKeys(MAX_KEYS))]]),
        );
      return addKey(manager, account, key, limits);
    });
    this.log.write('key created', id, context, { key: key.id });
    return { ...KeyDto.of(stored, context.key), key: formatKey(key) };
  }

  private async end(
    accountId: number,
    id: string,
    context: RequestContext,
    check: (manager: EntityManager) => Promise<void> = () => Promise.resolve(),
  ): Promise<KeyDto> {
    const ended = await this.database.write(async (manager) => {
      await check(manager);
      const key = await manager.findOneBy(ApplicationKey, { id, accountId, revokedAt: IsNull() });
      if (!key || endOf(key) <= Date.now()) throw new KeyNotFound();
      await manager.update(ApplicationKey, { id }, { revokedAt: new Date() });
      return key;
    });
    this.log.write('key deleted', accountId, context, { key: id });
    return KeyDto.of(ended, context.key);
  }

  /** @throws {InvalidParameters} for unknown scopes, addresses that are none, and an expiry that has passed */
  private limitsOf({ name, scope, addresses, expires }: CreateKeyDto): StoredLimits {
    const errors = new FieldErrors();
    const { names } = this.scopes;
    const read = (field: string, parse: () => string, wording: FieldError) => {
      try {
        return parse();
      } catch (error) {
        if (!(error instanceof AccountError)) throw error;
        errors.add(field, wording);
        return null;
      }
    };
    const limits = {
      name,
      scope: scope
        ? read('scope', () => parseScope(scope.join(), names), new FieldError((messages) => messages.keyScope(names)))
        : null,
      addresses: addresses
        ? read('addresses', () => parseAddresses(addresses.join()), new FieldError((messages) => messages.keyAddresses))
        : null,
      expiresAt: expires ? expires.resolve(this.site.timezone, new Date()).utc : null,
    };
    if (limits.expiresAt !== null && limits.expiresAt <= new Date())
      errors.add('expires', (messages) => messages.inFuture);
    errors.throwIfAny();
    return limits;
  }
}
