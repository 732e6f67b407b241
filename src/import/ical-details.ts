import type ICAL from 'ical.js';
import { type EventStatus } from '../events/states.js';
import { titleWithoutState } from '../feeds/state-words.js';
import { visibleText } from '../text/texts.js';
import { hasTags, mixedToHtml, resolveAddresses, textToHtml } from './html.js';
import { valueOf, valuesOf } from './ical-components.js';
import { because } from './messages.js';
import { type Details, UnreadableRecord } from './record.js';
import { readLatlon, readLocation } from './place.js';
import { descriptionFrom, withoutMarkdownLinks } from './tidy.js';
import { noAddress, webAddress } from './web.js';

/** What the events of a file know of each other. */
export interface Surroundings {
  /** Every LOCATION of the file, whole. */
  readonly locations: ReadonlySet<string>;
  /** Where relative addresses lead, if all events of the file point to one site. */
  readonly base: string | undefined;
}

export function surroundingsOf(events: readonly ICAL.Component[]): Surroundings {
  const origins = new Set(
    events.flatMap((event) => webAddress(valueOf(event, 'url')) ?? []).map((url) => new URL(url).origin),
  );
  return {
    locations: new Set(events.flatMap((event) => valueOf(event, 'location') ?? [])),
    base: origins.size === 1 ? [...origins][0] : undefined,
  };
}

/** @throws {UnreadableRecord} where there is no title */
export function readDetails(event: ICAL.Component, surroundings: Surroundings): Details {
  const { kind, section, rest } = liftedHead(withoutReason(event));
  const title = titleOf(event, kind);
  if (title === '') throw new UnreadableRecord(because((messages) => messages.noTitle));
  const website = webAddress(valueOf(event, 'url'));
  const html = resolveAddresses(htmlOf(event, rest), website ?? surroundings.base);
  const categories = [...valuesOf(event, 'categories'), ...(kind === undefined ? [] : [termName(kind)])];
  const organizer = organizerOf(event);
  return {
    title,
    description: descriptionFrom(html, title),
    website,
    image: imageOf(event),
    isCancelled: isCancelled(event),
    onlineUrl: onlineUrlOf(event),
    categories: categories.length > 0 ? categories : undefined,
    tags: section === undefined ? undefined : [section.replace(/-/g, ' ')],
    organizers: organizer === undefined ? undefined : [organizer],
    places: placesOf(event, surroundings),
    noAddresses: [
      ...noAddress('website', valueOf(event, 'url')),
      ...event.getAllProperties('image').flatMap((property) => noAddress('image', property.getFirstValue())),
    ],
  };
}

/** SUMMARY without entities and links, which websites leave in it, and without the kind that conference programmes put before it. */
export function titleOf(event: ICAL.Component, kind?: string): string {
  const summary = titleWithoutState(visibleText(valueOf(event, 'summary') ?? ''), stateOf(event));
  const title = withoutMarkdownLinks(summary);
  const prefix = kind === undefined ? '' : `[${kind}] `;
  return prefix !== '' && title.startsWith(prefix) ? title.slice(prefix.length).trim() : title;
}

/** The state that our own files put before a title. */
function stateOf(event: ICAL.Component): EventStatus {
  if (isCancelled(event)) return 'cancelled';
  return valueOf(event, 'status')?.toUpperCase() === 'TENTATIVE' ? 'postponed' : 'scheduled';
}

/** DESCRIPTION without its first line where that is the COMMENT, as in our own files. */
function withoutReason(event: ICAL.Component): string {
  const description = valueOf(event, 'description') ?? '';
  const [first, ...others] = description.split('\n');
  return first !== '' && first === valueOf(event, 'comment') ? others.join('\n').trim() : description;
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

/** The HTML that a program gives beside the text, where it does; else the text, which may hold HTML as well. */
function htmlOf(event: ICAL.Component, text: string): string {
  const html = valueOf(event, 'x-alt-desc');
  // ical.js leaves the escapes of properties that it does not know.
  if (html !== undefined) return withoutHead(unescaped(html));
  return hasTags(text) ? mixedToHtml(text) : textToHtml(text);
}

function unescaped(text: string): string {
  return text.replace(/\\([n,;\\])/gi, (_all, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped));
}

/** Of a whole page: what its head says, such as its title, nobody sees on it. */
function withoutHead(html: string): string {
  const begin = html.search(/<head[\s>]/i);
  const head = begin < 0 ? -1 : html.slice(begin).search(/<\/head>/i);
  return head < 0 ? html : html.slice(0, begin) + html.slice(begin + head + '</head>'.length);
}

/** IMAGE (RFC 7986), or an attached picture. */
function imageOf(event: ICAL.Component): string | undefined {
  const attached = event
    .getAllProperties('attach')
    .filter((property) => String(property.getFirstParameter('fmttype')).startsWith('image/'));
  const images = [...event.getAllProperties('image'), ...attached];
  return images.map((property) => webAddress(property.getFirstValue())).find((url) => url !== undefined);
}

/** CLASS: what it says beside PUBLIC, known or not, is for nobody else (RFC 5545, 3.8.1.3). */
export function isPublic(event: ICAL.Component): boolean {
  return (valueOf(event, 'class') ?? 'PUBLIC').toUpperCase() === 'PUBLIC';
}

/** STATUS, which is never required. */
function isCancelled(event: ICAL.Component): boolean | undefined {
  const status = valueOf(event, 'status');
  return status === undefined ? undefined : status.toUpperCase() === 'CANCELLED';
}

/** What programs called it before CONFERENCE, which is of RFC 7986. */
const CONFERENCES = ['x-google-conference', 'x-microsoft-skypeteamsmeetingurl'];

/** Where people meet on the web: CONFERENCE, the names that it had before, or a LOCATION that is an address. Never what is for moderators. */
function onlineUrlOf(event: ICAL.Component): string | undefined {
  const conferences = event
    .getAllProperties('conference')
    .filter((property) => !/\bMODERATOR\b/i.test(String(property.getFirstParameter('feature'))))
    .map((property) => property.getFirstValue());
  const others = CONFERENCES.map((name) => valueOf(event, name));
  const addresses = [...conferences, ...others].map(meetingAddress);
  return [...addresses, dividedLocation(event).address].find((url) => url !== undefined);
}

/** Any text may stand for a meeting: an address is one from its scheme to its end. */
function meetingAddress(text: unknown): string | undefined {
  return /^https?:\/\/\S+$/i.test(String(text).trim()) ? webAddress(text) : undefined;
}

/** What a LOCATION says of a meeting on the web, where an address begins it or a part of it, and of a place beside. */
function dividedLocation(event: ICAL.Component): { readonly address?: string | undefined; readonly place: string } {
  const location = valueOf(event, 'location') ?? '';
  const found = /(?:^|[;,\n]) *(https?:\/\/\S+?)(?=[;,]?(?:\s|$))/i.exec(location);
  if (!found) return { place: location };
  const [before, after] = [location.slice(0, found.index), location.slice(found.index + found[0].length)];
  const rest = after.replace(/^[\s;,]+/, '').replace(/^\(([^()]*)\)$/, '$1');
  return { address: webAddress(found[1]), place: [before.trim(), rest].filter(Boolean).join(', ') };
}

/** The name alone: the mail address is often a person's own, and not meant for a website. */
function organizerOf(event: ICAL.Component): string | undefined {
  const name: unknown = event.getFirstProperty('organizer')?.getFirstParameter('cn');
  const said = typeof name === 'string' ? withoutEscapes(name).trim() : '';
  return said !== '' && !said.includes('@') ? said : undefined;
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

function placesOf(event: ICAL.Component, { locations }: Surroundings): Details['places'] {
  const { place: said } = dividedLocation(event);
  if (said === '') return undefined;
  const [latitude, longitude] = valuesOf(event, 'geo')
    .flatMap((value) => value.split(/[,;]/))
    .map(Number);
  const places = readLocation(said, locations);
  return places.length === 1 ? places.map((place) => ({ ...place, latlon: readLatlon(latitude, longitude) })) : places;
}
