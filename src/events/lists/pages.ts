import { type ListScope } from '../../lists/listing.js';
import { type Order, type Pages, type UsualPages } from '../../lists/pages.js';
import { isSqlite } from '../../database/data-source.js';
import { askAside, whileAwaited } from '../../database/rows/aside.js';
import { type Rows } from '../../database/rows/rows.js';
import { unitedRows } from '../../database/rows/union.js';
import { eventSource, foldedSources, linkSources, manyLinksSource, pagesByStart } from './by-start.js';
import { type Place, placeOf } from './far-down.js';
import { COUNTED_ONCE, type Folded, type Left, type Occurrences } from './fold-series.js';
import { inOnePiece, inParts } from './parts.js';
import { isFromLinks, linkedBy, narrowByColumns, narrowByDates, narrowByLinks, type Selection } from './selection.js';
import { stretchesOf } from './stretches.js';
import { isLong, MONTH, QUARTER, type Window } from './window.js';
import { ask, countedOnce, type Total, totalOf } from './totals.js';

/** Where the pages of a list of events come from, and the events of all of them together. */
export interface EventPages extends Pages {
  /** The events of the list, no event in two parts. */
  readonly parts: readonly Rows[];
  /** Undefined where dates do not count. */
  readonly window: Window | undefined;
  /** Whether the list shows all that is left of a series as one. */
  readonly isFolded: boolean;
  /** Whether that is what the selection says, of the events that lists show to everybody, and nothing else. */
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
  const { caller } = scope.context;
  const before = rows.steps;
  const shown = fold && rows.copy();
  return (usual, order) => {
    const { window } = selection;
    const isByMore = rows.steps !== before || selection.search !== undefined;
    const isCounted = isListed && !isByMore;
    const total = isCounted && window ? totalOf(selection, window, scope) : undefined;
    narrowByColumns(rows, selection, caller);
    // By more than links, flags and texts.
    const isNarrowed = isByMore || rows.steps !== before;
    const isPlain = isListed && !isNarrowed;
    // Of texts that are borrowed, or not, MySQL knows how many there are: where to begin for a page, it knows best.
    const isForPages = order.column !== 'event.startUtc' || !rows.isJoined('shown');
    const isByName = isReadByName(order, selection, isPlain);
    for (const hint of hintsFor(order, isByName)) rows.hint(hint, isForPages);
    if (window && !isLong(window, QUARTER) && order.column !== 'event.startUtc' && !isByName) rows.sortApart();
    const undated = rows.copy();
    narrowByLinks(undated, selection, caller, linkedBy(window ?? {}));
    const isInParts = window?.begun !== undefined && !isByName;
    const parts = isInParts ? inParts(rows, selection, window, scope) : [inOnePiece(undated, selection, scope)];
    if (fold && shown) {
      const each = rows.copy();
      narrowByLinks(each, selection, caller, undefined);
      narrowByDates(each, selection);
      const { kept, ofAll } = fold.apply({ undated, each, parts }, isFirstCheap(selection, scope, isNarrowed));
      const once = isCounted && window ? folded(scope, shown, selection, window, fold.keeps, order) : undefined;
      const found = usual(kept);
      const isNext = fold.keeps === 'next' && !selection.search;
      const counted = isNext ? () => countOnce(scope, ofAll) : found.total;
      return {
        ids: once?.ids ?? found.ids,
        total: once?.total ?? counted,
        ...{ parts: ofAll, window: undefined, isFolded: true, isPlain: false },
      };
    }
    const isByStart = order.column === 'event.startUtc' && !isByMore;
    const pages = isByStart ? byStart(scope, undated, selection, isPlain, order, total) : undefined;
    const found = usual(parts);
    return {
      ids: pages?.ids ?? found.ids,
      total: async () => pages?.total() ?? (total ? ask(scope, total) : found.total()),
      ...{ parts, window, isFolded: false, isPlain: isPlain && !selection.texts },
    };
  };
}

/**
 * Whether it takes little to know of an event that no other one of its series is left before: a search looks at a text
 * for each, and SQLite goes through all events for most of what narrows a list.
 */
function isFirstCheap({ links, search }: Selection, { manager }: ListScope, isNarrowed: boolean): boolean {
  return isSqlite(manager.dataSource) ? !isNarrowed && links.length === 0 : !search;
}

/** Keeps one of each series, see `foldSeries`. */
export interface Fold {
  readonly keeps: Exclude<Occurrences, 'all'>;
  readonly apply: (left: Left, isCheap: boolean) => Folded;
}

/**
 * How many there are where nothing narrows a list that has each series once, and, where that stands in its place by its
 * own start, what is on a page.
 */
function folded(
  scope: ListScope,
  shown: Rows,
  selection: Selection,
  window: Window,
  keeps: Fold['keeps'],
  { column, direction }: Order,
): { readonly ids?: Pages['ids'] | undefined; readonly total: Pages['total'] } | undefined {
  const total = countedOnce(selection, window, keeps, scope);
  if (!total) return undefined;
  const isByStart = keeps === 'series' && column === 'event.startUtc';
  const sources = isByStart ? foldedSources(shown, window, isSqlite(scope.manager.dataSource)) : [];
  const pages = isByStart ? pagesByStart(scope, sources, window, direction, undefined, asAsked) : undefined;
  return { ids: pages?.ids, total: () => ask(scope, total) };
}

/** Of series the numbers by day do not say where a page begins. */
const asAsked = (asked: Place) => Promise.resolve(asked);

/** The number of events, each series counted once. */
async function countOnce({ manager, context }: ListScope, parts: readonly Rows[]): Promise<number> {
  const looked = parts.map((part) => part.copy().andWhere(whileAwaited(manager, 'event.id')));
  const { sql, parameters } = unitedRows(looked, ['event.seriesId AS seriesId']);
  const counted = { sql: `SELECT ${COUNTED_ONCE} FROM (${sql}) event`, parameters };
  const [row] = await askAside<{ total: number | string }>(manager, counted, context);
  return Number(row!.total);
}

/** What MySQL does not find out by itself. */
function hintsFor({ column }: Order, isByName: boolean): string[] {
  // By their status are nearly all events, and those of a window follow one another in another index.
  const hints = column === 'event.publishedAt' ? [] : ['NO_INDEX(event IX_events_scheduled)'];
  hints.push('NO_SKIP_SCAN(event)');
  if (isByName) hints.push('JOIN_ORDER(shown, event)');
  return hints;
}

/** Whether a list is read in the order of names: where many are listed, the first ones come soon. */
function isReadByName({ column }: Order, { window, links, flags, texts }: Selection, isPlain: boolean): boolean {
  const areMany = isPlain && !texts && links.length === 0 && flags.length === 0;
  return column === 'shown.nameKey' && areMany && (!window || isLong(window, MONTH));
}

function byStart(
  scope: ListScope,
  rows: Rows,
  selection: Selection,
  isPlain: boolean,
  { direction }: Order,
  total: Total | undefined,
): ReturnType<typeof pagesByStart> {
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
  return isRead ? pages([{ ...eventSource(rows), isSparse }]) : undefined;
}
