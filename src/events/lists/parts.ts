import { type ListScope } from '../../lists/listing.js';
import { isSqlite } from '../../database/data-source.js';
import { named } from '../../database/sql/named.js';
import { type Rows } from '../../database/sql/rows.js';
import { narrowEachToFound, narrowToFound } from './search.js';
import { narrowByDates, narrowByLinks, type Selection } from './selection.js';
import { type Stretch, stretchesOf, together, withinAny } from './stretches.js';
import { type Window } from './window.js';

/**
 * The events of a window in parts, no event in two of them: what runs as it begins apart from what begins later, since
 * no index has both.
 * @param rows narrowed by everything but links, dates and words
 */
export function inParts(rows: Rows, selection: Selection, window: Window, scope: ListScope): Rows[] {
  const { manager, context } = scope;
  return together(stretchesOf(window), isSqlite(manager.dataSource)).map((stretches, number) => {
    const part = rows.copy();
    const [{ durationClass, ...starts }] = stretches as [Stretch];
    const isRunning = durationClass !== undefined;
    const linked = isRunning ? undefined : named(withinAny('link', stretches), `linked${number}`);
    narrowByLinks(part, selection, context.caller, linked);
    const { sql, parameters } = named(withinAny('event', stretches), `part${number}`);
    part.andWhere(sql, parameters);
    if (isRunning) part.sortApart();
    if (selection.search && isRunning) narrowEachToFound(part, selection.search, scope);
    else if (selection.search) narrowToFound(part, selection.search, starts, scope);
    return part;
  });
}

/**
 * The same in one piece.
 * @param rows narrowed by everything but dates and words
 */
export function inOnePiece(rows: Rows, selection: Selection, scope: ListScope): Rows {
  const whole = rows.copy();
  narrowByDates(whole, selection);
  if (selection.search) narrowToFound(whole, selection.search, selection.window ?? {}, scope);
  return whole;
}
