import { decodeHTML } from 'entities';
import { visibleText } from '../../../lib/text/sanitize.js';
import { because, recordError } from '../messages.js';
import { type Body } from '../record.js';
import { hasTags, mixedToHtml, resolveAddresses, textToHtml } from '../texts/html.js';
import { isOnlinePlace, joinAddress, readCoordinates, readLocation } from '../texts/place.js';
import { descriptionFrom, hasContent, notesOf, withoutMarkdownLinks } from '../texts/tidy.js';
import { plainTitle } from '../texts/title.js';
import { webAddress } from '../texts/web.js';
import { type Component, parameterOf } from './components.js';

export type Surroundings = ReturnType<typeof surroundingsOf>;

/** The places of all events of a file, and the origin of their addresses if it is the same. */
export function surroundingsOf(events: readonly Component[]) {
  const origins = new Set(
    events.flatMap((event) => webAddress(event.text('url')) ?? []).map((url) => new URL(url).origin),
  );
  return {
    locations: new Set(events.map(locationOf).filter(Boolean)),
    base: origins.size === 1 ? [...origins][0] : undefined,
  };
}

export function readDetails(event: Component, surroundings: Surroundings) {
  const { reason, text } = divideReason(event);
  const { kind, section, rest } = liftedHead(text);
  const { title, event_status, isConfirmed } = titleAndStatus(event, kind);
  if (title === '') throw recordError('noTitle');
  const website = webAddress(event.text('url'));
  const html = resolveAddresses(htmlOf(event, rest), website ?? surroundings.base);
  const images = event.properties('image').map(({ value }) => value);
  // Google writes URLs of its schemas as categories.
  const named = event.texts('categories').filter((name) => !/^https?:/i.test(name));
  const words = kind?.replace(/-/g, ' ');
  const categories = [...named, ...(words === undefined ? [] : [words.charAt(0).toUpperCase() + words.slice(1)])];
  const organizer = organizerOf(event);
  const description = descriptionFrom(html, title);
  const details = {
    title,
    description,
    website,
    image: imageOf(event),
    event_status,
    event_status_reason: isConfirmed ? undefined : reason,
    ...whereOf(event, surroundings),
    categories: categories.length > 0 ? categories : undefined,
    tags: section === undefined ? undefined : [section.replace(/-/g, ' ')],
    organizer: organizer === undefined ? undefined : [{ organizer }],
  };
  const notes = [
    ...notesOf(description, { website: [event.text('url')], image: images }),
    ...event.unreadable.map((line) => because('unreadableLine', line)),
  ];
  return { isConfirmed, details, notes };
}

export function titleOf(event: Component): string {
  // Entities that are decoded are brackets, too.
  return plainTitle(withoutMarkdownLinks(visibleText(plainTitle(event.text('summary') ?? ''))));
}

const CANCELLED = /^(?:cancell?ed|annul[ée]e?)(?: event)?\s*:\s*/i;
const POSTPONED = /^(?:postponed|report[ée]e?)\s*:\s*/i;

/**
 * The title without the type of event before it, and without the status: Outlook marks a cancelled meeting only by a
 * word before its title, and shows its time as free.
 */
function titleAndStatus(event: Component, kind: string | undefined) {
  const status = event.text('status')?.toUpperCase();
  const title = titleOf(event);
  const prefix = kind === undefined ? '' : `[${kind}] `;
  const rest = prefix !== '' && title.startsWith(prefix) ? title.slice(prefix.length).trim() : title;
  const isFree = [event.text('x-microsoft-cdo-busystatus'), event.text('transp')].some((availability) =>
    /^(?:free|transparent)$/i.test(availability ?? ''),
  );
  const isCancelled = status === 'CANCELLED' || status === 'CANCELED' || (isFree && CANCELLED.test(rest));
  if (isCancelled) return { title: rest.replace(CANCELLED, '') || rest, event_status: 'cancelled', isConfirmed: false };
  if (status === 'TENTATIVE' && POSTPONED.test(rest))
    return { title: rest.replace(POSTPONED, '') || rest, event_status: 'postponed', isConfirmed: false };
  return { title: rest, event_status: undefined, isConfirmed: status !== undefined };
}

/** Our own exports put the reason of the status into COMMENT and into the first line of DESCRIPTION. */
function divideReason(event: Component) {
  const text = event.text('description') ?? '';
  const [first, ...others] = text.split('\n');
  const isReason = first !== '' && first === event.text('comment');
  return isReason ? { reason: first, text: others.join('\n').trim() } : { reason: undefined, text };
}

/** Conference programmes (PyCon) begin a description with fields that iCalendar does not have. */
function liftedHead(description: string) {
  const head = /^Section: *(?<section>\S.*)\nKind: *(?<kind>\S.*)\nName: .*(?:\n|$)(?:https?:\S+(?:\n|$))?/.exec(
    description,
  );
  const { section, kind } = head?.groups ?? {};
  return { section, kind, rest: description.slice(head?.[0].length ?? 0) };
}

function htmlOf(event: Component, text: string): string {
  const html = withoutHead(event.text('x-alt-desc') ?? '');
  if (hasContent(html)) return html;
  return hasTags(text) ? mixedToHtml(text) : textToHtml(text);
}

/** Keeps only the body of a whole page: its head, such as the title, is not visible. */
function withoutHead(html: string): string {
  const begin = html.search(/<head[\s>]/i);
  const head = begin < 0 ? -1 : html.slice(begin).search(/<\/head>/i);
  return head < 0 ? html : html.slice(0, begin) + html.slice(begin + head + '</head>'.length);
}

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

const CONFERENCES = ['x-google-conference', 'x-microsoft-skypeteamsmeetingurl'];

/**
 * The places of an event, and its online meeting: CONFERENCE or its former names, an address in LOCATION, or, without a
 * place, in the description. Addresses for moderators are never used.
 */
function whereOf(event: Component, { locations }: Surroundings): Body {
  const conferences = event
    .properties('conference')
    .filter((property) => ![property.parameters.feature].flat().some((feature) => /\bMODERATOR\b/i.test(feature ?? '')))
    .map(({ value }) => value);
  const others = CONFERENCES.map((name) => event.text(name));
  const location = dividedLocation(locationOf(event));
  const join = location.place === '' ? joinAddress(event.text('description') ?? '') : undefined;
  const addresses = [...[...conferences, ...others].map(meetingAddress), location.address, join];
  const online_url = addresses.find((url) => url !== undefined);
  const [geo] = event.properties('geo');
  const places = location.place === '' ? [] : readLocation(location.place, locations);
  const [first] = places;
  const venue = places.length === 1 ? [{ ...first, ...(geo && readGeo(geo.value)) }] : places;
  const isOnline = location.isOnline || online_url !== undefined;
  return {
    online_url,
    attendance: isOnline ? (location.place === '' ? 'online' : 'mixed') : undefined,
    venue: location.place === '' ? undefined : venue,
  };
}

/** Decodes the HTML entities that some websites write, because their semicolons are not separators. */
function locationOf(event: Component): string {
  return decodeHTML(event.text('location') ?? '').trim();
}

function meetingAddress(text: string | undefined): string | undefined {
  return /^https?:\/\/\S+$/i.test(text?.trim() ?? '') ? webAddress(text) : undefined;
}

function dividedLocation(location: string) {
  const found = /(?:^|[;,\n]) *(https?:\/\/\S+?)(?=[;,]?(?:\s|$))/i.exec(location);
  const before = location.slice(0, found?.index);
  const after = found ? location.slice(found.index + found[0].length) : '';
  const rest = after.replace(/^[\s;,]+/, '').replace(/^\(([^()]*)\)$/, '$1');
  const withoutAddress = [before.trim(), rest].filter(Boolean).join(', ');
  const parts = withoutAddress.split(/[;,\n]/).map((part) => part.trim());
  const isOnline = parts.some(isOnlinePlace);
  const place = isOnline ? parts.filter((part) => part !== '' && !isOnlinePlace(part)).join(', ') : withoutAddress;
  return { address: webAddress(found?.[1]), place, isOnline };
}

/** Latitude and longitude, separated by a semicolon. Some programs use a comma instead, others write decimal commas. */
function readGeo(value: string): Body {
  const text = value.replace(/\\/g, '');
  const parts = text.includes(';') ? text.replace(/,/g, '.').split(';') : text.split(',');
  const [latitude, longitude] = parts.map((part) => (part.trim() === '' ? undefined : Number(part)));
  return parts.length === 2 ? readCoordinates(latitude, longitude) : {};
}

/** Only the name is used: the e-mail address is often private. */
function organizerOf(event: Component): string | undefined {
  const name = withoutEscapes(event.parameter('organizer', 'cn') ?? '').trim();
  return name !== '' && !name.includes('@') ? name : undefined;
}

/** The Events Calendar percent-encodes names: `Jane%20Doe`. */
function withoutEscapes(name: string): string {
  if (!/^(?:[\w.~-]|%[\dA-F]{2})+$/i.test(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
