import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CommanderError, InvalidArgumentError, Option } from 'commander';
import { type WritableStatus } from '../content/status.js';
import { parseTimeZone } from '../datetime/zone.js';
import { isLanguage, type Language, LANGUAGES } from '../i18n/language.js';
import { IMPORT_ACCOUNT } from '../import/author.js';
import { type RecognisedSource, recognise } from '../import/formats.js';
import { ImportModule } from '../import/import.module.js';
import { Importer, type ImportOptions } from '../import/importer.js';
import { importMessages } from '../import/messages.js';
import { progressOn } from '../import/progress.js';
import { type Entries, RecordError } from '../import/record.js';
import { runImport } from '../import/run-import.js';
import { Site } from '../site/site.js';
import { command, run, withService } from './cli.js';
import { importExportCommand, namesExport } from './import-export.js';
import { commandTexts } from './import-texts.js';

interface Options {
  language: Language;
  timezone?: string;
  author: string;
  status?: WritableStatus;
  category?: string[];
  dryRun?: boolean;
}

/** The language of all messages, including the one about a missing language. */
const language = languageAsked(process.argv);
const texts = commandTexts[language];

const program = command('import', texts.description)
  .argument('<file>', texts.file)
  .addOption(new Option('--language <language>', texts.language).argParser(oneOf(LANGUAGES)).makeOptionMandatory())
  .option('--timezone <zone>', texts.timezone, timezone)
  .option('--author <name>', texts.author, IMPORT_ACCOUNT)
  .option('--status <status>', texts.status, oneOf(['publish', 'draft']))
  .option('--category <name>', texts.category, (name: string, names: string[] = []) => [...names, name])
  .option('--dry-run', texts.dryRun)
  .helpOption('-h, --help', texts.help)
  .configureHelp({
    optionDescription: ({ description }) => description,
    styleTitle: (title) => texts.titles[title] ?? title,
  })
  .addHelpText('after', texts.details)
  .showHelpAfterError(false)
  .configureOutput({ outputError: () => undefined })
  .exitOverride((error) => {
    const [, named = ''] = /'([^']*)'/.exec(error.message) ?? [];
    const [, detail = ''] = error.message.split(' is invalid. ');
    const sentence = texts.usage[error.code]?.(named, detail) ?? error.message;
    if (error.exitCode !== 0) process.stderr.write(`${sentence}\n${texts.seeHelp}\n`);
    throw error;
  })
  .action(async (path: string, options: Options) => {
    const source = await recognised(path);
    await withService({ imports: [ImportModule] }, async (service) => {
      const importer = service.get(Importer, { strict: false });
      await importer.checkAuthor(options.author).catch((error: unknown) => {
        throw error instanceof RecordError ? wrongUsage(error.reason(language)) : error;
      });
      const { timezone: siteTimezone } = service.get(Site, { strict: false });
      const entries = source.read({ timezone: options.timezone, siteTimezone, now: new Date() });
      const { author, status, category: categories, dryRun = false } = options;
      const name = `${basename(path)}, ${source.format}`;
      await importAll(importer, entries, name, { language, author, status, categories, dryRun });
    });
  });

/** Read before the arguments, since their errors are in this language, too. */
function languageAsked(args: readonly string[]): Language {
  const place = args.findIndex((arg) => /^--language(?:=|$)/.test(arg));
  const asked = args[place]?.split('=')[1] ?? args[place + 1];
  return place >= 0 && isLanguage(asked) ? asked : 'en';
}

async function recognised(path: string): Promise<RecognisedSource> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw wrongUsage(
      error.code === 'ENOENT' ? texts.missing(path) : texts.unreadable(path, error.code ?? error.message),
    );
  });
  const source = recognise(bytes);
  if (source) return source;
  throw wrongUsage(texts.unknownFormat(path));
}

/** Ends the command with exit code 2. */
function wrongUsage(sentence: string): CommanderError {
  process.stderr.write(`${sentence}\n`);
  return new CommanderError(2, 'import.usage', sentence);
}

async function importAll(importer: Importer, entries: Entries, name: string, options: ImportOptions): Promise<void> {
  const words = importMessages[language];
  const began = performance.now();
  const total = Array.isArray(entries) ? entries.length : undefined;
  const progress = progressOn(process.stderr, total);
  const signal = interruption();
  const report = await runImport(importer, entries, options, { onProgress: ({ done }) => progress.tell(done), signal });
  progress.stop();
  console.log(`${name}, ${words.seconds(((performance.now() - began) / 1000).toFixed(1))}`);
  if (options.dryRun) console.log(words.dryRun);
  if (!report.isWhole) console.log(texts.ended(report.done, total));
  console.log(`\n${report.text(language)}`);
  process.exitCode = signal.aborted ? 130 : report.isWhole ? 0 : 1;
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
  if (typeof zone !== 'string') throw new InvalidArgumentError(texts.badZone);
  return zone;
}

function oneOf<V extends string>(allowed: readonly V[]): (text: string) => V {
  return (text) => {
    const value = allowed.find((one) => one === text);
    if (value === undefined) throw new InvalidArgumentError(texts.oneOf(allowed.join(', ')));
    return value;
  };
}

await run(namesExport(process.argv) ? importExportCommand() : program);
