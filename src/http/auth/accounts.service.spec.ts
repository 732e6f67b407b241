import { temporarySqlite, type TemporaryDatabase } from '../../../test/support/temporary-database.js';
import { loadSettings, SettingsError } from '../../lib/config/load-settings.js';
import { createDataSource, dataSourceOptions } from '../../database/data-source.js';
import { openDatabase } from '../../database/database.module.js';
import { Account, AccountToken, ApplicationKey } from './account.entity.js';
import { formatKey, newKey, parseKey } from './keys.js';
import { AccountError } from './account-error.js';
import { AccountsService } from './accounts.service.js';
import { Authenticator } from './authenticator.js';
import { FirstAdministrator } from './first-administrator.js';
import { schema } from '../../schema.js';

async function connect(url: string, readOnly: boolean) {
  const options = await dataSourceOptions(schema, url, { readOnly, timeout: 4000 });
  return createDataSource({ ...options, entities: [Account, AccountToken, ApplicationKey] }).initialize();
}

describe('accounts', () => {
  let temporary: TemporaryDatabase;
  let closing: (() => Promise<void>)[];

  /** Another instance of the service on the same database. */
  async function anInstance() {
    const writer = await connect(temporary.url, false);
    const reader = await connect(temporary.url, true);
    const database = openDatabase(reader, writer, { timeout: 4000, pool: 10 });
    closing.push(async () => {
      await database.onApplicationShutdown();
      await reader.destroy();
    });
    return {
      accounts: new AccountsService(database, loadSettings({})),
      authenticator: new Authenticator(database),
      database,
    };
  }

  beforeEach(async () => {
    closing = [];
    temporary = await temporarySqlite();
    const maker = await connect(temporary.url, false);
    // SQLite knows no collations of servers; migrations leave them out.
    for (const { columns } of maker.entityMetadatas) for (const column of columns) delete column.collation;
    await maker.synchronize();
    await maker.destroy();
  });

  afterEach(async () => {
    for (const close of closing) await close();
    await temporary.drop();
  });

  it('are created with their first key', async () => {
    const { accounts, authenticator } = await anInstance();
    const key = await accounts.createKey({ role: 'editor', name: ' website ' });
    expect(await authenticator.authenticate(key.text, '192.0.2.7')).toMatchObject({
      caller: { id: 1, name: 'website', role: 'editor' },
    });
  });

  it('get another key by their name', async () => {
    const { accounts, authenticator } = await anInstance();
    for (let count = 0; count < 2; count += 1) {
      const key = await accounts.createKey({ role: 'editor', name: 'website' });
      expect(await authenticator.authenticate(key.text, '192.0.2.7')).toMatchObject({ caller: { id: 1 } });
    }
    expect(await accounts.listKeys()).toHaveLength(2);
  });

  it('keep their role', async () => {
    const { accounts } = await anInstance();
    await accounts.createKey({ role: 'editor', name: 'website' });
    const promoted = accounts.createKey({ role: 'administrator', name: 'website' });
    await expect(promoted).rejects.toThrow(AccountError);
    await expect(promoted).rejects.toThrow('"website" exists with the role editor, not administrator');
  });

  it.each(['', '  ', 'a\nb', 'x'.repeat(256)])('cannot be named %j', async (name) => {
    const { accounts } = await anInstance();
    await expect(accounts.createKey({ role: 'reader', name })).rejects.toThrow(AccountError);
  });

  it('are created once by concurrent calls', async () => {
    const instances = [await anInstance(), await anInstance(), await anInstance()];
    await Promise.all(instances.map(({ accounts }) => accounts.createKey({ role: 'author', name: 'website' })));
    const keys = await instances[0]!.accounts.listKeys();
    expect(keys.map(({ account }) => account.id)).toEqual([1, 1, 1]);
  });

  it('lose a revoked key permanently', async () => {
    const { accounts, authenticator } = await anInstance();
    const key = await accounts.createKey({ role: 'editor', name: 'website' });
    await accounts.revokeKey(key.id);
    const [{ revokedAt } = { revokedAt: null }] = await accounts.listKeys();
    expect(revokedAt).toBeInstanceOf(Date);
    await accounts.revokeKey(key.id);
    expect(await accounts.listKeys()).toMatchObject([{ revokedAt }]);
    expect(await authenticator.authenticate(key.text, '192.0.2.7')).toBe('badKey');
  });

  it('refuse to revoke an unknown key', async () => {
    const { accounts } = await anInstance();
    await expect(accounts.revokeKey('nokey')).rejects.toThrow('There is no key with the id "nokey".');
  });

  it('never reveal a secret', async () => {
    const { accounts } = await anInstance();
    const { text } = await accounts.createKey({ role: 'editor', name: 'website' });
    expect(JSON.stringify(await accounts.listKeys())).not.toContain(parseKey(text)!.secret);
  });

  describe('the first administrator', () => {
    const key = newKey();
    const start = (accounts: AccountsService, adminKey: string) =>
      new FirstAdministrator(loadSettings({ ADMIN_KEY: adminKey, LOG_LEVEL: 'silent' }), accounts).onModuleInit();

    it('is created once by instances that start together', async () => {
      const instances = [await anInstance(), await anInstance(), await anInstance()];
      await Promise.all(instances.map(({ accounts }) => start(accounts, formatKey(key))));
      expect(await instances[0]!.accounts.listKeys()).toMatchObject([{ id: key.id, account: { id: 1 } }]);
      expect(await instances[0]!.authenticator.authenticate(formatKey(key), '192.0.2.7')).toMatchObject({
        caller: { role: 'administrator' },
      });
    });

    it('is still the first at the next start', async () => {
      const { accounts } = await anInstance();
      await start(accounts, formatKey(key));
      await start(accounts, formatKey(key));
      expect(await accounts.listKeys()).toHaveLength(1);
    });

    it('is not created if there is one', async () => {
      const { accounts, authenticator } = await anInstance();
      await accounts.createKey({ role: 'administrator', name: 'chief' });
      expect(await accounts.createFirstAdministrator(key)).toBe(false);
      expect(await authenticator.authenticate(formatKey(key), '192.0.2.7')).toBe('badKey');
    });

    it('is created even if an account with another role has its name', async () => {
      const { accounts, authenticator } = await anInstance();
      await accounts.createKey({ role: 'editor', name: 'administrator' });
      await start(accounts, formatKey(key));
      expect(await authenticator.authenticate(formatKey(key), '192.0.2.7')).toMatchObject({
        caller: { name: 'administrator 2', role: 'administrator' },
      });
    });

    it('is refused with the key of another account, whose name is given', async () => {
      const { accounts, authenticator } = await anInstance();
      const { text } = await accounts.createKey({ role: 'editor', name: 'website' });
      const failed = start(accounts, text);
      await expect(failed).rejects.toThrow(SettingsError);
      await expect(failed).rejects.toThrow(/^ADMIN_KEY must be a new key[^\n]+"website" \(editor\)\.$/);
      expect(await authenticator.authenticate(text, '192.0.2.7')).toMatchObject({ caller: { role: 'editor' } });
    });

    it('is not created with a key that was revoked, has expired, or belongs to another role', async () => {
      const { accounts } = await anInstance();
      await start(accounts, formatKey(key));
      expect(await accounts.createFirstAdministrator(key)).toBe(true);
      await accounts.revokeKey(key.id);
      expect(await accounts.createFirstAdministrator(key)).toBe(false);
      const chief = { role: 'administrator', name: 'chief' } as const;
      const late = await accounts.createKey(chief, { expires: new Date(Date.now() - 1000) });
      const website = await accounts.createKey({ role: 'editor', name: 'website' });
      for (const { text } of [late, website])
        expect(await accounts.createFirstAdministrator(parseKey(text)!)).toBe(false);
    });

    it('is not created without a key', async () => {
      const { accounts } = await anInstance();
      await start(accounts, '');
      expect(await accounts.listKeys()).toEqual([]);
    });

    it('is refused with a mistyped key, which is not repeated', async () => {
      const { accounts } = await anInstance();
      const typo = formatKey(key).slice(0, -1) + (formatKey(key).endsWith('0') ? '1' : '0');
      const failed = start(accounts, typo);
      await expect(failed).rejects.toThrow(SettingsError);
      await expect(failed).rejects.toThrow(/^ADMIN_KEY must be [^\n]+$/);
      await expect(failed).rejects.not.toThrow(key.secret);
    });
  });
});
