import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { languageValues } from './builders/resources.js';
import { addColumn, dropColumn, dropIndex } from './builders/tables.js';

const KINDS = ['event', 'venue', 'organizer'];

/** Some fields that are not texts may differ by language: their own values stand with the texts of the language. */
export class FieldsPerLanguage1790000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = columns(runner);
    for (const one of KINDS) await languageValues(runner, { one });
    await addColumn(runner, 'event_translations', text('onlineUrl', 2048, { nullable: true }));
    await addColumn(runner, 'venue_translations', text('address', 255, { nullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const one of KINDS) {
      const table = `${one}_translations`;
      await dropIndex(runner, table, `IX_${table}_image`);
      for (const column of ['website', 'imageId']) await dropColumn(runner, table, column);
    }
    await dropColumn(runner, 'event_translations', 'onlineUrl');
    await dropColumn(runner, 'venue_translations', 'address');
  }
}
