/** The value of a `?`; undefined means NULL. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** The outcome of a statement that writes. */
export interface WriteResult {
  /** Rows that were found, also those that had these values already. */
  readonly affected: number;
  /** The generated id; of several rows the last one on SQLite, the first one on a server. */
  readonly insertId: number;
}

/** A statement, or a part of one, and the values of its marks. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** How a driver runs a statement. */
export interface Driver {
  /** Objects by the names of the columns. */
  rows<Row>(connection: unknown, statement: Statement): Row[] | Promise<Row[]>;
  /** The values of each row, in the order of the columns; none of a statement that reads nothing. */
  lists(connection: unknown, statement: Statement): unknown[][] | Promise<unknown[][]>;
  write(connection: unknown, statement: Statement): WriteResult | Promise<WriteResult>;
}
