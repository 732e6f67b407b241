import { readFileSync } from 'node:fs';
import { type Document } from '../openapi/openapi-document.js';
import { csvFormats } from './csv.js';

const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;

/** Fields that every table leaves out: they repeat others, or are for programs. */
const LEFT_OUT = ['global_id', 'global_id_lineage', 'author', 'date_utc', 'modified_utc', 'rest_url', 'slug'];
const FOR_PROGRAMS = ['alternates', 'translations', 'translation_status', 'modified_by', 'json_ld'];
/** Fields of those who review. */
const OF_EDITORS = ['pending_utc', 'author_name', 'review_note'];

/** Fields that the table of a resource leaves out. */
const LEFT_OUT_OF: Readonly<Record<string, readonly string[]>> = {
  event: [
    ...['start_date_details', 'end_date_details', 'utc_start_date', 'utc_start_date_details', 'utc_end_date'],
    ...['utc_end_date_details', 'timezone_abbr', 'cost_details', 'post_parent', 'recurrence', 'occurrence'],
    ...[
      'show_map',
      'show_map_link',
      'hide_from_listings',
      'sticky',
      'ticketed',
      'password_protected',
      'not_public',
      'submission',
    ],
  ],
  venue: ['stateprovince', 'show_map', 'show_map_link', 'geo_lat', 'geo_lng'],
  organizer: [],
};

/** Columns that are parts of other fields: the places of the venues of an event. */
const PARTS = ['address', 'zip', 'city'];

describe.each(csvFormats.map((format) => [format.resource.singular, format] as const))(
  'CSV of each %s',
  (name, csv) => {
    const { properties = {} } = components.schemas[`${name.charAt(0).toUpperCase()}${name.slice(1)}`]!;
    const fields = Object.keys(properties);
    const columnsOf = async () => (await csv.header({} as never)).replace('\uFEFF', '').trim().split(',');
    const leftOut = [...LEFT_OUT, ...FOR_PROGRAMS, ...OF_EDITORS, ...LEFT_OUT_OF[name]!];

    it('has a column for each field of the response that is not left out on purpose', async () => {
      const columns = await columnsOf();
      expect(fields.filter((field) => !columns.includes(field) && !leftOut.includes(field))).toEqual([]);
    });

    it('leaves out existing fields, and has only columns of fields', async () => {
      const columns = await columnsOf();
      expect(leftOut.filter((field) => columns.includes(field) || !fields.includes(field))).toEqual([]);
      const parts = name === 'event' ? PARTS : [];
      expect(columns.filter((column) => !fields.includes(column) && !parts.includes(column))).toEqual([]);
    });
  },
);
