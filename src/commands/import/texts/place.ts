import { webAddress } from './web.js';

/** Fields of the body of a venue. A `state` is one of the United States. */
type Address = Readonly<
  Partial<Record<'address' | 'zip' | 'city' | 'province' | 'state' | 'country', string | undefined>>
>;
type Place = Address & { readonly venue: string };

/** Maximum lengths in characters of texts that are parsed, which takes quadratic time. */
const MAX_ADDRESS_LENGTH = 1000;
const MAX_LOCATION_LENGTH = 10_000;

const PROVINCES = [
  'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|PQ|QC|SK|YT',
  'Alberta|Manitoba|Nunavut|Ontario|Qu[eé]bec|Saskatchewan|Yukon',
  'British Columbia|New Brunswick|Newfoundland and Labrador|Northwest Territories|Nova Scotia|Prince Edward Island',
  'Colombie-Britannique|Nouveau-Brunswick|Terre-Neuve-et-Labrador|Territoires du Nord-Ouest|Nouvelle-[ÉE]cosse|[ÎI]le-du-Prince-[ÉE]douard',
].join('|');
const PROVINCE = new RegExp(`^(?:${PROVINCES})$`, 'iu');

/** Names that follow a street and are no cities. New York and Washington are both. */
const STATE_OR_COUNTRY = new RegExp(
  `^(?:${[
    String.raw`\p{Lu}{2,3}|U\.S\.A?\.?|United States.*|United Kingdom|England|Scotland|Canada|France|Belgique|Belgium|Suisse|Switzerland`,
    'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois',
    'Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri',
    'Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|North Carolina|North Dakota|Ohio|Oklahoma|Oregon',
    'Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|West Virginia',
    'Wisconsin|Wyoming',
  ].join('|')})$`,
  'u',
);

const CANADIAN = new RegExp(
  String.raw`^(?:(.*),\s*)?([^,\d()]+?)[,\s]+(?:(${PROVINCES})|\((${PROVINCES})\))[,\s]+([A-Z]\d[A-Z]) ?(\d[A-Z]\d)(?:,\s*Canada)?$`,
  'iu',
);
const AMERICAN =
  /^(?:(.*),\s*)?([^,\d]+),\s*(?:([A-Z]{2})[,\s]+(\d{5}(?:-\d{4})?)(?:,\s*(?:USA|United States.*))?|([A-Z][^,\d]+?)[,\s]+(\d{5}(?:-\d{4})?),\s*(?:USA|United States.*))$/u;
const FRENCH =
  /^(?:(.*?)[,\s]+)?((?:0[1-9]|[1-8]\d|9[0-8])\d{3})(?:[,\s]+([^,\d]+?)(?:,\s*([^,\d]+)(?=,\s*France$))?)?(?:,\s*(France))?$/iu;

/**
 * Splits an address if its parts are certain: `140 rue de Clignancourt, 75018 Paris`, `1 Main St, Toronto, ON M5B 1T7`,
 * `1000 Fort Duquesne Blvd, Pittsburgh, PA 15222`. Otherwise all of it is the street.
 */
export function readAddress(text: string): Address {
  if (text.length > MAX_ADDRESS_LENGTH) return { address: text };
  const address = text
    .replace(/\s+/g, ' ')
    .replace(/[\s,]+$/, '')
    .trim();
  if (address === '') return {};
  const [, canadian, canadianCity, plain, inBrackets, zip1, zip2] = CANADIAN.exec(address) ?? [];
  const province = plain ?? inBrackets;
  if (province && zip1 && zip2) {
    const zip = `${zip1} ${zip2}`.toUpperCase();
    return { address: canadian, city: canadianCity?.trim(), province, zip, country: 'Canada' };
  }
  const [, american, americanCity, code, zipOfCode, named, zipOfName] = AMERICAN.exec(address) ?? [];
  const [state, zip] = [code ?? named, zipOfCode ?? zipOfName];
  if (state && zip) return { address: american, city: americanCity?.trim(), state, zip, country: 'United States' };
  return french(address) ?? streetAndCity(address) ?? { address };
}

function french(address: string): Address | undefined {
  const [, street, zip, city, province, country] = FRENCH.exec(address) ?? [];
  if (zip === undefined || city === undefined) return undefined;
  return { address: street, zip, city: cityName(city), ...(province && { province }), country };
}

/** Two parts, of which only the street has a number: `3 rue du Port, Rimouski`, also with a province of Canada. */
function streetAndCity(address: string): Address | undefined {
  const [street = '', city = '', province, ...others] = address.split(/\s*,\s*/);
  const isSure = /^\d/.test(street) && isCity(city) && !isRegion(city) && others.length === 0;
  if (!isSure || (province !== undefined && !PROVINCE.test(province))) return undefined;
  return { address: street, city: cityName(city), ...(province !== undefined && { province, country: 'Canada' }) };
}

function isRegion(text: string): boolean {
  return PROVINCE.test(text) || STATE_OR_COUNTRY.test(text);
}

export function cityName(text: string): string {
  const once = text.trim().replace(/^(.+) \1$/iu, '$1');
  if (once !== once.toUpperCase()) return once;
  return once.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/**
 * The places in LOCATION, which has no structure (RFC 5545, 3.8.1.7). Names between commas are several places if each
 * is the place of some event, else a name and its address. Semicolons separate places with an address each.
 */
export function readLocation(location: string, known: ReadonlySet<string>): Place[] {
  if (location.length > MAX_LOCATION_LENGTH) return [{ venue: location }];
  const places = location.split(/\s*;\s*/).filter(Boolean);
  if (places.length > 1 && places.every((place) => isWhole(place, known))) {
    return places.flatMap((place) => readLocation(place, known));
  }
  const parts = location.split(/\s*[,;\n]\s*/).filter(Boolean);
  const [venue = '', ...rest] = parts;
  if (venue === '') return [];
  if (rest.length === 0) return [{ venue }];
  if (parts.every((part) => known.has(part))) return parts.map((part) => ({ venue: part }));
  const [city] = rest;
  if (rest.length === 1 && isCity(city!)) return [{ venue, city: cityName(city!) }];
  return [{ venue, ...readAddress(rest.join(', ')) }];
}

/** Matches parts of buildings, and streets: after the name of a place they are part of the address and not the city. */
const PARTS_AND_WAYS = [
  'room|hall|floor|level|suite|unit|building|wing|entrance|door|gate|stage|studio|auditorium|theatre|theater|lobby|foyer',
  'library|gym|campus|centre|center|park|street|st|road|rd|avenue|ave|boulevard|blvd|drive|lane|way|square',
  'salle|local|étage|niveau|bureau|bâtiment|pavillon|aile|entrée|porte|scène|amphithéâtre|amphi|théâtre|bibliothèque',
  'gymnase|parc|rue|chemin|route|allée|place|quai|cours|tba|tbd|tbc',
].join('|');
const NO_CITY = new RegExp(String.raw`\p{N}|(?<!\p{L})(?:${PARTS_AND_WAYS})(?!\p{L})`, 'iu');

function isCity(text: string): boolean {
  return /^\p{Lu}[\p{L}'’. -]{1,40}$/u.test(text) && text.split(' ').length <= 4 && !NO_CITY.test(text);
}

const ONLINE = new RegExp(
  String.raw`^(?:${[
    String.raw`(?:(?:réunion|meeting) (?:on |via |sur )?)?(?:microsoft |google |cisco )?(?:teams|zoom|meet|webex|jitsi(?: meet)?|skype)(?: meeting| webinar)?`,
    '(?:online|virtual|web)(?: event| meeting)?|webinar',
    '(?:(?:événement|réunion|rencontre) )?(?:en ligne|virtuel(?:le)?)|visioconférence|web-?conférence|webinaire',
  ].join('|')})\.?$`,
  'i',
);

export function isOnlinePlace(text: string): boolean {
  return ONLINE.test(text.trim());
}

const JOIN =
  /https:\/\/(?:teams\.microsoft\.com\/l\/meetup-join\/|teams\.microsoft\.com\/meet\/|teams\.live\.com\/meet\/|(?:[\w-]+\.)*zoom\.us\/(?:j|w|my|s)\/|meet\.google\.com\/[a-z]{3}-|[\w-]+\.webex\.com\/(?:meet\/|join\/|[^\s<>"]*j\.php))[^\s<>"')\]]*/i;

export function joinAddress(text: string): string | undefined {
  return webAddress(JOIN.exec(text)?.[0].replace(/[.,;!?]+$/, ''));
}

/** Whether a text is a place by itself: it ends with an address, or equals the place of some event. */
function isWhole(text: string, known: ReadonlySet<string>): boolean {
  const [, ...rest] = text.split(/\s*[,\n]\s*/).filter(Boolean);
  return known.has(text) || readAddress(rest.join(', ')).zip !== undefined;
}

/** Coordinates of a venue; none if they are invalid, or the zeros that programs write for “unknown”. */
export function readCoordinates(latitude: unknown, longitude: unknown) {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return {};
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { geo_lat: latitude, geo_lng: longitude } : {};
}
