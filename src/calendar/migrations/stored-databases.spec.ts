import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Logger } from '@nestjs/common';
import Database from 'better-sqlite3';
import { TestCalendar } from '../../../test/support/test-calendar.js';
import { temporarySqlite } from '../../../test/support/temporary-database.js';
import { dataSourceOptions, withDataSource } from '../../database/data-source.js';
import { migrate, unknownMigrations } from '../../database/migrate.js';
import { schemaState } from './schema-state.js';
import { schema } from '../../schema.js';

/**
 * SQLite files as version 0.1.0 and two builds before 0.2.0 made them, as SQL: one with counters by day and signatures of
 * search texts, and one without. Each has one event with a venue and a category below another.
 */
const FOLDER = 'test/stored-databases';

describe.each(readdirSync(FOLDER))('the database %s', (name) => {
  it('gets the schema of the entities, keeps its records, and knows no migration that this version lacks', async () => {
    Logger.overrideLogger(false);
    const temporary = await temporarySqlite();
    try {
      const options = await dataSourceOptions(schema, temporary.url);
      mkdirSync(dirname(String(options.database)), { recursive: true });
      const database = new Database(String(options.database));
      database.exec(readFileSync(join(FOLDER, name), 'utf8'));
      database.close();
      await migrate(options);
      expect(await schemaState(options)).toEqual({ pending: [], difference: [] });
      expect(await withDataSource(options, ({ manager }) => unknownMigrations(manager))).toEqual([]);
      const calendar = await TestCalendar.start({}, temporary.url);
      try {
        for (const filter of [
          'venue=hall',
          'city=Lyon',
          'categories=c1',
          'price=paid',
          'search=concert',
          'search=ncer',
          'occurrences=next',
        ]) {
          const { body } = await calendar.get(`/events?start_date=2027-01-01&${filter}`).expect(200);
          expect([filter, body.events.map(({ title }: { title: string }) => title)]).toEqual([filter, ['Concert']]);
        }
      } finally {
        await calendar.stop();
      }
    } finally {
      await temporary.drop();
    }
  });
});

describe('the stored databases', () => {
  it('are those of the last release and of builds before this one', () => {
    expect(readdirSync(FOLDER)).toEqual(['0.1.0.sql', '0.2.0-listed-days.sql', '0.2.0-public-changes.sql']);
  });

  it('have no tables of lists afterwards', async () => {
    const temporary = await temporarySqlite();
    const options = await dataSourceOptions(schema, temporary.url);
    mkdirSync(dirname(String(options.database)), { recursive: true });
    const database = new Database(String(options.database));
    database.exec(readFileSync(join(FOLDER, '0.2.0-listed-days.sql'), 'utf8'));
    const tables = () =>
      database.prepare(
        "SELECT name FROM sqlite_master WHERE name IN ('event_days', 'listed_days', 'category_ancestors')",
      );
    expect(tables().all()).toHaveLength(2);
    await migrate(options);
    expect(tables().all()).toEqual([]);
    database.close();
    await temporary.drop();
  });
});
