import { type ListScope } from '../../lists/listing.js';
import { isSqlite } from '../../database/data-source.js';
import { type Condition } from '../../database/rows/condition.js';
import { named } from '../../database/rows/named.js';
import { type Rows } from '../../database/rows/rows.js';
import { unitedRows } from '../../database/rows/union.js';
import { narrowByLinks, type Selection } from './selection.js';
import { type Stretch, stretchesOf, together, withinAny } from './stretches.js';
import { type Window } from './window.js';

/**
 * The events of a window in parts, no event in two of them: what runs as it begins apart from what begins later, since
 * no index has both.
 * @param rows narrowed by everything but links and dates
 */
export function inParts(rows: Rows, selection: Selection, window: Window, { manager, context }: ListScope): Rows[] {
  return together(stretchesOf(window), isSqlite(manager.dataSource)).map((stretches, number) => {
    const part = rows.copy();
    narrowByLinks(part, selection, context.caller, named(withinAny('link', stretches), `linked${number}`));
    return within(part, stretches, number);
  });
}

/** SQL of the ids of the events that have begun before a window and run on in it; undefined where these do not count. */
export function runningIn(rows: Rows, window: Window): Condition | undefined {
  const running = stretchesOf(window).filter(({ durationClass }) => durationClass !== undefined);
  if (running.length === 0) return undefined;
  const parts = together(running, isSqlite(rows.manager.dataSource));
  const pieces = parts.map((stretches, number) => within(rows.copy(), stretches, number));
  return unitedRows(pieces, ['event.id AS id']);
}

function within(rows: Rows, stretches: readonly Stretch[], number: number): Rows {
  const { sql, parameters } = named(withinAny('event', stretches), `part${number}`);
  return rows.andWhere(sql, parameters);
}
