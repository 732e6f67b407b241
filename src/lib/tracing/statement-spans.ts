import { type AfterQueryEvent, type EntitySubscriberInterface, EventSubscriber } from 'typeorm';

/** Records a finished statement as a span of the current trace. */
export type RecordStatement = (sql: string, milliseconds: number, error?: Error) => void;

let recorder: RecordStatement | undefined;

/** Called when tracing starts. */
export function recordStatementsBy(record: RecordStatement): void {
  recorder = record;
}

/** Only for SQLite: the driver of a server has an instrumentation of its own. Undefined without tracing. */
export const statementRecorder = (): RecordStatement | undefined => recorder;

/** Runs a statement of SQLite that TypeORM does not run, and records it if tracing is on. */
export async function withStatementSpan<T>(sql: string, work: () => T | Promise<T>): Promise<T> {
  if (!recorder) return await work();
  const start = performance.now();
  try {
    const result = await work();
    recorder(sql, performance.now() - start);
    return result;
  } catch (error) {
    recorder(sql, performance.now() - start, error as Error);
    throw error;
  }
}

/** Records the statements that TypeORM runs. */
@EventSubscriber()
export class StatementSubscriber implements EntitySubscriberInterface {
  afterQuery({ query, executionTime = 0, error }: AfterQueryEvent): void {
    recorder?.(query, executionTime, error as Error | undefined);
  }
}
