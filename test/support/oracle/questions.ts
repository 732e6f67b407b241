import fc from 'fast-check';
import { type Caller, type Model, type Published, type Term } from './model.js';
import { dayAt, HOUR, DAY, SECOND, localTimeAt } from './clock.js';
import {
  type Bound,
  BOUNDS,
  type EventsQuestion,
  type PlacesQuestion,
  type Question,
  type TermsQuestion,
  type DateValue,
} from './expected.js';
import { hasExtension } from '../extensions.js';
import { CITIES, LATITUDES, LONGITUDES, WORDS } from './random-calendar.js';
import { serializeSearch, type Term as SearchTerm } from './search.js';

const UNKNOWN = 999_999;

const callers = fc.constantFrom<Caller>(null, null, 'reader', 'contributor', 'author', 'editor', 'administrator');
const languages = fc.constantFrom('en' as const, 'fr' as const);

/** Present with a probability of 1/`times`, else undefined. */
const onceIn = <T>(times: number, value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const some = <T>(value: fc.Arbitrary<T>) => onceIn(4, value);
const rare = <T>(value: fc.Arbitrary<T>) => onceIn(14, value);

const word = fc.oneof(
  fc.constantFrom(...WORDS.filter((text) => !/[“”]/.test(text))),
  fc.constantFrom('a', 'é', 'uv', "'", '%', '_', 'nuit', 'zzz', 'oe', 'ss', 'AUTOMNE'),
  fc
    .tuple(fc.constantFrom('jazz', 'été', '100%'), fc.constantFrom('naïve', 'night', 'a_b'))
    .map((two) => two.join(' ')),
);

const search: fc.Arbitrary<SearchTerm[]> = fc.array(
  fc.record({ text: word, excluded: fc.nat(3).map((number) => number === 0) }),
  { minLength: 1, maxLength: 3 },
);

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);
const oneOf = (ids: number[]) =>
  fc.oneof({ weight: 29, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.constant(UNKNOWN) });
const fewOf = (ids: number[], maxLength = 3) => fc.uniqueArray(oneOf(ids), { minLength: 1, maxLength });
const manyOf = (ids: number[]) => fc.uniqueArray(fc.constantFrom(...ids, UNKNOWN), { minLength: 1, maxLength: 60 });

const common = (ids: number[], sorts: string[]) => ({
  caller: callers,
  root: languages,
  translation_language: some(languages),
  search: rare(search),
  search_languages: some(fc.constantFrom('shown' as const, 'all' as const, 'all' as const)),
  include: rare(manyOf(ids)),
  exclude: rare(fewOf(ids, 10)),
  orderby: onceIn(2, fc.constantFrom(...sorts, 'include')),
  order: some(fc.constantFrom('asc' as const, 'desc' as const)),
  untranslated: rare(fc.constantFrom('include' as const, 'only' as const, 'exclude' as const)),
  fallback: onceIn(12, fc.constant('none' as const)),
});

const statuses = fc.uniqueArray(
  fc.constantFrom(...(['publish', 'future', 'draft', 'pending', 'private', 'trash', 'any'] as const)),
  { minLength: 1, maxLength: 3 },
);

const refsTo = (terms: Term[]) => {
  const slugs = terms.flatMap(({ texts }) => Object.values(texts).map(({ slug }) => slug));
  return fc.uniqueArray(fc.oneof(oneOf(idsOf(terms)), fc.constantFrom(...slugs)), { minLength: 1, maxLength: 3 });
};

/** Dates near the start or end of events, in all notations. */
function dates({ events }: Model, site: string, bound: Bound): fc.Arbitrary<DateValue> {
  const looksAtEnd = bound.startsWith('end') || bound === 'from';
  const edges = events.map(({ start, end }) => (looksAtEnd ? end : start));
  const near = fc.tuple(fc.constantFrom(...edges), fc.constantFrom(...SHIFTS)).map(([edge, shift]) => edge + shift);
  return fc.oneof(
    near.map((instant) => ({ day: dayAt(instant, site) })),
    near.map((instant) => ({ wall: localTimeAt(instant, site) })),
    near.map((instant) => ({ instant })),
    fc.constantFrom<DateValue>(...ODD_DATES),
  );
}

const ODD_DATES: DateValue[] = [
  ...[{ wall: '2027-03-14 02:30:00' }, { wall: '2027-11-07 01:30:00' }, { wall: '2027-04-03 23:30:00' }],
  ...[
    { day: '1970-01-01' },
    { day: '2038-01-19' },
    { day: '2028-02-29' },
    { day: '2027-04-03' },
    { day: '2027-09-05' },
  ],
];

const SHIFTS = [0, 0, 0, 0, 0, 0, SECOND, -SECOND, HOUR, -HOUR, DAY, -DAY, 30 * DAY, -30 * DAY];

/** One to three bounds, exact or of whole days. */
function dateBounds(model: Model, site: string): fc.Arbitrary<Partial<EventsQuestion>> {
  const near = (bound: Bound) => dates(model, site, bound).map((when) => ({ [bound]: when }));
  const strictness = fc.constantFrom(true, true, false, undefined).map((strict_dates) => ({ strict_dates }));
  const free = fc.uniqueArray(fc.constantFrom(...BOUNDS), { minLength: 1, maxLength: 3 });
  const bounds = fc.oneof(free, free, fc.constantFrom<Bound[]>(['start_date'], ['end_date'], ['from', 'to'], []));
  return fc
    .tuple(bounds, strictness)
    .chain(([names, strict]) => fc.tuple(fc.constant(strict), ...names.map(near)))
    .map((parts) => Object.assign({}, ...parts) as Partial<EventsQuestion>);
}

/** Questions with date parameters only, about all events that are not hidden. */
export function datesQuestions(model: Model, site: string): fc.Arbitrary<EventsQuestion> {
  const everything: EventsQuestion = { caller: 'administrator', root: 'en', status: ['any'] };
  return dateBounds(model, site).map((given) => ({ ...everything, ...given }));
}

/**
 * Questions with all filters. Half of them have no date range, so that more events match.
 * @param accounts ids
 */
export function eventsQuestions(model: Model, site: string, accounts: number[]): fc.Arbitrary<EventsQuestion> {
  const filters = eventFilters(model, accounts);
  return fc.oneof(
    filters.map((given) => ({ ...given, from: { day: '1900-01-01' } })),
    fc.tuple(filters, dateBounds(model, site)).map(([given, bounds]) => ({ ...given, ...bounds })),
  );
}

const box = fc
  .tuple(
    fc.constantFrom(...LONGITUDES, -100, 100),
    fc.constantFrom(...LATITUDES),
    fc.constantFrom(...LONGITUDES, -100, 100),
    fc.constantFrom(...LATITUDES),
  )
  .map(([west, one, east, other]) => [west, Math.min(one, other), east, Math.max(one, other)].join());

function eventFilters(model: Model, accounts: number[]): fc.Arbitrary<EventsQuestion> {
  return fc.record({
    ...common(idsOf(model.events), ['start_date', 'end_date', 'title', 'date', 'modified', 'id']),
    categories: rare(refsTo(model.categories)),
    tags: rare(refsTo(model.tags)),
    venue: rare(fewOf(idsOf(readableMostly(model.venues)))),
    organizer: rare(fewOf(idsOf(readableMostly(model.organizers)))),
    author: rare(fc.uniqueArray(fc.constantFrom(...accounts, UNKNOWN), { minLength: 1, maxLength: 3 })),
    modified_after: rare(fc.constantFrom(...model.events.map(({ modifiedAt }) => ({ instant: modifiedAt })))),
    featured: rare(fc.boolean()),
    ticketed: rare(fc.boolean()),
    search_in: some(fc.constantFrom('text' as const, 'all' as const, 'all' as const)),
    price: rare(fc.constantFrom('free' as const, 'paid' as const)),
    city: rare(
      fc.uniqueArray(fc.constantFrom(...CITIES, 'quebec', 'sault ste. MARIE', "l'ancienne-lorette", 'Nowhere'), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    geoloc_bbox: hasExtension('geoloc') ? rare(box) : fc.constant(undefined),
    event_status: rare(fc.subarray(['scheduled', 'cancelled', 'postponed', 'full', 'rescheduled'], { minLength: 1 })),
    attendance: rare(fc.subarray(['offline', 'online', 'mixed'], { minLength: 1 })),
    status: some(statuses),
    occurrences: some(fc.constantFrom('all', 'next', 'series')),
    post_parent: rare(oneOf(idsOf(model.events.slice(0, 40)))),
    hide_from_listings: rare(fc.boolean()),
  });
}

/** Repeats published records, so that they are chosen more often. */
const readableMostly = (records: Published[]) => [
  ...records,
  ...records.filter(({ status }) => status === 'publish'),
  ...records.filter(({ status }) => status === 'publish'),
  ...records.filter(({ status }) => status === 'publish'),
  ...records.filter(({ status }) => status === 'publish'),
];

export function placesQuestions(kind: 'venues' | 'organizers', model: Model): fc.Arbitrary<PlacesQuestion> {
  return fc.record({
    ...common(idsOf(model[kind]), ['date', 'name', 'id', 'modified']),
    event: rare(oneOf(idsOf(readableMostly(model.events)))),
    has_events: some(fc.boolean()),
    only_with_upcoming: some(fc.boolean()),
    status: some(statuses),
  });
}

export function termsQuestions(kind: 'categories' | 'tags', model: Model): fc.Arbitrary<TermsQuestion> {
  const ids = idsOf(model[kind]);
  const event = oneOf(idsOf(readableMostly(model.events)));
  const slugs = model[kind].flatMap(({ texts }) => Object.values(texts).map(({ slug }) => slug));
  const sorts = ['name', 'slug', 'id', 'count', 'description'];
  return fc.record({
    ...common(ids, kind === 'categories' ? [...sorts, 'parent'] : sorts),
    hide_empty: onceIn(2, fc.boolean()),
    only_with_upcoming: some(fc.boolean()),
    event: rare(event),
    post: rare(event),
    slug: rare(fc.constantFrom(...slugs, 'nowhere')),
    parent: kind === 'categories' ? rare(fc.constantFrom(0, ...ids)) : fc.constant(undefined),
  });
}

/** The notation of lists in a query. */
export type Spelling = 'csv' | 'repeated' | 'brackets';

type Word = string | number | boolean;
type Value = Word | Word[] | DateValue | SearchTerm[];

/** The query string of a question. */
export function queryOf(question: Question, spelling: Spelling, perPage: number): string {
  const { caller: _caller, root: _root, ...parameters } = question;
  const query = new URLSearchParams({ per_page: String(perPage) });
  for (const [name, value] of Object.entries(parameters) as [string, Value | undefined][]) {
    if (value === undefined) continue;
    const key = Array.isArray(value) && spelling === 'brackets' ? `${name}[]` : name;
    for (const text of serializeValue(name, value, spelling)) query.append(key, text);
  }
  return query.toString();
}

function serializeValue(name: string, value: Value, spelling: Spelling): string[] {
  if (name === 'search') return [serializeSearch(value as SearchTerm[])];
  if (Array.isArray(value)) return inSpelling((value as Word[]).map(String), spelling);
  return [typeof value === 'object' ? dateText(value) : String(value)];
}

const inSpelling = (list: string[], spelling: Spelling) => (spelling === 'csv' ? [list.join()] : list);

function dateText(when: DateValue): string {
  if ('day' in when) return when.day;
  return 'wall' in when ? when.wall : new Date(when.instant).toISOString();
}
