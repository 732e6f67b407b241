import { COUNT_DIMENSIONS } from '../src/calendar/events/query/counts.js';
import { OPEN_PARAMETERS } from '../src/calendar/events/query/event-query.js';
import { hasExtension } from './support/extensions.js';
import { queriesOf } from './support/list-parameters.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);

const TIMES = { start_date: '2027-06-21 19:00', end_date: '2027-06-21 22:00' };
const WORD = 'zyxsecret';
/** Pairs of protected events that differ only in what the password hides; in the second pair the other way round. */
let pairs: readonly (readonly [number, number])[];
let queries: string[];

beforeAll(async () => {
  calendar = await TestCalendar.start();
  const located = hasExtension('geoloc') ? { geo_lat: 45.5, geo_lng: -73.5 } : {};
  const venue = await aVenue({ venue: `${WORD} hall`, city: 'Secretville', ...located });
  const [organizer, category, tag] = [await anOrganizer({ organizer: WORD }), await aCategory(), await aTag()];
  const secret = {
    ...{ venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] },
    ...{ cost: '25', website: 'https://example.com/a', online_url: 'https://example.com/b' },
    ...{ description: WORD, excerpt: WORD, event_status_reason: WORD, image: 'https://example.com/a.jpg' },
  };
  const other = { cost: 'Free', description: 'Other' };
  const plant = async (fields: object) => {
    const body = { title: 'Protected', ...TIMES, password: 'sesame', ...fields };
    return (await calendar.post('/events', body, { as: 'editor' }).expect(201)).body.id as number;
  };
  pairs = [
    [await plant(secret), await plant(other)],
    [await plant(other), await plant(secret)],
  ];
  const days = ['2027-01-01', '2028-01-01'];
  queries = queriesOf('/events', {
    ...{
      search: [
        ...[WORD, 'Protected', `Protected -${WORD}`, 'other', `${WORD}&search_in=all`, `-${WORD}&search_in=all`],
        ...[`${WORD}&search_languages=all`, `${WORD}&search_languages=all&search_in=all`],
      ],
    },
    ...{ include: ['1'], exclude: ['99999'], page: ['1'], per_page: ['50'], _fields: ['id'], author: ['1', '99'] },
    ...{ modified_after: ['2020-01-01', '2099-01-01'], post_parent: [pairs[0]![0]] },
    ...{ start_date: days, end_date: days, starts_before: days, starts_after: days },
    ...{ ends_before: days, ends_after: days, from: days, to: days },
    ...{
      venue: [venue.id],
      organizer: [organizer.id],
      categories: [category.id],
      tags: [tag.id],
      city: ['Secretville'],
    },
    ...{ status: ['publish'], translation: [] },
    geoloc_lat: ['45.5&geoloc_lng=-73.5'],
    geoloc_lng: ['-73.5&geoloc_lat=45.5'],
    geoloc_radius: ['5&geoloc_lat=45.5&geoloc_lng=-73.5'],
    geoloc_bbox: ['-74,45,-73,46'],
  });
});

afterAll(() => calendar.stop());

const nameOf = (query: string) => query.split('=', 1)[0]!;

/** The places in the pair, in the order of the list; empty for a refused query. */
async function placesOf(pair: readonly number[], query: string, role: 'reader' | 'editor'): Promise<number[]> {
  const { body } = await calendar.get(`/events?${query}&include=${pair.join()}`, { as: role });
  return ((body.events ?? []) as { id: number }[]).map(({ id }) => pair.indexOf(id));
}

const withoutInclude = () => queries.filter((query) => !query.startsWith('include='));

/** The parameters that choose dates, statuses, texts and pages, or an order: their clauses are not those of one column. */
const OF_LISTS = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to'],
  ...['strict_dates', 'occurrences', 'status', 'hide_from_listings', 'modified_after', 'exclude'],
  ...['search_in', 'search_languages', 'translation_language', 'translations', 'untranslated', 'fallback'],
  ...['page', 'per_page', '_fields', 'orderby', 'order'],
];

/**
 * The parameters that read nothing that a password hides. All others must tell the events of a pair apart for editors:
 * otherwise a leaking filter would pass with values that neither event has.
 */
const OPEN = [...OF_LISTS, ...OPEN_PARAMETERS].sort();

describe('what an event password hides', () => {
  it('decides about no filter and no order', async () => {
    const revealing: string[] = [];
    for (const query of withoutInclude()) {
      const [one, other] = [await placesOf(pairs[0]!, query, 'reader'), await placesOf(pairs[1]!, query, 'reader')];
      if (one.length === 1 || one.join() !== other.join()) revealing.push(`${query}: ${one.join()}, ${other.join()}`);
    }
    expect(revealing).toEqual([]);
  });

  it('is what all filters but the open ones find for editors', async () => {
    const deciding = new Set<string>();
    for (const query of withoutInclude())
      if ((await placesOf(pairs[0]!, query, 'editor')).length === 1) deciding.add(nameOf(query));
    const open = new Set(withoutInclude().map(nameOf));
    for (const name of deciding) open.delete(name);
    expect([...open].sort()).toEqual(OPEN);
  });

  it.each(COUNT_DIMENSIONS)('is not counted by %s', async (by) => {
    const counts = async (pair: readonly number[]) =>
      (await calendar.get(`/events/counts?by=${by}&include=${pair.join()}`).expect(200)).body.counts as object[];
    const [one, other] = [await counts(pairs[0]!), await counts(pairs[1]!)];
    expect(one).toEqual(other);
    for (const { count } of one as { count: number }[]) expect(count).toBe(2);
  });
});
