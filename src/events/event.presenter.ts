import { CategoryDto } from '../categories/category.dto.js';
import { access } from '../common/records/access.js';
import { type Audience, publishedFields } from '../common/records/published-record.dto.js';
import { type PublishedRecord } from '../common/records/published-record.js';
import { dateParts, isoWithOffset, utcText } from '../common/time/moment.js';
import { zoneAbbreviation } from '../common/time/zone.js';
import { shownText } from '../common/translation/shown-text.js';
import { type Translation } from '../common/translation/translation.js';
import { OrganizerDto } from '../organizers/organizer.dto.js';
import { TagDto } from '../tags/tag.dto.js';
import { VenueDto } from '../venues/venue.dto.js';
import { costDetails, displayCost } from './cost.js';
import { type EventDto } from './event.dto.js';
import { eventJsonLd } from './event.json-ld.js';
import { type Event } from './event.entity.js';
import { EVENT } from './event.kind.js';
import { type EventLinkage, type LinkedEvent } from './event.load.js';

/** An event as a caller gets to see it. `unlocked` is set where its password was given. */
export function presentEvent(event: LinkedEvent, audience: Audience, unlocked = false): EventDto {
  const { startUtc, timezone } = event;
  const isMasked = !unlocked && access(event, audience.caller) === 'masked';
  return {
    ...publishedFields(EVENT, event, audience),
    title: shownText(event.translations, audience.language).name,
    all_day: event.allDay,
    ...dates(event),
    timezone,
    timezone_abbr: zoneAbbreviation(timezone, startUtc),
    show_map: event.showMap,
    show_map_link: event.showMapLink,
    hide_from_listings: event.hidden,
    sticky: event.sticky,
    featured: event.featured,
    ticketed: event.ticketed,
    post_parent: parentId(event, audience),
    password_protected: event.passwordHash !== null,
    ...(isMasked ? MASK : protectedFields(event, audience)),
  };
}

/** The answer of a single read: with JSON-LD. */
export function presentSingleEvent(event: LinkedEvent, audience: Audience, unlocked = false): EventDto {
  const dto = presentEvent(event, audience, unlocked);
  return { ...dto, json_ld: eventJsonLd(dto, event.venues) };
}

function dates({ startWall, endWall, startUtc, endUtc }: LinkedEvent) {
  const [utcStart, utcEnd] = [utcText(startUtc), utcText(endUtc)];
  return {
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
  };
}

/** What a password protects. */
function protectedFields(event: LinkedEvent, audience: Audience) {
  const { language, site } = audience;
  return {
    cost: displayCost(event.cost, language, site.currency),
    cost_details: costDetails(event.cost, language, site.currency),
    website: event.website,
    ...links(event, audience),
  };
}

const MASK = {
  description: null,
  excerpt: null,
  image: null,
  cost: null,
  cost_details: null,
  website: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
};

function links({ venues, organizers, categories, tags }: EventLinkage, audience: Audience) {
  const byName = <T extends { id: number; translations: Translation[] }>(terms: T[]) =>
    [...terms].sort((one, other) => compareNames(one.translations, other.translations, audience) || one.id - other.id);
  const shown = <T extends PublishedRecord>(records: T[]) => records.filter((record) => isEmbedded(record, audience));
  return {
    categories: byName(categories).map((category) => CategoryDto.of(category, audience)),
    tags: byName(tags).map((tag) => TagDto.of(tag, audience)),
    venue: shown(venues).map((venue) => VenueDto.of(venue, audience)),
    organizer: shown(organizers).map((organizer) => OrganizerDto.of(organizer, audience)),
  };
}

function compareNames(one: Translation[], other: Translation[], { language }: Audience): number {
  return shownText(one, language).name.localeCompare(shownText(other, language).name, language);
}

/** A link is shown to whoever may read the record; the trash is out of sight for everybody. */
export function isEmbedded(record: PublishedRecord, { caller }: Pick<Audience, 'caller'>): boolean {
  return record.status !== 'trash' && access(record, caller) === 'full';
}

function parentId({ parent }: LinkedEvent, audience: Audience): number | null {
  return parent && isShownParent(parent, audience) ? parent.id : null;
}

/** A parent is shown by its id alone, so that no password stands before it. */
export function isShownParent(parent: Event, { caller }: Pick<Audience, 'caller'>): boolean {
  const granted = access(parent, caller);
  return parent.status !== 'trash' && (granted === 'full' || granted === 'masked');
}
