import { createHash } from 'node:crypto';
import { type EntityManager, type QueryRunner } from 'typeorm';
import { FieldErrors } from '../../src/lib/errors/field-error.js';
import { Extensions } from '../../src/calendar/extension-api/extensions.js';
import { Image, NEW_IMAGE } from '../../src/calendar/records/images/image.entity.js';
import { type Language } from '../../src/lib/i18n/language.js';
import { type PublishedRecord } from '../../src/calendar/records/record/published-record.js';
import { slugify } from '../../src/lib/text/slug.js';
import { type TextChanges } from '../../src/calendar/records/translations/text-changes.js';
import { textRows } from '../../src/calendar/records/translations/texts.js';
import { extensions } from '../../src/extensions/extensions.js';
import { Organizer, OrganizerTranslation } from '../../src/calendar/organizers/organizer.entity.js';
import { ORGANIZER } from '../../src/calendar/organizers/organizer.names.js';
import { organizerWords } from '../../src/calendar/organizers/organizer.write.js';
import { Venue, VenueTranslation } from '../../src/calendar/venues/venue.entity.js';
import { VENUE } from '../../src/calendar/venues/venue.names.js';
import { cityKeyOf, venueWords } from '../../src/calendar/venues/venue.write.js';
import { bulkInsert, type Columns } from './bulk-insert.js';
import { languagesOf } from './event-texts.js';
import { type Prose } from './prose.js';
import { Random } from './random.js';
import { type Bilingual, inLanguage } from './vocabulary/bilingual.js';
import { CITIES, type City, LAST_NAMES, STREETS } from './vocabulary/names.js';
import { ORGANIZERS, VENUES } from './vocabulary/records.js';

/** Fields that all venues and organizers of a seed have in common. */
export interface PlaceContext {
  readonly seed: number;
  readonly authorId: number;
  readonly from: Date;
  readonly prose: Prose;
}

const BATCH_SIZE = 1000;

/** All extensions, also disabled ones, since their tables always exist. */
const ALL_EXTENSIONS = new Extensions(extensions);

export async function seedImages(runner: QueryRunner, count: number): Promise<void> {
  const rows = idsFrom(1, count).map((id): Columns<Image> => {
    const url = `https://example.com/images/seed-${id}.jpg`;
    const urlHash = createHash('sha256').update(url).digest('hex');
    return {
      id,
      url,
      urlHash,
      width: 1600,
      height: 900,
      registeredBy: null,
      token: null,
      fileName: null,
      createdAt: null,
      unusedSince: null,
      ...NEW_IMAGE,
    };
  });
  await bulkInsert(runner, Image, rows);
}

export async function seedVenues(runner: QueryRunner, count: number, places: PlaceContext): Promise<void> {
  await inBatches(count, async (ids) => {
    const venues = ids.map((id) => venueColumns(id, places));
    const rows = venues.flatMap((venue) => {
      const changes = texts(venue.id, VENUES, [...LAST_NAMES, ...STREETS], places);
      return textRows({ names: VENUE, translation: VenueTranslation }, venue.id, [], changes, () => venueWords(venue));
    });
    await bulkInsert(runner, Venue, venues);
    await bulkInsert(runner, VenueTranslation, rows);
    for (const id of ids) await storeLocation(runner.manager, id, places);
  });
}

export async function seedOrganizers(runner: QueryRunner, count: number, places: PlaceContext): Promise<void> {
  const resource = { names: ORGANIZER, translation: OrganizerTranslation };
  await inBatches(count, async (ids) => {
    const organizers = ids.map((id) => organizerColumns(id, places));
    const rows = organizers.flatMap((organizer) => {
      const changes = texts(organizer.id, ORGANIZERS, LAST_NAMES, places);
      return textRows(resource, organizer.id, [], changes, () => organizerWords(organizer));
    });
    await bulkInsert(runner, Organizer, organizers);
    await bulkInsert(runner, OrganizerTranslation, rows);
  });
}

function venueColumns(id: number, places: PlaceContext): Columns<Venue> {
  const random = new Random(places.seed, 'venue', id);
  const { city, province, postal } = cityOf(id, places);
  return {
    ...published(id, places),
    address: `${random.integer(1, 999)} ${random.pick(STREETS)} Street`,
    city,
    cityKey: cityKeyOf(city),
    country: 'Canada',
    province,
    state: null,
    zip: `${postal} ${random.integer(1, 9)}A${random.integer(1, 9)}`,
    phone: phone(random),
    website: random.percent(60) ? `https://example.com/venues/${id}` : null,
    showMap: true,
    showMapLink: random.percent(80),
  };
}

function cityOf(id: number, { seed }: PlaceContext): City {
  return new Random(seed, 'city', id).pick(CITIES);
}

/**
 * Four of five venues have coordinates within ten kilometres of their city, if the geolocation extension is installed.
 */
async function storeLocation(manager: EntityManager, id: number, places: PlaceContext): Promise<void> {
  const random = new Random(places.seed, 'location', id);
  const { lat, lng } = cityOf(id, places);
  const nearby = (degrees: number) => Math.round(degrees * 10_000 + random.integer(-1000, 1000)) / 10_000;
  const body = { geo_lat: nearby(lat), geo_lng: nearby(lng) };
  if (random.percent(80))
    await ALL_EXTENSIONS.emptyDataOf(VENUE).computeChange(body, new FieldErrors()).store(manager, id);
}

function organizerColumns(id: number, places: PlaceContext): Columns<Organizer> {
  const random = new Random(places.seed, 'organizer', id);
  return {
    ...published(id, places),
    phone: phone(random),
    website: random.percent(70) ? `https://example.com/organizers/${id}` : null,
    email: `organizer-${id}@example.com`,
  };
}

function published(id: number, { authorId, from }: PlaceContext): Columns<PublishedRecord> {
  return {
    id,
    authorId,
    status: 'publish',
    trashedStatus: null,
    wasPublished: true,
    publishedAt: new Date(from.getTime() - id * 1000),
    modifiedAt: from,
    revision: 1,
    modifiedById: null,
    pendingAt: null,
    reviewNote: null,
    imageId: null,
  };
}

/** The texts of a venue or organizer. The id makes slugs unique, since many have the same name. */
function texts(
  id: number,
  patterns: readonly Bilingual[],
  names: readonly string[],
  places: PlaceContext,
): TextChanges {
  const { seed, prose } = places;
  const random = new Random(seed, 'texts', patterns[0]![0], id);
  const title = named(random.pick(patterns), random.pick(names));
  const excerpt = random.percent(30) ? random.pick(prose.excerpts) : undefined;
  const description = random.percent(50) ? random.pick(prose.paragraphs) : undefined;
  const change = (language: Language) => ({
    name: inLanguage(title, language),
    description: description?.[language].html ?? null,
    excerpt: excerpt?.[language].html ?? null,
    slug: `${slugify(inLanguage(title, language), language)}-${id}`,
  });
  return Object.fromEntries(languagesOf(random).map((language) => [language, change(language)]));
}

function named([english, french]: Bilingual, name: string): Bilingual {
  return [english.replace('*', name), french.replace('*', name)];
}

function phone(random: Random): string {
  return `+1 ${random.pick(['416', '514', '613', '819'])} 555 01${random.integer(10, 99)}`;
}

async function inBatches(count: number, store: (ids: readonly number[]) => Promise<void>): Promise<void> {
  for (let first = 1; first <= count; first += BATCH_SIZE)
    await store(idsFrom(first, Math.min(BATCH_SIZE, count - first + 1)));
}

/** `count` consecutive ids from `first` on. */
export function idsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
