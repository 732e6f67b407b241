import { type EventTranslation, type Event } from '../event.entity.js';
import { relatedIds, type RelatedIds, type EventWithRelations } from '../relations/relations.js';
import { type Change } from '../relations/store-relations.js';

export type EventRow = Omit<Event, 'translations' | 'image' | 'parent'>;

export type TextRow = Omit<EventTranslation, 'record' | 'image'>;

/** An event with the rows that are written with it. */
export interface StoredEvent {
  readonly event: EventRow;
  /** A row for each language. */
  readonly texts: readonly TextRow[];
  readonly relatedIds: RelatedIds;
}

export type EventChange = Change<StoredEvent>;

export function storedEvent({
  translations,
  image: _image,
  parent: _parent,
  related,
  ...event
}: EventWithRelations): StoredEvent {
  return { event: defined(event), texts: translations.map(textRow), relatedIds: relatedIds(related) };
}

function textRow({ image: _image, ...row }: EventTranslation): TextRow {
  return defined(row);
}

/** Leaves out properties that a new entity has no value for. */
function defined<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T;
}

export function withColumns(stored: StoredEvent, columns: Partial<EventRow>): StoredEvent {
  return { ...stored, event: { ...stored.event, ...columns } };
}
