import { type Image } from '../../calendar/records/images/image.entity.js';
import { WRITABLE_STATUSES } from '../../calendar/records/visibility/access.js';
import {
  realTranslations,
  resolveText,
  translationIn,
  nameKey,
} from '../../calendar/records/translations/translation.js';
import { tableOf } from '../../database/sql/table.js';
import { Event } from '../../calendar/events/event.entity.js';
import { type EventWithRelations } from '../../calendar/events/relations/relations.js';
import { type Venue } from '../../calendar/venues/venue.entity.js';
import { importedEvent, rowsByExternalId } from './imported-records.js';
import { recordError } from './messages.js';
import { externalId, type ImportRecord, type RelatedSource, momentOf } from './record.js';
import { type WriteContext } from './write.js';

/**
 * The event that a record translates: as in the last import, or with `--pair` as its source or a person says, else the
 * one with the same time, venue and image. Undefined if it is a new event.
 * @throws {CommandError} if a person must decide
 */
export async function counterpartOf(
  record: ImportRecord,
  write: WriteContext,
): Promise<EventWithRelations | undefined> {
  const { pairs } = write;
  const imported = await importedEvent(write, externalId(record));
  if (imported || !pairs) return imported;
  const decided = pairs.decided(record.id);
  if (decided === 'new') return undefined;
  if (decided !== '') {
    const [event] = await write.load([Number(decided) || 0]);
    if (event) return event;
    throw recordError('unknownPair', decided);
  }
  for (const id of record.translations ?? []) {
    const event = await importedEvent(write, id);
    if (event) return event;
  }
  const candidates = await sameTime(record, write);
  const alike: EventWithRelations[] = [];
  for (const event of candidates) if (await isAlike(record, event, write)) alike.push(event);
  if (alike.length === 1) return alike[0];
  if (candidates.length === 0) return undefined;
  const { language } = write.context;
  const named = candidates.map(({ id, translations }) => `${id} ${resolveText(translations, language).name}`);
  const { start } = record.occurrences[0]!;
  pairs.add({ record: record.id, title: record.title, start, event: '', candidates: named.join('; ') });
  throw recordError('unsure', named.join(', '));
}

async function sameTime(
  { occurrences: [first] }: ImportRecord,
  { manager, load, context: { language } }: WriteContext,
): Promise<EventWithRelations[]> {
  const start = momentOf(first!.start, first!);
  if (!start) return [];
  const where = { status: [...WRITABLE_STATUSES], hidden: [false, true], startUtc: start.utc };
  const rows = await tableOf(manager, Event).select(manager, where, { columns: ['id'] });
  const events = await load(rows.map(({ id }) => id));
  return events.filter(({ translations }) => !translationIn(translations, language));
}

/** Whether venue and image are equal. At least one of them must exist, since equal times are not sufficient. */
async function isAlike(
  { occurrences }: ImportRecord,
  event: EventWithRelations,
  write: WriteContext,
): Promise<boolean> {
  const { details, relations } = occurrences[0]!;
  const venue = relations?.venues?.[0];
  const place = (event.related.venues?.[0] ?? undefined) as Venue | undefined;
  const { image } = event;
  if (!venue && !place && !image) return false;
  return isSameImage(details.image, image) && (await isSameVenue(venue, place, write));
}

/** Whether an address means an image. That of a file of an uploaded image has its token. */
function isSameImage(address: unknown, image: Image | null): boolean {
  if (!image?.token) return address === image?.url;
  return typeof address === 'string' && address.includes(`-${image.token}/`);
}

async function isSameVenue(
  venue: RelatedSource | undefined,
  place: Venue | undefined,
  { manager, source }: WriteContext,
): Promise<boolean> {
  if (!venue || !place) return !venue && !place;
  const [row] = await rowsByExternalId(manager, 'venues', venue.id, source);
  if (row) return row.recordId === place.id;
  const names = realTranslations(place.translations).map((text) => nameKey(text.name));
  if (names.includes(nameKey(String(venue.body.venue)))) return true;
  const { address, city } = venue.body;
  const isSame = (imported: unknown, stored: string | null) =>
    nameKey(typeof imported === 'string' ? imported : '') === nameKey(stored ?? '');
  return typeof address === 'string' && isSame(address, place.address) && isSame(city, place.city);
}
