import { Logger } from '@nestjs/common';
import { temporaryDatabases } from '../../../test/support/temporary-database.js';
import { dataSourceOptions } from '../data-source.js';
import { migrate } from '../migrate.js';
import { schemaState } from '../migration-check.js';
import { schema } from '../../schema.js';

for (const { name, run, make } of temporaryDatabases) {
  run(`the migrations on ${name}`, () => {
    it('make what the entities declare', async () => {
      Logger.overrideLogger(false);
      const temporary = await make();
      try {
        const options = await dataSourceOptions(schema, temporary.url);
        await migrate(options);
        expect(await schemaState(options)).toEqual({ pending: [], difference: [] });
      } finally {
        await temporary.drop();
      }
    });

    it('are refused where a table is made by none of them', async () => {
      const temporary = await make();
      try {
        const options = await dataSourceOptions({ ...schema, migrations: [] }, temporary.url);
        await expect(migrate(options)).rejects.toThrow(/^There is no table \w+ for \w+: /);
      } finally {
        await temporary.drop();
      }
    });
  });
}

describe('the migrations', () => {
  it('have numbers of their own, by which they run in the same order everywhere', () => {
    const numbers = schema.migrations.map(({ name }) => /\d{13}$/.exec(name)?.[0]);
    expect(numbers.filter((number, place) => !number || numbers.indexOf(number) !== place)).toEqual([]);
  });
});
