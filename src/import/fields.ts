import { parseTimeZone } from '../datetime/zone.js';
import { isLanguage, type Language } from '../i18n/language.js';

export type Raw = Readonly<Record<string, unknown>>;

export function textOf(record: Raw, field: string): string | undefined {
  const value = record[field];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

export function languageOf(value: unknown): Language | undefined {
  return isLanguage(value) ? value : undefined;
}

/** The time zone of a name that the calendar knows. */
export function zoneOf(name: string | undefined): string | undefined {
  const zone = name ? parseTimeZone(name) : undefined;
  return typeof zone === 'string' ? zone : undefined;
}

/** Removes undefined values: fields that are missing in a body keep their stored values. */
export function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
