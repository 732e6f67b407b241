import cluster from 'node:cluster';
import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { type LogLevel } from '../lib/config/setting-types.js';

/** Maximum number of characters of log lines that wait to be written. Further lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024;

/** Milliseconds after which a failed write is tried again. */
const RETRY = 100;

let shared: DestinationStream | undefined;

/** The destination of the log. It never throws, so that a full disk or a blocked reader does not end the process. */
export function standardOutput(): DestinationStream {
  return (shared ??= createStandardOutput());
}

function createStandardOutput(): DestinationStream {
  let isFailing = false;
  // Registered before the listener of pino, which flushes at exit and would retry for ever if writing is impossible.
  process.once('exit', () => {
    if (isFailing) destination.destroy();
  });
  const destination = pino.destination({
    dest: 1,
    sync: false,
    maxLength: MAX_WAITING,
    retryEAGAIN: () => (isFailing = true),
  });
  destination.on('write', () => (isFailing = false));
  destination.on('error', () => {
    isFailing = true;
    // An empty write makes pino resend the rest of the write that failed.
    setTimeout(() => destination.write(''), RETRY).unref();
  });
  // Only `write` is exposed to pino. It would flush synchronously after fatal errors, and block while writing fails.
  return { write: (line) => void destination.write(line) };
}

/** The log of the service: JSON lines on stdout. */
export type Log = Logger;

export function createLog(level: LogLevel, target: DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: cluster.worker && { worker: cluster.worker.id },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields },
    hooks: { streamWrite: redactKeys },
  };
  return pino(options, target);
}

const KEY_PATTERN = /cal(?:_|%5f)([0-9a-z]{12})(?:_|%5f)[0-9a-z]+(?:(?:_|%5f)[0-9a-z]*)?/gi;

/**
 * Redacts keys, which can appear anywhere in a line, for example in a mistyped path. The id stays: it is not secret,
 * and identifies the key to revoke. Incomplete keys, and keys with percent-encoded underscores, are redacted, too.
 */
function redactKeys(line: string): string {
  return line.replace(KEY_PATTERN, 'cal_$1_…');
}

/** The fields of an error that are logged. Drivers add the parameters of statements, which may be secret. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, errno, query } = error as { code?: unknown; errno?: unknown; query?: unknown };
  return { type: name, message, code, errno, query, stack, ...(cause !== undefined && { cause: errorFields(cause) }) };
}

/** Contexts of Nest that log a line for each module and route. They are logged as debug. */
const VERBOSE_CONTEXTS = ['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication'];

/** Contexts in which Nest logs that the start failed. They are not logged, since `explain` reports it. */
export const START_ERROR_CONTEXTS = ['ExceptionHandler', 'NestApplication'];

/** Nest's logger, whose messages go to the log. */
export function nestLogger(log: Log): LoggerService {
  const writer =
    (level: Level) =>
    (message: unknown, ...rest: unknown[]): void => {
      const context = logContextOf(rest);
      const detail = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
      if (message instanceof Error) log[level]({ context, err: message });
      else if (typeof message === 'string') log[level]({ context, stack: detail }, message);
      else log[level]({ context, ...(message as object) }, detail);
    };
  const [info, debug, error] = [writer('info'), writer('debug'), writer('error')];
  const isFrom = (contexts: readonly string[], rest: readonly unknown[]) => contexts.includes(logContextOf(rest) ?? '');
  return {
    log: (message, ...rest: unknown[]) => (isFrom(VERBOSE_CONTEXTS, rest) ? debug : info)(message, ...rest),
    error: (message, ...rest: unknown[]) => isFrom(START_ERROR_CONTEXTS, rest) || error(message, ...rest),
    debug,
    warn: writer('warn'),
    verbose: writer('trace'),
    fatal: writer('fatal'),
  };
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** Nest passes the context as the last argument. */
export function logContextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : undefined;
}
