import { type Address, type Place } from './record.js';

const CANADIAN = /^(?:(.*?)[,\s]+)?([^,\d]+),\s*([A-Z]{2})[,\s]+([A-Z]\d[A-Z]) ?(\d[A-Z]\d)(?:,\s*Canada)?$/iu;
const AMERICAN = /^(?:(.*?),\s*)?([^,\d]+),\s*([A-Z]{2})[,\s]+(\d{5}(?:-\d{4})?)(,\s*(?:USA|United States.*))?$/u;
const FRENCH = /^(?:(.*?)[,\s]+)?((?:0[1-9]|[1-8]\d|9[0-8])\d{3})(?:[,\s]+([^,\d]+?))?(?:,\s*(France))?$/iu;

/**
 * Takes an address apart where it is sure what its parts are: `140 rue de Clignancourt, 75018 Paris`,
 * `1 Main St, Toronto, ON M5B 1T7`, `1000 Fort Duquesne Blvd, Pittsburgh, PA 15222`. Else all of it is the street.
 * @param city where the record names it beside the address
 */
export function readAddress(text: string, city?: string): Address {
  const address = text
    .replace(/\s+/g, ' ')
    .replace(/[\s,]+$/, '')
    .trim();
  if (address === '' || sameName(address, city)) return { city };
  const [, canadian, canadianCity, province, zip1, zip2] = CANADIAN.exec(address) ?? [];
  if (province && zip1 && zip2) {
    const zip = `${zip1} ${zip2}`.toUpperCase();
    return { street: canadian, city: city ?? canadianCity?.trim(), province, zip, country: 'Canada' };
  }
  const [, american, americanCity, state, zip] = AMERICAN.exec(address) ?? [];
  if (state && zip)
    return { street: american, city: city ?? americanCity?.trim(), state, zip, country: 'United States' };
  return french(address, city) ?? { street: address, city };
}

function french(address: string, city: string | undefined): Address | undefined {
  const [, street, zip, named, country] = FRENCH.exec(address) ?? [];
  const isSure = named === undefined ? city !== undefined : city === undefined || sameName(named, city);
  if (zip === undefined || !isSure) return undefined;
  return { street, zip, city: city ?? (named && cityName(named)), country };
}

/** `Toulouse Toulouse` is said once; capitals alone are no name. */
export function cityName(text: string): string {
  const once = text.trim().replace(/^(.+) \1$/iu, '$1');
  if (once !== once.toUpperCase()) return once;
  return once.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/**
 * The places that the LOCATION of an iCalendar event names, which has no structure (RFC 5545, 3.8.1.7). Names divided by
 * commas are several places where each of them is one for some event of the file; else the first part is the name of
 * the place and the rest its address.
 */
export function readLocation(location: string, known: ReadonlySet<string>): Place[] {
  const parts = location.split(/\s*[,;\n]\s*/).filter(Boolean);
  const [name = '', ...rest] = parts;
  if (name === '') return [];
  if (rest.length === 0) return [{ name }];
  if (parts.every((part) => known.has(part))) return parts.map((part) => ({ name: part }));
  return [{ name, ...readAddress(rest.join(', ')) }];
}

/** Coordinates in degrees; undefined where they are none, or the zeros that programs write for “unknown”. */
export function readLatlon(latitude: unknown, longitude: unknown): readonly [number, number] | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? [latitude, longitude] : undefined;
}

export function sameName(one: string, other: string | undefined): boolean {
  return one.localeCompare(other ?? '', 'fr', { sensitivity: 'accent' }) === 0;
}
