import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { loadSettings } from '../../lib/config/load-settings.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { migrate } from '../../database/migrate.js';
import { type DatabaseLocation, parseDatabaseUrl } from '../../lib/config/database-url.js';
import { schemaState } from '../../calendar/migrations/schema-state.js';
import { schema } from '../../schema.js';
import { command, run, toStderr } from './cli.js';

const HOW_TO_RUN =
  'They run at the next start of the service, or with `npm run typeorm -- migration:run`. Then check again.';

const program = command(
  'migration:check',
  'Compares the schema of the database (DATABASE_URL) with the entities and prints the statements that would make them ' +
    'agree. Changes nothing. Without DATABASE_URL and before the first start, it compares a new database. Exit codes: 0 they agree; 1 they differ, or there is no database; 2 migrations are pending ' +
    '(nothing is compared then), or wrong usage.',
).action(async () => {
  const { databaseUrl } = loadSettings();
  const location = parseDatabaseUrl(databaseUrl);
  const isDefault = databaseUrl === loadSettings({}).databaseUrl;
  const { pending, difference } = isMissing(location) && isDefault ? await newState() : await stateOf(location);
  if (pending.length > 0) console.log(`Migrations pending: ${pending.join(', ')}.\n${HOW_TO_RUN}`);
  else if (difference.length > 0) console.log(`${difference.join(';\n')};`);
  else console.log('Schema and entities agree.');
  process.exitCode = pending.length > 0 ? 2 : difference.length > 0 ? 1 : 0;
});

const isMissing = (location: DatabaseLocation) => location.kind === 'sqlite' && !existsSync(location.path);

async function stateOf(location: DatabaseLocation) {
  // Connecting to a mistyped path would create an empty file and report that all migrations are pending.
  if (location.kind === 'sqlite' && isMissing(location))
    throw new Error(
      `DATABASE_URL names no database: the file ${location.path} does not exist. A start of the service creates it.`,
    );
  return schemaState(await dataSourceOptions(schema, location));
}

/** The state of a new database after all migrations. */
async function newState() {
  const folder = mkdtempSync(join(tmpdir(), 'migration-check-'));
  try {
    const options = await dataSourceOptions(schema, `sqlite:${join(folder, 'calendar.sqlite')}`);
    Logger.overrideLogger(toStderr);
    await migrate(options);
    return await schemaState(options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await run(program);
