import { type EntityManager } from 'typeorm';
import { OptimisticLockError } from '../../../database/database-errors.js';
import { tableOf } from '../../../database/sql/table.js';
import { Image } from '../../records/images/image.entity.js';
import { translationIn } from '../../records/translations/translation.js';
import { type RelatedRecord } from '../../resource/event-relation.js';
import { type RelatedRecordCache } from '../../resource/related-record-cache.js';
import { Event, EventTranslation } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { loadRelatedById, RELATIONS, type EventWithRelations, type RelatedIds } from '../relations/relations.js';
import { type BaseValues, seriesColumns, storedBaseValues } from '../schedule/base-values.js';
import { exchangeValues } from '../write/store-events.js';
import { type StoredEvent, storedEvent, type TextRow, withColumns } from '../write/stored-event.js';
import {
  changedFields,
  columnsOf,
  importMarksOf,
  isTextField,
  type OverriddenField,
  type OverriddenRelation,
  overriddenFieldsOf,
  relatedIdsOf,
  serializeOwnFields,
  textsOfOccurrence,
} from './overrides.js';

/**
 * The record of a series is one of its dates, and may have values of its own: `ownFields` names their fields, and
 * `baseValues` holds the values of the series in these fields. In all other fields the record has the values of the
 * series.
 */
export function hasOwnValues({ baseValues }: Pick<Event, 'baseValues'>): boolean {
  return baseValues !== null;
}

/** The record of a series with the values of the series, without related records and images that no longer exist. */
export async function baseOf(manager: EntityManager, stored: StoredEvent): Promise<StoredEvent> {
  const base = storedBaseValues(stored.event);
  if (!base) return stored;
  const ownFields = serializeOwnFields(importMarksOf(stored.event));
  const event = { ...seriesColumns(stored.event), ownFields, baseValues: null };
  const { texts = stored.texts } = base;
  const shownImages = [event, ...texts].flatMap(({ imageId }) => imageId ?? []);
  const images = new Set(
    (await tableOf(manager, Image).select(manager, { id: shownImages }, { columns: ['id'] })).map(({ id }) => id),
  );
  const existingImage = (id: number | null) => (id !== null && images.has(id) ? id : null);
  return {
    event: { ...event, imageId: existingImage(event.imageId) },
    relatedIds: { ...stored.relatedIds, ...(await existingRelations(manager, base.relatedIds)) },
    texts: await Promise.all(
      texts.map(async (row) => ({
        ...row,
        recordId: event.id,
        imageId: existingImage(row.imageId),
        slug: row.borrowed ? null : await slugOf(manager, stored, row),
      })),
    ),
  };
}

/** The slug of the record. If it lacks a translation that its series has, the one that it had when it lost it. */
async function slugOf(manager: EntityManager, stored: StoredEvent, { language, slug }: TextRow): Promise<string> {
  const current = translationIn(stored.texts, language)?.slug;
  if (current) return current;
  const { id } = stored.event;
  const former = slug ?? EVENT.singular;
  const owners = await tableOf(manager, EventTranslation).select(manager, { language, slug: former });
  return owners.every(({ recordId }) => recordId === id) ? former : `${former}-${id}`;
}

async function existingRelations(manager: EntityManager, relatedIds: RelatedIds): Promise<RelatedIds> {
  const existing: Record<string, readonly number[]> = {};
  for (const { name, resource } of RELATIONS) {
    const wanted = relatedIds[name];
    if (!wanted) continue;
    const table = tableOf<RelatedRecord>(manager, resource.entity);
    const known = new Set((await table.select(manager, { id: wanted }, { columns: ['id'] })).map(({ id }) => id));
    existing[name] = wanted.filter((id) => known.has(id));
  }
  return existing;
}

/** The columns with which the record of a series overrides fields of it. */
export function ownValueColumns(
  base: StoredEvent,
  fields: ReadonlySet<OverriddenField>,
): Pick<Event, 'ownFields' | 'baseValues'> {
  return {
    ownFields: serializeOwnFields([...importMarksOf(base.event), ...fields]),
    baseValues: fields.size > 0 ? JSON.stringify(baseValuesOf(base, fields)) : null,
  };
}

function baseValuesOf({ event, relatedIds, texts }: StoredEvent, fields: ReadonlySet<OverriddenField>): BaseValues {
  return {
    columns: columnsOf(event, fields),
    relatedIds: Object.fromEntries(
      Object.entries(relatedIds).filter(([name]) => fields.has(name as OverriddenRelation)),
    ),
    ...([...fields].some(isTextField) && { texts }),
  };
}

/** A series after a write, with the values that its record had before. A series that was ended becomes a plain event. */
function withOwnValues(base: StoredEvent, own: StoredEvent): StoredEvent {
  const fields = overriddenFieldsOf(own.event);
  const { status, trashedStatus } = own.event;
  const isRestored = status === 'trash' && base.event.status !== 'trash';
  const after: StoredEvent = {
    event: {
      ...base.event,
      ...columnsOf(own.event, fields),
      ...(fields.has('status') && isRestored && { status: trashedStatus ?? base.event.status, trashedStatus: null }),
    },
    relatedIds: relatedIdsOf(base, own.relatedIds, fields),
    texts: textsOfOccurrence(base, own, fields).map((row) => {
      const hasOwnName = fields.has(`${row.language}.name`) || !translationIn(base.texts, row.language);
      return hasOwnName ? row : { ...row, slug: translationIn(base.texts, row.language)!.slug };
    }),
  };
  if (base.event.recurrence === null) return after;
  // The record also keeps its texts in a language that the write has removed if it would have none.
  return withColumns(after, ownValueColumns(base, new Set([...fields, ...changedFields(base, after)])));
}

/**
 * Runs a write to a series as if its record had no values of its own, and gives them back to it afterwards. The record
 * gets a new revision only if the write changes the series.
 * @throws {OptimisticLockError} if the record was changed since it was read
 */
export async function writeBase(
  manager: EntityManager,
  { id, revision }: EventWithRelations,
  load: (id: number) => Promise<EventWithRelations>,
  write: (base: EventWithRelations) => Promise<EventWithRelations>,
): Promise<EventWithRelations> {
  const record = await load(id);
  if (record.revision !== revision) throw new OptimisticLockError();
  const own = storedEvent(record);
  await exchangeValues(manager, own, await baseOf(manager, own));
  const written = storedEvent(await write(await load(id)));
  await exchangeValues(manager, written, withOwnValues(written, own));
  return load(id);
}

/** The record of a series as it would be shown with the values of the series. */
export async function withBaseValues(
  manager: EntityManager,
  record: EventWithRelations,
  relatedRecords: RelatedRecordCache,
): Promise<EventWithRelations> {
  if (!hasOwnValues(record)) return record;
  const { event, relatedIds, texts } = await baseOf(manager, storedEvent(record));
  const imageIds = [event, ...texts].flatMap(({ imageId }) => imageId ?? []);
  const images = new Map((await tableOf(manager, Image).select(manager, { id: imageIds })).map((one) => [one.id, one]));
  const imageOf = (imageId: number | null) => (imageId === null ? null : (images.get(imageId) ?? null));
  const related = await loadRelatedById(manager, ({ name }) => relatedIds[name] ?? [], relatedRecords);
  const { ownFields, baseValues } = record;
  const translations = texts.map((row) => ({
    ...row,
    image: imageOf(row.imageId),
  })) as EventWithRelations['translations'];
  return { ...record, ...event, ownFields, baseValues, image: imageOf(event.imageId), translations, related };
}
