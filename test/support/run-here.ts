import { Logger } from '@nestjs/common';
import { type Command } from 'commander';
import { run } from '../../src/commands/cli/cli.js';
import { bareEnvironment } from './bare-environment.js';

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in this process, as a process of its own would run it but for the seconds that its start takes.
 * @param make makes the command, with the environment in place
 * @param folder the working directory
 */
export async function runHere(
  make: () => Command,
  args: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<CommandResult> {
  const text = { out: '', err: '' };
  const spies = [
    jest.spyOn(console, 'log').mockImplementation((line: unknown) => void (text.out += `${String(line)}\n`)),
    jest.spyOn(console, 'error').mockImplementation((line: unknown) => void (text.err += `${String(line)}\n`)),
    jest.spyOn(process.stdout, 'write').mockImplementation((part) => Boolean((text.out += String(part)))),
    jest.spyOn(process.stderr, 'write').mockImplementation((part) => Boolean((text.err += String(part)))),
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? 0;
      return undefined as never;
    }),
  ];
  const [before, handlers] = [{ cwd: process.cwd(), env: process.env, exitCode: process.exitCode }, signalHandlers()];
  try {
    process.chdir(folder);
    process.env = { ...bareEnvironment(), ...env };
    process.exitCode = undefined;
    // TypeORM's module warns of the second data source of this process.
    Logger.overrideLogger(false);
    await run(make(), args);
    return { status: Number(process.exitCode ?? 0), stdout: text.out, stderr: text.err };
  } finally {
    process.chdir(before.cwd);
    [process.env, process.exitCode] = [before.env, before.exitCode];
    for (const [signal, listeners] of signalHandlers())
      for (const listener of listeners) if (!handlers.get(signal)!.includes(listener)) process.off(signal, listener);
    for (const spy of spies) spy.mockRestore();
  }
}

function signalHandlers() {
  return new Map((['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, process.listeners(signal)]));
}
