import { type Language } from '../../../src/lib/i18n/language.js';
import { DAY, dayAt, instantOf, SECOND, localTimeAt } from './clock.js';
import {
  type Caller,
  type EventRecord,
  maySeeAll,
  mayEdit,
  mayRead,
  type Model,
  otherLanguage,
  type Place,
  type Published,
  textIn,
  type Status,
  type Text,
  statusesOf,
  type Term,
} from './model.js';
import { matches, plain, type Term as SearchTerm } from './search.js';

/** A date as a caller writes it. */
export type DateValue = { day: string } | { wall: string } | { instant: number };

export const BOUNDS = [
  ...(['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after', 'from', 'to'] as const),
];
export type Bound = (typeof BOUNDS)[number];

export interface Question {
  caller: Caller;
  root: Language;
  translation_language?: Language;
  search?: SearchTerm[];
  search_languages?: 'shown' | 'all';
  include?: number[];
  exclude?: number[];
  orderby?: string;
  order?: 'asc' | 'desc';
  untranslated?: 'include' | 'only' | 'exclude';
  fallback?: 'none';
}

export interface EventsQuestion extends Question, Partial<Record<Bound, DateValue>> {
  strict_dates?: boolean;
  categories?: (number | string)[];
  tags?: (number | string)[];
  venue?: number[];
  organizer?: number[];
  author?: number[];
  modified_after?: DateValue;
  featured?: boolean;
  ticketed?: boolean;
  event_status?: string[];
  search_in?: 'text' | 'all';
  price?: 'free' | 'paid';
  city?: string[];
  /** West, south, east, north. */
  geoloc_bbox?: string;
  attendance?: string[];
  status?: (Status | 'any')[];
  occurrences?: 'all' | 'next' | 'series';
  post_parent?: number;
  hide_from_listings?: boolean;
}

export interface PlacesQuestion extends Question {
  event?: number;
  has_events?: boolean;
  only_with_upcoming?: boolean;
  status?: (Status | 'any')[];
}

export interface TermsQuestion extends Question {
  hide_empty?: boolean;
  only_with_upcoming?: boolean;
  event?: number;
  post?: number;
  slug?: string;
  parent?: number;
}

/** The expected response of a list: ids in order, or the invalid parameters, or 403. */
export type Outcome = { ids: number[] } | { forbidden: true } | { bad: string[] };

/** The state of the calendar, in addition to the question. */
export interface OracleContext {
  model: Model;
  /** Zone of the site. */
  site: string;
  now: number;
  /** The ids of the accounts, by role. */
  accounts: Readonly<Record<string, number>>;
}

const languageOf = (question: Question) => question.translation_language ?? question.root;

/** Section 9: records without a text in the language are included, listed alone or excluded. */
function hasLanguage(record: Pick<Published, 'texts'>, question: Question): boolean {
  const { untranslated = 'include', fallback } = question;
  const exists = record.texts[languageOf(question)] !== undefined;
  if (fallback === 'none' || untranslated === 'exclude') return exists;
  return untranslated === 'only' ? !exists : true;
}

function isNamed({ id }: { id: number }, { include, exclude }: Question): boolean {
  return (include?.includes(id) ?? true) && !exclude?.includes(id);
}

type Key = number | string;

/** By key, then by id; texts by the code points of their folded form. */
function sortIds<R extends { id: number }>(records: R[], key: (record: R) => Key, descending: boolean): number[] {
  const compare = (one: Key, another: Key) =>
    typeof one === 'number' ? one - Number(another) : Buffer.compare(Buffer.from(one), Buffer.from(String(another)));
  const sorted = [...records].sort((one, another) => compare(key(one), key(another)) || one.id - another.id);
  return (descending ? sorted.reverse() : sorted).map(({ id }) => id);
}

/** The refusal of a list. Its values are checked first, then the rights to its statuses, then what only the database knows. */
function refusal(wrong: readonly string[], isForbidden: boolean, unknown: readonly string[]): Outcome | undefined {
  if (wrong.length > 0) return { bad: wrong.toSorted() };
  if (isForbidden) return { forbidden: true };
  return unknown.length > 0 ? { bad: unknown.toSorted() } : undefined;
}

// ---------------------------------------------------------------------------------------------------------- events

export function expectedEvents(question: EventsQuestion, world: OracleContext): Outcome {
  const { model } = world;
  const { caller, include } = question;
  const language = languageOf(question);
  const allowed = statusesOf(question.status, caller);
  const statuses = allowed ?? [];
  const categories = question.categories && resolveTerms(model.categories, question.categories, language);
  const tags = question.tags && resolveTerms(model.tags, question.tags, language);
  const wrong = [...(isReversed(question, world) ? ['to'] : []), ...badLanguages(question)];
  const unknown = [
    ...(categories?.includes(undefined) ? ['categories'] : []),
    ...(tags?.includes(undefined) ? ['tags'] : []),
    ...(areReadable(model.venues, question.venue, caller) ? [] : ['venue']),
    ...(areReadable(model.organizers, question.organizer, caller) ? [] : ['organizer']),
    ...(areReadable(model.events, question.post_parent, caller) ? [] : ['post_parent']),
  ];
  const refused = refusal(wrong, allowed === undefined, unknown);
  if (refused) return refused;
  const branches = categories?.flatMap((id) => withDescendants(model.categories, id!));
  const authors = question.author?.map((id) => Object.keys(world.accounts).find((role) => world.accounts[role] === id));
  const isListed = (event: EventRecord) =>
    statuses.includes(event.status) &&
    mayRead(event, caller) &&
    isNamed(event, question) &&
    isShown(event, question) &&
    (include !== undefined || isWithin(event, question, world)) &&
    hasLanguage(event, question) &&
    matches(question.search, searchedFields(event, question, model)) &&
    isLinked(event, 'categories', branches, caller) &&
    isLinked(event, 'tags', tags, caller) &&
    isLinked(event, 'venue', question.venue, caller) &&
    isLinked(event, 'organizer', question.organizer, caller) &&
    (authors === undefined || authors.includes(event.author)) &&
    (question.modified_after === undefined || event.modifiedAt >= exact(question.modified_after, world.site)) &&
    (question.featured === undefined || event.featured === question.featured) &&
    (question.ticketed === undefined || event.ticketed === question.ticketed) &&
    (question.price === undefined || (maySeeAll(event, caller) && event.price === question.price)) &&
    isInCities(event, question, model) &&
    isInBox(event, question, model) &&
    (question.event_status?.includes(event.eventStatus) ?? true) &&
    (question.attendance?.includes(event.attendance) ?? true) &&
    (question.post_parent === undefined || event.parent === question.post_parent);
  // A series that represents matching occurrences need not match the filters itself, but must be visible.
  const isVisible = (event: EventRecord) =>
    statuses.includes(event.status) &&
    mayRead(event, caller) &&
    isShown(event, question) &&
    !question.exclude?.includes(event.id) &&
    (question.untranslated === 'only' || hasLanguage(event, question));
  const listed = collapseSeries(model.events, model.events.filter(isListed), question).filter(isVisible);
  return { ids: sortIds(listed, eventKey(question), question.order === 'desc') };
}

/** Section 18: collapses each series to its first matching occurrence, or to the series itself. */
function collapseSeries(all: EventRecord[], listed: EventRecord[], { occurrences }: EventsQuestion): EventRecord[] {
  const kept = new Map<number, EventRecord>();
  for (const event of listed) {
    const name = event.series ?? event.id;
    const known = kept.get(name);
    const isSooner = !known || event.start < known.start || (event.start === known.start && event.id < known.id);
    if (isSooner) kept.set(name, event);
  }
  if (occurrences === 'next') return [...kept.values()];
  return occurrences === 'series' ? all.filter(({ id }) => kept.has(id)) : listed;
}

function eventKey({ orderby, include, ...question }: EventsQuestion): (event: EventRecord) => Key {
  if (orderby === 'end_date') return ({ end }) => end;
  if (orderby === 'title') return (event) => plain(textIn(event, languageOf(question)).name);
  if (orderby === 'date') return ({ publishedAt }) => publishedAt;
  if (orderby === 'modified') return ({ modifiedAt }) => modifiedAt;
  if (orderby === 'id') return ({ id }) => id;
  if (orderby === 'include' && include) return ({ id }) => include.indexOf(id);
  return ({ start }) => start;
}

function isShown(event: EventRecord, { hide_from_listings: hidden, include = [], caller }: EventsQuestion): boolean {
  if (hidden === true) return event.hidden && mayEdit(event, caller);
  return !event.hidden || include.includes(event.id);
}

function searchedFields(event: EventRecord, question: EventsQuestion, model: Model): string[] {
  const texts = searchedTexts(event, question);
  if (!maySeeAll(event, question.caller)) return texts.map(({ name }) => name);
  const fields = texts.flatMap(({ name, excerpt, description }) => [name, excerpt, description]);
  return [...fields, ...(question.search_in === 'all' ? linkedNames(event, question, model) : [])];
}

/** Section 9: the text that is shown; with `search_languages=all`, those in both languages. */
function searchedTexts(record: Pick<Published, 'texts'>, question: Question): Text[] {
  const language = languageOf(question);
  const languages = question.search_languages === 'all' ? [language, otherLanguage(language)] : [language];
  return languages.map((one) => textIn(record, one));
}

/** Section 13: the names of related records that the caller may read, in the languages of the search. */
function linkedNames(event: EventRecord, question: EventsQuestion, model: Model): string[] {
  const isSeen = (place: Place) => place.status !== 'trash' && mayRead(place, question.caller);
  const venues = model.venues.filter((venue) => event.venue.includes(venue.id) && isSeen(venue));
  const organizers = model.organizers.filter((one) => event.organizer.includes(one.id) && isSeen(one));
  const terms = (['categories', 'tags'] as const).flatMap((kind) =>
    model[kind].filter(({ id }) => event[kind].includes(id)),
  );
  const records = [...venues, ...organizers, ...terms];
  const names = records.flatMap((record) => searchedTexts(record, question).map(({ name }) => name));
  return [...names, ...venues.map(({ city }) => city ?? '')];
}

function isLinked(
  event: EventRecord,
  kind: 'categories' | 'tags' | 'venue' | 'organizer',
  wanted: readonly (number | undefined)[] | undefined,
  caller: Caller,
): boolean {
  return wanted === undefined || (maySeeAll(event, caller) && event[kind].some((id) => wanted.includes(id)));
}

/** Whether the event is at a venue in one of the cities that the caller may read. */
function isInCities(event: EventRecord, { city: cities, caller }: EventsQuestion, { venues }: Model): boolean {
  const wanted = cities?.map(plain);
  return !wanted || isAtVenue(event, venues, caller, ({ city }) => city !== undefined && wanted.includes(plain(city)));
}

/** Whether the event is at a venue in the box. If west is greater than east, the box crosses the antimeridian. */
function isInBox(event: EventRecord, { geoloc_bbox: box, caller }: EventsQuestion, { venues }: Model): boolean {
  if (!box) return true;
  const [west, south, east, north] = box.split(',').map(Number) as [number, number, number, number];
  return isAtVenue(event, venues, caller, ({ point }) => {
    if (!point) return false;
    const [lat, lng] = point;
    const isBetween = west <= east ? west <= lng && lng <= east : lng >= west || lng <= east;
    return south <= lat && lat <= north && isBetween;
  });
}

function isAtVenue(event: EventRecord, venues: Place[], caller: Caller, isThere: (venue: Place) => boolean): boolean {
  const there = venues.filter((venue) => isThere(venue) && venue.status !== 'trash' && mayRead(venue, caller));
  return isLinked(
    event,
    'venue',
    there.map(({ id }) => id),
    caller,
  );
}

function areReadable(records: Published[], ids: number | number[] | undefined, caller: Caller): boolean {
  return [ids ?? []]
    .flat()
    .every((id) => records.some((r) => r.id === id && r.status !== 'trash' && mayRead(r, caller)));
}

function badLanguages({ untranslated, fallback }: Question): string[] {
  return untranslated === 'only' && fallback === 'none' ? ['untranslated'] : [];
}

/** Resolves ids and slugs of terms; slugs first in the language of the request, then in the other one. */
function resolveTerms(terms: Term[], refs: (number | string)[], language: Language): (number | undefined)[] {
  return refs.map((ref) =>
    typeof ref === 'number'
      ? terms.find(({ id }) => id === ref)?.id
      : (
          terms.find(({ texts }) => texts[language]?.slug === ref) ??
          terms.find(({ texts }) => texts[otherLanguage(language)]?.slug === ref)
        )?.id,
  );
}

/** A category and its descendants. */
function withDescendants(categories: Term[], id: number): number[] {
  const children = categories.filter(({ parent }) => parent === id);
  return [id, ...children.flatMap((child) => withDescendants(categories, child.id))];
}

// ----------------------------------------------------------------------------------------------------------- dates

/** Section 4: the date parameters. Without `strict_dates`, days in the time zone of the site are compared. */
function isWithin(event: EventRecord, question: EventsQuestion, { site, now }: OracleContext): boolean {
  const given = BOUNDS.filter((bound) => question[bound] !== undefined);
  const isStrict = question.strict_dates === true;
  // The end is exclusive, except for events without a duration.
  const last = Math.max(event.start, event.end - SECOND);
  const moment = (when: DateValue) => (isStrict ? exact(when, site) : dayOf(when, site));
  const holds = (bound: Bound, when: DateValue): boolean => {
    const [start, end, part] = isStrict
      ? [event.start, event.end, last]
      : [dayAt(event.start, site), dayAt(event.end, site), dayAt(last, site)];
    const at = moment(when);
    if (bound === 'start_date') return start >= at;
    if (bound === 'end_date') return end <= at;
    if (bound === 'starts_before') return isStrict ? start < at : start <= at;
    if (bound === 'starts_after') return start > at;
    if (bound === 'ends_before') return isStrict ? end < at : end <= at;
    if (bound === 'ends_after') return end > at;
    if (bound === 'from') return part >= at;
    return isStrict ? start < at : start <= at;
  };
  const isDefault = given.every((bound) => bound === 'start_date' || bound === 'end_date');
  const start: DateValue = question.start_date ?? { wall: `${dayAt(now, site)} 00:00:00` };
  const implied: Partial<Record<Bound, DateValue>> = isDefault
    ? { start_date: start, end_date: question.end_date ?? { wall: monthsLater(start, 24, site) } }
    : {};
  const bounds = { ...question, ...implied };
  return BOUNDS.every((bound) => bounds[bound] === undefined || holds(bound, bounds[bound]));
}

/** Section 4: a `to` before `from` is refused, unless `include` makes dates irrelevant. */
function isReversed({ from, to, include, strict_dates: isStrict }: EventsQuestion, { site }: OracleContext): boolean {
  if (!from || !to || include !== undefined) return false;
  return isStrict ? exact(to, site) < exact(from, site) : dayOf(to, site) < dayOf(from, site);
}

function exact(when: DateValue, zone: string): number {
  if ('instant' in when) return when.instant;
  return instantOf('wall' in when ? when.wall : `${when.day} 00:00:00`, zone);
}

function dayOf(when: DateValue, zone: string): string {
  return dayAt(exact(when, zone), zone);
}

/** Adds months to a date; the day is limited to the last day of the month. */
function monthsLater(when: DateValue, months: number, zone: string): string {
  const wall = localTimeAt(exact(when, zone), zone);
  const [year, month, day] = wall.slice(0, 10).split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year!, month! - 1 + months + 1, 1) - DAY);
  const wanted = new Date(Date.UTC(year!, month! - 1 + months, Math.min(day!, lastOfMonth.getUTCDate())));
  return `${wanted.toISOString().slice(0, 10)} ${wall.slice(11)}`;
}

// --------------------------------------------------------------------------------------------- venues and organizers

export function expectedPlaces(kind: 'venue' | 'organizer', question: PlacesQuestion, world: OracleContext): Outcome {
  const { model, now } = world;
  const { caller } = question;
  const allowed = statusesOf(question.status, caller);
  const statuses = allowed ?? [];
  const unknown = badEvent('event', question.event, world, caller);
  const refused = refusal(badLanguages(question), allowed === undefined, unknown);
  if (refused) return refused;
  const seen = readableEvents(model, caller);
  const isListed = (place: Place) => {
    const events = seen.filter((event) => event[kind].includes(place.id));
    return (
      statuses.includes(place.status) &&
      mayRead(place, caller) &&
      isNamed(place, question) &&
      hasLanguage(place, question) &&
      matches(question.search, placeFields(place, question)) &&
      (question.event === undefined || events.some(({ id }) => id === question.event)) &&
      (question.has_events === undefined || events.length > 0 === question.has_events) &&
      (question.only_with_upcoming !== true || events.some(({ end }) => end >= now))
    );
  };
  const places = kind === 'venue' ? model.venues : model.organizers;
  const { orderby = 'date', order } = question;
  const isByDate = orderby === 'date' || (orderby === 'include' && question.include === undefined);
  const descending = order === undefined ? isByDate : order === 'desc';
  return { ids: sortIds(places.filter(isListed), placeKey({ ...question, orderby }), descending) };
}

function placeKey({ orderby, include, ...question }: PlacesQuestion): (place: Place) => Key {
  if (orderby === 'name') return (place) => plain(textIn(place, languageOf(question)).name);
  if (orderby === 'modified') return ({ modifiedAt }) => modifiedAt;
  if (orderby === 'id') return ({ id }) => id;
  if (orderby === 'include' && include) return ({ id }) => include.indexOf(id);
  return ({ publishedAt }) => publishedAt;
}

function placeFields(place: Place, question: Question): string[] {
  const texts = searchedTexts(place, question);
  return [...texts.flatMap(({ name, excerpt, description }) => [name, excerpt, description]), ...place.words];
}

/** The events outside the trash of which the caller may read all fields. */
function readableEvents({ events }: Model, caller: Caller): EventRecord[] {
  return events.filter((event) => event.status !== 'trash' && mayRead(event, caller) && maySeeAll(event, caller));
}

function badEvent(name: string, id: number | undefined, { model }: OracleContext, caller: Caller): string[] {
  return id === undefined || readableEvents(model, caller).some((event) => event.id === id) ? [] : [name];
}

// ----------------------------------------------------------------------------------------------------------- terms

export function expectedTerms(kind: 'categories' | 'tags', question: TermsQuestion, world: OracleContext): Outcome {
  const { model, now } = world;
  const { caller, event, post } = question;
  const language = languageOf(question);
  const isGivenTwice = event !== undefined && post !== undefined && event !== post;
  const wrong = [...(isGivenTwice ? ['post'] : []), ...badLanguages(question)];
  const unknown = event === undefined ? badEvent('post', post, world, caller) : badEvent('event', event, world, caller);
  const refused = refusal(wrong, false, unknown);
  if (refused) return refused;
  const all = model[kind];
  const ofEvent = model.events.find(({ id }) => id === (event ?? post))?.[kind];
  const published = model.events.filter(({ status }) => status === 'publish');
  const upcoming = readableEvents(model, caller).filter(({ end }) => end >= now);
  const isUsed = (term: Term, events: EventRecord[]) =>
    withDescendants(all, term.id).some((id) => events.some((record) => record[kind].includes(id)));
  const isListed = (term: Term) =>
    isNamed(term, question) &&
    hasLanguage(term, question) &&
    matches(
      question.search,
      searchedTexts(term, question).flatMap(({ name, slug }) => [name, slug]),
    ) &&
    (question.hide_empty === false || isUsed(term, published)) &&
    (question.only_with_upcoming !== true || isUsed(term, upcoming)) &&
    (ofEvent === undefined || ofEvent.includes(term.id)) &&
    (question.slug === undefined || textIn(term, language).slug === question.slug) &&
    (question.parent === undefined || (term.parent ?? 0) === question.parent);
  const count = ({ id }: Term) => published.filter((record) => record[kind].includes(id)).length;
  return { ids: sortIds(all.filter(isListed), termKey(question, count), question.order === 'desc') };
}

function termKey(question: TermsQuestion, count: (term: Term) => number): (term: Term) => Key {
  const { orderby, include } = question;
  const language = languageOf(question);
  if (orderby === 'slug') return (term) => textIn(term, language).slug;
  if (orderby === 'description') return (term) => plain(textIn(term, language).description);
  if (orderby === 'id') return ({ id }) => id;
  if (orderby === 'parent') return ({ parent }) => parent ?? 0;
  if (orderby === 'count') return count;
  if (orderby === 'include' && include) return ({ id }) => include.indexOf(id);
  return (term) => plain(textIn(term, language).name);
}
