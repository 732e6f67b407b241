import { DataSource, type QueryRunner } from 'typeorm';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { schema } from '../../schema.js';
import { migrations } from './migrations.js';
import { TranslationStates1790000610000 } from './1790000610000-translation-states.js';

const BEFORE = migrations.slice(0, migrations.indexOf(TranslationStates1790000610000));

/** Tags by their ids, in the languages that they have. */
const TAGS = { 1: ['en'], 2: ['fr'], 3: ['en', 'fr'] } as const;

async function fill(runner: QueryRunner): Promise<void> {
  for (const [id, languages] of Object.entries(TAGS)) {
    await runner.query(`INSERT INTO tags (id, modifiedAt) VALUES (${id}, '2027-01-01 00:00:00')`);
    for (const language of ['en', 'fr'] as const) {
      const isBorrowed = !(languages as readonly string[]).includes(language);
      const slug = isBorrowed ? 'NULL' : `'${id}${language}'`;
      await runner.query(
        `INSERT INTO tag_translations (recordId, language, borrowed, name, slug, nameKey, shownSlug, descriptionKey, searchText)
         VALUES (${id}, '${language}', ${isBorrowed}, 'x', ${slug}, 'x', 'x', '', 'x')`,
      );
    }
  }
}

for (const { name, run, make } of temporaryDatabases) {
  run(`states of translations on ${name}`, () => {
    it('are derived for existing records; the migration may be interrupted and reverted', async () => {
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      const source = await new DataSource({ ...options, entities: [], migrations: BEFORE }).initialize();
      try {
        await source.runMigrations({ transaction: 'all' });
        const runner = source.createQueryRunner();
        await fill(runner);
        const migration = new TranslationStates1790000610000();
        const states = async () => {
          const sql = 'SELECT recordId, language, state FROM tag_translations ORDER BY recordId, language';
          const rows = (await runner.query(sql)) as { recordId: number; language: string; state: string }[];
          return rows.map(({ recordId, language, state }) => [recordId, language, state]);
        };
        const expected = [
          [1, 'en', 'original'],
          [1, 'fr', 'missing'],
          [2, 'en', 'missing'],
          [2, 'fr', 'original'],
          [3, 'en', 'original'],
          [3, 'fr', 'current'],
        ];
        await migration.up(runner);
        expect(await states()).toEqual(expected);
        // MySQL commits each step: what was interrupted is begun again.
        await migration.up(runner);
        expect(await states()).toEqual(expected);
        await migration.down(runner);
        expect(await runner.hasColumn('tag_translations', 'state')).toBe(false);
        await migration.up(runner);
        expect(await states()).toEqual(expected);
        await runner.release();
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
