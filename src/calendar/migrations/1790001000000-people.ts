import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { nameKeyOf } from '../../http/auth/account-name.js';
import { columns } from './builders/columns.js';
import { addColumn, addIndex, createTable, dropColumn, dropIndex } from './builders/tables.js';

/** Accounts of people: addresses, passwords, invitations, and the keys that signing in gives. */
export class People1790001000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, unsigned, flag, text, exactText, asciiText, instant } = columns(runner);
    for (const column of [
      exactText('nameKey', 255, { nullable: true }),
      exactText('email', 254, { nullable: true }),
      text('language', 2, { nullable: true }),
      flag('isService', { default: false }),
      text('passwordHash', 255, { nullable: true }),
      unsigned('revision', { default: 1 }),
    ])
      await addColumn(runner, 'accounts', column);
    await fillNameKeys(runner);
    await addIndex(runner, 'accounts', 'UQ_accounts_name_key', ['nameKey'], true);
    await addIndex(runner, 'accounts', 'UQ_accounts_email', ['email'], true);
    await addColumn(runner, 'application_keys', text('kind', 16, { default: 'key' }));
    await addColumn(runner, 'application_keys', unsigned('idleDays', { nullable: true }));
    const ofAccount = {
      referencedTableName: 'accounts',
      columnNames: ['accountId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'NO ACTION',
    };
    await createTable(runner, {
      name: 'account_tokens',
      columns: [
        id(),
        unsigned('accountId'),
        asciiText('purpose', 16),
        asciiText('tokenHash', 64),
        instant('createdAt'),
        instant('expiresAt'),
        instant('usedAt', { nullable: true }),
      ],
      indices: [
        { name: 'UQ_account_tokens_hash', columnNames: ['tokenHash'], isUnique: true },
        { name: 'IX_account_tokens_account', columnNames: ['accountId', 'purpose'] },
      ],
      foreignKeys: [{ ...ofAccount, name: 'FK_account_tokens_account' }],
    });
    await createTable(runner, {
      name: 'sign_in_addresses',
      columns: [
        unsigned('accountId', { primary: true }),
        asciiText('addressHash', 64, { primary: true }),
        instant('lastUsedAt'),
      ],
      foreignKeys: [{ ...ofAccount, name: 'FK_sign_in_addresses_account' }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sign_in_addresses', 'account_tokens']) await runner.dropTable(table, true);
    for (const column of ['idleDays', 'kind']) await dropColumn(runner, 'application_keys', column);
    for (const index of ['UQ_accounts_email', 'UQ_accounts_name_key']) await dropIndex(runner, 'accounts', index);
    for (const column of ['revision', 'passwordHash', 'isService', 'language', 'email', 'nameKey'])
      await dropColumn(runner, 'accounts', column);
  }
}

/** Fills the keys of names. If names differ only by case or accents, the oldest account gets the plain key. */
async function fillNameKeys({ manager }: QueryRunner): Promise<void> {
  const accounts = await manager.query<{ id: number; name: string }[]>('SELECT id, name FROM accounts ORDER BY id');
  const taken = new Set<string>();
  for (const { id, name } of accounts) {
    const key = nameKeyOf(name);
    await manager.query('UPDATE accounts SET nameKey = ? WHERE id = ?', [
      taken.has(key) ? nameKeyOf(name, id) : key,
      id,
    ]);
    taken.add(key);
  }
}
