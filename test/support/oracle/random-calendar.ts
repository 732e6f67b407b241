import fc from 'fast-check';
import { type Role } from '../../../src/http/role.js';
import { type Language } from '../../../src/lib/i18n/language.js';
import { DAY, dayAt, HOUR, SECOND } from './clock.js';
import { type Status } from './model.js';

/** Words with accents, quotes, ligatures and symbols, which searches normalize. */
export const WORDS = [
  ...['été', 'Œuvre', 'l’automne', "l'hiver", 'jazz', 'Jazzband', '100%', 'a_b', 'R&D', 'naïve', 'STRASSE', 'straße'],
  ...['avant-garde', '“Nuit”', 'night', 'zz', 'Émile', 'emile'],
];

/** Cities; some of them are equal when case and accents are ignored. */
export const CITIES = ['Montréal', 'MONTREAL', 'Québec', 'L’Ancienne-Lorette', 'Sault', 'Sault Ste. Marie'];

/** Coordinates of places, and of the edges of boxes. */
export const LATITUDES = [-90, -12.5, 0, 45.5, 45.5001, 90];
export const LONGITUDES = [-180, -179.5, -73.6, 0, 73.6, 179.5, 180];

export interface RandomText {
  name: string[];
  /** Paragraphs of words. */
  description: string[][];
  excerpt: string[];
}

export interface RandomPublished {
  author: Role;
  status: Exclude<Status, 'trash'>;
  /** Whether it was published before it got its status. */
  wasPublished: boolean;
  isTrashed: boolean;
  publishedAt: string;
  texts: Partial<Record<Language, RandomText>>;
}

export interface RandomEvent extends RandomPublished {
  cost: string | undefined;
  timezone: string | undefined;
  startWall: string;
  /** Milliseconds of local time. */
  duration: number;
  allDay: boolean;
  isProtected: boolean;
  hidden: boolean;
  featured: boolean;
  ticketed: boolean;
  eventStatus: string;
  attendance: string;
  /** Indexes of records; out of range for none. */
  parent: number | undefined;
  categories: number[];
  tags: number[];
  venue: number[];
  organizer: number[];
  /** Days after the first date on which the event repeats. */
  again: readonly number[];
  /** Whether the dates are written as a rule, else as rdates. */
  isByRule: boolean;
  /** Whether the second date has overrides. */
  hasOwn: boolean;
  /** Whether the last date is excluded. */
  isCut: boolean;
}

export interface RandomPlace extends RandomPublished {
  phone: string;
  /** Only venues have a city. */
  city: string;
  /** Latitude and longitude; only venues have them. */
  point: readonly [number, number] | undefined;
}

export interface RandomTerm {
  parent: number | undefined;
  texts: Partial<Record<Language, RandomText>>;
}

export interface RandomCalendar {
  categories: RandomTerm[];
  tags: RandomTerm[];
  venues: RandomPlace[];
  organizers: RandomPlace[];
  events: RandomEvent[];
}

const SIZES = { categories: 14, tags: 8, venues: 14, organizers: 12 };

const ZONES = [
  ...['America/Toronto', 'America/St_Johns', 'America/Santiago', 'Europe/Paris', 'Asia/Beirut', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Kiritimati', 'UTC'],
];

/** Ends of time, leap days, and days on which the clocks of one of the zones change. */
const ODD_DAYS = [
  ...['1969-12-31', '1970-01-01', '2038-01-18', '2038-01-19', '2038-01-20', '2028-02-29', '2027-02-28', '2024-02-29'],
  ...['2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07', '2027-03-28', '2027-10-31', '2027-10-02', '2027-10-03'],
  ...['2027-04-03', '2027-04-04', '2027-09-04', '2027-09-05', '2026-12-31', '2027-01-01', '2027-03-27', '2027-10-30'],
];

const TIMES = [
  '00:00:00',
  '00:00:00',
  '00:00:01',
  '01:30:00',
  '02:30:00',
  '03:14:07',
  '12:00:00',
  '23:00:00',
  '23:30:00',
  '23:59:59',
];
const DURATIONS = [0, 0, SECOND, HOUR, 2 * HOUR, DAY - SECOND, DAY, 3 * DAY, 400 * DAY];

const words = (min: number, max: number) => fc.array(fc.constantFrom(...WORDS), { minLength: min, maxLength: max });

const text: fc.Arbitrary<RandomText> = fc.record({
  name: words(1, 3),
  description: fc.array(words(1, 4), { maxLength: 2 }),
  excerpt: words(0, 2),
});

const texts = fc.oneof(
  fc.record({ en: text }),
  fc.record({ fr: text }),
  fc.record({ en: text, fr: text }),
  fc.record({ en: text, fr: text }),
);

const rarely = fc.nat(9).map((number) => number === 0);
const sometimes = fc.nat(3).map((number) => number === 0);

const published = {
  author: fc.constantFrom<Role>('reader', 'contributor', 'contributor', 'author', 'author', 'editor', 'administrator'),
  status: fc.constantFrom(
    ...(['publish', 'publish', 'publish', 'publish', 'future', 'draft', 'pending', 'private'] as const),
  ),
  wasPublished: sometimes,
  isTrashed: rarely,
  publishedAt: fc.constantFrom(
    '2020-01-01 00:00:00',
    '2020-01-01 00:00:01',
    '2021-06-30 12:00:00',
    '2022-02-02 02:02:02',
  ),
  texts,
};

const day = fc.oneof(
  fc.constantFrom(...ODD_DAYS),
  fc.integer({ min: -3, max: 3 }).map((days) => dayAt(Date.now() + days * DAY, 'America/Toronto')),
  fc.integer({ min: -60, max: 800 }).map((days) => dayAt(Date.now() + days * DAY, 'America/Toronto')),
);

const places = (most: number, size: number) => fc.uniqueArray(fc.nat(size - 1), { maxLength: most });

const single = fc.record({
  ...published,
  timezone: fc.option(fc.constantFrom(...ZONES), { nil: undefined }),
  startWall: fc.tuple(day, fc.constantFrom(...TIMES)).map((parts) => parts.join(' ')),
  duration: fc.constantFrom(...DURATIONS),
  allDay: sometimes,
  isProtected: rarely,
  hidden: rarely,
  featured: sometimes,
  ticketed: sometimes,
  cost: fc.constantFrom(undefined, 'free', '0 €', '0', '12', '0 - 8', 'Ask at the door', 'De 6 à 25 €', 'Gratuit'),
  eventStatus: fc.constantFrom('scheduled', 'scheduled', 'cancelled', 'postponed', 'full'),
  attendance: fc.constantFrom('offline', 'offline', 'online', 'mixed'),
  parent: fc.option(fc.nat(40), { nil: undefined, freq: 2 }),
  categories: places(3, SIZES.categories),
  tags: places(2, SIZES.tags),
  venue: places(2, SIZES.venues),
  organizer: places(2, SIZES.organizers),
  ...{ hasOwn: sometimes, isCut: sometimes },
});

/** The repetitions of an event: none, single dates, or an interval of days. */
const again = fc.oneof(
  { arbitrary: fc.constant({ again: [], isByRule: false }), weight: 5 },
  {
    arbitrary: fc
      .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
      .map((days) => ({ again: days, isByRule: false })),
    weight: 1,
  },
  {
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 4 })).map(([step, count]) => ({
      again: Array.from({ length: count }, (_, place) => step * (place + 1)),
      isByRule: true,
    })),
    weight: 1,
  },
);

const event: fc.Arbitrary<RandomEvent> = fc.tuple(single, again).map(([one, more]) => ({ ...one, ...more }));

const place: fc.Arbitrary<RandomPlace> = fc.record({
  ...published,
  phone: fc.constantFrom('555-0101', '555-0202'),
  city: fc.constantFrom(...CITIES),
  point: fc.option(fc.tuple(fc.constantFrom(...LATITUDES), fc.constantFrom(...LONGITUDES)), {
    nil: undefined,
    freq: 4,
  }),
});
const term: fc.Arbitrary<RandomTerm> = fc.record({
  parent: fc.option(fc.nat(SIZES.categories - 1), { nil: undefined }),
  texts,
});

const exactly = <T>(length: number, item: fc.Arbitrary<T>) => fc.array(item, { minLength: length, maxLength: length });

/** Generates the contents of a calendar. */
export function randomCalendar(seed: number, events: number): RandomCalendar {
  const calendar = fc.record({
    categories: exactly(SIZES.categories, term),
    tags: exactly(SIZES.tags, term),
    venues: exactly(SIZES.venues, place),
    organizers: exactly(SIZES.organizers, place),
    events: exactly(events, event),
  });
  // Without this, fast-check prefers small values at the beginning of a run.
  return fc.sample(fc.noBias(calendar), { seed, numRuns: 1 })[0]!;
}
