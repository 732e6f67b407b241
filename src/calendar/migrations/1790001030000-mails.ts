import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, createTable, dropColumn } from './builders/tables.js';

/** The outbox of mail, and what people want to be told of. */
export class Mails1790001030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, unsigned, text, asciiText, instant } = columns(runner);
    await createTable(runner, {
      name: 'mails',
      columns: [
        id(),
        asciiText('purpose', 32),
        unsigned('accountId', { nullable: true }),
        asciiText('kind', 32, { nullable: true }),
        unsigned('recordId', { nullable: true }),
        text('note', 2000, { nullable: true }),
        text('language', 2, { nullable: true }),
        unsigned('slot', { nullable: true }),
        instant('createdAt'),
        instant('expiresAt', { nullable: true }),
        instant('dueAt', { nullable: true }),
        asciiText('claim', 36, { nullable: true }),
        unsigned('attempts', { default: 0 }),
      ],
      indices: [
        { name: 'IX_mails_due', columnNames: ['dueAt'] },
        { name: 'UQ_mails_slot', columnNames: ['accountId', 'purpose', 'slot'], isUnique: true },
      ],
    });
    await addColumn(runner, 'accounts', text('notices', 64, { default: '' }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'accounts', 'notices');
    await runner.dropTable('mails', true);
  }
}
