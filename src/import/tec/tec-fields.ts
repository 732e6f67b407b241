import { isPlainObject } from '../../validation/body-fields.js';
import { visibleText } from '../../text/texts.js';
import { given, type Raw, textOf } from '../fields.js';
import { type Body, type LinkedName, type LinkedSource } from '../record.js';
import { webAddress } from '../texts/web.js';

/** A field's text without tags and entities, which The Events Calendar leaves in names. */
export function nameOf(record: Raw, field: string): string | undefined {
  return visibleText(textOf(record, field) ?? '') || undefined;
}

/** A value that may be an object, a list of objects, an object with numeric keys, or absent. */
export function listOf(value: unknown): Raw[] {
  if (Array.isArray(value)) return value.filter((member) => isPlainObject(member));
  if (!isPlainObject(value)) return [];
  const isByNumber = Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));
  return isByNumber ? listOf(Object.values(value)) : [value];
}

/** A value that may be `false`, a URL, an object, or a list with one of these. */
export function imageOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return webAddress(isPlainObject(first) ? first.url : first);
}

/** A slug, which is percent-encoded in the JSON if it is not ASCII. */
export function slugOf(record: Raw): string | undefined {
  const slug = textOf(record, 'slug')?.replace(/__trashed$/, '');
  try {
    return slug && decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** A URL, unless it is that of the record's own page. */
export function websiteOf(record: Raw): string | undefined {
  return record.website === record.url ? undefined : webAddress(record.website);
}

/** Whether a field is true, also as text. */
export function flagOf(record: Raw, field: string): boolean | undefined {
  const value = record[field];
  if (value === undefined || value === null || value === '') return undefined;
  return value === true || value === 1 || (typeof value === 'string' && /^(?:1|true|yes|on)$/i.test(value));
}

function common(record: Raw): Body {
  const { image, description } = { image: imageOf(record.image), description: textOf(record, 'description') };
  return { description, slug: slugOf(record), website: websiteOf(record), image, phone: nameOf(record, 'phone') };
}

function venueBody(record: Raw): Body {
  const parts = ['address', 'city', 'country', 'province', 'state', 'zip'];
  const [latitude, longitude] = [record.geo_lat, record.geo_lng];
  const isPlaced = [latitude, longitude].every((degrees) => Number.isFinite(Number(degrees ?? NaN)));
  return {
    venue: nameOf(record, 'venue'),
    ...common(record),
    ...Object.fromEntries(parts.map((part) => [part, nameOf(record, part)])),
    show_map: flagOf(record, 'show_map'),
    show_map_link: flagOf(record, 'show_map_link'),
    ...(isPlaced && { geo_lat: Number(latitude), geo_lng: Number(longitude) }),
  };
}

/** E-mail addresses of organizers are public in The Events Calendar. */
function organizerBody(record: Raw): Body {
  return { organizer: nameOf(record, 'organizer'), ...common(record), email: nameOf(record, 'email') };
}

function termBody(record: Raw): Body {
  return {
    name: nameOf(record, 'name'),
    description: textOf(record, 'description'),
    slug: slugOf(record),
  };
}

const BODIES: Readonly<Record<LinkedName, { one: string; name: string; body: (record: Raw) => Body }>> = {
  venues: { one: 'venue', name: 'venue', body: venueBody },
  organizers: { one: 'organizer', name: 'organizer', body: organizerBody },
  categories: { one: 'category', name: 'name', body: termBody },
  tags: { one: 'tag', name: 'name', body: termBody },
};

/**
 * A venue, organizer, category or tag; undefined where it has no name.
 * @param site what names the site in IDs, which has one number for each
 */
export function linkedSource(kind: LinkedName, record: Raw, site: string): LinkedSource | undefined {
  const { one, name, body } = BODIES[kind];
  const [id, fields] = [textOf(record, 'id'), given(body(record))];
  if (id === undefined || fields[name] === undefined) return undefined;
  const parent = Number(record.parent) > 0 ? `tec:${site}:${one}:${String(record.parent)}` : undefined;
  return { kind, id: `tec:${site}:${one}:${id}`, body: fields, ...(kind === 'categories' && { parent }) };
}

/** All records of one type in a list. */
export function linkedSources(kind: LinkedName, value: unknown, site: string): LinkedSource[] {
  return listOf(value).flatMap((record) => linkedSource(kind, record, site) ?? []);
}
