import { type EntityManager } from 'typeorm';
import { type Caller, hasRole } from '../common/auth/role.js';
import { type Listing, type ListScope } from '../common/listing/listing.js';
import { type Order, type Pages } from '../common/listing/pages.js';
import { type Rows } from '../common/listing/rows.js';
import { eventSource, idsByStart, linkSources } from './event.by-start.js';
import { narrowByDates, narrowByLinks, type Selection } from './event.selection.js';
import { stretchesOf } from './event.stretches.js';
import { countLinked, countListed } from './event.totals.js';
import { type EventsQuery } from './events.query.js';

/**
 * Where the pages of a list of events come from: short stretches of indexes and the numbers by day, or the usual query
 * where these do not know enough. Both answer the same.
 * @param rows narrowed by what decides over visibility alone; the steps of the list go on narrowing it
 * @param isListed whether that leaves exactly the events that lists show to everybody
 */
export function eventPages(
  rows: Rows,
  selection: Selection,
  { manager, context: { caller } }: ListScope,
  isListed: boolean,
): NonNullable<Listing<EventsQuery>['pages']> {
  const before = rows.steps;
  return (usual, order) => {
    // Leaving out ids is a condition too, but one that the selection knows of.
    const known = selection.exclude.length > 0 ? 1 : 0;
    // Whatever else narrows the list, such as a search, is to be done once and not for each piece.
    const isNarrowed = rows.steps !== before + known;
    const isPlain = isListed && !isNarrowed;
    narrowByLinks(rows, selection, caller);
    const source = rows.copy();
    narrowByDates(rows, selection);
    const byLinks = isPlain && isFoundByAll(selection, caller);
    const ids =
      order.column === 'event.startUtc' && !isNarrowed
        ? byStart(manager, source, selection, byLinks, order)
        : undefined;
    return { ids: ids ?? usual.ids, total: (isPlain && total(manager, selection, byLinks)) || usual.total };
  };
}

/** Whether links alone tell what a caller finds: everybody finds the same, but those who may write something. */
function isFoundByAll({ links }: Selection, caller: Caller): boolean {
  return links.length > 0 && !hasRole(caller, 'contributor');
}

function byStart(
  manager: EntityManager,
  rows: Rows,
  selection: Selection,
  byLinks: boolean,
  { direction }: Order,
): Pages['ids'] | undefined {
  const { window } = selection;
  if (!window) return undefined;
  if (byLinks) return idsByStart(manager, linkSources(selection), window, direction);
  // In one piece it is what the query reads anyway.
  return stretchesOf(window).length > 1 ? idsByStart(manager, [eventSource(rows)], window, direction) : undefined;
}

function total(manager: EntityManager, selection: Selection, byLinks: boolean): Pages['total'] | undefined {
  const { window, links, flags } = selection;
  if (!window) return undefined;
  if (byLinks) return () => countLinked(manager, selection, window);
  return links.length === 0 && flags.length < 2 ? () => countListed(manager, selection, window) : undefined;
}
