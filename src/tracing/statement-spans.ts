import { type AfterQueryEvent, type EntitySubscriberInterface } from 'typeorm';

/** Records a finished statement as a span of the current trace. */
export type RecordStatement = (sql: string, milliseconds: number, error?: Error) => void;

let recorder: RecordStatement | undefined;

/** Called when tracing starts. */
export function recordStatementsBy(record: RecordStatement): void {
  recorder = record;
}

/** Only for SQLite: the driver of a server has an instrumentation of its own. Undefined without tracing. */
export const statementRecorder = (): RecordStatement | undefined => recorder;

/** Records the statements that TypeORM itself runs. `database/sql/statements.ts` records the others. */
export class StatementSubscriber implements EntitySubscriberInterface {
  afterQuery({ query, executionTime = 0, error }: AfterQueryEvent): void {
    recorder?.(query, executionTime, error as Error | undefined);
  }
}
