import { type Rows } from '../database/sql/rows.js';

/** Where the ids of a list come from, page by page, and its total. */
export interface Pages {
  /** At most `limit` ids, in order, after the first `offset` ones. */
  readonly ids: (offset: number, limit: number) => Promise<number[]>;
  readonly total: () => Promise<number>;
}

/**
 * Pages of a list as its query finds them.
 * @param parts of the list, all of them narrowed by everything; no record is in two
 */
export type UsualPages = (parts: readonly Rows[]) => Pages;

/** What a list is ordered by. */
export interface Order {
  /** Undefined for the order in which `include` names the ids. */
  readonly column: string | undefined;
  readonly direction: 'ASC' | 'DESC';
  readonly ties: readonly string[];
}
