import cluster from 'node:cluster';
import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { type LogLevel } from '../config/settings.js';
import { standardOutput } from './standard-output.js';

/** The log of the service: a line of JSON for each fact, on stdout. */
export type Log = Logger;

export function createLog(level: LogLevel, target: DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: cluster.worker && { worker: cluster.worker.id },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields },
    hooks: { streamWrite: withoutKeys },
  };
  return pino(options, target);
}

const KEY = /cal(?:_|%5f)([0-9a-z]{12})(?:_|%5f)[0-9a-z]+(?:(?:_|%5f)[0-9a-z]*)?/gi;

/**
 * A key may stand anywhere, in a path that somebody mistyped say. Its id is no secret, and tells which one to revoke.
 * Beginnings of keys go, too, and underscores may be percent-encoded.
 */
function withoutKeys(line: string): string {
  return line.replace(KEY, 'cal_$1_…');
}

/** Of an error only these: drivers hang the values of their statements on theirs, and those may be anything. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, errno, query } = error as { code?: unknown; errno?: unknown; query?: unknown };
  return { type: name, message, code, errno, query, stack, ...(cause !== undefined && { cause: errorFields(cause) }) };
}

/** Says once for each module and route that it is there. */
const CHATTY = ['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication'];

/** Log why the start failed; that is told in words at its end. */
export const REDUNDANT = ['ExceptionHandler', 'NestApplication'];

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** Nest's logger, which all of the service uses, writing to the log. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(CHATTY.includes(contextOf(rest) ?? '') ? 'debug' : 'info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (!REDUNDANT.includes(contextOf(rest) ?? '')) this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = contextOf(rest);
    const [stack] = rest.slice(0, -1);
    if (message instanceof Error) this.target[level]({ context, err: message });
    else if (typeof message === 'string') {
      this.target[level]({ context, ...(typeof stack === 'string' && { stack }) }, message);
    } else this.target[level]({ context, ...(message as object) });
  }
}

/** Nest gives it last. */
export function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : undefined;
}
