/** Where the ids of a list come from, page by page, and its total. */
export interface Pages {
  /** At most `limit` ids, in order, after the first `offset` ones. */
  readonly ids: (offset: number, limit: number) => Promise<number[]>;
  readonly total: () => Promise<number>;
}

/** What a list is ordered by. */
export interface Order {
  /** Undefined for the order in which `include` names the ids. */
  readonly column: string | undefined;
  readonly direction: 'ASC' | 'DESC';
  readonly ties: readonly string[];
}
