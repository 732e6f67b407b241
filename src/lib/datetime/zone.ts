import { LRUCache } from 'lru-cache';
import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { FieldError, single } from '../errors/field-error.js';
import { type Language, type PerLanguage } from '../i18n/language.js';
import { DAY } from './durations.js';

/** The largest offset from UTC in use. */
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * A time zone: an IANA name in its usual spelling (`Europe/Paris`), `UTC`, or a fixed offset as `+02:00`.
 * Understands IANA names in any case, `Z`, and offsets such as `+2`, `-0330`, `UTC+5:30`, `UTC-3.5`.
 */
export const parseTimeZone = single<string>((value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  return parseOffset(text) ?? ianaName(text) ?? new FieldError((messages) => messages.timezone);
});

/** The offset from UTC at an instant (milliseconds since 1970), in minutes; it has a fraction for early dates. */
export function zoneOffset(zone: string, instant: number): number {
  const day = Math.floor(instant / DAY);
  const offsets = offsetsByZone.memo(zone);
  let offset = offsets.get(day);
  if (offset === undefined) offsets.set(day, (offset = offsetDuring(zone, day)));
  return Number.isNaN(offset) ? luxonZone(zone).offset(instant) : offset;
}

/** The offset during a day in UTC, in days since 1970; NaN if it changes within the day. */
function offsetDuring(zone: string, day: number): number {
  const luxon = luxonZone(zone);
  const offset = luxon.offset(day * DAY);
  return offset === luxon.offset((day + 1) * DAY - 1) ? offset : NaN;
}

/** Computing an offset takes twenty times longer than looking it up, and lists present the same days again. */
const offsetsByZone = new LRUCache<string, LRUCache<number, number>>({
  max: 100,
  memoMethod: () => new LRUCache<number, number>({ max: 5000 }),
});

/** `EST`, `CEST`, `HNE` in the French of Quebec, or `UTC+5:30`. Without one in French, it is the English one. */
export function zoneAbbreviation(zone: string, utc: Date, language: Language = 'en'): string {
  const offset = zoneOffset(zone, utc.getTime());
  // The same offset may have another abbreviation, or none, in other years.
  const key = `${language} ${zone} ${offset} ${utc.getUTCFullYear()}`;
  let abbreviation = abbreviations.get(key);
  if (abbreviation === undefined) {
    abbreviation = abbreviationIn(LOCALES[language], zone, utc) ?? offsetName(offset);
    abbreviations.set(key, abbreviation);
  }
  return abbreviation;
}

/** Creating a formatter takes a thousand times longer than using it. */
const abbreviations = new LRUCache<string, string>({ max: 5000 });

/** Locales to try, since each only knows the abbreviations of its own region. */
const ENGLISH_LOCALES = ['en-US', 'en-CA', 'en-GB', 'en-AU', 'en-NZ', 'en-ZA', 'en-IN'];

const LOCALES: PerLanguage<readonly string[]> = { en: ENGLISH_LOCALES, fr: ['fr-CA', ...ENGLISH_LOCALES] };

function abbreviationIn(locales: readonly string[], zone: string, utc: Date): string | undefined {
  if (isOffset(zone)) return undefined;
  return locales
    .map(
      (locale) =>
        new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
          .formatToParts(utc)
          .find(({ type }) => type === 'timeZoneName')?.value,
    )
    .find((name) => name !== undefined && /^[A-Z]+$/.test(name));
}

/** `UTC`, `UTC+1`, `UTC-3:30`. */
function offsetName(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset));
  if (minutes === 0) return 'UTC';
  const rest = minutes % 60 === 0 ? '' : `:${pad(minutes % 60)}`;
  return `UTC${sign(offset)}${Math.floor(minutes / 60)}${rest}`;
}

/** Formats an offset as `+02:00` or `-03:30`; fractions of minutes are cut off. */
export function offsetText(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset));
  return `${sign(offset)}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function luxonZone(zone: string): Zone {
  if (zone === 'UTC') return FixedOffsetZone.utcInstance;
  return isOffset(zone) ? FixedOffsetZone.instance(minutesOf(zone)) : IANAZone.create(zone);
}

function isOffset(zone: string): boolean {
  return /^[+-]/.test(zone);
}

/** The minutes of an offset in the form `+02:00`. */
function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return offset.startsWith('-') ? -minutes : minutes;
}

function parseOffset(text: string): string | undefined {
  const [, direction, hours, minutes = '0', fraction = '0'] =
    /^(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2})|(\.(?:0|25|5|75)))?$/i.exec(text) ?? [];
  const offset = Number(hours) * 60 + Number(minutes) + Number(fraction) * 60;
  if (!(offset <= MAX_OFFSET_MINUTES) || Number(minutes) > 59) return undefined;
  return offset === 0 ? 'UTC' : offsetText(direction === '-' ? -offset : offset);
}

/**
 * The spelling of a zone in the runtime, unless the runtime would rename the zone: older runtimes turn `Asia/Kolkata`
 * into `Asia/Calcutta`, and `EST` into `America/Panama`. Such names are kept in the spelling of IANA.
 */
function ianaName(text: string): string | undefined {
  const resolved = resolve(text);
  if (resolved === undefined || resolved.toLowerCase() === text.toLowerCase()) return resolved;
  if (resolved === 'UTC' || resolved === 'GMT') return 'UTC';
  return /^[A-Z][A-Za-z]*[a-z]/.test(text) ? text : capitalised(text);
}

/** The three-letter names of IANA. ICU accepts others (`PST`, `IST`, `SystemV/PST8`), which are ambiguous. */
const THREE_LETTERS = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;

/** Cache of names, since a look-up takes 100 µs. */
const zoneNameCache = new LRUCache<string, string>({ max: 500 });

/** The runtime's name for a zone, if it knows the zone. */
function resolve(name: string): string | undefined {
  if (/^z$/i.test(name)) return 'UTC';
  if (!/^[a-z][a-z0-9_+/-]{1,40}$/i.test(name) || /^systemv/i.test(name)) return undefined;
  if (name.length === 3 && !THREE_LETTERS.test(name)) return undefined;
  try {
    const zone =
      zoneNameCache.get(name) ?? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    zoneNameCache.set(name, zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** `America/Argentina/Buenos_Aires`, `US/Eastern`, `EST5EDT`. */
function capitalised(name: string): string {
  return name
    .toLowerCase()
    .replace(/^us\/|^[a-z]{1,3}$|^[a-z]*\d[a-z0-9]*$/, (legacy) => legacy.toUpperCase())
    .replace(/(?<![a-z0-9])[a-z]/gi, (letter) => letter.toUpperCase());
}

function sign(offset: number): string {
  return offset < 0 ? '-' : '+';
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
