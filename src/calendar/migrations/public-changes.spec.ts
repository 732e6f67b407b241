import { DataSource } from 'typeorm';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { schema } from '../../schema.js';
import { migrations } from './migrations.js';
import { PublicChanges1790000840000 } from './1790000840000-public-changes.js';

const BEFORE = migrations.slice(0, migrations.indexOf(PublicChanges1790000840000));

interface Row {
  readonly recordId: number;
  readonly publicSlot: number | null;
  readonly publicNumber: number | null;
  readonly publicChangedAt: Date | string | null;
}

for (const { name, run, make } of temporaryDatabases) {
  run(`the changes that the public follows on ${name}`, () => {
    it('begin with the last change of each public record; the migration may be interrupted and reverted', async () => {
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      const source = await new DataSource({ ...options, entities: [], migrations: BEFORE }).initialize();
      try {
        await source.runMigrations({ transaction: 'all' });
        const columns = 'kind, recordId, slot, number, changedAt, wasPublic, isPublic';
        await source.query(
          `INSERT INTO record_changes (${columns}) VALUES ('venues', 1, 3, 7, '2027-01-01 00:00:00', TRUE, FALSE), ` +
            "('venues', 2, 4, 8, '2027-01-02 00:00:00', FALSE, FALSE)",
        );
        const runner = source.createQueryRunner();
        const migration = new PublicChanges1790000840000();
        await migration.up(runner);
        await migration.up(runner);
        const rows = (await runner.query('SELECT * FROM record_changes ORDER BY recordId')) as Row[];
        expect(rows.map(({ publicSlot, publicNumber }) => [publicSlot, publicNumber])).toEqual([
          [3, 7],
          [null, null],
        ]);
        expect(rows.map(({ publicChangedAt }) => publicChangedAt !== null)).toEqual([true, false]);
        await migration.down(runner);
        const before = (await runner.query('SELECT wasPublic FROM record_changes ORDER BY recordId')) as object[];
        expect(before.map((row) => Boolean(Object.values(row)[0]))).toEqual([true, false]);
        expect(await runner.hasColumn('record_changes', 'publicSlot')).toBe(false);
        await runner.release();
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
