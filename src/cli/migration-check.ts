import { Command } from 'commander';
import { loadSettings } from '../config/load-settings.js';
import { dataSourceOptions } from '../database/data-source.js';
import { schemaDifference } from '../database/migration-check.js';
import { schema } from '../schema.js';

await new Command('migration:check')
  .description(
    'Compares the schema of the database (DATABASE_URL) with what the entities declare, and prints the statements ' +
      'that would make them agree. It changes nothing. Exit code 1 when there is a difference. Run the migrations first.',
  )
  .action(async () => {
    const difference = await schemaDifference(await dataSourceOptions(schema, loadSettings().databaseUrl));
    console.log(difference.length === 0 ? 'The schema is what the entities declare.' : difference.join(';\n') + ';');
    process.exitCode = difference.length === 0 ? 0 : 1;
  })
  .parseAsync();
