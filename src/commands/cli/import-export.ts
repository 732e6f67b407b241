import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { type Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { loadSettings } from '../../lib/config/load-settings.js';
import { CommandError } from '../../lib/errors/command-error.js';
import { type Language, LANGUAGES, type PerLanguage } from '../../lib/i18n/language.js';
import { HttpClient } from '../import/http-client.js';
import { checkExport, importExport } from '../transfer/import-export.js';
import { command, toStderr } from './cli.js';
import { commandTexts } from './import-texts.js';
import { inLanguage, oneOf } from './import-usage.js';
import { COPY_IMAGES, hasUploads, rowsInWords, withProgress } from './output.js';

const en = {
  description:
    'Reads a file of `npm run export` into an empty database (DATABASE_URL), of which it makes the tables first. The next ' +
    'export is equal byte for byte. Keys are not in the file: create new ones. Protected events stay locked until they get ' +
    'a new password. Stop the service first.',
  file: 'a file or an address (https://…) whose name ends in .ndjson.gz, or - for standard input',
  language: 'en or fr: language of all messages (default: en)',
  dryRun: 'checks the whole file in a temporary database (TMPDIR) and stores nothing',
  sourceKey: 'user:password or token for the address (or IMPORT_SOURCE_KEY in the environment)',
  details: `
Other files are imported by record: npm run import -- --help

Exit codes:
  0    the calendar is in the database
  1    the file was refused, with its line, or the database, or the import failed; nothing was stored
  2    wrong usage, or a file or an address that cannot be read
  130  interrupted; nothing was stored

Examples:
  DATABASE_URL=sqlite:data/new.sqlite npm run import -- calendar.ndjson.gz
  ssh old.example 'cd calendar && npm run --silent export -- -' | npm run import -- -`,
  wasDry: 'Dry run: the file can be imported; nothing was stored.',
  rows: (isDry: boolean, rows: string) => `${isDry ? 'Rows' : 'Imported rows'}: ${rows}.`,
  copyImages: COPY_IMAGES,
  none: 'no rows',
  done: (seconds: string) => `Done in ${seconds} s.`,
};

type Texts = typeof en;

const fr: Texts = {
  description:
    'Lit un fichier de `npm run export` dans une base de données vide (DATABASE_URL), dont les tables sont créées d’abord. ' +
    'L’export suivant est identique à l’octet près. Les clés ne sont pas dans le fichier\u00a0: créez-en de nouvelles. Les ' +
    'événements protégés restent verrouillés jusqu’à ce qu’ils reçoivent un nouveau mot de passe. Arrêtez d’abord le service.',
  file: 'un fichier ou une adresse (https://…) dont le nom finit par .ndjson.gz, ou - pour l’entrée standard',
  language: 'en ou fr\u00a0: langue de tous les messages (par défaut\u00a0: en)',
  dryRun: 'vérifie tout le fichier dans une base temporaire (TMPDIR) et n’enregistre rien',
  sourceKey: 'utilisateur:mot-de-passe ou jeton pour l’adresse (ou IMPORT_SOURCE_KEY dans l’environnement)',
  details: `
Les autres fichiers sont importés fiche par fiche\u00a0: npm run import -- --help --language fr

Codes de sortie\u00a0:
  0    le calendrier est dans la base de données
  1    le fichier, avec sa ligne, ou la base de données a été refusé, ou l’importation a échoué; rien n’a été enregistré
  2    mauvaise utilisation, ou fichier ou adresse illisible
  130  interrompu; rien n’a été enregistré

Exemples\u00a0:
  DATABASE_URL=sqlite:data/nouveau.sqlite npm run import -- calendrier.ndjson.gz --language fr
  ssh ancien.example 'cd calendrier && npm run --silent export -- -' | npm run import -- - --language fr`,
  wasDry: 'Essai\u00a0: le fichier peut être importé; rien n’a été enregistré.',
  rows: (isDry, rows) => `${isDry ? 'Lignes' : 'Lignes importées'}\u00a0: ${rows}.`,
  copyImages:
    'Les fichiers des images téléversées n’y sont pas\u00a0: copiez aussi le dossier ou le compartiment IMAGES.',
  none: 'aucune ligne',
  done: (seconds) => `Terminé en ${seconds.replace('.', ',')}\u00a0s.`,
};

const texts: PerLanguage<Texts> = { en, fr };

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
  const text = texts[language];
  const program = inLanguage(command('import', text.description), language)
    .argument('<file>', text.file)
    .addOption(new Option('--language <language>', text.language).argParser(oneOf(LANGUAGES, language)))
    .option('--dry-run', text.dryRun)
    .addOption(new Option('--source-key <key>', text.sourceKey).env('IMPORT_SOURCE_KEY'))
    .addHelpText('after', text.details);
  return program.action(
    async (path: string, { dryRun = false, sourceKey }: { dryRun?: boolean; sourceKey?: string }) => {
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
          text.done,
        );
        if (dryRun) console.log(text.wasDry);
        console.log(text.rows(dryRun, rowsInWords(counts, text.none)));
        if (hasUploads(counts)) console.log(text.copyImages);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        process.stderr.write(`${error.reason(language)}\n`);
        process.exitCode = 1;
      }
    },
  );
}

async function opened(path: string, isAddress: boolean, key: string | undefined): Promise<Readable> {
  if (isAddress) return new HttpClient(key).open(new URL(path));
  return path === '-' ? process.stdin : createReadStream(path);
}
