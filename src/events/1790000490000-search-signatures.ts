import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from '../database/builders/columns.js';
import { addColumn, addIndex, dropColumn } from '../database/builders/tables.js';
import { ANY_TEXT, SIGNATURE_LENGTH, signatureOf } from '../values/text/signature.js';

const TABLE = 'event_search_texts';
const INDEX = 'IX_event_search_texts_signature';

/** Events whose texts are read at once. */
const AT_ONCE = 500;

/** Searches tell by signatures which texts are worth looking at. */
export class SearchSignatures1790000490000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { asciiText } = columns(runner);
    await addColumn(runner, TABLE, asciiText('signature', SIGNATURE_LENGTH, { default: ANY_TEXT }));
    await fill(runner);
    await addIndex(runner, TABLE, INDEX, ['language', 'startUtc', 'signature']);
  }

  async down(runner: QueryRunner): Promise<void> {
    const known = await runner.getTable(TABLE);
    if (known?.indices.some(({ name }) => name === INDEX)) await runner.dropIndex(TABLE, INDEX);
    await dropColumn(runner, TABLE, 'signature');
  }
}

interface Text {
  readonly recordId: number;
  readonly text: Buffer;
}

/** Hides the language from planners, which would take the primary key and read all texts of a language for each piece. */
const OF_LANGUAGE = 'COALESCE(language, NULL) = ?';

/** No database makes signatures. */
async function fill(runner: QueryRunner): Promise<void> {
  for (const language of ['en', 'fr']) {
    for (let last = 0; ;) {
      const texts = (await runner.query(
        `SELECT recordId, text FROM ${TABLE} WHERE ${OF_LANGUAGE} AND recordId > ? ORDER BY recordId LIMIT ${AT_ONCE}`,
        [language, last],
      )) as Text[];
      if (texts.length === 0) break;
      const signatures = texts.flatMap(({ recordId, text }) => [recordId, signatureOf(text)]);
      const ids = texts.map(({ recordId }) => recordId);
      await runner.query(
        `UPDATE ${TABLE} SET signature = CASE recordId${' WHEN ? THEN ?'.repeat(texts.length)} END ` +
          `WHERE ${OF_LANGUAGE} AND recordId IN (${ids.join()})`,
        [...signatures, language],
      );
      last = ids.at(-1)!;
    }
  }
}
