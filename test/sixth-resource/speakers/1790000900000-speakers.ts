import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from '../migrations/builders/columns.js';
import {
  foreignKey,
  imageAlts,
  languageValues,
  lastWriter,
  relationTable,
  publishedColumns,
  reviewColumns,
  translationSource,
  translationState,
  translationTable,
} from '../migrations/builders/resources.js';
import { createTable } from '../migrations/builders/tables.js';

export class Speakers1790000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = columns(runner);
    await createTable(runner, {
      name: 'speakers',
      columns: [
        ...publishedColumns(runner),
        text('website', 2048, { nullable: true }),
        text('email', 255, { nullable: true }),
      ],
      indices: [{ name: 'IX_speakers_status', columnNames: ['status', 'publishedAt', 'id'] }],
      foreignKeys: [foreignKey('speakers', 'imageId', 'images', 'NO ACTION')],
    });
    await translationTable(runner, { one: 'speaker', many: 'speakers' });
    await imageAlts(runner, { one: 'speaker', many: 'speakers' });
    await languageValues(runner, { one: 'speaker' });
    await translationState(runner, { one: 'speaker' });
    await translationSource(runner, { one: 'speaker' });
    await lastWriter(runner, { many: 'speakers' });
    await reviewColumns(runner, { many: 'speakers' });
    await relationTable(runner, { one: 'speaker', many: 'speakers', isOrdered: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['event_speakers', 'speaker_translations', 'speakers']) await runner.dropTable(table, true);
  }
}
