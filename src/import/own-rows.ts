import { type Viewer } from '../content/published-record.dto.js';
import { presentEvent } from '../events/event.presenter.js';
import { type LinkedEvent } from '../events/relations/load.js';
import { eventCells } from '../feeds/csv.js';
import { type ShownEvent } from '../feeds/shown-event.js';
import { type Body, momentOf, type OwnRow } from './record.js';

/** Columns that are parts of a venue: a row has all of them, or none. */
const OF_VENUE = ['address', 'zip', 'city'];

/** Columns whose values only this calendar knows. */
const IDENTITY = ['date', 'start_date', 'title', 'url'];

/**
 * The columns in which a row differs from the current event; undefined if the row belongs to another event, such as one
 * of another calendar with the same id.
 */
export function changedCells(event: LinkedEvent, { cells }: OwnRow, audience: Viewer): ReadonlySet<string> | undefined {
  const now = eventCells(presentEvent(event, audience) as ShownEvent);
  const isSame = (column: string) => comparable(cells[column]) === comparable(now[column]);
  if (!IDENTITY.some((column) => cells[column] && isSame(column))) return undefined;
  const changed = Object.keys(cells).filter((column) => column in now && !isSame(column));
  return new Set(changed.map((column) => (OF_VENUE.includes(column) ? 'venue' : column)));
}

/** Whether an event was changed since the calendar exported the row. Spreadsheets may leave out the seconds. */
export function isOlder({ cells }: OwnRow, { modifiedAt }: LinkedEvent, siteTimezone: string): boolean {
  const { modified = '' } = cells;
  const exported = momentOf(modified, { timezone: siteTimezone });
  const exact = /:\d\d:\d\d/.test(modified) ? 1000 : 60_000;
  return !exported || modifiedAt.getTime() - exported.utc.getTime() >= exact;
}

/** The fields of a body for these columns. An empty cell clears its field. */
export function ownBody(all: Body, changed: ReadonlySet<string>, { cells }: OwnRow): Body {
  const fields = [...changed].map((column) => [column, cells[column] === '' ? null : all[column]] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Spreadsheets change line ends, and convert `true` to their own value. */
function comparable(cell: string | undefined): string {
  return (cell ?? '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^(?:TRUE|FALSE)$/, (word) => word.toLowerCase());
}
