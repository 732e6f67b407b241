/** The columns that each row of an outbox has. */
export interface OutboxRow {
  readonly id: number;
  /** When it must be sent; during an attempt, when another instance may take over. Null when it is finished. */
  readonly dueAt: Date | null;
  /** The token of the last claim: each claim by an instance has a new one. */
  readonly claim: string | null;
  readonly attempts: number;
}

/** A table of messages that are to be sent. Writes insert rows in their transactions (transactional outbox). */
export interface OutboxTable<Row extends OutboxRow> {
  readonly entity: new () => Row;
  /** The name of the table. */
  readonly name: string;
  /** The column with the receiver of a message, whose messages wait for each other; absent if all have the same. */
  readonly receiver?: keyof Row & string;
}

/** An ended attempt. Without an outcome, a shutdown aborted it, and another instance repeats it. */
export interface Attempt<Row, Outcome> {
  readonly row: Row;
  readonly outcome: Outcome | undefined;
  readonly at: Date;
}
