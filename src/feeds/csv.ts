import { stringify } from 'csv-stringify/sync';
import { type Format } from '../extension-api/format.js';
import { EVENT } from '../events/event.names.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type OrganizerDto } from '../organizers/organizer.dto.js';
import { ORGANIZER } from '../organizers/organizer.names.js';
import { VENUE } from '../venues/venue.names.js';
import { plainText } from './plain-text.js';
import { type FeedEvent, type FeedVenue } from './feed-event.js';

/** Byte order mark: without it, spreadsheets assume another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets run cells that begin like this as formulas (CSV injection), unless the cell is a number. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

type Cell = string | number | boolean | null | undefined;

/** The columns of a table by name, in order. */
type Columns<D> = Readonly<Record<string, (record: D) => Cell>>;

const joinValues = (texts: readonly Cell[]): string => texts.filter(Boolean).join('; ');
const text = (html: string | null): string | null => html && plainText(html);

const EVENT_COLUMNS: Columns<FeedEvent> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  status: ({ status }) => status,
  event_status: ({ event_status }) => event_status,
  event_status_reason: ({ event_status_reason }) => event_status_reason,
  attendance: ({ attendance }) => attendance,
  start_date: ({ start_date }) => start_date,
  end_date: ({ end_date }) => end_date,
  timezone: ({ timezone }) => timezone,
  all_day: ({ all_day }) => all_day,
  starts_at: ({ starts_at }) => starts_at,
  ends_at: ({ ends_at }) => ends_at,
  venue: ({ venue }) => joinValues(venue.map((one) => one.venue)),
  address: ({ venue }) => joinValues(venue.map((one) => one.address)),
  zip: ({ venue }) => joinValues(venue.map((one) => one.zip)),
  city: ({ venue }) => joinValues(venue.map((one) => one.city)),
  online_url: ({ online_url }) => online_url,
  organizer: ({ organizer }) => joinValues(organizer.map((one) => one.organizer)),
  categories: ({ categories }) => joinValues(categories.map(({ name }) => name)),
  tags: ({ tags }) => joinValues(tags.map(({ name }) => name)),
  cost: ({ cost }) => cost,
  website: ({ website }) => website,
  url: ({ url }) => url,
  image: ({ image }) => image?.url,
  featured: ({ featured }) => featured,
  excerpt: ({ excerpt }) => text(excerpt),
  description: ({ description }) => text(description),
  date: ({ date }) => date,
  modified: ({ modified }) => modified,
  language: ({ language }) => language,
};

/** Columns that venues and organizers share. */
const SHARED_COLUMNS: Columns<FeedVenue | OrganizerDto> = {
  website: ({ website }) => website,
  url: ({ url }) => url,
  image: ({ image }) => image?.url,
  excerpt: ({ excerpt }) => text(excerpt),
  description: ({ description }) => text(description),
  date: ({ date }) => date,
  modified: ({ modified }) => modified,
  language: ({ language }) => language,
};

const VENUE_COLUMNS: Columns<FeedVenue> = {
  id: ({ id }) => id,
  venue: ({ venue }) => venue,
  status: ({ status }) => status,
  address: ({ address }) => address,
  zip: ({ zip }) => zip,
  city: ({ city }) => city,
  province: ({ province }) => province,
  state: ({ state }) => state,
  country: ({ country }) => country,
  phone: ({ phone }) => phone,
  ...SHARED_COLUMNS,
};

const ORGANIZER_COLUMNS: Columns<OrganizerDto> = {
  id: ({ id }) => id,
  organizer: ({ organizer }) => organizer,
  status: ({ status }) => status,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  ...SHARED_COLUMNS,
};

/** Builds the cells of an event by column. */
export function eventCells(event: FeedEvent): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(EVENT_COLUMNS).map(([name, cell]) => [name, String(escapeFormula(cell(event)) ?? '')]),
  );
}

/** CSV (RFC 4180): a row for each record, plain text, lists separated by semicolons. */
function csv<D extends object>(resource: ResourceNames, columns: Columns<D>): Format<D> {
  const names = Object.keys(columns).join(', ');
  return {
    name: 'csv',
    mediaType: 'text/csv; charset=utf-8; header=present',
    resource,
    description: {
      en: `CSV (RFC 4180), for spreadsheets: UTF-8 with a byte order mark, a row for each record; texts without HTML, several values divided by semicolons. A cell that a spreadsheet would run gets an apostrophe before it. Columns: ${names}.`,
      fr: `CSV (RFC 4180), pour les tableurs : UTF-8 avec indicateur d’ordre des octets, une ligne par fiche; textes sans HTML, valeurs multiples séparées par des points-virgules. Une cellule qu’un tableur exécuterait est précédée d’une apostrophe. Colonnes : ${names}.`,
    },
    // A column has the name of its field; only those that come from the venue, such as `city`, have no field.
    fields: Object.keys(columns),
    header: () => BYTE_ORDER_MARK + row(Object.keys(columns)),
    item: ({ response }) => row(Object.values(columns).map((cell) => escapeFormula(cell(response)))),
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
