import { run } from './cli.js';
import { importCommand } from './import-command.js';
import { importExportCommand, namesExport } from './import-export.js';
import { languageArgument } from './import-usage.js';

const args = process.argv.slice(2);
const language = languageArgument(args);
await run((await namesExport(args)) ? importExportCommand(language) : importCommand(language));
