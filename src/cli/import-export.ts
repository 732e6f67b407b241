import { existsSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { type Command } from 'commander';
import { loadSettings } from '../config/load-settings.js';
import { checkExport, importExport } from '../transfer/import-export.js';
import { command, toStderr } from './cli.js';
import { rowsInWords, withProgress } from './transfer-output.js';

/** Whether the arguments of `npm run import` name a file of `npm run export`. */
export function namesExport(args: readonly string[]): boolean {
  return args.some((arg) => arg.endsWith('.ndjson.gz'));
}

/** `npm run import -- FILE.ndjson.gz` */
export function importExportCommand(): Command {
  const program = command(
    'import',
    'Reads a file of `npm run export` into an empty database (DATABASE_URL), of which it makes the tables first. The next ' +
      'export is equal byte for byte. Keys are not in the file: create new ones. Protected events stay locked until they get ' +
      'a new password. Stop the service first.',
  )
    .argument('<file>', 'the file, whose name ends in .ndjson.gz; no address and no standard input')
    .option('--dry-run', 'checks the whole file in a temporary database (TMPDIR) and stores nothing')
    .addHelpText(
      'after',
      `
Other files are imported by record: npm run import -- --help

Exit codes:
  0    the calendar is in the database
  1    the file was refused, with its line, or the import failed; the database has no records
  2    wrong usage
  130  interrupted; the database has no records

Example:
  DATABASE_URL=sqlite:data/new.sqlite npm run import -- calendar.ndjson.gz`,
    );
  return program.action(async (file: string, { dryRun = false }: { dryRun?: boolean }) => {
    Logger.overrideLogger(toStderr);
    if (/^https?:/i.test(file))
      program.error('error: an export is read from a file: download it first.', { exitCode: 2 });
    if (!existsSync(file)) program.error(`error: the file ${file} does not exist.`, { exitCode: 2 });
    const { databaseUrl } = loadSettings();
    const counts = await withProgress((onProgress) =>
      dryRun ? checkExport(file, onProgress) : importExport(file, databaseUrl, onProgress),
    );
    if (dryRun) console.log('Dry run: the file can be imported; nothing was stored.');
    console.log(`${dryRun ? 'Rows' : 'Imported rows'}: ${rowsInWords(counts)}.`);
  });
}
