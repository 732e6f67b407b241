import { isPlainObject } from '../../../http/validation/body-fields.js';
import { visibleText } from '../../../lib/text/sanitize.js';
import { type Body, type RelatedKind, type RelatedSource, type Raw, textOf } from '../record.js';
import { readCoordinates } from '../texts/place.js';
import { webAddress } from '../texts/web.js';
import { phpList } from './php-list.js';

export function nameOf(record: Raw, field: string): string | undefined {
  return visibleText(textOf(record, field) ?? '') || undefined;
}

/** The objects of a value that may be an object, a list of objects, or absent. */
export function listOf(value: unknown): Raw[] {
  const list = phpList(value) ?? [value];
  return list.filter((member) => isPlainObject(member));
}

/** A slug, which is percent-encoded in the JSON if it is not ASCII. */
function slugOf(record: Raw): string | undefined {
  const slug = textOf(record, 'slug')?.replace(/__trashed$/, '');
  try {
    return slug && decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

export function flagOf(record: Raw, field: string): boolean | undefined {
  const value = record[field];
  if (value === undefined || value === null || value === '') return undefined;
  return value === true || value === 1 || (typeof value === 'string' && /^(?:1|true|yes|on)$/i.test(value));
}

/** An image is `false`, a URL, an object, or a list of these. A website may be the record's own page. */
export function common(record: Raw): Body {
  const image = (phpList(record.image) ?? [record.image])[0];
  return {
    description: textOf(record, 'description'),
    slug: slugOf(record),
    website: record.website === record.url ? undefined : webAddress(record.website),
    image: webAddress(isPlainObject(image) ? image.url : image),
  };
}

export function fieldsOf(record: Raw, read: (record: Raw, field: string) => unknown, ...fields: string[]): Body {
  return Object.fromEntries(fields.map((field) => [field, read(record, field)]));
}

function termBody(record: Raw): Body {
  return { name: nameOf(record, 'name'), description: textOf(record, 'description'), slug: slugOf(record) };
}

const BODIES: Readonly<Record<RelatedKind, { singular: string; name: string; body: (record: Raw) => Body }>> = {
  venues: {
    singular: 'venue',
    name: 'venue',
    body: (record) => ({
      ...common(record),
      ...fieldsOf(record, nameOf, 'venue', 'phone', 'address', 'city', 'country', 'province', 'state', 'zip'),
      ...fieldsOf(record, flagOf, 'show_map', 'show_map_link'),
      ...readCoordinates(Number(textOf(record, 'geo_lat')), Number(textOf(record, 'geo_lng'))),
    }),
  },
  organizers: {
    singular: 'organizer',
    name: 'organizer',
    // E-mail addresses of organizers are public in The Events Calendar.
    body: (record) => ({ ...common(record), ...fieldsOf(record, nameOf, 'organizer', 'phone', 'email') }),
  },
  categories: { singular: 'category', name: 'name', body: termBody },
  tags: { singular: 'tag', name: 'name', body: termBody },
};

export function relatedSources(kind: RelatedKind, value: unknown, site: string): RelatedSource[] {
  const { singular, name, body } = BODIES[kind];
  return listOf(value).flatMap((record): RelatedSource[] => {
    const [id, fields] = [textOf(record, 'id'), body(record)];
    if (id === undefined || fields[name] === undefined) return [];
    const isChild = kind === 'categories' && Number(record.parent) > 0;
    const parent = isChild ? `tec:${site}:${singular}:${String(record.parent)}` : undefined;
    return [{ kind, id: `tec:${site}:${singular}:${id}`, body: fields, parent }];
  });
}
