import { Logger } from '@nestjs/common';
import Database from 'better-sqlite3';
import { type QueryRunner } from 'typeorm';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { dataSourceOptions, type Schema } from '../../database/data-source.js';
import { migrate } from '../../database/migrate.js';
import { schemaState } from './schema-state.js';
import { schema } from '../../schema.js';

const down = () => Promise.resolve();
class Early1700000000001 {
  up = (runner: QueryRunner) => runner.query('CREATE TABLE early (id int)');
  down = down;
}
class Between1700000000002 {
  up = (runner: QueryRunner) => runner.query('ALTER TABLE early ADD COLUMN more int');
  down = down;
}
class Late1700000000003 {
  up = (runner: QueryRunner) => runner.query('CREATE TABLE late (id int)');
  down = down;
}
class Last1700000000004 {
  up = (runner: QueryRunner) => runner.query('ALTER TABLE late ADD COLUMN more int');
  down = down;
}

/** The timestamp in the name of a migration. */
const stamp = (name: string) => name.slice(-13);

for (const { name, run, make } of temporaryDatabases) {
  run(`the migrations on ${name}`, () => {
    it('create what the entities declare, and say so in one line', async () => {
      const temporary = await make();
      const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
      try {
        const options = await dataSourceOptions(schema, temporary.url);
        await migrate(options);
        const last = schema.migrations
          .map(({ name }) => name)
          .sort((one, other) => (stamp(one) < stamp(other) ? -1 : 1));
        expect(log.mock.calls.flat()).toEqual([
          `Made a new database with ${schema.migrations.length} migrations, up to ${last.at(-1)}.`,
        ]);
        expect(await schemaState(options)).toEqual({ pending: [], difference: [] });
      } finally {
        log.mockRestore();
        await temporary.drop();
      }
    });

    it('run if they are missing, also below others that ran before, as when branches meet', async () => {
      const temporary = await make();
      try {
        const migrated = async (...migrations: Schema['migrations']) =>
          migrate(await dataSourceOptions({ entities: [], migrations }, temporary.url));
        await migrated(Late1700000000003);
        const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
        await migrated(Late1700000000003, Between1700000000002, Early1700000000001, Last1700000000004);
        expect(log.mock.calls.flat()).toEqual([
          'Ran Early1700000000001, out of order: Late1700000000003 had run before.',
          'Ran Between1700000000002, out of order: Late1700000000003 had run before.',
          'Ran Last1700000000004.',
        ]);
        log.mockRestore();
      } finally {
        await temporary.drop();
      }
    });

    it('are refused if none of them creates a table', async () => {
      const temporary = await make();
      try {
        const options = await dataSourceOptions({ ...schema, migrations: [] }, temporary.url);
        await expect(migrate(options)).rejects.toThrow(/^There is no table \w+ for \w+: /);
      } finally {
        await temporary.drop();
      }
    });

    it('are refused if none of them creates a column', async () => {
      Logger.overrideLogger(false);
      const temporary = await make();
      try {
        const migrations = schema.migrations.filter(({ name }) => !name.startsWith('KeyLimits'));
        const options = await dataSourceOptions({ ...schema, migrations }, temporary.url);
        const refusal = /^The table application_keys lacks .*\bscope\b.* of ApplicationKey: /;
        await expect(migrate(options)).rejects.toThrow(refusal);
        // Then there is nothing left to run.
        await expect(migrate(options)).rejects.toThrow(refusal);
      } finally {
        await temporary.drop();
      }
    });
  });
}

for (const { name, run, make } of temporaryDatabases.filter((one) => one.name === 'SQLite')) {
  run(`a table on ${name} that is none of the service`, () => {
    it('ignore virtual tables of modules that are not loaded', async () => {
      const temporary = await make();
      try {
        const options = await dataSourceOptions(schema, temporary.url);
        await migrate(options);
        const database = new Database(String(options.database));
        // As another program leaves it that has loaded the module.
        database.unsafeMode(true);
        database.pragma('writable_schema = 1');
        const sql = "'CREATE VIRTUAL TABLE others USING not_loaded(text)'";
        database.exec(`INSERT INTO sqlite_master VALUES ('table', 'others', 'others', 0, ${sql})`);
        database.close();
        await expect(migrate(options)).resolves.toBeUndefined();
      } finally {
        await temporary.drop();
      }
    });
  });
}

describe('the migrations', () => {
  it('have unique numbers, by which they run in the same order everywhere', () => {
    const numbers = schema.migrations.map(({ name }) => /\d{13}$/.exec(name)?.[0]);
    expect(numbers.filter((number, place) => !number || numbers.indexOf(number) !== place)).toEqual([]);
  });
});
