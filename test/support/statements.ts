import { DataSource, type Logger } from 'typeorm';
import { type TestCalendar } from './test-calendar.js';

/**
 * The statements that a calendar runs during `work`, without those of timers, which poll for scheduled records and for
 * the data version.
 */
export async function statementsDuring(calendar: TestCalendar, work: () => PromiseLike<unknown>): Promise<string[]> {
  const source = calendar.app.get(DataSource);
  const statements: string[] = [];
  const originalLogger = source.logger;
  const ignore = () => undefined;
  const counting: Logger = {
    logQuery: (sql) => void (isOfClock(sql) || isOfVersion(sql) || statements.push(sql)),
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
 * Whether a timer runs the statement: the service polls for scheduled records twice a second, for webhooks four times a
 * second, and for series to extend once a minute.
 */
function isOfClock(sql: string): boolean {
  return (
    / WHERE extendAt <= |FROM [`"]webhooks[`"]|FROM webhook_deliveries WHERE webhookId/.test(sql) ||
    /SELECT .+ WHERE [^=]+status[^=]+= \?\)+ ORDER BY [^,]+publishedAt/s.test(sql)
  );
}

function isOfVersion(sql: string): boolean {
  return /^SELECT SUM\(.+ write_counters/is.test(sql.replaceAll(/["`]/g, ''));
}
