import type ICAL from 'ical.js';
import { visibleText } from '../common/values/text.js';
import { hasTags, mixedToHtml, resolveAddresses, textToHtml } from './html.js';
import { valueOf, valuesOf } from './ical.components.js';
import { because } from './import.messages.js';
import { type Details, UnreadableRecord } from './import-record.js';
import { readLatlon, readLocation } from './place.js';
import { webAddress } from './web.js';

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
  const { kind, section, rest } = liftedHead(valueOf(event, 'description') ?? '');
  const title = titleOf(event, kind);
  if (title === '') throw new UnreadableRecord(because((messages) => messages.noTitle));
  const website = webAddress(valueOf(event, 'url'));
  const categories = [...valuesOf(event, 'categories'), ...(kind === undefined ? [] : [termName(kind)])];
  const organizer = organizerOf(event);
  return {
    title,
    description: resolveAddresses(htmlOf(event, rest), website ?? surroundings.base) || undefined,
    website,
    image: imageOf(event),
    categories: categories.length > 0 ? categories : undefined,
    tags: section === undefined ? undefined : [section.replace(/-/g, ' ')],
    organizers: organizer === undefined ? undefined : [organizer],
    places: placesOf(event, surroundings),
  };
}

/** SUMMARY without entities, which websites leave in it, and without the kind that conference programmes put before it. */
export function titleOf(event: ICAL.Component, kind?: string): string {
  const title = visibleText(valueOf(event, 'summary') ?? '');
  const prefix = kind === undefined ? '' : `[${kind}] `;
  return prefix !== '' && title.startsWith(prefix) ? title.slice(prefix.length).trim() : title;
}

interface Head {
  readonly kind?: string | undefined;
  readonly section?: string | undefined;
  readonly rest: string;
}

/** Conference programmes (PyCon) begin a description with what iCalendar has no fields for; title and address stand elsewhere. */
function liftedHead(description: string): Head {
  const head = /^Section: *(?<section>.+)\nKind: *(?<kind>.+)\nName: .*(?:\n|$)(?:https?:\S+(?:\n|$))?/.exec(
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
  if (html !== undefined) return html.replace(/\\n/gi, '\n').replace(/\\([,;\\])/g, '$1');
  return hasTags(text) ? mixedToHtml(text) : textToHtml(text);
}

/** IMAGE (RFC 7986), or an attached picture. */
function imageOf(event: ICAL.Component): string | undefined {
  const attached = event
    .getAllProperties('attach')
    .filter((property) => String(property.getFirstParameter('fmttype')).startsWith('image/'));
  const images = [...event.getAllProperties('image'), ...attached];
  return images.map((property) => webAddress(property.getFirstValue())).find((url) => url !== undefined);
}

/** The name alone: the mail address is often a person's own, and not meant for a website. */
function organizerOf(event: ICAL.Component): string | undefined {
  const name: unknown = event.getFirstProperty('organizer')?.getFirstParameter('cn');
  return typeof name === 'string' && name.trim() !== '' && !name.includes('@') ? name.trim() : undefined;
}

function placesOf(event: ICAL.Component, { locations }: Surroundings): Details['places'] {
  const location = valueOf(event, 'location');
  // An address of a meeting on the web is no place.
  if (location === undefined || /^https?:\/\//i.test(location)) return undefined;
  const [latitude, longitude] = valuesOf(event, 'geo')
    .flatMap((value) => value.split(/[,;]/))
    .map(Number);
  const places = readLocation(location, locations);
  return places.length === 1 ? places.map((place) => ({ ...place, latlon: readLatlon(latitude, longitude) })) : places;
}
