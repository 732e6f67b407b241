import { existsSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { Revision } from '../../calendar/records/revisions/revision.entity.js';
import { loadSettings } from '../../lib/config/load-settings.js';
import { ON_REQUEST } from '../transfer/tables.js';
import { writeExport } from '../transfer/write-export.js';
import { command, toStderr } from './cli.js';
import { COPY_IMAGES, hasUploads, rowsInWords, withProgress, writeAtomically } from './output.js';

interface ExportOptions {
  readonly overwrite?: true;
  readonly withoutRevisions?: true;
  readonly withContacts?: true;
}

export const program = command(
  'export',
  'Writes the calendar (DATABASE_URL) to a file, also while the service is running: all records in both languages with ' +
    'their IDs, drafts and trash, series, revisions, former slugs, images, accounts and the positions of GET /changes. Keys, passwords ' +
    'of events, webhooks, the stored responses of idempotency keys and senders of events are left out. Equal calendars give equal files.',
)
  .argument('<file>', 'the file, whose name ends in .ndjson.gz; - is standard output')
  .option('--overwrite', 'replaces the file if it exists')
  .option('--without-revisions', 'leaves out the former states of records')
  .option('--with-contacts', 'includes names and addresses of those who have sent events with the public form')
  .addHelpText(
    'after',
    `
The file has one JSON object a line, compressed with gzip: {"table":"events","row":{…}}. Only its owner may read it,
since it has drafts. npm run import -- FILE.ndjson.gz reads it into an empty database.

Exit codes:
  0    the file is complete
  1    the export failed, and no file was written or replaced
  2    wrong usage, or the file exists
  130  interrupted

Examples:
  npm run export -- calendar.ndjson.gz
  npm run --silent export -- - | ssh backup.example.org 'cat > calendar.ndjson.gz'`,
  )
  .action(async (file: string, { overwrite, withoutRevisions, withContacts }: ExportOptions) => {
    Logger.overrideLogger(toStderr);
    assertFile(file, overwrite);
    const { databaseUrl } = loadSettings();
    const choice = { leftOut: withoutRevisions ? [Revision] : [], added: withContacts ? ON_REQUEST : [] };
    const counts = await withProgress((onProgress) =>
      file === '-'
        ? writeExport(databaseUrl, () => process.stdout, onProgress, choice)
        : writeAtomically(file, (open) => writeExport(databaseUrl, open, onProgress, choice)),
    );
    console.error(`Exported rows: ${rowsInWords(counts)}.`);
    if (hasUploads(counts)) console.error(COPY_IMAGES);
  });

function assertFile(file: string, overwrite = false): void {
  const refuse = (message: string) => program.error(`error: ${message}`, { exitCode: 2 });
  if (file === '-') {
    if (process.stdout.isTTY) refuse('the export is not text: send standard output to a file or a program.');
    return;
  }
  if (!file.endsWith('.ndjson.gz')) refuse('the name of the file must end in .ndjson.gz.');
  if (!overwrite && existsSync(file)) refuse(`${file} exists. --overwrite replaces it.`);
}
