import { type EntityManager } from 'typeorm';
import { placeholders, query } from '../../../database/sql/statements.js';
import { type StoredText, STORED_TEXTS } from './index-texts.js';

/** Number of changed events that are read at once. */
const BATCH_SIZE = 250;

/** A change of an event: the number of its transaction in one slot of the counters. */
export interface FollowedChange {
  readonly slot: number;
  readonly number: number;
  readonly recordId: number;
}

/** The texts of the next changed events. */
export interface ChangedTexts {
  readonly texts: readonly StoredText[];
  /** The last of these changes; undefined after the last one of the slot. */
  readonly last: FollowedChange | undefined;
  readonly events: number;
}

/** @param after the change after which to begin */
export async function changedTexts(manager: EntityManager, after: FollowedChange): Promise<ChangedTexts> {
  const { slot, number, recordId } = after;
  const changes = await query<FollowedChange>(
    manager,
    `SELECT slot, number, recordId FROM record_changes WHERE slot = ? AND number >= ? AND kind = 'events' ` +
      `AND (number > ? OR recordId > ?) ORDER BY number, recordId LIMIT ${BATCH_SIZE}`,
    [slot, number, number, recordId],
  );
  const ids = changes.map((change) => change.recordId);
  const texts =
    ids.length === 0
      ? []
      : await query<StoredText>(manager, `${STORED_TEXTS} WHERE found.recordId IN (${placeholders(ids.length)})`, ids);
  return { texts, last: changes.length < BATCH_SIZE ? undefined : changes.at(-1), events: ids.length };
}
