import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { createTable } from './builders/tables.js';

/** Where the nightly upkeep of the index of words continues. */
export class WordUpkeep1790000990000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, text } = columns(runner);
    await createTable(runner, {
      name: 'word_upkeep',
      columns: [
        unsigned('id', { primary: true }),
        text('followed', 255),
        unsigned('wordId', { nullable: true }),
        unsigned('recordId', { nullable: true }),
        unsigned('unusedAfter', { nullable: true }),
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('word_upkeep', true);
  }
}
