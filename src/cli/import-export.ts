import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { type Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { loadSettings } from '../config/load-settings.js';
import { CommandError } from '../errors/command-error.js';
import { type Language, LANGUAGES } from '../i18n/language.js';
import { HttpClient } from '../import/sources/http-client.js';
import { checkExport, importExport } from '../transfer/import-export.js';
import { command, toStderr } from './cli.js';
import { importExportTexts } from './import-export-texts.js';
import { commandTexts } from './import-texts.js';
import { inLanguage, oneOf } from './import-usage.js';
import { rowsInWords, withProgress } from './output.js';

interface Options {
  readonly dryRun?: boolean;
  readonly sourceKey?: string;
}

/** Whether the arguments of `npm run import` name an export: by its name, or standard input that begins like gzip. */
export async function namesExport(args: readonly string[]): Promise<boolean> {
  if (args.some((arg) => /^[^?#]+\.ndjson\.gz(?:[?#].*)?$/i.test(arg))) return true;
  if (!args.includes('-') || process.stdin.isTTY) return false;
  await once(process.stdin, 'readable');
  const head = process.stdin.read() as Buffer | null;
  if (!head) return false;
  process.stdin.unshift(head);
  return head[0] === 0x1f && head[1] === 0x8b;
}

export function importExportCommand(language: Language): Command {
  const texts = importExportTexts[language];
  const program = inLanguage(command('import', texts.description), language)
    .argument('<file>', texts.file)
    .addOption(new Option('--language <language>', texts.language).argParser(oneOf(LANGUAGES, language)))
    .option('--dry-run', texts.dryRun)
    .addOption(new Option('--source-key <key>', texts.sourceKey).env('IMPORT_SOURCE_KEY'))
    .addHelpText('after', texts.details);
  return program.action(async (path: string, { dryRun = false, sourceKey }: Options) => {
    Logger.overrideLogger(toStderr);
    const refuse = (sentence: string) => program.error(sentence, { exitCode: 2 });
    const isAddress = /^https?:\/\//i.test(path) && URL.canParse(path);
    if (!isAddress && path !== '-' && !existsSync(path)) refuse(commandTexts[language].missing(path));
    const file = await opened(path, isAddress, sourceKey).catch((error: unknown) =>
      refuse(error instanceof CommandError ? error.reason(language) : String(error)),
    );
    try {
      const { databaseUrl } = loadSettings();
      const counts = await withProgress(
        (onProgress) => (dryRun ? checkExport(file, onProgress) : importExport(file, databaseUrl, onProgress)),
        texts.done,
      );
      if (dryRun) console.log(texts.wasDry);
      console.log(texts.rows(dryRun, rowsInWords(counts, texts.none)));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      process.stderr.write(`${error.reason(language)}\n`);
      process.exitCode = 1;
    }
  });
}

async function opened(path: string, isAddress: boolean, key: string | undefined): Promise<Readable> {
  if (isAddress) return new HttpClient(key).open(new URL(path));
  return path === '-' ? process.stdin : createReadStream(path);
}
