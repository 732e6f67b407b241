import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, getMetadataArgsStorage } from 'typeorm';
import { ImportedRecord } from '../../calendar/records/identity/imported-record.entity.js';
import { FormerSlug } from '../../calendar/records/translations/former-slug.entity.js';
import { flatTextsOf, toWire } from '../../calendar/records/translations/text-changes.js';
import { realTranslations } from '../../calendar/records/translations/translation.js';
import { tableOf } from '../../database/sql/table.js';
import { EventTranslation, Event } from '../../calendar/events/event.entity.js';
import { EVENTS } from '../../calendar/events/event.resource.js';
import { relatedIds, RELATIONS, type EventWithRelations } from '../../calendar/events/relations/relations.js';
import { storedRecurrence } from '../../calendar/events/schedule/stored-recurrence.js';
import { isOverriddenColumn, ownFieldsOf, RECURRENCE_OVERRIDDEN } from '../../calendar/events/series/overrides.js';
import { type Language } from '../../lib/i18n/language.js';
import { type Body } from './record.js';
import { type WriteContext } from './write.js';

export type Digests = Readonly<Record<string, string>>;

export function sourceKey(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 10);
}

export async function rowsByExternalId(manager: EntityManager, kind: string, externalId: string, source: string) {
  const rows = await tableOf(manager, ImportedRecord).select(manager, { kind, externalId });
  return [...rows.filter((row) => row.source === source), ...rows.filter((row) => row.source !== source)];
}

/** The event that a source, or else another one, calls by an ID. */
export async function importedEvent({ manager, source, load }: WriteContext, externalId: string) {
  const [row] = await rowsByExternalId(manager, 'events', externalId, source);
  return row && (await load([row.recordId]))[0];
}

export async function saveImportedRecord(
  manager: EntityManager,
  row: ImportedRecord,
  known: readonly ImportedRecord[],
  storedFor: (knownRow: ImportedRecord) => string | null,
): Promise<void> {
  const isSame = (knownRow: ImportedRecord) => knownRow.source === row.source && knownRow.externalId === row.externalId;
  const rows = [
    row,
    ...known.filter((knownRow) => !isSame(knownRow)).map((knownRow) => ({ ...knownRow, stored: storedFor(knownRow) })),
  ];
  const changed = rows.filter((next) => !known.some((knownRow) => isDeepStrictEqual({ ...next }, { ...knownRow })));
  if (changed.length > 0)
    await tableOf(manager, ImportedRecord).upsert(manager, changed, ['source', 'kind', 'externalId']);
}

const NOTHING = digest(null);

const TEXTS = flatTextsOf(EVENTS);
const TIMES = ['start_date', 'end_date', 'timezone', 'all_day'];

/** Columns whose fields in bodies have another name than theirs. */
const RENAMED: Readonly<Record<string, string>> = { hidden: 'hide_from_listings' } satisfies Partial<
  Record<keyof Event, string>
>;

/** Columns that no import writes, or that are compared as something else: the price follows the cost. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['passwordHash', 'price', 'imageId'] satisfies (keyof Event)[]);

/** A column that one field of bodies sets. */
interface FieldColumn {
  readonly field: string;
  readonly property: string;
  readonly defaultValue: unknown;
}

/**
 * The columns of events that are compared one by one, with the fields of bodies that set them. A new column is among them,
 * so that no import overwrites what editors wrote there.
 */
export function fieldColumns(entity: new () => Event): FieldColumn[] {
  return getMetadataArgsStorage().columns.flatMap(({ target, propertyName: property, options }) => {
    const isOfEvents = typeof target === 'function' && (target === entity || entity.prototype instanceof target);
    if (!isOfEvents || !isOverriddenColumn(property) || NOT_COMPARED.has(property)) return [];
    const field = RENAMED[property] ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { field, property, defaultValue: options.default as unknown };
  });
}

const COLUMNS = fieldColumns(Event);

/** The digests of all fields that imports write. @param columns those of the events */
export function digestsOf(event: EventWithRelations, columns: readonly FieldColumn[] = COLUMNS): Digests {
  const { startWall, endWall, timezone, allDay, image, status } = event;
  const [ids, rule] = [relatedIds(event.related), storedRecurrence(event)];
  const values: Record<string, unknown> = {
    ...Object.fromEntries(columns.map(({ field, property }) => [field, Reflect.get(event, property) as unknown])),
    times: [startWall, endWall, timezone, allDay],
    image: image?.token ?? image?.url ?? null,
    status,
    recurrence: rule && [rule.rrule, rule.rdates],
    ...Object.fromEntries(RELATIONS.map(({ field, name }) => [field, ids[name] ?? []])),
  };
  for (const text of realTranslations(event.translations)) {
    const own = { ...toWire(text, EVENTS), image: perLanguageValue(text, 'image') };
    for (const [field, value] of Object.entries(own)) values[`${field}@${text.language}`] = value;
  }
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, digest(value ?? null)]));
}

/** The value of a field that may differ by language, in the event or in one of its languages. */
export function perLanguageValue(owner: Event | EventTranslation | undefined, field: string): unknown {
  if (!owner) return null;
  const value: unknown =
    field === 'image' ? (owner.image?.token ?? owner.image?.url) : Reflect.get(owner, EVENTS.perLanguage![field]!);
  return value ?? null;
}

/**
 * The fields that have changed since the last import; of an occurrence, those that differ from its series as well.
 * @param stored the digests of the last import. Of a column that was added later, that import left the default.
 */
export function locallyChangedFields(
  event: EventWithRelations,
  stored: Digests,
  series?: EventWithRelations,
  columns = COLUMNS,
): ReadonlySet<string> {
  const isFirst = Object.keys(stored).length === 0;
  if (isFirst && !series) return new Set();
  const [now, followed] = [digestsOf(event, columns), series && digestsOf(series, columns)];
  const own = ownFieldsOf(event);
  const defaults = Object.fromEntries(columns.map(({ field, defaultValue }) => [field, digest(defaultValue ?? null)]));
  const isLocalChange = (field: string) => {
    // A series that was split or ended in the calendar no longer follows the rule of the source.
    if (field === 'recurrence') return !own.has(RECURRENCE_OVERRIDDEN);
    return !followed || (field === 'times' ? own.has(field) : now[field] !== followed[field]);
  };
  return new Set(
    Object.keys(now).filter(
      (field) => (isFirst || (stored[field] ?? defaults[field] ?? NOTHING) !== now[field]) && isLocalChange(field),
    ),
  );
}

/** Fields that the body does not have, or that were changed in the calendar, keep their former digest. */
export function digestsAfter(
  event: EventWithRelations,
  before: Digests,
  body: Body,
  changed: ReadonlySet<string>,
  language: Language,
): Record<string, string | undefined> {
  const written = new Set(
    fieldsOf(body, language).flatMap(({ owner, field, name }) =>
      owner === body ? [name, `${field}@${language}`] : [name],
    ),
  );
  const after = (name: string, now: string) => (written.has(name) ? now : (before[name] ?? now));
  return Object.fromEntries(
    Object.entries(digestsOf(event)).map(([name, now]) => [name, changed.has(name) ? before[name] : after(name, now)]),
  );
}

/** @returns the body without changed fields, and the names of those that it had */
export function withoutLocalChanges(body: Body, changed: ReadonlySet<string>, language: Language) {
  const rest = structuredClone(body);
  const kept = fieldsOf(rest, language).filter(({ name }) => changed.has(name));
  for (const { owner, field } of kept) Reflect.deleteProperty(owner, field);
  return { body: rest, kept: kept.map(({ name }) => name) };
}

/** The fields of a body and of its translations, with the names of their digests: texts have one for each language. */
function fieldsOf(body: Body, language: Language) {
  const nameOf = (field: string) => (TEXTS.has(field) ? `${field}@${language}` : field);
  const fields = Object.keys(body).map((field) => {
    return { owner: body, field, name: TIMES.includes(field) ? 'times' : nameOf(field) };
  });
  for (const [of, owner] of Object.entries((body.translations ?? {}) as Record<string, Body>))
    for (const field of Object.keys(owner)) fields.push({ owner, field, name: `${field}@${of}` });
  return fields;
}

/** Stores the slug of a record in its source as a former slug, unless it or another record has had that slug. */
export async function addFormerSlug(
  { manager, context: { language } }: Pick<WriteContext, 'manager' | 'context'>,
  kind: string,
  record: { readonly id: number; readonly translations: readonly { language: Language; slug: string | null }[] },
  former: unknown,
): Promise<void> {
  const slug = typeof former === 'string' ? former.toLowerCase().slice(0, 255) : '';
  if (!slug || record.translations.some((text) => text.language === language && text.slug === slug)) return;
  const row = { kind, language, slug };
  if ((await tableOf(manager, FormerSlug).select(manager, row)).length > 0) return;
  await tableOf(manager, FormerSlug).insert(manager, [{ ...row, recordId: record.id }]);
}
