import { access, isReadable } from '../records/visibility/access.js';
import { type Viewer, publishedFields, type PublishedRecordDto } from '../records/record/published-record.dto.js';
import { dateParts, isoWithOffset, utcText } from '../../lib/datetime/moment.js';
import { zoneAbbreviation } from '../../lib/datetime/zone.js';
import { valueIn } from '../records/translations/language-values.js';
import { resolveText } from '../records/translations/translation.js';
import { isPriced, presentCost } from './pricing/cost.js';
import { EventDto } from './event.dto.js';
import { type OccurrenceDto } from './event-parts.dto.js';
import { eventJsonLd } from './event.json-ld.js';
import { type Parent, type EventTranslation } from './event.entity.js';
import { EVENT } from './event.names.js';
import { RELATIONS, type EventWithRelations, type Relation } from './relations/relations.js';
import { type RelatedRecord } from '../resource/event-relation.js';
import { type RelatedRecordCache } from '../resource/related-record-cache.js';
import { MASK, type MaskedField } from './mask.js';
import { publicRecurrence } from './schedule/stored-recurrence.js';

/** Fields that every published resource has, and fields that are added on request. */
type AddedField = keyof PublishedRecordDto | 'json_ld' | 'translations' | 'not_public' | 'submission';

/** The fields that a password does not protect; `MASK` lists the protected ones. */
type OpenFields = Omit<EventDto, AddedField | MaskedField>;
type ProtectedFields = Omit<Pick<EventDto, MaskedField>, AddedField>;

/** A viewer, and the cache of the records that events are related to, where there is one. */
export interface EventViewer extends Viewer {
  readonly relatedRecords?: Pick<RelatedRecordCache, 'present'>;
}

/** Presents an event to a caller. @param isUnlocked whether the password was given */
export function presentEvent(event: EventWithRelations, viewer: EventViewer, isUnlocked = false): EventDto {
  const { startWall, endWall, startUtc, endUtc, timezone } = event;
  const [utcStart, utcEnd] = [utcText(startUtc), utcText(endUtc)];
  const text = resolveText(event.translations, viewer.language);
  const fields: OpenFields = {
    title: text.name,
    all_day: event.allDay,
    start_date: startWall,
    start_date_details: dateParts(startWall),
    end_date: endWall,
    end_date_details: dateParts(endWall),
    utc_start_date: utcStart,
    utc_start_date_details: dateParts(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: dateParts(utcEnd),
    starts_at: isoWithOffset(startWall, startUtc),
    ends_at: isoWithOffset(endWall, endUtc),
    timezone,
    timezone_abbr: zoneAbbreviation(timezone, startUtc),
    event_status: event.eventStatus,
    attendance: event.attendance,
    show_map: event.showMap,
    show_map_link: event.showMapLink,
    hide_from_listings: event.hidden,
    sticky: event.sticky,
    featured: event.featured,
    ticketed: event.ticketed,
    post_parent: parentId(event, viewer),
    occurrence: occurrenceOf(event, viewer),
    password_protected: event.passwordHash !== null,
  };
  const isMasked = !isUnlocked && access(event, viewer.caller) === 'masked';
  const shared = publishedFields(EVENT, event, viewer);
  // An instance of a class: V8 makes a slow hash table of a plain object to which this many properties are added.
  const shown = Object.assign(new EventDto(), shared, fields);
  return Object.assign(shown, isMasked ? MASK : protectedFields(event, text, viewer));
}

export function presentSingleEvent(event: EventWithRelations, viewer: EventViewer, isUnlocked = false): EventDto {
  const dto = presentEvent(event, viewer, isUnlocked);
  const isMasked = !isUnlocked && access(event, viewer.caller) === 'masked';
  const ofRelations = isMasked ? {} : relationsJsonLd(event, viewer, dto);
  const stored = { isPriced: isPriced(valueIn(event, viewer.language, 'cost')), previousStart: event.previousStart };
  return Object.assign(dto, { json_ld: eventJsonLd(dto, ofRelations, stored) });
}

function relationsJsonLd({ related }: EventWithRelations, viewer: EventViewer, dto: EventDto): Record<string, unknown> {
  const properties = RELATIONS.map((relation) => {
    const records = relation.visibleRecords(related[relation.name] ?? [], viewer);
    return relation.jsonLd(records, Reflect.get(dto, relation.field) as object[]);
  });
  return Object.assign({}, ...properties) as Record<string, unknown>;
}

function protectedFields(event: EventWithRelations, { statusReason }: EventTranslation, viewer: EventViewer) {
  const cost = presentCost(valueIn(event, viewer.language, 'cost'), viewer.language, viewer.site.currency);
  const fields: ProtectedFields = {
    event_status_reason: statusReason,
    online_url: valueIn(event, viewer.language, 'onlineUrl'),
    cost: cost?.text,
    cost_details: cost?.details,
    website: valueIn(event, viewer.language, 'website'),
    recurrence: publicRecurrence(event) ?? null,
  };
  return Object.assign(fields, relationFields(event, viewer));
}

function relationFields({ related }: EventWithRelations, viewer: EventViewer): Record<string, object[]> {
  const fields = RELATIONS.map((relation): [string, object[]] => {
    const records = relation.visibleRecords(related[relation.name] ?? [], viewer);
    return [relation.field, records.map((record) => presentRelated(relation, record, viewer))];
  });
  return Object.fromEntries(fields);
}

function presentRelated(relation: Relation, record: RelatedRecord, viewer: EventViewer): object {
  return viewer.relatedRecords?.present(relation, record, viewer) ?? relation.present(record, viewer);
}

function occurrenceOf(event: EventWithRelations, viewer: EventViewer): OccurrenceDto | null {
  const { id, seriesId, seriesDate } = event;
  if (seriesId === null || seriesDate === null) return null;
  return { series: seriesId === id ? id : parentId(event, viewer), date: seriesDate };
}

function parentId({ parent }: EventWithRelations, viewer: EventViewer): number | null {
  return parent && isVisibleParent(parent, viewer) ? parent.id : null;
}

/** Whether the response may contain the id of the parent. Only the id is shown, so its password does not matter. */
export function isVisibleParent(parent: Parent, { caller }: Pick<Viewer, 'caller'>): boolean {
  return parent.status !== 'trash' && isReadable(parent, caller);
}
