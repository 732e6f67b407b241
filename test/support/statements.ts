import { DataSource, type Logger } from 'typeorm';
import { type TestCalendar } from './test-calendar.js';

/**
 * The statements that the reader of a calendar runs while `work` goes on, without those that look for scheduled records
 * or for the version of the data: the clock asks for these, not requests.
 */
export async function statementsDuring(calendar: TestCalendar, work: () => PromiseLike<unknown>): Promise<string[]> {
  const source = calendar.app.get(DataSource);
  const statements: string[] = [];
  const usual = source.logger;
  const ignore = () => undefined;
  const counting: Logger = {
    logQuery: (sql) => void (isOfClock(sql) || isOfVersion(sql) || statements.push(sql)),
    ...{ logQueryError: ignore, logQuerySlow: ignore, logSchemaBuild: ignore, logMigration: ignore, log: ignore },
  };
  source.logger = counting;
  try {
    await work();
  } finally {
    source.logger = usual;
  }
  return statements;
}

/**
 * The service looks twice a second for scheduled records whose date has come, four times for webhooks, and once a minute
 * for series to go on with.
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
