import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type INestApplicationContext } from '@nestjs/common';
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type WritableStatus } from '../../calendar/records/visibility/access.js';
import { parseTimeZone } from '../../lib/datetime/zone.js';
import { CommandError, sentencesOf } from '../../lib/errors/command-error.js';
import { type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { FetchedImages } from '../import/fetched-images.js';
import { ImportModule } from '../import/import.module.js';
import { IMPORT_ACCOUNT, Importer } from '../import/importer.js';
import { because, importMessages } from '../import/messages.js';
import { Pairs } from '../import/pairs.js';
import { type Report } from '../import/report.js';
import { type Opened, openSource, withoutSecrets } from '../import/formats.js';
import { type ImportOptions } from '../import/write.js';
import { loadSettings } from '../../lib/config/load-settings.js';
import { withTemporaryCopy } from '../transfer/temporary-copy.js';
import { Site } from '../../http/urls/site.js';
import { isPlainObject } from '../../http/validation/body-fields.js';
import { command, withService } from './cli.js';
import { commandTexts } from './import-texts.js';
import { csvTemplate, inLanguage, oneOf } from './import-usage.js';
import { progressOn } from './output.js';

interface Options {
  language?: Language;
  timezone?: string;
  author: string;
  status?: WritableStatus;
  category?: string[];
  dryRun?: boolean;
  source?: string;
  sourceKey?: string;
  mapping?: Record<string, string>;
  headerRow?: number;
  fetchImages?: boolean;
  keepLocal?: boolean;
  prune?: boolean;
  yes?: boolean;
  pair?: string | true;
  template?: 'csv';
}

/** The default file of `--pair`. */
const PAIRS = 'pairs.csv';

const { error: usageError } = sentencesOf(commandTexts);

/** @param language of all messages, including the one about a missing language */
export function importCommand(language: Language): Command {
  const texts = commandTexts[language];
  return inLanguage(command('import', texts.description), language)
    .argument('[file]', texts.file)
    .addOption(new Option('--language <language>', texts.language).argParser(oneOf(LANGUAGES, language)))
    .option('--timezone <zone>', texts.timezone, (text) => timezoneOf(text, language))
    .option('--author <name>', texts.author, IMPORT_ACCOUNT)
    .option('--status <status>', texts.status, oneOf(['publish', 'draft'], language))
    .option('--category <name>', texts.category, (name: string, names: string[] = []) => [...names, name])
    .option('--dry-run', texts.dryRun)
    .option('--keep-local', texts.keepLocal)
    .option('--prune', texts.prune)
    .option('--yes', texts.yes)
    .option('--source <name>', texts.source)
    .addOption(new Option('--source-key <key>', texts.sourceKey).env('IMPORT_SOURCE_KEY'))
    .option('--pair [file]', texts.pair)
    .option('--mapping <file>', texts.mapping, (file) => mappingIn(file, language))
    .option('--header-row <number>', texts.headerRow, (text) => rowOf(text, language))
    .option('--fetch-images', texts.fetchImages)
    .option('--template <format>', texts.template, oneOf(['csv'], language))
    .addHelpText('after', texts.details)
    .action(async (path: string | undefined, options: Options) => {
      if (options.template) return void process.stdout.write(csvTemplate(language));
      try {
        await importInto(path, options, language);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        process.stderr.write(`${error.reason(language)}\n`);
        throw new CommanderError(2, 'import.usage', error.message);
      }
    });
}

/** @throws {CommandError} for wrong usage, and if nothing of the source can be read */
async function importInto(path: string | undefined, options: Options, language: Language): Promise<void> {
  if (path === undefined) throw withHint('noFile');
  if (!options.language) throw withHint('noLanguage');
  if (path === '-' && options.prune && !options.source) throw usageError('noName');
  const signal = interruptSignal();
  const opened = await open(path, options, signal);
  if (options.prune && opened.isPart) throw usageError('partial', path);
  const importing = (url?: string) =>
    withService(
      { imports: [ImportModule] },
      (service) => importOpened(service, opened, options, { language, signal }),
      url,
    );
  // A dry run imports into a copy, and so reports what an import would do.
  await (options.dryRun ? withTemporaryCopy(loadSettings().databaseUrl, importing) : importing());
}

/** The messages of an import, and what ends it. */
interface Run {
  readonly language: Language;
  readonly signal: AbortSignal;
}

async function importOpened(
  service: INestApplicationContext,
  opened: Opened,
  options: Options,
  run: Run,
): Promise<void> {
  const { dryRun = false, pair } = options;
  const importer = service.get(Importer, { strict: false });
  await importer.checkAuthor(options.author);
  const pairsFile = pair === true ? PAIRS : pair;
  const pairs = pairsFile === undefined ? undefined : pairsIn(pairsFile);
  const { read, entries, settings } = await prepare(service, opened, options, { ...run, pairs });
  const began = performance.now();
  const total = Array.isArray(read) ? read.length : undefined;
  const report = await runImport(importer, entries, settings, { total, signal: run.signal });
  const { prune } = options;
  const isDone = report.isComplete && (!prune || (await pruned(importer, report, options, settings, run.signal)));
  printReport(report, opened, { total, began, dryRun, language: run.language });
  process.exitCode = run.signal.aborted ? 130 : isDone ? 0 : 1;
  if (pairs && pairsFile !== undefined && pairs.size > 0 && !dryRun) writeFileSync(pairsFile, pairs.text());
}

/** The entries of an opened source, with their images where these are fetched, and the settings of their import. */
async function prepare(
  service: INestApplicationContext,
  opened: Opened,
  options: Options,
  { language, signal, pairs }: Run & { readonly pairs: Pairs | undefined },
) {
  const { timezone, sourceKey, author, status, category: categories, keepLocal = false } = options;
  const source = options.source === undefined ? opened.source : withoutSecrets(options.source);
  const { timezone: siteTimezone } = service.get(Site, { strict: false });
  const reading = { timezone, siteTimezone, now: new Date(), language, source };
  const read = opened.read({ ...reading, isPair: pairs !== undefined, hasKey: sourceKey !== undefined });
  const settings: ImportOptions = { language, author, status, categories, keepLocal, pairs, source };
  // A dry run writes to a copy of the database, but the store has none.
  if (!options.fetchImages || options.dryRun) return { read, entries: read, settings };
  const images = service.get(FetchedImages, { strict: false });
  const account = await service.get(Importer, { strict: false }).authorOf(author);
  return { read, entries: images.withImages(read, account, signal), settings };
}

/** @throws {CommandError} if nothing of the source can be read */
async function runImport(
  importer: Importer,
  entries: Parameters<Importer['run']>[0],
  settings: ImportOptions,
  { total, signal }: { readonly total: number | undefined; readonly signal: AbortSignal },
): Promise<Report> {
  const progress = progressOn(process.stderr, total);
  const report = await importer.run(entries, settings, { onProgress: ({ done }) => progress.update(done), signal });
  progress.stop();
  if (report.failure && !report.hasEntries) throw new CommandError(report.failure);
  return report;
}

/** The values that the printed report shows besides the counts. */
interface ReportHeading {
  readonly total: number | undefined;
  /** When the import began. */
  readonly began: number;
  readonly dryRun: boolean;
  readonly language: Language;
}

function printReport(report: Report, opened: Opened, { total, began, dryRun, language }: ReportHeading): void {
  const [words, texts] = [importMessages[language], commandTexts[language]];
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${opened.label}, ${opened.format}, ${words.seconds(seconds)}`);
  if (dryRun) console.log(words.dryRun);
  if (!report.isComplete) console.log(texts.ended(report.done, total));
  console.log(`\n${report.text(language)}`);
}

function withHint(name: 'noFile' | 'noLanguage'): CommandError {
  return new CommandError((language) => `${commandTexts[language][name]}\n${commandTexts[language].seeHelp}`);
}

async function open(
  path: string,
  { sourceKey: key, mapping, headerRow }: Options,
  signal: AbortSignal,
): Promise<Opened> {
  const shown = withoutSecrets(path);
  const source = await openSource(path, { key, table: { mapping, headerRow }, signal }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error instanceof CommandError) throw error;
      if (signal.aborted) process.exit(130);
      if (error.code === 'ENOENT') throw usageError('missing', shown);
      throw usageError('unreadable', shown, error.code ?? error.message);
    },
  );
  if (!source) throw usageError('unknownFormat', shown);
  return source;
}

/** Trashes events that the source no longer has; false if these are more than a tenth, without `--yes`. */
async function pruned(
  importer: Importer,
  report: Report,
  { yes = false, dryRun = false }: Options,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const missing = await importer.findMissing(options.source, report.seen);
  const { total, events, spared } = missing;
  if (spared > 0) report.addNote(because('spared', spared));
  const would = because('wouldPrune', events.length);
  if (dryRun) {
    if (events.length > 0) report.addNote(would);
    return true;
  }
  const { agree } = commandTexts[options.language];
  const isAllowed = yes || events.length <= total / 10 || (await isAgreed(agree(events.length, total)));
  if (!isAllowed) {
    report.addNote((language) => `${would(language)}: ${commandTexts[language].notPruned(total)}`);
    return false;
  }
  return importer.prune(missing, report, options, signal);
}

async function isAgreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const response = await terminal.question(question);
  terminal.close();
  return /^(?:y|yes|o|oui)$/i.test(response.trim());
}

/** Ctrl-C ends the import after the current record; a second Ctrl-C ends it at once. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  let asked = 0;
  const stop = () => {
    // The terminal and npm may both send the signal of one Ctrl-C.
    if (controller.signal.aborted && performance.now() - asked > 500) process.exit(130);
    asked = performance.now();
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return controller.signal;
}

/** Also checks that the file is writable, because it is written only after the import. */
function pairsIn(file: string): Pairs {
  try {
    accessSync(existsSync(file) ? file : dirname(resolve(file)), constants.W_OK);
    return new Pairs(existsSync(file) ? readFileSync(file, 'utf8') : '');
  } catch (error) {
    throw usageError('unreadable', file, error instanceof Error ? error.message : String(error));
  }
}

/** Reads a JSON object that has the field for each name of a column. */
function mappingIn(file: string, language: Language): Record<string, string> {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isPlainObject(json) && Object.values(json).every((field) => typeof field === 'string'))
      return json as Record<string, string>;
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
  throw new InvalidArgumentError(commandTexts[language].badMapping);
}

function timezoneOf(text: string, language: Language): string {
  const zone = parseTimeZone(text);
  if (typeof zone !== 'string') throw new InvalidArgumentError(commandTexts[language].badZone);
  return zone;
}

function rowOf(text: string, language: Language): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError(commandTexts[language].badRow);
  return Number(text);
}
