import { readFileSync } from 'node:fs';
import { type Body, type ImportRecord, isRefused } from '../record.js';
import { theEventsCalendar } from './tec.reader.js';

type Schemas = Readonly<Record<string, { readonly properties: object }>>;

const { schemas } = (JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { components: { schemas: Schemas } })
  .components;

const writable = (name: string, exceptions: readonly string[]) =>
  Object.keys(schemas[name]!.properties).filter((field) => !exceptions.includes(field));

/** Fields that a site does not have, or that an import does not take from it. */
const OWN = ['author', 'review_note', 'translation_confirmed', 'translation_language', 'translations'];

const TEXTS = {
  description: '<p>Text</p>',
  slug: 'slug',
  website: 'https://a.example/',
  image: { url: 'https://a.example/b.jpg' },
};

const VENUE = {
  ...{ id: 6, venue: 'Hall', address: '1 Main St', city: 'Windsor', country: 'Canada', province: 'ON', state: 'MI' },
  ...{ zip: 'N9A 1A1', phone: '555-0101', geo_lat: '42.3', geo_lng: '-83.1', show_map: true, show_map_link: true },
  ...TEXTS,
};
const ORGANIZER = { id: 7, organizer: 'Friends', phone: '555-0102', email: 'a@example.com', ...TEXTS };
const TERM = { id: 8, name: 'Music', description: 'All music', slug: 'music', parent: 9 };

const EVENT = {
  ...{ id: 1, url: 'https://old.example/e', title: 'Concert', excerpt: 'Short', ...TEXTS, cost: '20', status: 'draft' },
  ...{
    start_date: '2027-06-21 19:30:00',
    end_date: '2027-06-21 22:00:00',
    timezone: 'America/Toronto',
    all_day: false,
  },
  ...{ date_utc: '2026-10-01 13:00:00', event_status: 'canceled', event_status_reason: 'Storm', is_virtual: true },
  ...{ virtual_url: 'https://meet.example/1', show_map: true, show_map_link: true, hide_from_listings: true },
  ...{ sticky: true, featured: true, ticketed: true, venue: VENUE, organizer: [ORGANIZER] },
  ...{ categories: [TERM], tags: [TERM] },
};

async function read(event: object): Promise<ImportRecord> {
  const json = { events: [event], rest_url: 'https://old.example/wp-json/tribe/events/v1/events' };
  const source = await theEventsCalendar.recognise({ bytes: new Uint8Array(), text: '', json, table: {} });
  const options = { timezone: undefined, siteTimezone: 'America/Toronto', now: new Date() };
  for await (const entry of source!.read(options)) if ('occurrences' in entry && !isRefused(entry)) return entry;
  throw new Error('refused');
}

const missing = (wanted: readonly string[], body: Body) => wanted.filter((field) => body[field] === undefined);

it('reads every field of the API that a site has', async () => {
  const [occurrence] = (await read(EVENT)).occurrences;
  const { start, end, allDay, timezone, details, relations } = occurrence!;
  const event = { ...details, start_date: start, end_date: end, all_day: allDay, timezone };
  // A series is told from its dates, and the local date of publication follows from that in UTC.
  const others = [...OWN, 'recurrence', 'post_parent', 'date', 'password'];
  const related = ['venue', 'organizer', 'categories', 'tags'];
  expect(missing(writable('CreateEvent', [...others, ...related]), event)).toEqual([]);
  const [venue, organizer, category, tag] = [
    relations!.venues,
    relations!.organizers,
    relations!.categories,
    relations!.tags,
  ].map((sources) => sources![0]!);
  // `stateprovince` is another spelling of `province`. Published records have neither status nor date of their own.
  const ofRelated = [...OWN, 'status', 'date', 'date_utc', 'stateprovince', 'excerpt'];
  expect(missing(writable('CreateVenue', ofRelated), venue!.body)).toEqual([]);
  expect(missing(writable('CreateOrganizer', ofRelated), organizer!.body)).toEqual([]);
  expect(missing(writable('CreateTag', OWN), tag!.body)).toEqual([]);
  expect(missing(writable('CreateCategory', [...OWN, 'parent']), category!.body)).toEqual([]);
  expect(category!.parent).toBe('tec:old.example:category:9');
});

describe('the last of whole days', () => {
  it.each([
    ['2027-12-08 00:00:00', '2027-12-10 23:59:59', '2027-12-08 2027-12-10'],
    ['2027-12-08 03:00:00', '2027-12-11 02:59:59', '2027-12-08 2027-12-10'],
    ['2027-12-15 06:00:00', '2027-12-16 05:59:59', '2027-12-15 2027-12-15'],
    ['2027-12-15 06:00:00', '2027-12-15 06:00:00', '2027-12-15 2027-12-15'],
    ['2027-12-15 09:00:00', '2027-12-16 08:00:00', '2027-12-15 2027-12-16'],
    ['2027-12-31 03:00:00', '2028-01-01 02:59:00', '2027-12-31 2027-12-31'],
  ])('from %s to %s: %s', async (start_date, end_date, days) => {
    const { start, end } = (await read({ ...EVENT, start_date, end_date, all_day: true })).occurrences[0]!;
    expect(`${start} ${end}`).toBe(days);
  });
});
