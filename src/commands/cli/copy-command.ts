import { existsSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { Option } from 'commander';
import { loadSettings } from '../../lib/config/load-settings.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { type DatabaseLocation, parseDatabaseUrl } from '../../lib/config/database-url.js';
import { CommandError } from '../../lib/errors/command-error.js';
import { schema } from '../../schema.js';
import { explain } from '../../server/explain.js';
import { checkCopy, copyCalendar, TargetError } from '../transfer/copy.js';
import { command, toStderr } from './cli.js';
import { COPY_IMAGES, hasUploads, rowsInWords, withProgress } from './output.js';

export const program = command(
  'copy',
  'Copies the calendar (DATABASE_URL) with its keys and passwords into an empty database of any kind: SQLite, MariaDB or ' +
    'MySQL. Creates the tables there, copies the rows and verifies their number. The calendar itself is not changed.',
)
  .addOption(
    new Option('--to <address>', 'address of the empty database, written like DATABASE_URL')
      .env('COPY_TO')
      .makeOptionMandatory(),
  )
  .option('--dry-run', 'checks both databases and changes nothing')
  .addHelpText(
    'after',
    `
Writes that come in meanwhile are not copied: stop the service first, then start it with the new DATABASE_URL.
Put an address with a password into the variable COPY_TO: arguments are shown by npm and in lists of processes.

Exit codes:
  0    the copy is complete
  1    the copy failed; the new database has no records
  2    wrong usage
  130  interrupted; the new database has no records

Examples:
  COPY_TO='mysql://calendar:<password>@localhost/calendar' npm run copy
  npm run copy -- --to sqlite:data/calendar.sqlite`,
  )
  .action(async ({ to, dryRun }: { readonly to: string; readonly dryRun?: true }) => {
    Logger.overrideLogger(toStderr);
    const location = targetOf(to);
    const { databaseUrl } = loadSettings();
    if (dryRun) {
      const isThere = location.kind === 'server' || existsSync(location.path);
      const counts = await checkCopy(databaseUrl, isThere ? await optionsOf(location) : undefined).catch(throwOfTarget);
      console.log(`Dry run: nothing was copied to ${shown(location)}. Rows: ${rowsInWords(counts)}.`);
      return;
    }
    const counts = await withProgress(async (onProgress) =>
      copyCalendar(databaseUrl, await optionsOf(location), onProgress).catch(throwOfTarget),
    );
    console.log(`Copied to ${shown(location)} and counted there. Rows: ${rowsInWords(counts)}.`);
    if (hasUploads(counts)) console.log(COPY_IMAGES);
  });

function targetOf(to: string): DatabaseLocation {
  try {
    return parseDatabaseUrl(to);
  } catch (error) {
    return program.error(`error: ${ofTarget(error)}`, { exitCode: 2 });
  }
}

/** @throws {CommandError} that names the new database if it cannot be reached */
async function optionsOf(location: DatabaseLocation) {
  try {
    return await dataSourceOptions(schema, location, { pool: 1 });
  } catch (error) {
    throw new CommandError(() => ofTarget(error));
  }
}

/** @throws {CommandError} that names the new database, for an error of it */
function throwOfTarget(error: unknown): never {
  throw error instanceof TargetError ? new CommandError(() => ofTarget(error.cause)) : error;
}

/** The explanation with the name by which the new database was given. */
function ofTarget(error: unknown): string {
  const name = program.getOptionValueSource('to') === 'env' ? 'COPY_TO' : '--to';
  return explain(error).replaceAll('DATABASE_URL', name);
}

/** The address without user and password. */
function shown(location: DatabaseLocation): string {
  if (location.kind === 'sqlite') return location.path;
  return `the database ${location.database} on ${location.socketPath ?? `${location.host}:${location.port}`}`;
}
