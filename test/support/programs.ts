import { type Command } from 'commander';
import { program as accounts } from '../../src/commands/cli/accounts-command.js';
import { program as copy } from '../../src/commands/cli/copy-command.js';
import { program as exporting } from '../../src/commands/cli/export-command.js';
import { program as images } from '../../src/commands/cli/images-command.js';
import { importCommand } from '../../src/commands/cli/import-command.js';
import { importExportCommand, namesExport } from '../../src/commands/cli/import-export.js';
import { languageArgument } from '../../src/commands/cli/import-usage.js';
import { program as keys } from '../../src/commands/cli/keys-command.js';
import { program as mail } from '../../src/commands/cli/mail-command.js';
import { program as revisions } from '../../src/commands/cli/revisions-command.js';
import { program as webhooks } from '../../src/commands/cli/webhooks-command.js';
import { type CommandResult, runHere } from './run-here.js';

const programs: Readonly<Record<string, Command>> = {
  ...{ accounts, copy, export: exporting, images, keys, mail, revisions, webhooks },
};

/** Runs `npm run <name> -- …` in this process; without the line break at the end of its output. */
export async function runCommand(
  name: string,
  args: readonly string[],
  place: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<CommandResult> {
  const program = await programOf(name, args);
  const { status, stdout, stderr } = await runHere(() => program, args, place);
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

/** The program of `npm run <name> -- …`. */
export async function programOf(name: string, args: readonly string[]): Promise<Command> {
  return name === 'import' ? importing(args) : programs[name]!;
}

async function importing(args: readonly string[]): Promise<Command> {
  const language = languageArgument([...args]);
  return (await namesExport([...args])) ? importExportCommand(language) : importCommand(language);
}
