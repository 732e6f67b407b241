import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** Who has sent an event with the public form. */
export class Submissions1790001020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, text, asciiText, instant } = columns(runner);
    await createTable(runner, {
      name: 'submissions',
      columns: [
        unsigned('eventId', { primary: true }),
        asciiText('reference', 12),
        text('contactName', 255),
        text('contactEmail', 320),
        text('note', 2000, { nullable: true }),
        text('language', 2),
        asciiText('contentHash', 64),
        instant('receivedAt'),
        instant('decidedAt', { nullable: true }),
      ],
      indices: [
        { name: 'UQ_submissions_reference', columnNames: ['reference'], isUnique: true },
        { name: 'IX_submissions_received', columnNames: ['receivedAt'] },
      ],
      foreignKeys: [
        {
          name: 'FK_submissions_event',
          referencedTableName: 'events',
          columnNames: ['eventId'],
          referencedColumnNames: ['id'],
          onDelete: 'CASCADE',
          onUpdate: 'NO ACTION',
        },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('submissions', true);
  }
}
