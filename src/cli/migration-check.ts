import { loadSettings } from '../config/load-settings.js';
import { dataSourceOptions } from '../database/data-source.js';
import { schemaState } from '../database/migration-check.js';
import { schema } from '../schema.js';
import { command, run } from './cli.js';

const program = command(
  'migration:check',
  'Compares the schema of the database (DATABASE_URL) with what the entities declare, and prints the statements that ' +
    'would make them agree. It changes nothing. Exit code 0: they agree; 1: they differ, or the check failed; ' +
    '2: migrations are pending, which a start of the service would run (or the usage is wrong).',
).action(async () => {
  const { pending, difference } = await schemaState(await dataSourceOptions(schema, loadSettings().databaseUrl));
  if (pending.length > 0) console.log(`Migrations pending: ${pending.join(', ')}.`);
  if (difference.length > 0) console.log(`${difference.join(';\n')};`);
  else if (pending.length === 0) console.log('The schema is what the entities declare.');
  process.exitCode = pending.length > 0 ? 2 : difference.length > 0 ? 1 : 0;
});

await run(program);
