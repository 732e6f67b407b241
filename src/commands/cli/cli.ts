import { type INestApplicationContext, type LoggerService, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { ConfigModule } from '../../lib/config/config.module.js';
import { loadSettings } from '../../lib/config/load-settings.js';
import { DatabaseModule } from '../../database/database.module.js';
import { ExtensionsModule } from '../../calendar/extension-api/extensions.js';
import { AccountError } from '../../http/auth/account-error.js';
import { extensions } from '../../extensions/extensions.js';
import { schema } from '../../schema.js';
import { explain } from '../../server/explain.js';
import { logContextOf, START_ERROR_CONTEXTS } from '../../server/log.js';

/** A command of `npm run <name> -- …`. Add its options and actions, then call `run`. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description).exitOverride().showHelpAfterError('(--help explains the usage.)');
}

/** Runs a command, by default with the arguments of the process. Exit code 0: done, 1: failed, 2: wrong usage. */
export async function run(program: Command, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${explain(error)}\n`);
    // Exits explicitly: a start that failed may have left connections open, which keep the process alive.
    process.exit(1);
  }
}

/**
 * Runs work with modules of the service and the migrated database, without HTTP. Warnings go to stderr.
 * @param databaseUrl of another database than that of the settings
 */
export async function withService<T>(
  parts: ModuleMetadata,
  work: (service: INestApplicationContext) => Promise<T>,
  databaseUrl?: string,
): Promise<T> {
  const config = databaseUrl === undefined ? ConfigModule : ConfigModule.for({ ...loadSettings(), databaseUrl });
  const imports = [config, ExtensionsModule.of(extensions), DatabaseModule.of(schema), ...(parts.imports ?? [])];
  const service = await NestFactory.createApplicationContext(
    { module: class Commands {}, ...parts, imports },
    { logger: toStderr, abortOnError: false },
  );
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Turns an error of a parser into an error of usage, before a database is opened. */
export function withUsageErrors(read: (text: string) => string): (text: string) => string {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof AccountError ? new InvalidArgumentError(error.message) : error;
    }
  };
}

const silent = () => undefined;
const say = (message: unknown) => void process.stderr.write(`${String(message)}\n`);
// `run` prints the error that ends the command; the logger would print it a second time.
const sayError = (message: unknown, ...rest: unknown[]) => {
  if (!START_ERROR_CONTEXTS.includes(logContextOf(rest) ?? '')) say(message);
};
/** A logger that writes warnings and errors as text. */
export const toStderr: LoggerService = {
  log: silent,
  debug: silent,
  verbose: silent,
  warn: say,
  error: sayError,
  fatal: say,
};
