import { get, set } from 'react-hook-form';
import { type CalendarRecord, readRecord, send } from '../api';
import { asUtc } from '../i18n';
import { SHARED } from '../kinds';
import { fieldsOf, textsOf } from '../schema';
import { currentLanguage, type Language, LANGUAGES, other } from '../session';

/** The values of a form: the fields of a body, with the texts of both languages under `translations`. */
export type Values = Record<string, unknown>;

/** The version of the record that a form has read; a new record has none. */
export interface Base {
  readonly values: Values;
  readonly etag?: string;
}

export const textPath = (language: Language, name: string): string => `translations.${language}.${name}`;

const isText = (kind: string, name: string): boolean =>
  textsOf(kind).some((text) => text.name === name) && !SHARED.includes(name);

/** The path of the value that the API names: `title` of the request's language, `translations.fr.title`, `venue.0.city`. */
export function pathOf(kind: string, name: string): string {
  if (name.startsWith('translations.')) return name;
  const [first = name] = name.split(/[.[]/);
  return isText(kind, first) ? textPath(currentLanguage(), first) : first;
}

/** Bodies have these, and records do not. */
const NOT_EDITED = [
  'review_note',
  'translations',
  'translation_language',
  'translation_confirmed',
  'date_utc',
  'stateprovince',
];

/** The paths of all values of a form. */
export function pathsOf(kind: string): string[] {
  const texts = textsOf(kind).map(({ name }) => name);
  const shared = fieldsOf(kind).filter(({ name }) => !NOT_EDITED.includes(name) && !isText(kind, name));
  return [
    ...shared.map(({ name }) => name),
    ...LANGUAGES.flatMap((language) => texts.map((name) => textPath(language, name))),
  ];
}

/** The names of values for both languages that the language of the page does not show, since it has its own. */
export const hiddenValues = ({ translations }: Partial<CalendarRecord>): string[] =>
  SHARED.filter((name) => translations?.[currentLanguage()]?.[name]);

/** A record as a form edits it: with the values for both languages, which the other language shows. */
export async function readForForm(kind: string, id: number): Promise<CalendarRecord> {
  const record = await readRecord(kind, id);
  const names = hiddenValues(record);
  if (names.length === 0) return record;
  const options = { language: other(currentLanguage()), query: { _fields: names } };
  const { data } = await send<Partial<CalendarRecord>>('GET', `/${kind}/${id}`, options);
  return { ...record, ...data };
}

/** The values of a record that a form edits. */
export function toValues(kind: string, record: Partial<CalendarRecord>): Values {
  const values: Values = {};
  for (const path of pathsOf(kind)) {
    const value: unknown = get(record, path);
    set(values, path, Array.isArray(value) ? value.map(idOf) : (value ?? null));
  }
  if (!isTimed(record)) values.date = null;
  return values;
}

/** The time at which a draft was first saved is not one at which it is to be public. */
export const isTimed = ({ status = '', date_utc: date }: Partial<CalendarRecord>): boolean =>
  !['draft', 'pending'].includes(status) || (!!date && asUtc(date) > new Date());

const idOf = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item);

/** Values that mean the same are equal: `''` and null, a record and its id, a time with and without seconds. */
export function comparable(path: string, value: unknown, isAllDay: boolean): string {
  if (value === '' || value === undefined || value === null) return 'null';
  if (path === 'start_date' || path === 'end_date') return String(value).slice(0, isAllDay ? 10 : 16);
  if (path === 'image' || path.endsWith('.image'))
    return JSON.stringify(idOf(value) ?? (value as { url?: string }).url);
  return JSON.stringify(Array.isArray(value) ? value.map(idOf) : value);
}

export function isChanged(path: string, before: Values, after: Values): boolean {
  const [old, now] = [before, after].map((values) =>
    comparable(path, get(values, path), Boolean(after.all_day) && Boolean(before.all_day)),
  );
  return old !== now;
}

export const changedPaths = (kind: string, before: Values, after: Values): string[] =>
  pathsOf(kind).filter((path) => isChanged(path, before, after));

/** The body of a write: only what changed, so that nothing else can be overwritten. */
export function bodyOf(kind: string, before: Values, after: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const path of changedPaths(kind, before, after)) set(body, path, sent(get(after, path)));
  const translations = body.translations as Record<string, unknown> | undefined;
  for (const language of Object.keys(translations ?? {}) as Language[]) {
    // A language that has lost all its texts is removed.
    if (translations && isEmpty(after, language) && !isEmpty(before, language)) translations[language] = null;
  }
  return body;
}

function isEmpty(values: Values, language: Language): boolean {
  const texts = get(values, `translations.${language}`) ?? {};
  return Object.entries(texts).every(([name, text]) => name === 'slug' || text === null || text === '');
}

/** An image is sent as its id, or its address; an emptied field as null. */
function sent(value: unknown): unknown {
  if (value === '' || value === undefined) return null;
  if (typeof value === 'object' && value !== null && 'url' in value) return idOf(value) ?? { url: value.url };
  return value;
}
