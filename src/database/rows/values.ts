/** What takes the place of a `?`; undefined stands for NULL. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** What a statement that writes has done. */
export interface WriteResult {
  /** Rows that were found, also those that were so already. */
  readonly affected: number;
  /** The generated id; of several rows the last one on SQLite, the first one on a server. */
  readonly insertId: number;
}

/** A statement, or a part of one, and what takes the place of its marks. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** What a driver does with a statement. Where others have to go `ahead`, they go in the same journey. */
export interface Driver {
  /** Objects by the names of the columns. */
  rows<Row>(connection: unknown, statement: Statement, ahead: readonly Statement[]): Row[] | Promise<Row[]>;
  /** The values of each row, in the order of the columns; none of a statement that reads nothing. */
  lists(connection: unknown, statement: Statement, ahead: readonly Statement[]): unknown[][] | Promise<unknown[][]>;
  write(connection: unknown, statement: Statement, ahead: readonly Statement[]): WriteResult | Promise<WriteResult>;
}

/** Characters. A longer text names thousands of records, and the next one names others. */
const LONGEST_KEPT = 10_000;

/** Whether a statement is kept prepared, to be run again. */
export function isKept(sql: string): boolean {
  return sql.length <= LONGEST_KEPT;
}
