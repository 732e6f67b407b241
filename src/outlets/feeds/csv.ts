import { stringify } from 'csv-stringify/sync';
import { type Format } from '../../calendar/extension-api/format.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type OrganizerDto } from '../../calendar/organizers/organizer.dto.js';
import { ORGANIZER } from '../../calendar/organizers/organizer.names.js';
import { VENUE } from '../../calendar/venues/venue.names.js';
import { htmlToPlainText } from '../../lib/text/html-to-plain-text.js';
import { type FeedEvent, type FeedVenue } from './feed-event.js';

/** Byte order mark: without it, spreadsheets assume another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets run cells that begin like this as formulas (CSV injection), unless the cell is a number. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

type Cell = string | number | boolean | null | undefined;

/** A column: a field, or a name with the function that makes its cells. */
type Column<D> = (keyof D & string) | readonly [name: string, cell: (record: D) => Cell];

const joinValues = (texts: readonly Cell[]): string => texts.filter(Boolean).join('; ');
const text = (html: string | null): string | null => html && htmlToPlainText(html);

const EVENT_COLUMNS: readonly Column<FeedEvent>[] = [
  ...(['id', 'title', 'status', 'event_status', 'event_status_reason', 'attendance'] as const),
  ...(['start_date', 'end_date', 'timezone', 'all_day', 'starts_at', 'ends_at'] as const),
  ['venue', ({ venue }) => joinValues(venue.map((one) => one.venue))],
  ['address', ({ venue }) => joinValues(venue.map((one) => one.address))],
  ['zip', ({ venue }) => joinValues(venue.map((one) => one.zip))],
  ['city', ({ venue }) => joinValues(venue.map((one) => one.city))],
  'online_url',
  ['organizer', ({ organizer }) => joinValues(organizer.map((one) => one.organizer))],
  ['categories', ({ categories }) => joinValues(categories.map(({ name }) => name))],
  ['tags', ({ tags }) => joinValues(tags.map(({ name }) => name))],
  ...(['cost', 'website', 'url'] as const),
  ['image', ({ image }) => image?.url],
  'featured',
  ['excerpt', ({ excerpt }) => text(excerpt)],
  ['description', ({ description }) => text(description)],
  ...(['date', 'modified', 'language'] as const),
];

/** Columns that venues and organizers share. */
const SHARED_COLUMNS: readonly Column<FeedVenue | OrganizerDto>[] = [
  ...(['website', 'url'] as const),
  ['image', ({ image }) => image?.url],
  ['excerpt', ({ excerpt }) => text(excerpt)],
  ['description', ({ description }) => text(description)],
  ...(['date', 'modified', 'language'] as const),
];

const VENUE_COLUMNS: readonly Column<FeedVenue>[] = [
  ...(['id', 'venue', 'status', 'address', 'zip', 'city', 'province', 'state', 'country', 'phone'] as const),
  ...SHARED_COLUMNS,
];

const ORGANIZER_COLUMNS: readonly Column<OrganizerDto>[] = [
  ...(['id', 'organizer', 'status', 'phone', 'email'] as const),
  ...SHARED_COLUMNS,
];

function nameOf<D>(column: Column<D>): string {
  return typeof column === 'string' ? column : column[0];
}

function cellOf<D>(column: Column<D>, record: D): Cell {
  return escapeFormula(typeof column === 'string' ? (record[column] as Cell) : column[1](record));
}

/** Builds the cells of an event by column. */
export function eventCells(event: FeedEvent): Readonly<Record<string, string>> {
  return Object.fromEntries(EVENT_COLUMNS.map((column) => [nameOf(column), String(cellOf(column, event) ?? '')]));
}

/** CSV (RFC 4180): a row for each record, plain text, lists separated by semicolons. */
function csv<D extends object>(resource: ResourceNames, columns: readonly Column<D>[]): Format<D> {
  const names = columns.map(nameOf);
  return {
    name: 'csv',
    mediaType: 'text/csv; charset=utf-8; header=present',
    resource,
    description: {
      en: `CSV (RFC 4180), for spreadsheets: UTF-8 with a byte order mark, a row for each record; texts without HTML, several values divided by semicolons. A cell that a spreadsheet would run gets an apostrophe before it. Columns: ${names.join(', ')}.`,
      fr: `CSV (RFC 4180), pour les tableurs : UTF-8 avec indicateur d’ordre des octets, une ligne par fiche; textes sans HTML, valeurs multiples séparées par des points-virgules. Une cellule qu’un tableur exécuterait est précédée d’une apostrophe. Colonnes : ${names.join(', ')}.`,
    },
    header: () => BYTE_ORDER_MARK + row(names),
    item: ({ response }) => row(columns.map((column) => cellOf(column, response))),
    footer: () => '',
  };
}

/** By default csv-stringify quotes only cells with CRLF, and escapes negative numbers as formulas. */
function row(cells: readonly Cell[]): string {
  return stringify([cells], { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { boolean: String } });
}

function escapeFormula(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA_START.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

export const csvFormats: readonly Format[] = [
  csv(EVENT, EVENT_COLUMNS),
  csv(VENUE, VENUE_COLUMNS),
  csv(ORGANIZER, ORGANIZER_COLUMNS),
];
