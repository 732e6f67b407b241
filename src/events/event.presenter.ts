import { access } from '../content/access.js';
import { type Fieldset, isWanted } from '../content/fieldset.js';
import { type Audience, NOT_ASKED, publishedFields, type PublishedRecordDto } from '../content/published-record.dto.js';
import { dateParts, isoWithOffset, utcText } from '../datetime/moment.js';
import { zoneAbbreviation } from '../datetime/zone.js';
import { shownText } from '../content/translations/shown-text.js';
import { isPriced, showCost } from './pricing/cost.js';
import { EventDto, type OccurrenceDto } from './event.dto.js';
import { eventJsonLd } from './event.json-ld.js';
import { type Parent } from './event.entity.js';
import { type EventTranslation } from './event-translation.entity.js';
import { EVENT } from './event.names.js';
import { type LinkedRecord } from '../resource/event-link.js';
import { type Link, LINKS } from './relations/links.js';
import { MASK, type MaskedField } from './mask.js';
import { type LinkedEvent } from './relations/load.js';
import { saidRecurrence } from './schedule/stored-recurrence.js';
import { frozen } from '../resource/frozen.js';

/** What all published kinds have, and what is added where it is asked for. */
type AddedField = keyof PublishedRecordDto | 'json_ld' | 'translations';

/** The others: each is either in sight of everybody who sees the event, or protected by its password and known to the mask. */
type OpenFields = Omit<EventDto, AddedField | MaskedField>;
type ProtectedFields = Omit<Pick<EventDto, MaskedField>, AddedField>;

/**
 * An event as a caller gets to see it. `unlocked` is set where its password was given.
 * @param asked the fields that will be looked at, where these are not all: dear ones beside them are not made
 */
export function presentEvent(event: LinkedEvent, audience: Audience, unlocked = false, asked?: Fieldset): EventDto {
  const { startWall, endWall, startUtc, endUtc, timezone } = event;
  const [utcStart, utcEnd] = [utcText(startUtc), utcText(endUtc)];
  const text = shownText(event.translations, audience.language);
  const fields: OpenFields = {
    title: text.name,
    all_day: event.allDay,
    start_date: startWall,
    start_date_details: isWanted(asked, 'start_date_details') ? dateParts(startWall) : NOT_ASKED,
    end_date: endWall,
    end_date_details: isWanted(asked, 'end_date_details') ? dateParts(endWall) : NOT_ASKED,
    utc_start_date: utcStart,
    utc_start_date_details: isWanted(asked, 'utc_start_date_details') ? dateParts(utcStart) : NOT_ASKED,
    utc_end_date: utcEnd,
    utc_end_date_details: isWanted(asked, 'utc_end_date_details') ? dateParts(utcEnd) : NOT_ASKED,
    starts_at: isWanted(asked, 'starts_at', 'json_ld') ? isoWithOffset(startWall, startUtc) : NOT_ASKED,
    ends_at: isWanted(asked, 'ends_at', 'json_ld') ? isoWithOffset(endWall, endUtc) : NOT_ASKED,
    timezone,
    timezone_abbr: isWanted(asked, 'timezone_abbr') ? zoneAbbreviation(timezone, startUtc) : NOT_ASKED,
    event_status: event.eventStatus,
    attendance: event.attendance,
    show_map: event.showMap,
    show_map_link: event.showMapLink,
    hide_from_listings: event.hidden,
    sticky: event.sticky,
    featured: event.featured,
    ticketed: event.ticketed,
    post_parent: parentId(event, audience),
    occurrence: placeInSeries(event, audience),
    password_protected: event.passwordHash !== null,
  };
  const isMasked = !unlocked && access(event, audience.caller) === 'masked';
  const shared = publishedFields(EVENT, event, audience, asked);
  // Begun as an instance, whose fields are all there: V8 makes a dictionary of an object that gets so many one by one.
  const shown = Object.assign(new EventDto(), shared, fields);
  return Object.assign(shown, isMasked ? MASK : protectedFields(event, text, audience, asked));
}

/** The answer of a single read: with JSON-LD. */
export function presentSingleEvent(
  event: LinkedEvent,
  audience: Audience,
  unlocked = false,
  asked?: Fieldset,
): EventDto {
  const dto = presentEvent(event, audience, unlocked, asked);
  const isMasked = !unlocked && access(event, audience.caller) === 'masked';
  const ofLinks = isMasked ? {} : linksJsonLd(event, audience);
  return Object.assign(dto, { json_ld: eventJsonLd(dto, ofLinks, isPriced(event.cost)) });
}

/** What the records that are shown say of the event. */
function linksJsonLd({ linked }: LinkedEvent, audience: Audience): Record<string, unknown> {
  return LINKS.reduce<Record<string, unknown>>((all, link) => {
    const records = link.shown(linked[link.name] ?? [], audience);
    const shown = records.map((record) => presentedOnce(link, record, audience));
    return Object.assign(all, link.jsonLd(records, shown));
  }, {});
}

/** What a password protects. */
function protectedFields(
  event: LinkedEvent,
  { statusReason }: EventTranslation,
  audience: Audience,
  asked: Fieldset | undefined,
) {
  const isPriceAsked = isWanted(asked, 'cost', 'cost_details', 'json_ld');
  const cost = isPriceAsked ? showCost(event.cost, audience.language, audience.site.currency) : NOT_ASKED;
  const recurrence = isWanted(asked, 'recurrence') ? (saidRecurrence(event) ?? null) : NOT_ASKED;
  const fields: ProtectedFields = {
    event_status_reason: statusReason,
    online_url: event.onlineUrl,
    cost: cost?.text,
    cost_details: cost?.details,
    website: event.website,
    recurrence,
  };
  return Object.assign(fields, links(event, audience, asked));
}

/** The records that are shown with an event. */
function links({ linked }: LinkedEvent, audience: Audience, asked?: Fieldset): Record<string, object[]> {
  const fields = LINKS.map((link): [string, object[]] => {
    const records = isWanted(asked, link.field) ? link.shown(linked[link.name] ?? [], audience) : [];
    return [link.field, records.map((record) => presentedOnce(link, record, audience))];
  });
  return Object.fromEntries(fields);
}

const presented = new WeakMap<LinkedRecord, Map<string, object>>();

/** A record that is frozen is presented once for all who see the same of it. */
function presentedOnce(link: Link, record: LinkedRecord, audience: Audience): object {
  if (!Object.isFrozen(record)) return link.present(record, audience);
  const { language, caller } = audience;
  const key = caller ? `${language} ${caller.role} ${caller.id}` : language;
  const known = presented.get(record) ?? new Map<string, object>();
  presented.set(record, known);
  let shown = known.get(key);
  if (!shown) known.set(key, (shown = frozen(link.present(record, audience))));
  return shown;
}

function placeInSeries(event: LinkedEvent, audience: Audience): OccurrenceDto | null {
  const { id, seriesId, seriesDate } = event;
  if (seriesId === null || seriesDate === null) return null;
  return { series: seriesId === id ? id : parentId(event, audience), date: seriesDate };
}

function parentId({ parent }: LinkedEvent, audience: Audience): number | null {
  return parent && isShownParent(parent, audience) ? parent.id : null;
}

/** A parent is shown by its id alone, so that no password stands before it. */
export function isShownParent(parent: Parent, { caller }: Pick<Audience, 'caller'>): boolean {
  const granted = access(parent, caller);
  return parent.status !== 'trash' && (granted === 'full' || granted === 'masked');
}
