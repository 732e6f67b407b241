import { DataSource } from 'typeorm';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { schema } from '../../schema.js';
import { EventPrices1790000330000 } from './1790000330000-event-prices.js';
import { VenueCities1790000325000 } from './1790000325000-venue-cities.js';

const COSTS = ['0', '20 - 35 EUR', null, 'Ask at the door'];
const CITIES = ['Montréal', 'MONTREAL', null];
const when = '2027-01-01 00:00:00';

for (const { name, run, make } of temporaryDatabases) {
  run(`calendars from before there were filters by city and price, on ${name}`, () => {
    it('fills in both columns; the migration may be interrupted and reverted', async () => {
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      const added = [VenueCities1790000325000, EventPrices1790000330000];
      const numberOf = ({ name: ofClass }: { name: string }) => Number(ofClass.slice(-13));
      const before = schema.migrations.filter((migration) => numberOf(migration) < numberOf(added[0]!));
      const source = await new DataSource({ ...options, entities: [], migrations: before }).initialize();
      try {
        await source.runMigrations({ transaction: 'all' });
        const runner = source.createQueryRunner();
        for (const city of CITIES)
          await runner.query(
            `INSERT INTO venues (authorId, status, publishedAt, modifiedAt, city) VALUES (1, 'draft', '${when}', '${when}', ?)`,
            [city],
          );
        for (const cost of COSTS)
          await runner.query(
            `INSERT INTO events (authorId, status, publishedAt, modifiedAt, startWall, endWall, startUtc, endUtc, durationClass, timezone, cost)
             VALUES (1, 'draft', '${when}', '${when}', '${when}', '${when}', '${when}', '${when}', 0, 'UTC', ?)`,
            [cost],
          );
        const migrations = added.map((Migration) => new Migration());
        // MySQL commits each step: what was interrupted is begun again.
        for (const migration of [...migrations, ...migrations]) await migration.up(runner);
        const values = async (column: string, table: string) =>
          ((await runner.query(`SELECT ${column} AS value FROM ${table} ORDER BY id`)) as { value: unknown }[]).map(
            ({ value }) => value,
          );
        expect(await values('cityKey', 'venues')).toEqual(['montreal', 'montreal', null]);
        expect(await values('price', 'events')).toEqual(['free', 'paid', null, null]);
        for (const migration of [...migrations].reverse()) await migration.down(runner);
        expect(await runner.hasColumn('events', 'price')).toBe(false);
        await runner.release();
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
