import { type EntityManager } from 'typeorm';
import { type Database } from '../../database/database.js';
import { type Account, type ApplicationKey, newAccount } from './account.entity.js';
import { Authenticator } from './authenticator.js';
import { formatKey, hashSecret, newKey } from './keys.js';

const ADDRESS = '192.0.2.7';

const account = { ...newAccount({ name: 'website', role: 'editor' }), id: 7 } as Account;
const key = newKey();
const text = formatKey(key);

function aStoredKey(fields: Partial<ApplicationKey> = {}): ApplicationKey {
  const secretHash = hashSecret(key.secret);
  return {
    ...{ id: key.id, accountId: account.id, account, secretHash },
    ...{ createdAt: new Date(), expiresAt: null, revokedAt: null, lastUsedAt: null },
    ...{ name: null, scope: null, addresses: null, kind: 'key' as const, idleDays: null },
    ...fields,
  };
}

const SIGN_IN = { kind: 'sign-in', idleDays: 14 } as const;

/** A database with one answer that counts how often it is asked. */
function aDatabase(response: () => ApplicationKey | null) {
  const stub = {
    reads: 0,
    answer: response,
    read: (_work: (manager: EntityManager) => unknown) => Promise.resolve(),
    write: () => Promise.resolve(),
  };
  stub.read = async () => {
    stub.reads += 1;
    await Promise.resolve();
    return stub.answer() as never;
  };
  return stub;
}

function anAuthenticator(database: object): Authenticator {
  return new Authenticator(database as Database);
}

describe('the authenticator', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2027-01-01T00:00:00Z'), doNotFake: ['performance'] });
    // The cache holds on to the real object; its clock shall be the faked one.
    jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
  });

  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('returns the account of a key', async () => {
    expect(await anAuthenticator(aDatabase(() => aStoredKey())).authenticate(text, ADDRESS)).toEqual({
      caller: { id: 7, name: 'website', role: 'editor' },
      key: expect.objectContaining({ id: key.id }),
    });
  });

  it('refuses malformed keys without reading the database', async () => {
    const database = aDatabase(() => aStoredKey());
    expect(await anAuthenticator(database).authenticate(`${text}0`, ADDRESS)).toBe('badKey');
    expect(database.reads).toBe(0);
  });

  it('refuses another secret with the same id', async () => {
    const forged = formatKey({ id: key.id, secret: newKey().secret });
    expect(await anAuthenticator(aDatabase(() => aStoredKey())).authenticate(forged, ADDRESS)).toBe('badKey');
  });

  it.each([
    ['unknown', null, 'badKey'],
    ['revoked', aStoredKey({ revokedAt: new Date('2026-01-01') }), 'badKey'],
    ['of a disabled account', aStoredKey({ account: { ...account, disabledAt: new Date() } }), 'accountDisabled'],
    ['expired', aStoredKey({ expiresAt: new Date('2027-01-01T00:00:00Z') }), 'keyExpired'],
    ['of an ended sign-in', aStoredKey({ ...SIGN_IN, revokedAt: new Date('2026-01-01') }), 'signInEnded'],
    ['of an expired sign-in', aStoredKey({ ...SIGN_IN, expiresAt: new Date('2026-12-31') }), 'signInExpired'],
    ['of an unused sign-in', aStoredKey({ ...SIGN_IN, createdAt: new Date('2026-12-17T23:00:00Z') }), 'signInExpired'],
    ['from elsewhere', aStoredKey({ addresses: '192.0.2.8,10.0.0.0/8' }), 'keyElsewhere'],
  ])('refuses a key that is %s, with one read for 500 concurrent requests', async (_what, stored, reason) => {
    const database = aDatabase(() => stored);
    const authenticator = anAuthenticator(database);
    const tries = Array.from({ length: 250 }, () => authenticator.authenticate(text, ADDRESS));
    expect(new Set(await Promise.all(tries))).toEqual(new Set([reason]));
    for (let i = 0; i < 250; i += 1) expect(await authenticator.authenticate(text, ADDRESS)).toBe(reason);
    expect(database.reads).toBe(1);
  });

  it('reads a key again within a second, so that revoking works', async () => {
    const database = aDatabase(() => aStoredKey());
    const authenticator = anAuthenticator(database);
    expect(await authenticator.authenticate(text, ADDRESS)).toMatchObject({ caller: { id: 7 } });
    database.answer = () => aStoredKey({ revokedAt: new Date() });
    jest.advanceTimersByTime(500);
    expect(await authenticator.authenticate(text, ADDRESS)).toMatchObject({ caller: { id: 7 } });
    jest.advanceTimersByTime(500);
    expect(await authenticator.authenticate(text, ADDRESS)).toBe('badKey');
    expect(database.reads).toBe(2);
  });

  it('counts that second from the start of a read, however long that takes', async () => {
    let response = (_stored: ApplicationKey): void => undefined;
    const database = aDatabase(() => aStoredKey({ revokedAt: new Date() }));
    const read = database.read;
    database.read = () => new Promise((resolve) => (response = (stored) => resolve(stored as never)));
    const authenticator = anAuthenticator(database);
    const slow = authenticator.authenticate(text, ADDRESS);
    jest.advanceTimersByTime(1000);
    response(aStoredKey());
    expect(await slow).toMatchObject({ caller: { id: 7 } });
    database.read = read;
    expect(await authenticator.authenticate(text, ADDRESS)).toBe('badKey');
  });

  it('refuses a key at the moment it expires', async () => {
    const database = aDatabase(() => aStoredKey({ expiresAt: new Date('2027-01-01T00:00:00.300Z') }));
    const authenticator = anAuthenticator(database);
    expect(await authenticator.authenticate(text, ADDRESS)).toMatchObject({ caller: { id: 7 } });
    jest.advanceTimersByTime(300);
    expect(await authenticator.authenticate(text, ADDRESS)).toBe('keyExpired');
    expect(database.reads).toBe(1);
  });

  it('ends a sign-in 14 days after its last use, which is known to the hour', async () => {
    const createdAt = new Date('2026-12-01T00:00:00Z');
    const used = (lastUsedAt: string) =>
      anAuthenticator(
        aDatabase(() => aStoredKey({ ...SIGN_IN, createdAt, lastUsedAt: new Date(lastUsedAt) })),
      ).authenticate(text, ADDRESS);
    expect(await used('2026-12-18T00:00:00Z')).toMatchObject({ caller: { id: 7 } });
    expect(await used('2026-12-17T23:00:00Z')).toBe('signInExpired');
  });

  it('does not cache an error of the database', async () => {
    const database = aDatabase(() => {
      throw new Error('away');
    });
    const authenticator = anAuthenticator(database);
    await expect(authenticator.authenticate(text, ADDRESS)).rejects.toThrow('away');
    database.answer = () => aStoredKey();
    expect(await authenticator.authenticate(text, ADDRESS)).toMatchObject({ caller: { id: 7 } });
  });
});
