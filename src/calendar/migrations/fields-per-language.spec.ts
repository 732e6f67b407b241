import { DataSource } from 'typeorm';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { schema } from '../../schema.js';
import { FieldsPerLanguage1790000600000 } from './1790000600000-fields-per-language.js';
import { migrations } from './migrations.js';

const BEFORE = migrations.slice(0, migrations.indexOf(FieldsPerLanguage1790000600000));

for (const { name, run, make } of temporaryDatabases) {
  run(`fields that may differ by language on ${name}`, () => {
    it('begins without values of a language; the migration may be interrupted and reverted', async () => {
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      const source = await new DataSource({ ...options, entities: [], migrations: BEFORE }).initialize();
      try {
        await source.runMigrations({ transaction: 'all' });
        const runner = source.createQueryRunner();
        await runner.query(
          `INSERT INTO venues (id, authorId, status, publishedAt, modifiedAt, website, address)
           VALUES (1, 1, 'draft', '2027-01-01 00:00:00', '2027-01-01 00:00:00', 'https://example.com', '1 Main Street')`,
        );
        await runner.query(
          `INSERT INTO venue_translations (recordId, language, borrowed, name, slug, nameKey, searchText)
           VALUES (1, 'en', FALSE, 'Hall', 'hall', 'hall', 'hall')`,
        );
        const migration = new FieldsPerLanguage1790000600000();
        const read = async (columns: string) =>
          (await runner.query(`SELECT ${columns} FROM venue_translations`)) as object[];
        await migration.up(runner);
        // MySQL commits each step: what was interrupted is begun again.
        await migration.up(runner);
        const added = { website: null, address: null, imageId: null };
        expect(await read('name, website, address, imageId')).toEqual([{ name: 'Hall', ...added }]);
        await migration.down(runner);
        await expect(read('address')).rejects.toThrow();
        expect(await read('name, slug')).toEqual([{ name: 'Hall', slug: 'hall' }]);
        expect(await runner.query('SELECT website, address FROM venues')).toEqual([
          { website: 'https://example.com', address: '1 Main Street' },
        ]);
        await migration.up(runner);
        expect(await read('name, website, address, imageId')).toEqual([{ name: 'Hall', ...added }]);
        await runner.release();
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
