import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CommanderError, InvalidArgumentError, Option } from 'commander';
import { AccountError } from '../auth/account-error.js';
import { type Language, LANGUAGES } from '../i18n/language.js';
import { Site } from '../site/site.js';
import { parseTimeZone } from '../datetime/zone.js';
import { IMPORT_ACCOUNT } from '../import/author.js';
import { ImportModule } from '../import/import.module.js';
import { importMessages } from '../import/messages.js';
import { Importer } from '../import/importer.js';
import { progressOn } from '../import/progress.js';
import { type ReadableFile, recogniseFile } from '../import/read-file.js';
import { runImport } from '../import/run-import.js';
import { command, run, withService } from './cli.js';

interface Options {
  language: Language;
  timezone?: string;
  author: string;
  dryRun?: boolean;
}

const program = command('import', 'Imports events from an iCalendar file, or from the JSON of the Paris open data.')
  .argument('<file>', 'the file; its format is recognised by what stands in it')
  .addOption(
    new Option('--language <language>', 'language of the texts that do not say theirs, and of the report')
      .choices(LANGUAGES)
      .makeOptionMandatory(),
  )
  .option(
    '--timezone <zone>',
    'zone of times that name none, and in which instants (UTC) are shown (default: the only one that the file names, else the site’s)',
    timezone,
  )
  .option('--author <name>', 'account that the events belong to, an editor', IMPORT_ACCOUNT)
  .option('--dry-run', 'does everything but keep it, and says what would happen')
  .addHelpText(
    'after',
    `
Importing again changes nothing; what has changed in the file is updated, what is gone from it stays.
What the file says of an event replaces what was there; fields that it does not mention stay.
A series that was divided or given up in the calendar stays so, and what was changed of one of its dates is kept.
What takes place again becomes a series, which goes on by its rule; several times a day become dates, 750 at most.
Times without a zone: --timezone, else the zone that the file calls its own (X-WR-TIMEZONE), else the only one
that it defines (VTIMEZONE), else the site’s; the report says of how many events nobody has said it.
Cancelled events are marked as such; what is not for the public (CLASS) is left out, and goes to the trash where
it was imported before. Dates that the file leaves out go to the trash, and what is there stays there.
Events that this calendar itself has exported are left out while they are here: change them here.

Exit code: 0 all imported, 1 some were refused, 2 wrong usage or a file that cannot be read, 130 interrupted.

Examples:
  npm run import -- meetups.ics --language fr --timezone Europe/Paris
  npm run import -- paris-events.json --language fr --dry-run`,
  )
  .action(async (path: string, options: Options) => {
    const file = await readable(path);
    await withService({ imports: [ImportModule] }, async (service) => {
      const importer = service.get(Importer, { strict: false });
      await importer.checkAuthor(options.author).catch((error: unknown) => {
        throw error instanceof AccountError ? wrongUsage(error.message) : error;
      });
      const { timezone: siteTimezone } = service.get(Site, { strict: false });
      const entries = file.read({ timezone: options.timezone, siteTimezone, now: new Date() });
      await importAll(importer, entries, `${basename(path)}, ${file.format}`, options);
    });
  });

async function readable(path: string): Promise<ReadableFile> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw wrongUsage(`The file cannot be read: ${error.message}.`);
  });
  const file = recogniseFile(bytes);
  if (file) return file;
  throw wrongUsage(
    `${path} is neither an iCalendar file (BEGIN:VCALENDAR) nor the JSON of the open data set "evenements-a-paris".`,
  );
}

/** Ends the command with exit code 2. */
function wrongUsage(sentence: string): CommanderError {
  process.stderr.write(`${sentence}\n`);
  return new CommanderError(2, 'import.usage', sentence);
}

async function importAll(
  importer: Importer,
  entries: ReturnType<ReadableFile['read']>,
  name: string,
  { language, author, dryRun = false }: Options,
): Promise<void> {
  const words = importMessages[language];
  const began = performance.now();
  const progress = progressOn(process.stderr, entries.length);
  const signal = interruption();
  const onProgress = ({ done }: { done: number }) => progress.tell(done);
  const report = await runImport(importer, entries, { language, author, dryRun }, { onProgress, signal });
  progress.stop();
  console.log(`${name}, ${words.seconds(((performance.now() - began) / 1000).toFixed(1))}`);
  if (dryRun) console.log(words.dryRun);
  if (report.done < entries.length) console.log(words.interrupted(report.done, entries.length));
  console.log(`\n${report.text(language)}`);
  process.exitCode = signal.aborted ? 130 : report.refused.length > 0 ? 1 : 0;
}

/** Ctrl-C ends the import after the record under way; a second one, at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  let asked = 0;
  const stop = () => {
    // A terminal and npm may both send the one that was typed.
    if (controller.signal.aborted && performance.now() - asked > 500) process.exit(130);
    asked = performance.now();
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return controller.signal;
}

function timezone(text: string): string {
  const zone = parseTimeZone(text);
  if (typeof zone !== 'string') throw new InvalidArgumentError('Say a time zone such as Europe/Paris, UTC or +02:00.');
  return zone;
}

await run(program);
