import { QueryFailedError } from 'typeorm';

/**
 * Whether a row violates the given unique index, or any.
 * @param key the index by its name, which servers report, and by its columns, which SQLite reports
 */
export function isDuplicate(
  error: unknown,
  key?: { readonly index: string; readonly table: string; readonly columns: readonly string[] },
): boolean {
  const { code, errno, message } = reason(error);
  if (errno === 1062) return key === undefined || new RegExp(`for key '(.+\\.)?${key.index}'`).test(message);
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return false;
  return key === undefined || message.endsWith(`: ${key.columns.map((column) => `${key.table}.${column}`).join(', ')}`);
}

/** Thrown in a transaction if a record was changed since it was read (optimistic lock). `Database` retries it. */
export class OptimisticLockError extends Error {
  constructor() {
    super('the record was written by another transaction meanwhile');
    this.name = OptimisticLockError.name;
  }
}

/**
 * Thrown by a transaction that has to begin again, because it needs a lock before it reads anything: it has found out which.
 * `Database` runs it again at once, since this is no conflict.
 */
export class RestartTransaction extends Error {
  constructor() {
    super('the transaction begins again, with a lock');
    this.name = RestartTransaction.name;
  }
}

/** For `catch`: the transaction is retried if another one has inserted the same row meanwhile. */
export function throwConflictIfDuplicate(error: unknown): never {
  throw isDuplicate(error) ? new OptimisticLockError() : error;
}

/** For `catch`: the transaction is retried if a record that it refers to was deleted since it was checked. */
export function throwConflictIfReferenceGone(error: unknown): never {
  const { code, errno } = reason(error);
  const isGone = code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || [1216, 1217, 1451, 1452].includes(errno);
  throw isGone ? new OptimisticLockError() : error;
}

/**
 * Whether the transaction was rolled back because of a conflict with another one, and may succeed if it is retried.
 * 1205 lock wait timeout, 1213 deadlock or commit conflict on Galera, 1020 row changed since it was read.
 */
export function isConflict(error: unknown): boolean {
  const { code, errno } = reason(error);
  if (error instanceof OptimisticLockError) return true;
  return [1020, 1205, 1213].includes(errno) || /^SQLITE_(BUSY|LOCKED)/.test(code);
}

/** 1053 server shuts down, 1317 statement killed, 1927 connection killed, 4031 connection closed by the server. */
const CUT_OFF = [1053, 1317, 1927, 4031];

/** Whether the connection or its statement was ended from outside. Another connection may work. */
export function isConnectionLost(error: unknown): boolean {
  const { code, errno } = reason(error);
  return CUT_OFF.includes(errno) || /^(ECONNRESET|EPIPE|ERR_STREAM|PROTOCOL_CONNECTION_LOST)/.test(code);
}

const UNAVAILABLE = [
  ...CUT_OFF,
  // 1021, 1114 disk full; 1040, 1203, 1226 too many connections; 1047, 1180 no Galera cluster; 1158–1161 network.
  ...[1021, 1040, 1047, 1114, 1158, 1159, 1160, 1161, 1180, 1203, 1226],
  // 1290, 1792, 1836 read-only during a failover; 1969, 3024 statement timed out; 3100 commit refused by group
  // replication; 3168 server not available.
  ...[1290, 1792, 1836, 1969, 3024, 3100, 3168],
];

const UNREACHABLE =
  /^(ECONN|EPIPE|ERR_STREAM|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|PROTOCOL_|SQLITE_(FULL|IOERR|CANTOPEN|INTERRUPT))/;

/** Whether the server refuses this user or has no such database, so that waiting does not help. */
export function isAccessDenied(error: unknown): boolean {
  return [1044, 1045, 1049, 1698].includes(reason(error).errno);
}

/** Whether the database is down, overloaded, full or too slow. */
export function isUnavailable(error: unknown): boolean {
  const { code, errno, fatal, message } = reason(error);
  return (
    fatal ||
    isAccessDenied(error) ||
    UNAVAILABLE.includes(errno) ||
    UNREACHABLE.test(code) ||
    message.startsWith('Pool is closed')
  );
}

/** The properties of the error of the driver, which TypeORM wraps. mysql2 sets `fatal` if the connection is lost. */
function reason(error: unknown) {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const {
    code = '',
    errno,
    fatal,
    message = '',
  } = (cause ?? {}) as { [_ in 'code' | 'errno' | 'fatal' | 'message']?: unknown };
  return { code: String(code), errno: Number(errno), message: String(message), fatal: fatal === true };
}
