import { DataSource, type EntityManager } from 'typeorm';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { schema } from '../../schema.js';
import { Calendar1790000000000 } from './1790000000000-calendar.js';
import { FormerSlugs1790000200000 } from './1790000200000-former-slugs.js';
import { ImageAlts1790000310000 } from './1790000310000-image-alts.js';

const BEFORE = [Calendar1790000000000, FormerSlugs1790000200000];

/** Two venues that show an image, one of them in one language alone, and one that shows none. */
async function fill(manager: EntityManager): Promise<void> {
  await manager.query("INSERT INTO images (id, url, urlHash, alt) VALUES (1, 'https://example.com/x', 'x', 'Seen')");
  for (const [id, imageId] of [
    [1, 1],
    [2, 1],
    [3, null],
  ])
    await manager.query(
      `INSERT INTO venues (id, authorId, status, publishedAt, modifiedAt, imageId)
       VALUES (${id}, 1, 'draft', '2027-01-01 00:00:00', '2027-01-01 00:00:00', ${imageId})`,
    );
  for (const [id, language, borrowed] of [
    [1, 'en', 0],
    [1, 'fr', 0],
    [2, 'en', 1],
    [2, 'fr', 0],
    [3, 'en', 0],
  ])
    await manager.query(
      `INSERT INTO venue_translations (recordId, language, borrowed, name, slug, nameKey, searchText)
       VALUES (${id}, '${language}', ${borrowed}, 'x', '${id}${language}', 'x', 'x')`,
    );
}

for (const { name, run, make } of temporaryDatabases) {
  run(`what was said of images on ${name}`, () => {
    it('are copied to every text of every record that shows them; the migration may be interrupted and reverted', async () => {
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      const source = await new DataSource({ ...options, entities: [], migrations: BEFORE }).initialize();
      try {
        await source.runMigrations({ transaction: 'all' });
        await fill(source.manager);
        const runner = source.createQueryRunner();
        await new ImageAlts1790000310000().up(runner);
        // MySQL commits each step: what was interrupted is begun again.
        await new ImageAlts1790000310000().up(runner);
        const texts = 'SELECT recordId, language, imageAlt FROM venue_translations ORDER BY recordId, language';
        const rows = (await runner.query(texts)) as { recordId: number; language: string; imageAlt: string | null }[];
        expect(rows.map(({ recordId, language, imageAlt }) => [recordId, language, imageAlt])).toEqual([
          [1, 'en', 'Seen'],
          [1, 'fr', 'Seen'],
          [2, 'en', null],
          [2, 'fr', 'Seen'],
          [3, 'en', null],
        ]);
        await new ImageAlts1790000310000().down(runner);
        expect(await runner.hasColumn('venue_translations', 'imageAlt')).toBe(false);
        await runner.release();
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
