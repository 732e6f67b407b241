import { type ListScope } from '../../lists/listing.js';
import { type Order, type Pages, type UsualPages } from '../../lists/pages.js';
import { isSqlite } from '../../database/data-source.js';
import { askAside, whileAwaited } from '../../database/sql/aside.js';
import { type Rows } from '../../database/sql/rows.js';
import { unitedRows } from '../../database/sql/union.js';
import { eventSource, foldedSources, linkSources, manyLinksSource, pagesByStart } from './by-start.js';
import { type Place, placeOf } from './far-down.js';
import { COUNTED_ONCE, type Folded, type Candidates, type Occurrences } from './fold-series.js';
import { inOnePiece, inParts } from './parts.js';
import {
  isFromLinks,
  linksInWindow,
  narrowByColumns,
  narrowByDates,
  narrowByLinks,
  type Selection,
} from './selection.js';
import { stretchesOf } from './stretches.js';
import { isLong, MONTH, QUARTER, type Window } from './window.js';
import { askTotal, foldedTotalOf, type Total, totalOf } from './totals.js';

/** Where the pages of a list of events come from, and the events of all of them together. */
export interface EventPages extends Pages {
  /** The events of the list, no event in two parts. */
  readonly parts: readonly Rows[];
  /** Undefined where dates do not count. */
  readonly window: Window | undefined;
  /** Whether the list shows all that is left of a series as one. */
  readonly isFolded: boolean;
  /** Whether the list is the events that lists show to everybody, narrowed by dates, links, flags and `exclude` alone. */
  readonly isPlain: boolean;
}

/** Keeps one of each series, see `foldSeries`. */
export interface Fold {
  readonly keeps: Exclude<Occurrences, 'all'>;
  readonly apply: (candidates: Candidates, isCheap: boolean) => Folded;
}

/** A list of which all steps are done. */
interface NarrowedList {
  readonly scope: ListScope;
  readonly selection: Selection;
  readonly order: Order;
  /** Narrowed by everything but links, dates and words. */
  readonly rows: Rows;
  /** Narrowed by everything but dates and words. */
  readonly undated: Rows;
  /** Narrowed by everything; no event in two parts. */
  readonly parts: readonly Rows[];
  /** Whether nothing narrows the list but what its selection says, and no words do. */
  readonly isSelected: boolean;
  /** Whether more than dates, links, flags and texts does: other columns of the events, or words. */
  readonly isNarrowed: boolean;
  /** See `EventPages`; texts may narrow it as well. */
  readonly isPlain: boolean;
}

/**
 * Where the pages of a list of events come from: short stretches of indexes and the numbers by day, or the usual query
 * where these do not know enough. Both answer the same.
 * @param rows narrowed by what decides over visibility alone; the steps of the list go on narrowing it
 * @param isListed whether that leaves exactly the events that lists show to everybody
 * @param fold keeps one of each series, where not all occurrences are asked for: the usual query does that
 */
export function eventPages(
  rows: Rows,
  selection: Selection,
  scope: ListScope,
  isListed: boolean,
  fold?: Fold,
): (usual: UsualPages, order: Order) => EventPages {
  const before = rows.steps;
  const shown = fold && rows.copy();
  return (usual, order) => {
    const { caller } = scope.context;
    const { window, search } = selection;
    const isSelected = rows.steps === before && search === undefined;
    narrowByColumns(rows, selection, caller);
    const isNarrowed = rows.steps !== before || search !== undefined;
    const isPlain = isListed && !isNarrowed;
    const isByName = isReadByName(order, selection, isPlain);
    advise(rows, order, window, isByName);
    const undated = rows.copy();
    narrowByLinks(undated, selection, caller, linksInWindow(window ?? {}));
    const isInParts = window?.begun !== undefined && !isByName;
    const parts = isInParts ? inParts(rows, selection, window, scope) : [inOnePiece(undated, selection, scope)];
    const list = { scope, selection, order, rows, undated, parts, isSelected, isNarrowed, isPlain };
    return fold && shown
      ? foldedPages(list, usual, fold, isListed ? shown : undefined)
      : allPages(list, usual, isListed);
  };
}

/** Pages that have every occurrence of a series. */
function allPages(list: NarrowedList, usual: UsualPages, isListed: boolean): EventPages {
  const { scope, selection, order, parts, isSelected, isPlain } = list;
  const { window } = selection;
  const total = isListed && isSelected && window ? totalOf(selection, window, scope) : undefined;
  const isByStart = order.column === 'event.startUtc' && isSelected;
  const pages = isByStart ? byStart(list, total) : undefined;
  const found = usual(parts);
  return {
    ids: pages?.ids ?? found.ids,
    total: async () => pages?.total() ?? (total ? askTotal(scope, total) : found.total()),
    parts,
    window,
    isFolded: false,
    isPlain: isPlain && !selection.texts,
  };
}

/**
 * Pages that have one event of each series.
 * @param shown the events that lists show to everybody; undefined where others are listed
 */
function foldedPages(list: NarrowedList, usual: UsualPages, fold: Fold, shown: Rows | undefined): EventPages {
  const { scope, selection, order, rows, undated, parts, isSelected, isNarrowed } = list;
  const { window, search } = selection;
  const each = rows.copy();
  narrowByLinks(each, selection, scope.context.caller, undefined);
  narrowByDates(each, selection);
  const { kept, ofAll } = fold.apply({ undated, each, parts }, isFirstCheap(selection, scope, isNarrowed));
  const shortcut =
    shown && isSelected && window ? foldedShortcut(scope, shown, selection, window, fold.keeps, order) : undefined;
  const found = usual(kept);
  const isCountedFolded = fold.keeps === 'next' && !search;
  return {
    ids: shortcut?.ids ?? found.ids,
    total: shortcut?.total ?? (isCountedFolded ? () => countFolded(scope, ofAll) : found.total),
    parts: ofAll,
    window: undefined,
    isFolded: true,
    isPlain: false,
  };
}

/**
 * Whether it takes little to know of an event that no other one of its series is left before: a search looks at a text
 * for each, and SQLite goes through all events for most of what narrows a list.
 */
function isFirstCheap({ links, search }: Selection, { manager }: ListScope, isNarrowed: boolean): boolean {
  return isSqlite(manager.dataSource) ? !isNarrowed && links.length === 0 : !search;
}

/**
 * How many there are where nothing narrows a list that has each series once, and, where that stands in its place by its
 * own start, what is on a page.
 */
function foldedShortcut(
  scope: ListScope,
  shown: Rows,
  selection: Selection,
  window: Window,
  keeps: Fold['keeps'],
  { column, direction }: Order,
): { readonly ids?: Pages['ids'] | undefined; readonly total: Pages['total'] } | undefined {
  const total = foldedTotalOf(selection, window, keeps, scope);
  if (!total) return undefined;
  const isByStart = keeps === 'series' && column === 'event.startUtc';
  const sources = isByStart ? foldedSources(shown, window, isSqlite(scope.manager.dataSource)) : [];
  const pages = isByStart ? pagesByStart(scope, sources, window, direction, undefined, asAsked) : undefined;
  return { ids: pages?.ids, total: () => askTotal(scope, total) };
}

/** Of series the numbers by day do not say where a page begins. */
const asAsked = (asked: Place) => Promise.resolve(asked);

/** The number of events, each series counted once. */
async function countFolded({ manager, context }: ListScope, parts: readonly Rows[]): Promise<number> {
  const looked = parts.map((part) => part.copy().andWhere(whileAwaited(manager, 'event.id')));
  const { sql, parameters } = unitedRows(looked, ['event.seriesId AS seriesId']);
  const counted = { sql: `SELECT ${COUNTED_ONCE} FROM (${sql}) event`, parameters };
  const [row] = await askAside<{ total: number | string }>(manager, counted, context);
  return Number(row!.total);
}

/** Tells databases about the order what they do not find out by themselves. */
function advise(rows: Rows, { column }: Order, window: Window | undefined, isByName: boolean): void {
  const isByStart = column === 'event.startUtc';
  // Of texts that are borrowed, or not, MySQL knows how many there are: where to begin for a page, it knows best.
  const isForPages = !isByStart || !rows.isJoined('shown');
  // By their status are nearly all events, and those of a window follow one another in another index.
  if (column !== 'event.publishedAt') rows.hint('NO_INDEX(event IX_events_scheduled)', isForPages);
  rows.hint('NO_SKIP_SCAN(event)', isForPages);
  if (isByName) rows.hint('JOIN_ORDER(shown, event)', isForPages);
  if (window && !isLong(window, QUARTER) && !isByStart && !isByName) rows.sortApart();
}

/** Whether a list is read in the order of names: where many are listed, the first ones come soon. */
function isReadByName({ column }: Order, { window, links, flags, texts }: Selection, isPlain: boolean): boolean {
  const areMany = isPlain && !texts && links.length === 0 && flags.length === 0;
  return column === 'shown.nameKey' && areMany && (!window || isLong(window, MONTH));
}

/** Pages read from stretches of indexes in the order of starts; undefined where the usual query is as quick. */
function byStart(list: NarrowedList, total: Total | undefined): ReturnType<typeof pagesByStart> {
  const { scope, selection, order, undated, isPlain } = list;
  const { direction } = order;
  const { window, links, flags, texts, states, authors } = selection;
  if (!window) return undefined;
  const isSparse = states.length > 0 || authors !== undefined;
  if (isSparse && links.length > 0) return undefined;
  const counted = total?.isQuick ? total : undefined;
  const placed = async (asked: Place) => (total ? placeOf(scope, selection, direction, asked) : asked);
  const pages = (sources: Parameters<typeof pagesByStart>[1]) =>
    pagesByStart(scope, sources, window, direction, counted, placed);
  if (isPlain && links.length > 0) {
    if (!isFromLinks(selection, window)) return undefined;
    const { caller } = scope.context;
    return pages(linkSources(selection, caller)) ?? pages(manyLinksSource(selection, caller));
  }
  // There are few of these, and who begins with them may be quicker.
  if (texts?.are === 'borrowed') return undefined;
  // In one piece it is what the query reads anyway, and few rows where nothing else decides over them.
  const isRead = stretchesOf(window).length > 1 || (isPlain && flags.length === 0 && !texts);
  return isRead ? pages([{ ...eventSource(undated), isSparse }]) : undefined;
}
