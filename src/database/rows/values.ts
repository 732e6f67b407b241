/** What takes the place of a `?`; undefined stands for NULL. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** What a statement that writes has done. */
export interface Written {
  /** Rows that were found, also those that were so already. */
  readonly affected: number;
  /** The generated id; of several rows the last one on SQLite, the first one on a server. */
  readonly insertId: number;
}

/** What a driver does with a statement. */
export interface Driver {
  /** Objects by the names of the columns. */
  rows<Row>(connection: unknown, sql: string, values: readonly Value[]): Row[] | Promise<Row[]>;
  /** The values of each row, in the order of the columns. */
  lists(connection: unknown, sql: string, values: readonly Value[]): unknown[][] | Promise<unknown[][]>;
  write(connection: unknown, sql: string, values: readonly Value[]): Written | Promise<Written>;
}
