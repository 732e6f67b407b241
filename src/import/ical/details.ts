import { decodeHTML } from 'entities';
import { visibleText } from '../../text/texts.js';
import { hasTags, mixedToHtml, resolveAddresses, textToHtml } from '../texts/html.js';
import { because } from '../messages.js';
import { isOnlinePlace, joinAddress, readLatlon, readLocation } from '../texts/place.js';
import { type Details, RecordError } from '../record.js';
import { descriptionFrom, notesOf, saysSomething, withoutMarkdownLinks } from '../texts/tidy.js';
import { webAddress } from '../texts/web.js';
import { type Component, parameterOf } from './components.js';

/** What is needed from the other events of a file to read one of them. */
export interface Surroundings {
  /** Every LOCATION of the file, whole. */
  readonly locations: ReadonlySet<string>;
  /** Where relative addresses lead, if all events of the file point to one site. */
  readonly base: string | undefined;
}

export function surroundingsOf(events: readonly Component[]): Surroundings {
  const origins = new Set(
    events.flatMap((event) => webAddress(event.text('url')) ?? []).map((url) => new URL(url).origin),
  );
  return {
    locations: new Set(events.map(locationOf).filter(Boolean)),
    base: origins.size === 1 ? [...origins][0] : undefined,
  };
}

/** @throws {RecordError} where there is no title */
export function readDetails(event: Component, surroundings: Surroundings): Details {
  const { reason, text } = divideReason(event);
  const { kind, section, rest } = liftedHead(text);
  const { title, eventStatus } = titleAndStatus(event, kind);
  if (title === '') throw new RecordError(because((messages) => messages.noTitle));
  const website = webAddress(event.text('url'));
  const html = resolveAddresses(htmlOf(event, rest), website ?? surroundings.base);
  const images = event.properties('image').map(({ value }) => value);
  // Google writes addresses of its schemas for what it calls kinds.
  const named = event.texts('categories').filter((name) => !/^https?:/i.test(name));
  const categories = [...named, ...(kind === undefined ? [] : [termName(kind)])];
  const organizer = organizerOf(event);
  const description = descriptionFrom(html, title);
  return {
    title,
    description,
    website,
    image: imageOf(event),
    eventStatus,
    statusReason: eventStatus === 'scheduled' ? undefined : reason,
    ...whereOf(event, surroundings),
    categories: categories.length > 0 ? categories : undefined,
    tags: section === undefined ? undefined : [section.replace(/-/g, ' ')],
    organizers: organizer === undefined ? undefined : [organizer],
    notes: [
      ...notesOf(description, { website: [event.text('url')], image: images }),
      ...event.unreadable.map((line) => because((messages) => messages.unreadableLine(line))),
    ],
  };
}

/** SUMMARY without entities and links, which websites leave in it. */
export function titleOf(event: Component): string {
  return withoutMarkdownLinks(visibleText(event.text('summary') ?? ''));
}

/** What calendars write before the title of an event that is cancelled, in our two languages. */
const CANCELLED = /^(?:cancell?ed|annul[ée]e?)(?: event)?\s*:\s*/i;
const POSTPONED = /^(?:postponed|report[ée]e?)\s*:\s*/i;

/**
 * The title without the kind that conference programmes put before it, and without the state that calendars do: Outlook cancels a
 * meeting by a word before its title, and shows its time as free; calendars like ours write it beside STATUS.
 */
function titleAndStatus(event: Component, kind: string | undefined): Pick<Details, 'title' | 'eventStatus'> {
  const status = event.text('status')?.toUpperCase();
  const title = titleOf(event);
  const prefix = kind === undefined ? '' : `[${kind}] `;
  const rest = prefix !== '' && title.startsWith(prefix) ? title.slice(prefix.length).trim() : title;
  const isFree = [event.text('x-microsoft-cdo-busystatus'), event.text('transp')].some((said) =>
    /^(?:free|transparent)$/i.test(said ?? ''),
  );
  const isCancelled = status === 'CANCELLED' || status === 'CANCELED' || (isFree && CANCELLED.test(rest));
  if (isCancelled) return { title: rest.replace(CANCELLED, '') || rest, eventStatus: 'cancelled' };
  if (status === 'TENTATIVE' && POSTPONED.test(rest)) {
    return { title: rest.replace(POSTPONED, '') || rest, eventStatus: 'postponed' };
  }
  return { title: rest, eventStatus: status === undefined ? undefined : 'scheduled' };
}

/** DESCRIPTION, and the reason of its state, which our own files put in COMMENT and in the first line of DESCRIPTION. */
function divideReason(event: Component): { readonly reason?: string; readonly text: string } {
  const text = event.text('description') ?? '';
  const [first = '', ...others] = text.split('\n');
  const isReason = first !== '' && first === event.text('comment');
  return isReason ? { reason: first, text: others.join('\n').trim() } : { text };
}

interface Head {
  readonly kind?: string | undefined;
  readonly section?: string | undefined;
  readonly rest: string;
}

/** Conference programmes (PyCon) begin a description with what iCalendar has no fields for; title and address stand elsewhere. */
function liftedHead(description: string): Head {
  const head = /^Section: *(?<section>\S.*)\nKind: *(?<kind>\S.*)\nName: .*(?:\n|$)(?:https?:\S+(?:\n|$))?/.exec(
    description,
  );
  return { ...head?.groups, rest: head ? description.slice(head[0].length) : description };
}

/** `sponsor-workshop` as people write it. */
function termName(slug: string): string {
  const words = slug.replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The HTML that a program gives beside the text, where it says something; else the text, which may hold HTML as well. */
function htmlOf(event: Component, text: string): string {
  const html = withoutHead(event.text('x-alt-desc') ?? '');
  if (saysSomething(html)) return html;
  return hasTags(text) ? mixedToHtml(text) : textToHtml(text);
}

/** Keeps only the body of a whole page: its head, such as the title, is not visible. */
function withoutHead(html: string): string {
  const begin = html.search(/<head[\s>]/i);
  const head = begin < 0 ? -1 : html.slice(begin).search(/<\/head>/i);
  return head < 0 ? html : html.slice(0, begin) + html.slice(begin + head + '</head>'.length);
}

/** IMAGE (RFC 7986), or an attached picture. */
function imageOf(event: Component): string | undefined {
  const attached = event
    .properties('attach')
    .filter((property) => parameterOf(property, 'fmttype')?.toLowerCase().startsWith('image/'));
  const images = [...event.properties('image'), ...attached];
  return images.map(({ value }) => webAddress(value)).find((url) => url !== undefined);
}

/** CLASS: an event with any other value than PUBLIC is not imported, also with an unknown value (RFC 5545, 3.8.1.3). */
export function isPublic(event: Component): boolean {
  return (event.text('class') ?? 'PUBLIC').toUpperCase() === 'PUBLIC';
}

/** What programs called it before CONFERENCE, which is of RFC 7986. */
const CONFERENCES = ['x-google-conference', 'x-microsoft-skypeteamsmeetingurl'];

/**
 * Where an event takes place: its places, and where people meet on the web. That is CONFERENCE, the names that it had before, an
 * address in LOCATION, or the one to join by that stands in the description where there is no place. Never what is for moderators.
 */
function whereOf(event: Component, { locations }: Surroundings): Pick<Details, 'places' | 'onlineUrl' | 'isOnline'> {
  const conferences = event
    .properties('conference')
    .filter((property) => ![property.parameters.feature].flat().some((feature) => /\bMODERATOR\b/i.test(feature ?? '')))
    .map(({ value }) => value);
  const others = CONFERENCES.map((name) => event.text(name));
  const location = dividedLocation(locationOf(event));
  const join = location.place === '' ? joinAddress(event.text('description') ?? '') : undefined;
  const addresses = [...[...conferences, ...others].map(meetingAddress), location.address, join];
  const onlineUrl = addresses.find((url) => url !== undefined);
  const places = location.place === '' ? undefined : readLocation(location.place, locations);
  const [geo] = event.properties('geo');
  const latlon = geo && readGeo(geo.value);
  return {
    onlineUrl,
    isOnline: location.isOnline || onlineUrl !== undefined || undefined,
    places: places?.length === 1 ? places.map((place) => ({ ...place, latlon })) : places,
  };
}

/** Websites leave entities in it, whose semicolons divide nothing. */
function locationOf(event: Component): string {
  return decodeHTML(event.text('location') ?? '').trim();
}

/** Any text may stand for a meeting: an address is one from its scheme to its end. */
function meetingAddress(text: string | undefined): string | undefined {
  return /^https?:\/\/\S+$/i.test(text?.trim() ?? '') ? webAddress(text) : undefined;
}

/** What a LOCATION says of a meeting on the web, by an address or a word that begins it or a part of it, and of a place beside. */
function dividedLocation(location: string): {
  readonly address: string | undefined;
  readonly place: string;
  readonly isOnline: boolean;
} {
  const found = /(?:^|[;,\n]) *(https?:\/\/\S+?)(?=[;,]?(?:\s|$))/i.exec(location);
  const [before, after] = found
    ? [location.slice(0, found.index), location.slice(found.index + found[0].length)]
    : [location, ''];
  const rest = after.replace(/^[\s;,]+/, '').replace(/^\(([^()]*)\)$/, '$1');
  const said = [before.trim(), rest].filter(Boolean).join(', ');
  const parts = said.split(/[;,\n]/).map((part) => part.trim());
  const isOnline = parts.some(isOnlinePlace);
  const place = isOnline ? parts.filter((part) => part !== '' && !isOnlinePlace(part)).join(', ') : said;
  return { address: webAddress(found?.[1]), place, isOnline };
}

/** Latitude and longitude, divided by a semicolon; some programs divide by a comma, others write decimals with it. */
function readGeo(value: string): readonly [number, number] | undefined {
  const text = value.replace(/\\/g, '');
  const parts = text.includes(';') ? text.replace(/,/g, '.').split(';') : text.split(',');
  const [latitude, longitude] = parts.map((part) => (part.trim() === '' ? undefined : Number(part)));
  return parts.length === 2 ? readLatlon(latitude, longitude) : undefined;
}

/** The name alone: the mail address is often a person's own, and not meant for a website. */
function organizerOf(event: Component): string | undefined {
  const [organizer] = event.properties('organizer');
  const name = withoutEscapes((organizer && parameterOf(organizer, 'cn')) ?? '').trim();
  return name !== '' && !name.includes('@') ? name : undefined;
}

/** The Events Calendar writes names as addresses have them: `Jane%20Doe`. */
function withoutEscapes(name: string): string {
  if (!/^(?:[\w.~-]|%[\dA-F]{2})+$/i.test(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
