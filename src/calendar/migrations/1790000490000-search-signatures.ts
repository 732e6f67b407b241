import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, addIndex, dropColumn } from './builders/tables.js';

const TABLE = 'event_search_texts';
const INDEX = 'IX_event_search_texts_signature';

/** Characters of a signature, and the one of any text. */
const SIGNATURE_LENGTH = 144;
const ANY_TEXT = '@'.repeat(SIGNATURE_LENGTH);

/** Made the column in which signatures of texts stood. No database is asked to fill it any more, since a later migration drops it. */
export class SearchSignatures1790000490000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { asciiText } = columns(runner);
    await addColumn(runner, TABLE, asciiText('signature', SIGNATURE_LENGTH, { default: ANY_TEXT }));
    await addIndex(runner, TABLE, INDEX, ['language', 'startUtc', 'signature']);
  }

  async down(runner: QueryRunner): Promise<void> {
    const known = await runner.getTable(TABLE);
    if (known?.indices.some(({ name }) => name === INDEX)) await runner.dropIndex(TABLE, INDEX);
    await dropColumn(runner, TABLE, 'signature');
  }
}
