import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { TestCalendar } from '../../../test/support/test-calendar.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { migrate } from '../../database/migrate.js';
import { schemaState } from './schema-state.js';
import { schema } from '../../schema.js';
import { PlainLists1790000500000 } from './1790000500000-plain-lists.js';

const when = '2027-01-01 18:00:00';
const until = '2027-01-01 20:00:00';

/** Rows as a calendar had them before: an event of a venue and of a category below another. */
const ROWS = [
  `INSERT INTO venues (id, authorId, status, wasPublished, publishedAt, modifiedAt) VALUES (1, 1, 'publish', TRUE, '${when}', '${when}')`,
  ...['en', 'fr'].flatMap((language) => [
    `INSERT INTO venue_translations (recordId, language, borrowed, name, slug, nameKey, searchText)
     VALUES (1, '${language}', FALSE, 'Hall', 'hall', 'hall', 'hall')`,
    `INSERT INTO event_translations (recordId, language, borrowed, name, slug, nameKey)
     VALUES (1, '${language}', FALSE, 'Concert', 'concert', 'concert')`,
    `INSERT INTO event_search_texts (language, startUtc, recordId, masked, text)
     VALUES ('${language}', '${when}', 1, FALSE, 'concert\n')`,
  ]),
  'INSERT INTO categories (id, parentId, count) VALUES (1, NULL, 0)',
  'INSERT INTO categories (id, parentId, count) VALUES (2, 1, 1)',
  ...[1, 2].flatMap((id) =>
    ['en', 'fr'].map(
      (language) =>
        `INSERT INTO category_translations (recordId, language, borrowed, name, slug, nameScope, shownSlug, descriptionKey, nameKey, searchText)
         VALUES (${id}, '${language}', FALSE, 'c${id}', 'c${id}', 'c${id}', 'c${id}', '', 'c${id}', 'c${id}')`,
    ),
  ),
  `INSERT INTO event_venues (eventId, venueId, listed, startUtc, endUtc, durationClass, featured, ticketed, position)
   VALUES (1, 1, TRUE, '${when}', '${until}', 0, FALSE, FALSE, 0)`,
  `INSERT INTO event_categories (eventId, categoryId, listed, startUtc, endUtc, durationClass, featured, ticketed)
   VALUES (1, 2, TRUE, '${when}', '${until}', 0, FALSE, FALSE)`,
  'INSERT INTO event_days (day, events, featured, ticketed) VALUES (20820, 1, 0, 0)',
];

const EVENT = `INSERT INTO events (id, authorId, status, wasPublished, publishedAt, modifiedAt, startWall, endWall, startUtc, endUtc, durationClass, timezone)
  VALUES (1, 1, 'publish', TRUE, '${when}', '${when}', '${when}', '${until}', '${when}', '${until}', 0, 'UTC')`;

for (const { name, run, make } of temporaryDatabases) {
  run(`a calendar from before lists read the events themselves, on ${name}`, () => {
    it('keeps its records, has the schema of the entities and returns its lists; the upgrade may be interrupted', async () => {
      Logger.overrideLogger(false);
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      const before = schema.migrations.slice(0, schema.migrations.indexOf(PlainLists1790000500000));
      const source = await new DataSource({ ...options, entities: [], migrations: before }).initialize();
      try {
        await source.runMigrations({ transaction: 'all' });
        for (const sql of [EVENT, ...ROWS]) await source.query(sql);
        const runner = source.createQueryRunner();
        const migration = new PlainLists1790000500000();
        // MySQL commits each step: what was interrupted is begun again.
        for (let times = 0; times < 2; times += 1) await migration.up(runner);
        await runner.release();
        await migrate(options);
        expect(await schemaState(options)).toEqual({ pending: [], difference: [] });
        const calendar = await TestCalendar.start({}, temporary.url);
        try {
          const dates = 'start_date=2027-01-01&end_date=2027-01-01';
          for (const filter of ['', 'venue=1', 'categories=c1', 'categories=2', 'search=concert', 'occurrences=next']) {
            const { body } = await calendar.get(`/events?${dates}&${filter}`).expect(200);
            expect([filter, body.total, body.events.map(({ id }: { id: number }) => id)]).toEqual([filter, 1, [1]]);
          }
          const { body } = await calendar.get('/events/1').expect(200);
          expect([body.title, body.venue[0].venue, body.categories[0].name]).toEqual(['Concert', 'Hall', 'c2']);
        } finally {
          await calendar.stop();
        }
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
