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

/** Related records of the calendar, by resource. */
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
  /** The ids in the calendar for related records that have ids in the source. */
  readonly linked?: ReadonlyMap<Details, LinkedRefs>;
}

/**
 * Converts an occurrence to the body of an event, which is validated, cleaned and limited like a request.
 * @param current the stored event; undefined for a new one
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
  // Otherwise all dates of an event would get the same slug with a number.
  return current ? child : { ...child, slug: `${details.title.slice(0, 200)} ${start.slice(0, 10)}` };
}

/** Fields that an import sets on creation only; later, only editors change them. */
function onlyNew(
  { more, slug }: Details,
  current: LinkedEvent | undefined,
  { status }: Pick<EventOptions, 'status'>,
): Body {
  if (current) return { status: undefined };
  return given({ status: status ?? more?.status, slug: slug && /[a-z0-9]/i.test(slug) ? slug : undefined });
}

/**
 * A file in another language than the original sets the values of its language only. The file in the original language
 * sets the shared values.
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
  // The first value of a language requires a title.
  const texts = { [EVENTS.nameField]: body[EVENTS.nameField], ...Object.fromEntries(changed) };
  const others = body.translations as Body | undefined;
  return {
    ...flat,
    translations: { ...others, [language]: { ...(others?.[language] as Body | undefined), ...texts } },
  };
}

/** The value of a field that may differ by language: of an event, or of its text in one language. */
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

/** The related records that a source names, or has ids for. */
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

/** If the source has no categories, the event keeps its categories in addition to those of the command. */
function categoriesWith(said: unknown, current: LinkedEvent | undefined, { categories }: EventOptions): unknown {
  if (!categories?.length) return said;
  const kept = (said as unknown[] | undefined) ?? current?.linked.categories?.map(({ id }) => id) ?? [];
  return [...kept, ...categories];
}

/** The texts of an event in one language. Another source sets its dates and relations. */
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

/** A source may set `cancelled` and `postponed`, and undo `cancelled`. Other statuses are set by editors. */
function statusAfter(current: LinkedEvent | undefined, said: Details['eventStatus']): EventStatus | undefined {
  return said === 'scheduled' && current?.eventStatus !== 'cancelled' ? undefined : said;
}

function venueBody({ name, street, zip, city, province, state, country }: Place): Body {
  return given({ venue: name, address: street, zip, city, province, state, country });
}

function coordinates({ latlon }: Place): Body {
  return latlon ? { geo_lat: latlon[0], geo_lng: latlon[1] } : {};
}
