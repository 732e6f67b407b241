import { DataSource, type Logger } from 'typeorm';
import { type TestCalendar } from './test-calendar.js';

/**
 * The statements that a calendar runs during `work`, without those of timers, which poll for scheduled records and for
 * the data version.
 */
export function statementsDuring(calendar: TestCalendar, work: () => PromiseLike<unknown>): Promise<string[]> {
  return allStatementsDuring(calendar, work, (sql) => !isOfClock(sql) && !isOfVersion(sql));
}

/** The statements that a calendar runs during `work`, also those of timers, if they are wanted. */
export async function allStatementsDuring(
  calendar: TestCalendar,
  work: () => PromiseLike<unknown>,
  isWanted: (sql: string) => boolean,
): Promise<string[]> {
  const source = calendar.app.get(DataSource);
  const statements: string[] = [];
  const originalLogger = source.logger;
  const ignore = () => undefined;
  const counting: Logger = {
    logQuery: (sql) => void (isWanted(sql) && statements.push(sql)),
    ...{ logQueryError: ignore, logQuerySlow: ignore, logSchemaBuild: ignore, logMigration: ignore, log: ignore },
  };
  source.logger = counting;
  try {
    await work();
  } finally {
    source.logger = originalLogger;
  }
  return statements;
}

/**
 * Whether a timer runs the statement: the service looks for scheduled records within a second of each write, for
 * webhooks four times a second, and for series to extend once a minute.
 */
function isOfClock(sql: string): boolean {
  return (
    / WHERE extendAt <= |FROM [`"]webhooks[`"]|FROM webhook_deliveries WHERE webhookId/.test(sql) || isOfPublisher(sql)
  );
}

/** Whether the statement looks for scheduled records. */
export function isOfPublisher(sql: string): boolean {
  return /SELECT .+ WHERE [^=]+status[^=]+= \?\)+ ORDER BY [^,]+publishedAt/s.test(sql);
}

function isOfVersion(sql: string): boolean {
  return /^SELECT SUM\(.+ write_counters/is.test(sql.replaceAll(/["`]/g, ''));
}
