import { originalOf } from '../content/translations/translation-state.js';
import { translationIn } from '../content/translations/shown-text.js';
import { type Event } from '../events/event.entity.js';
import { EVENTS } from '../events/event.resource.js';
import { type EventTranslation } from '../events/event-translation.entity.js';
import { type Language } from '../i18n/language.js';
import { type LinkedEvent } from '../events/relations/load.js';
import { type WritableStatus } from '../content/status.js';
import { type EventStatus } from '../events/states.js';
import { given } from './fields.js';
import { type Body, type Details, type LinkedName, type Occurrence, type Place } from './record.js';

/** Linked records of the calendar, by the names of their kinds. */
export type LinkedRefs = Readonly<Partial<Record<LinkedName, readonly { readonly id: number }[]>>>;

/** Options of the command for all events. */
export interface EventOptions {
  /** Status of new events. */
  readonly status?: WritableStatus | undefined;
  /** Names of categories to add to all events. */
  readonly categories?: readonly string[] | undefined;
  /** Whether venues have coordinates, which an extension adds. */
  readonly knowsCoordinates: boolean;
  /** Language of the texts. */
  readonly language: Language;
  /** What the links of details with IDs of their own are in the calendar. */
  readonly linked?: ReadonlyMap<Details, LinkedRefs>;
}

/**
 * An occurrence as the body of an event: read like one that comes by HTTP, it is checked, cleaned and limited alike.
 * @param current the event as it is; undefined where it is created
 * @param parent the series beside which the date stands, if it is none of its dates
 */
export function eventBody(
  occurrence: Occurrence,
  current: LinkedEvent | undefined,
  parent: LinkedEvent | undefined,
  options: EventOptions,
): Body {
  const { start, end, timezone, allDay, details } = occurrence;
  const times = { start_date: start, end_date: end, timezone, all_day: allDay };
  const said = { ...times, ...detailsBody(details, current, options), ...onlyNew(details, current, options) };
  const body = current ? inLanguage(said, current, options.language) : said;
  if (!parent || parent.status === 'trash') return body;
  const child = { ...body, post_parent: parent.id };
  // Else all dates of an event would be called the same, and be numbered.
  return current ? child : { ...child, slug: `${details.title.slice(0, 200)} ${start.slice(0, 10)}` };
}

/** Fields that a source sets when an event is created, and only editors change later. */
function onlyNew(
  { more, slug }: Details,
  current: LinkedEvent | undefined,
  { status }: Pick<EventOptions, 'status'>,
): Body {
  if (current) return { status: undefined };
  return given({ status: status ?? more?.status, slug: slug && /[a-z0-9]/i.test(slug) ? slug : undefined });
}

/**
 * A file in another language than the original says what is shown in its language alone: the file of the original says what
 * all languages share.
 */
function inLanguage(body: Body, current: LinkedEvent, language: Language): Body {
  const original = originalOf(current.translations);
  if (original === undefined || original === language) return body;
  const row = translationIn(current.translations, language);
  const given = Object.keys(EVENTS.perLanguage ?? {}).filter((wire) => body[wire] !== undefined);
  const own = given.map((wire) => [wire, body[wire] === stored(current, wire) ? null : body[wire]] as const);
  const changed = own.filter(([wire, value]) => value !== stored(row, wire));
  const flat = Object.fromEntries(Object.entries(body).filter(([wire]) => !given.includes(wire)));
  if (changed.length === 0) return flat;
  // The first value of a language needs its title.
  const texts = { [EVENTS.nameField]: body[EVENTS.nameField], ...Object.fromEntries(changed) };
  const others = body.translations as Body | undefined;
  return {
    ...flat,
    translations: { ...others, [language]: { ...(others?.[language] as Body | undefined), ...texts } },
  };
}

/** The value that an event, or its text in one language, has of a field that may differ by language. */
function stored(owner: Event | EventTranslation | undefined, wire: string): unknown {
  if (!owner) return null;
  return (wire === 'image' ? owner.image?.url : (Reflect.get(owner, EVENTS.perLanguage![wire]!) as unknown)) ?? null;
}

/** Undefined values are not sent and therefore kept. */
function detailsBody(details: Details, current: LinkedEvent | undefined, options: EventOptions): Body {
  const { title, description, excerpt, website, image, cost, tags, eventStatus, statusReason, onlineUrl, more } =
    details;
  const said = { title, description, excerpt, website, image, cost, tags, event_status_reason: statusReason };
  const event_status = statusAfter(current, eventStatus);
  const attendance = details.isOnline && (hasPlace(details) ? 'mixed' : 'online');
  const linked = linksBody(details, options);
  const categories = categoriesWith(linked.categories, current, options);
  return given({ ...said, event_status, attendance, online_url: onlineUrl, ...linked, categories, ...more });
}

function hasPlace({ places, links }: Details): boolean {
  return places !== undefined || Boolean(links?.venues?.length);
}

/** The linked records that a source names, or has ids for. */
function linksBody(details: Details, { knowsCoordinates, linked }: EventOptions): Body {
  const { categories, tags, venues, organizers } = linked?.get(details) ?? {};
  const named = details.organizers?.map((name) => ({ organizer: name }));
  const places = details.places?.map((place) => ({ ...venueBody(place), ...(knowsCoordinates && coordinates(place)) }));
  return {
    venue: venues ?? places,
    organizer: organizers ?? named,
    categories: categories ?? details.categories,
    tags: tags ?? details.tags,
  };
}

/** If the source has no categories, the event keeps its own in addition to those of the command. */
function categoriesWith(said: unknown, current: LinkedEvent | undefined, { categories }: EventOptions): unknown {
  if (!categories?.length) return said;
  const kept = (said as unknown[] | undefined) ?? current?.linked.categories?.map(({ id }) => id) ?? [];
  return [...kept, ...categories];
}

/** The texts of an event in one language, for an event that has its dates and links from another source. */
export function textsBody(details: Details, current: LinkedEvent, language: Language): Body {
  const { title, description, excerpt, website, image, statusReason, onlineUrl, slug } = details;
  const said = {
    title,
    description,
    excerpt,
    website,
    image,
    event_status_reason: statusReason,
    online_url: onlineUrl,
  };
  const isNew = !translationIn(current.translations, language);
  return inLanguage(given({ ...said, ...(isNew && onlyNew({ title, slug }, undefined, {})) }), current, language);
}

/** A source knows that an event is cancelled or postponed, or that it is not cancelled; all else is for editors to say. */
function statusAfter(current: LinkedEvent | undefined, said: Details['eventStatus']): EventStatus | undefined {
  return said === 'scheduled' && current?.eventStatus !== 'cancelled' ? undefined : said;
}

function venueBody({ name, street, zip, city, province, state, country }: Place): Body {
  return given({ venue: name, address: street, zip, city, province, state, country });
}

function coordinates({ latlon }: Place): Body {
  return latlon ? { geo_lat: latlon[0], geo_lng: latlon[1] } : {};
}
