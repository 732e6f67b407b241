import { type EntityManager } from 'typeorm';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { WRITABLE_STATUSES } from '../content/status.js';
import { realTranslations, shownText, translationIn } from '../content/translations/shown-text.js';
import { nameKey } from '../content/translations/texts.js';
import { tableOf } from '../database/sql/table.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent, loadEvents } from '../events/relations/load.js';
import { type Language } from '../i18n/language.js';
import { type LinkedRecordCache } from '../resource/linked-record-cache.js';
import { type Venue } from '../venues/venue.entity.js';
import { rowsOf } from './imported-records.js';
import { because } from './messages.js';
import { type ImportRecord, type LinkedSource, momentOf, RecordError } from './record.js';

/** A record that may be the translation of several events, or of an event that differs in other fields. */
export interface UnsurePair {
  readonly record: string;
  readonly title: string;
  readonly start: string;
  /** Empty until a person has decided: then the id of an event, or `new`. */
  readonly event: string;
  /** The candidates, as `12 Summer concert; 15 Open air`. */
  readonly candidates: string;
}

const COLUMNS = ['record', 'title', 'start', 'event', 'candidates'] as const;

/** The file with the pairs that a person decides. */
export class Pairs {
  private readonly rows = new Map<string, UnsurePair>();

  constructor(file = '') {
    const rows: UnsurePair[] = parse(file, {
      columns: true,
      bom: true,
      delimiter: [',', ';'],
      relax_column_count: true,
    });
    for (const row of rows) if (row.record) this.rows.set(row.record, { ...row, event: (row.event ?? '').trim() });
  }

  /** The id of an event, `new`, or an empty text. */
  decided(record: string): string {
    return this.rows.get(record)?.event ?? '';
  }

  add(pair: UnsurePair): void {
    this.rows.set(pair.record, { ...pair, event: this.decided(pair.record) });
  }

  get size(): number {
    return this.rows.size;
  }

  /** Writes the file as a table for spreadsheets. */
  text(): string {
    return stringify([...this.rows.values()], {
      header: true,
      bom: true,
      columns: [...COLUMNS],
      escape_formulas: true,
    });
  }
}

interface Search {
  readonly manager: EntityManager;
  readonly language: Language;
  readonly source: string;
  readonly shared: LinkedRecordCache;
}

/**
 * The event that a record is a translation of: as its source or a person says, else the one with the same time, venue
 * and image.
 * @returns undefined if it is a new event
 * @throws {RecordError} if a person must decide
 */
export async function counterpartOf(
  record: ImportRecord,
  pairs: Pairs,
  search: Search,
): Promise<LinkedEvent | undefined> {
  const decided = pairs.decided(record.id);
  if (decided === 'new') return undefined;
  if (decided !== '') {
    const [event] = await loadEvents(search.manager, [Number(decided) || 0], search.shared);
    if (event) return event;
    throw new RecordError(because((messages) => messages.unknownPair(decided)));
  }
  const told = await toldBy(record, search);
  if (told) return told;
  const candidates = await sameTime(record, search);
  const alike: LinkedEvent[] = [];
  for (const event of candidates) if (await isAlike(record, event, search)) alike.push(event);
  if (alike.length === 1) return alike[0];
  if (candidates.length === 0) return undefined;
  const named = candidates.map((event) => `${event.id} ${shownText(event.translations, search.language).name}`);
  const start = record.occurrences[0]!.start;
  pairs.add({ record: record.id, title: record.title, start, event: '', candidates: named.join('; ') });
  throw new RecordError(because((messages) => messages.unsure(named.join(', '))));
}

/** The event that the source links to the record. */
async function toldBy({ translations }: ImportRecord, search: Search): Promise<LinkedEvent | undefined> {
  for (const id of translations ?? []) {
    const [row] = await rowsOf(search.manager, 'events', id, search.source);
    const [event] = row ? await loadEvents(search.manager, [row.recordId], search.shared) : [];
    if (event) return event;
  }
  return undefined;
}

/** Events at the same time without the language. */
async function sameTime(record: ImportRecord, search: Search): Promise<LinkedEvent[]> {
  const { manager, language, shared } = search;
  const [first] = record.occurrences;
  const start = momentOf(first!.start, first!);
  if (!start) return [];
  const where = { status: [...WRITABLE_STATUSES], hidden: [false, true], startUtc: start.utc };
  const rows = await tableOf(manager, Event).select(manager, where, { columns: ['id'] });
  const events = await loadEvents(
    manager,
    rows.map(({ id }) => id),
    shared,
  );
  return events.filter(({ translations }) => !translationIn(translations, language));
}

/** Whether venue and image are equal. At least one of them must exist, since equal times are not sufficient. */
async function isAlike(record: ImportRecord, event: LinkedEvent, search: Search): Promise<boolean> {
  const [{ details } = { details: undefined }] = record.occurrences;
  const venue = details?.links?.venues?.[0];
  const place = (event.linked.venues?.[0] ?? undefined) as Venue | undefined;
  const image = event.image?.url;
  if (!venue && !place && !image) return false;
  return details?.image === image && (await isSameVenue(venue, place, search));
}

async function isSameVenue(
  venue: LinkedSource | undefined,
  place: Venue | undefined,
  { manager, source }: Search,
): Promise<boolean> {
  if (!venue || !place) return !venue && !place;
  const [row] = await rowsOf(manager, 'venues', venue.id, source);
  if (row) return row.recordId === place.id;
  const names = realTranslations(place.translations).map((text) => nameKey(text.name));
  if (names.includes(nameKey(String(venue.body.venue)))) return true;
  const { address, city } = venue.body;
  return typeof address === 'string' && nameKey(address) === nameKey(place.address ?? '') && sameCity(city, place.city);
}

function sameCity(one: unknown, other: string | null): boolean {
  return nameKey(typeof one === 'string' ? one : '') === nameKey(other ?? '');
}
