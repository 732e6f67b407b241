import { DataSource } from 'typeorm';
import { isSqlite } from '../../../src/database/data-source.js';
import { type TestCalendar } from '../test-calendar.js';

/** Detects writes by the number of rows of all tables and the revisions of records. */
export class StoredState {
  private constructor(
    private readonly source: DataSource,
    private readonly sql: string,
  ) {}

  static async in({ app }: TestCalendar): Promise<StoredState> {
    const source = app.get(DataSource);
    const found = await source.query<{ name: string }[]>(
      isSqlite(source)
        ? `SELECT name FROM sqlite_master WHERE type = 'table'`
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database()',
    );
    const withRevision = new Set(
      source.entityMetadatas
        .filter(({ columns }) => columns.some(({ propertyName }) => propertyName === 'revision'))
        .map(({ tableName }) => tableName),
    );
    const rows = found.map(({ name }) => `(SELECT count(*) FROM ${name}) AS ${name}`);
    const revisions = found
      .filter(({ name }) => withRevision.has(name))
      .flatMap(({ name }) => ['max', 'sum'].map((of) => `(SELECT ${of}(revision) FROM ${name}) AS ${name}_${of}`));
    return new StoredState(source, `SELECT ${[...rows, ...revisions].join(', ')}`);
  }

  /** The current state, which differs from an earlier one if something was stored. */
  async state(): Promise<State> {
    const [row = {}] = await this.source.query<State[]>(this.sql);
    return row;
  }
}

/** The number of rows of each table, and the maximum and sum of its revisions. */
export type State = Readonly<Record<string, unknown>>;

/** The differences between two states. */
export function differences(before: State, after: State): string[] {
  return Object.keys(after)
    .filter((name) => String(before[name]) !== String(after[name]))
    .map((name) => `${name}: ${String(before[name])} → ${String(after[name])}`);
}

/** Whether only revisions differ, which the scheduler may have changed by publishing a record. */
export function mayBeFromScheduler(changed: readonly string[]): boolean {
  return changed.every((change) => /^\w+_(?:max|sum): /.test(change));
}
