import { DataSource } from 'typeorm';
import { temporaryDatabases } from '../../test/support/temporary-database.js';
import { dataSourceOptions } from '../database/data-source.js';
import { schema } from '../schema.js';
import { ANY_TEXT, signatureOf } from '../values/text/signature.js';
import { SearchSignatures1790000490000 } from './1790000490000-search-signatures.js';

/** More than are read at once. */
const EVENTS = 1100;
const when = '2027-01-01 00:00:00';
const TABLE = 'event_search_texts';

const textOf = (id: number, language: string) => Buffer.from(`le concert ${id} ${language}\n`);

/** With texts of its own in each language. */
async function insert(source: DataSource, id: number): Promise<void> {
  await source.query(
    `INSERT INTO events (id, authorId, status, publishedAt, modifiedAt, startWall, endWall, startUtc, endUtc, durationClass, timezone)
     VALUES (?, 1, 'draft', '${when}', '${when}', '${when}', '${when}', '${when}', '${when}', 0, 'UTC')`,
    [id],
  );
  for (const language of ['en', 'fr'])
    await source.query(
      `INSERT INTO ${TABLE} (language, startUtc, recordId, masked, text) VALUES (?, '${when}', ?, FALSE, ?)`,
      [language, id, textOf(id, language)],
    );
}

for (const { name, run, make } of temporaryDatabases) {
  run(`calendars from before texts had signatures, on ${name}`, () => {
    it('have those of all texts filled in; it may be interrupted and undone', async () => {
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      const before = schema.migrations.filter((migration) => migration !== SearchSignatures1790000490000);
      const source = await new DataSource({ ...options, entities: [], migrations: before }).initialize();
      try {
        await source.runMigrations({ transaction: 'all' });
        for (let id = 1; id <= EVENTS; id += 1) await insert(source, id);
        const runner = source.createQueryRunner();
        const migration = new SearchSignatures1790000490000();
        // MySQL commits each step: what was interrupted is begun again.
        for (const again of [migration, migration]) await again.up(runner);
        // What says nothing of its signature may be any text.
        await insert(source, EVENTS + 1);
        const rows = (await runner.query(`SELECT language, recordId, signature FROM ${TABLE}`)) as {
          language: string;
          recordId: number;
          signature: string;
        }[];
        expect(rows).toHaveLength(2 * (EVENTS + 1));
        for (const { language, recordId, signature } of rows)
          expect(signature).toBe(recordId > EVENTS ? ANY_TEXT : signatureOf(textOf(recordId, language)));
        await migration.down(runner);
        expect(await runner.hasColumn(TABLE, 'signature')).toBe(false);
        await runner.release();
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
