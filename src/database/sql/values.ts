/** The value of a `?`; undefined means NULL. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** The outcome of a statement that writes. */
export interface WriteResult {
  /** The number of matched rows, also those that already had the values. */
  readonly affected: number;
  /** The generated id; for several rows the last one on SQLite, the first one on a server. */
  readonly insertId: number;
}

/** A statement or fragment, and the values of its `?`. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Runs statements of one driver. */
export interface Driver {
  /** Returns rows as objects by the names of the columns. */
  rows<Row>(connection: unknown, statement: Statement): Row[] | Promise<Row[]>;
  /** Returns the values of each row, in the order of the columns; empty for a statement that returns no rows. */
  lists(connection: unknown, statement: Statement): unknown[][] | Promise<unknown[][]>;
  write(connection: unknown, statement: Statement): WriteResult | Promise<WriteResult>;
}
