import { createHash } from 'node:crypto';
import { parseDateTime } from '../../lib/datetime/date-time-input.js';
import { type Moment } from '../../lib/datetime/moment.js';
import { parseTimeZone } from '../../lib/datetime/zone.js';
import { CommandError, type Sentence } from '../../lib/errors/command-error.js';
import { type ExternalId } from '../../calendar/events/write/event.writer.js';
import { isLanguage, type Language } from '../../lib/i18n/language.js';
import { recordError } from './messages.js';
import { HttpClient } from './http-client.js';

export interface RecordHeader {
  /** Permanent: `ical:<UID>`, `tec:<site>:<id>`. */
  readonly id: string;
  readonly title: string;
  readonly line?: number | undefined;
  readonly isRow?: boolean | undefined;
}

/** A single or recurring event of a source. */
export interface ImportRecord extends RecordHeader {
  readonly language: Language | undefined;
  readonly zoneNote?: ZoneNote | undefined;
  /** The rule, if a single rule makes all dates (RFC 5545, 3.3.10). */
  readonly rrule?: string | undefined;
  /** The local time at which the rule begins, even if that date has an override. */
  readonly ruleStart?: string | undefined;
  /** The first date of the series without its override. */
  readonly model?: Occurrence;
  /** Whether the source has only overrides and not the series. */
  readonly hasOnlyOverrides?: boolean;
  /** Whether its ID comes from a column of a table. A table with the same file name may use it for another event. */
  readonly isNumbered?: boolean;
  /** Whether other records of the source name it as their series. */
  readonly hasParts?: boolean;
  readonly occurrences: readonly Occurrence[];
  /** IDs of the records that are its translations according to the source. */
  readonly translations?: readonly string[];
  readonly own?: ExportedRow;
  readonly columns?: Readonly<Record<string, string>>;
}

/** A row of a table that this calendar has exported, with the ID of its event. */
export interface ExportedRow {
  readonly id: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** Says of a number of events which zone was assumed for them, or what is missing in the definition of theirs. */
export type ZoneNote = (events: number) => Sentence;

export interface Occurrence {
  /** Its recurrence ID within the record, which stays when it is moved. */
  readonly key: string;
  /** Start and end as in a body: a day, a local time in `timezone`, or an instant. */
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly allDay: boolean;
  /** Whether the source excludes it: no event is created, and an existing one goes to the trash. */
  readonly isExcluded: boolean;
  /** Whether it is an override, whose key may differ from its time. */
  readonly isOverride?: boolean;
  /** The start by the rule, as in a body, if it was changed. */
  readonly original?: string;
  /** Whether the source says that it takes place, which undoes a cancellation and no other status. */
  readonly isConfirmed?: boolean;
  readonly details: Details;
  readonly relations?: Relations;
  readonly notes?: readonly Sentence[];
}

/** Fields of a body, by their names in the API. */
export type Body = Readonly<Record<string, unknown>>;

export interface Details extends Body {
  readonly title: string;
}

/** The fields of an event that each language can have for itself. */
export const TEXTS = [
  'title',
  'description',
  'excerpt',
  'event_status_reason',
  'cost',
  'website',
  'online_url',
  'image',
];

export type RelatedKind = 'venues' | 'organizers' | 'categories' | 'tags';
export type Relations = Readonly<Partial<Record<RelatedKind, readonly RelatedSource[]>>>;

export interface RelatedSource {
  readonly kind: RelatedKind;
  /** Permanent: `tec:calendar.example:venue:6`. */
  readonly id: string;
  readonly body: Body;
  readonly parent?: string | undefined;
}

/** The related records of a date by their kinds. */
export function relationsOf({
  relations = {},
}: Pick<Occurrence, 'relations'>): [RelatedKind, readonly RelatedSource[]][] {
  return Object.entries(relations) as [RelatedKind, readonly RelatedSource[]][];
}

export interface RefusedRecord extends RecordHeader {
  readonly reason: Sentence;
}

export type Entry = ImportRecord | RefusedRecord;

export interface RelatedEntry extends RecordHeader {
  readonly related: RelatedSource;
}

export type AnyEntry = Entry | RelatedEntry | { readonly note: Sentence } | { readonly isPublicOnly: true };
export type Entries = Iterable<AnyEntry> | AsyncIterable<AnyEntry>;

/** Fields by the names of columns. */
export type Mapping = Readonly<Record<string, string>>;

/** The options by which an operator describes a table. */
export interface TableOptions {
  readonly mapping?: Mapping | undefined;
  /** The number of the row with the names of the columns, from 1. */
  readonly headerRow?: number | undefined;
}

export interface Source {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly json?: unknown;
  readonly table: TableOptions;
}

export interface RecognisedSource {
  readonly format: string;
  /** The name of the source in `imported_records`; default: the name of the file, or the address. */
  readonly source?: string | undefined;
  /** Whether it holds only some of the records of its source. */
  readonly isPart?: boolean;
  read(options: ReadOptions): Entries;
}

type Recognised = Omit<RecognisedSource, 'format'> | undefined;

export interface Format {
  readonly name: string;
  /** @throws {CommandError} if the source has this format but cannot be read */
  readonly recognise: (source: Source) => Recognised | Promise<Recognised>;
  readonly recogniseAddress?: (url: URL, client: HttpClient) => Recognised;
}

export interface ReadOptions {
  /** The option of the command, which takes precedence over the source. */
  readonly timezone: string | undefined;
  readonly siteTimezone: string;
  readonly now: Date;
  readonly language?: Language;
  readonly isPair?: boolean;
  readonly source?: string;
  readonly hasKey?: boolean;
}

export function isRefused(entry: AnyEntry): entry is RefusedRecord {
  return 'reason' in entry;
}

/** Reads a record. Every error refuses this record only. */
export function readOrRefuse(header: RecordHeader, read: () => Omit<ImportRecord, keyof RecordHeader>): Entry {
  try {
    return { ...header, ...read() };
  } catch (error) {
    return { ...header, reason: asRecordError(error).reason };
  }
}

/** Also errors of libraries. */
export function asRecordError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  return recordError('broken', error instanceof Error ? error.message : String(error));
}

/** Undefined for an invalid date, which validation reports later. */
export function momentOf(text: string, { timezone }: Pick<Occurrence, 'timezone'>): Moment | undefined {
  const input = parseDateTime(text);
  return 'resolve' in input ? input.resolve(timezone, new Date()) : undefined;
}

/** A local time or a day as in iCalendar: `20270531T193000`, `20270531`. */
export function compact(local: string): string {
  return local.replace(/[-:]/g, '').replace(' ', 'T');
}

/** Maximum length, which leaves room in a column of 255 characters for the key of an occurrence. */
const MAX_ID = 200;

export function externalId({ id }: Pick<RecordHeader, 'id'>, key?: string): string {
  const hash = () => createHash('sha256').update(id).digest('hex');
  const name = id.length > MAX_ID ? `${id.slice(0, id.indexOf(':'))}:sha256:${hash()}` : id;
  return key === undefined ? name : `${name}:${key}`;
}

/** The external ID and, if it had to be shortened, the whole ID. */
export function storedId(record: Pick<RecordHeader, 'id'>, key?: string): ExternalId {
  const whole = key === undefined ? record.id : `${record.id}:${key}`;
  return { name: externalId(record, key), whole: record.id.length > MAX_ID ? whole : null };
}

export type Raw = Readonly<Record<string, unknown>>;

export function textOf(record: Raw, field: string): string | undefined {
  const value = record[field];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

export function languageOf(value: unknown): Language | undefined {
  return isLanguage(value) ? value : undefined;
}

/** The time zone of a name that the calendar knows. */
export function zoneOf(name: string | undefined): string | undefined {
  const zone = name ? parseTimeZone(name) : undefined;
  return typeof zone === 'string' ? zone : undefined;
}

/** Removes undefined values: fields that are missing in a body keep their stored values. */
export function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
