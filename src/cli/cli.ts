import { type INestApplicationContext, type LoggerService, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command, CommanderError } from 'commander';
import { explain } from '../server/explain.js';
import { contextOf, REDUNDANT } from '../server/log.js';
import { ExtensionsModule } from '../extension-api/additions.module.js';
import { ConfigModule } from '../config/config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { extensions } from '../extensions/extensions.js';
import { schema } from '../schema.js';

/** A command of `npm run <name> -- …`; to be given its options and actions, then to `run`. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description).exitOverride().showHelpAfterError('(--help explains the usage.)');
}

/** Runs it with the arguments of the process. Exit code 0: done, 1: failed, 2: wrong usage. */
export async function run(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${explain(error)}\n`);
    // Not by itself: a start that failed half way may hold connections.
    process.exit(1);
  }
}

/**
 * Does work with the settings, the database (brought up to date first) and the given parts of the service, without
 * HTTP. Stdout belongs to the work: warnings go to stderr.
 */
export async function withService<T>(
  parts: ModuleMetadata,
  work: (service: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const imports = [ConfigModule, ExtensionsModule.of(extensions), DatabaseModule.of(schema), ...(parts.imports ?? [])];
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

const silent = () => undefined;
const say = (message: unknown) => void process.stderr.write(`${String(message)}\n`);
// What ends the command is explained once, at its end.
const sayError = (message: unknown, ...rest: unknown[]) => {
  if (!REDUNDANT.includes(contextOf(rest) ?? '')) say(message);
};
/** Warnings and errors, as text. */
export const toStderr: LoggerService = {
  log: silent,
  debug: silent,
  verbose: silent,
  warn: say,
  error: sayError,
  fatal: say,
};
