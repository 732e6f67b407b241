import { existsSync } from 'node:fs';
import { loadSettings } from '../../lib/config/load-settings.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { type DatabaseLocation, parseDatabaseUrl } from '../../lib/config/database-url.js';
import { schemaState } from '../../calendar/migrations/schema-state.js';
import { schema } from '../../schema.js';
import { command, run } from './cli.js';

const HOW_TO_RUN =
  'They run at the next start of the service, or with `npm run typeorm -- migration:run`. Then check again.';

const program = command(
  'migration:check',
  'Compares the schema of the database (DATABASE_URL) with the entities and prints the statements that would make them ' +
    'agree. Changes nothing. Exit codes: 0 they agree; 1 they differ, or there is no database; 2 migrations are pending ' +
    '(nothing is compared then), or wrong usage.',
).action(async () => {
  const location = existing(parseDatabaseUrl(loadSettings().databaseUrl));
  const { pending, difference } = await schemaState(await dataSourceOptions(schema, location));
  if (pending.length > 0) console.log(`Migrations pending: ${pending.join(', ')}.\n${HOW_TO_RUN}`);
  else if (difference.length > 0) console.log(`${difference.join(';\n')};`);
  else console.log('Schema and entities agree.');
  process.exitCode = pending.length > 0 ? 2 : difference.length > 0 ? 1 : 0;
});

/** Connecting to a mistyped path would create an empty file and report that all migrations are pending. */
function existing(location: DatabaseLocation): DatabaseLocation {
  if (location.kind === 'sqlite' && !existsSync(location.path))
    throw new Error(
      `DATABASE_URL names no database: the file ${location.path} does not exist. A start of the service creates it.`,
    );
  return location;
}

await run(program);
