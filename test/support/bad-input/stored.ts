import { DataSource } from 'typeorm';
import { isSqlite } from '../../../src/database/data-source.js';
import { type TestCalendar } from '../test-calendar.js';

/** Tells whether anything was stored: by the rows of all tables, and the revisions of the records. */
export class Stored {
  private constructor(
    private readonly source: DataSource,
    private readonly sql: string,
  ) {}

  static async in({ app }: TestCalendar): Promise<Stored> {
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
    return new Stored(source, `SELECT ${[...rows, ...revisions].join(', ')}`);
  }

  /** Differs from an earlier one where something was stored since. */
  async state(): Promise<State> {
    const [row = {}] = await this.source.query<State[]>(this.sql);
    return row;
  }
}

/** Rows by table, and what is known of the revisions of those that have any. */
export type State = Readonly<Record<string, unknown>>;

/** What differs between two states. */
export function changes(before: State, after: State): string[] {
  return Object.keys(after)
    .filter((name) => String(before[name]) !== String(after[name]))
    .map((name) => `${name}: ${String(before[name])} → ${String(after[name])}`);
}

/** Scheduled records appear on their own, which nobody can tell from a request that changes one. */
export function mayBeSchedule(changed: readonly string[]): boolean {
  return changed.every((change) => /^\w+_(?:max|sum): /.test(change));
}
