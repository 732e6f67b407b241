import { AccountError } from '../http/auth/account-error.js';
import { SettingsError } from '../lib/config/load-settings.js';
import { ApiError } from '../lib/errors/api-error.js';
import { InvalidParameters } from '../lib/errors/field-error.js';
import { messages } from '../lib/i18n/messages.js';
import { isAccessDenied, isUnavailable } from '../database/database-errors.js';
import { LeaseTaken } from '../database/lease.js';
import { CommandError } from '../lib/errors/command-error.js';

/** A message for the operator about a failed start or command. Unexpected errors are shown with their stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack } = error;
  if ([SettingsError, AccountError, LeaseTaken, CommandError].some((known) => error instanceof known)) return message;
  if (/^DATABASE_URL/.test(message)) return message;
  if (isAccessDenied(error)) return `DATABASE_URL must name an account and a database that exist: ${message}.`;
  if (isDamaged(error))
    return `DATABASE_URL names a file that is no SQLite database, or is damaged: ${message}. ${RESTORE}`;
  if (isFileError(error)) return `DATABASE_URL must name a file that can be written, of a database: ${message}.`;
  if (isUnavailable(error)) return `The database (DATABASE_URL) cannot be reached: ${message}.`;
  return error instanceof ApiError ? inWords(error) : (stack ?? message);
}

const RESTORE = 'If it was a calendar, restore a backup (README, “Operations”, Backup).';

/** Whether SQLite finds that the content of the file is wrong. */
function isDamaged({ code }: NodeJS.ErrnoException): boolean {
  return /^SQLITE_(?:NOTADB|CORRUPT)/.test(code ?? '');
}

/** The error message that a request would get, with the reasons for each field. */
function inWords(error: ApiError): string {
  const { en } = messages;
  const reasons = error instanceof InvalidParameters ? [...error.errors] : [];
  return [error.wording(en), ...reasons.map(([field, { wording }]) => `${field}: ${wording(en)}`)].join('\n');
}

/** Whether the SQLite file or its folder cannot be used: a start opens and creates no other files. */
function isFileError({ code, syscall }: NodeJS.ErrnoException): boolean {
  return syscall === 'mkdir' || syscall === 'open' || /^SQLITE_(CANTOPEN|READONLY|AUTH|PERM)/.test(code ?? '');
}

/** @param variables that name the address */
export function cannotListen(variables: string) {
  return (error: Error): never => {
    throw new SettingsError(`${variables} must name an address of this machine that is free: ${error.message}.`);
  };
}
