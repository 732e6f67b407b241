import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, addIndex, createTable, dropColumn, dropIndex } from './builders/tables.js';

/** Accounts know who they are for the organization's service, and codes hand a sign-in over to the page. */
export class SingleSignOn1790001040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, flag, asciiText, instant } = columns(runner);
    await addColumn(runner, 'accounts', asciiText('identityHash', 64, { nullable: true }));
    await addColumn(runner, 'accounts', flag('isRoleMapped', { default: false }));
    await addIndex(runner, 'accounts', 'UQ_accounts_identity', ['identityHash'], true);
    await createTable(runner, {
      name: 'sign_in_codes',
      columns: [
        asciiText('codeHash', 64, { primary: true }),
        asciiText('challenge', 64),
        unsigned('accountId'),
        unsigned('linkId', { nullable: true }),
        asciiText('identityHash', 64, { nullable: true }),
        asciiText('role', 32, { nullable: true }),
        instant('expiresAt'),
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('sign_in_codes', true);
    await dropIndex(runner, 'accounts', 'UQ_accounts_identity');
    for (const column of ['isRoleMapped', 'identityHash']) await dropColumn(runner, 'accounts', column);
  }
}
