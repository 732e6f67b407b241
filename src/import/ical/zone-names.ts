import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { fold } from '../../text/fold.js';
import { zoneOf } from '../fields.js';

/** The zone of a TZID: an IANA name, also after a path, an offset, a name of Windows, or the label that it shows. */
export function zoneNamed(tzid: string | undefined): string | undefined {
  if (tzid === undefined) return undefined;
  const name = tzid.trim();
  const parts = name.split('/');
  const paths = [3, 2, 1].map((length) => parts.slice(-length).join('/'));
  const candidates = [
    name,
    ...(parts.length > 1 ? paths : []),
    name.replace('-', '/'),
    name.replaceAll(' ', '_'),
    WINDOWS.get(name.toLowerCase()),
  ];
  return candidates.map(zoneOf).find((zone) => zone !== undefined) ?? zoneOf(zoneShownAs(name));
}

/** Whether a name is an abbreviation, which programs also use for zones that they define differently. */
export function isAbbreviation(tzid: string): boolean {
  return /^[A-Z]{2,5}$/.test(tzid);
}

const WINDOWS = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(({ windowsName, iana }) => [
    windowsName.toLowerCase(),
    iana[0],
  ]),
);

const CITIES = new Map(
  [...IANA_ALIAS_MAP.flatMap(({ alias }) => alias), ...Intl.supportedValuesOf('timeZone')]
    .filter((zone) => /^(?!Etc|SystemV)[A-Z]\w+\//.test(zone))
    .map((zone) => [fold(zone.split('/').at(-1)!.replaceAll('_', ' ')), zone]),
);

/** Labels that Windows shows for a zone and that are neither its short name nor a list of cities. */
const OTHERS = new Map([
  ['alaska', 'Alaskan Standard Time'],
  ['arizona', 'US Mountain Standard Time'],
  ['baja california', 'Pacific Standard Time (Mexico)'],
  ['coordinated universal time', 'UTC'],
  ['hawaii', 'Hawaiian Standard Time'],
  ['indiana (east)', 'US Eastern Standard Time'],
  ['international date line west', 'Dateline Standard Time'],
  ['saskatchewan', 'Canada Central Standard Time'],
  ['west central africa', 'W. Central Africa Standard Time'],
]);

/** Matches `(UTC-05:00) Eastern Time (US & Canada)`, `(GMT+01:00) Brussels, Copenhagen, Paris`, `Paris, Madrid`. */
function zoneShownAs(text: string): string | undefined {
  const shown = fold(text).replace(/^(?:\((?:utc|gmt)[^()]*\) *)?(?:city of )?/, '');
  const short = shown.replace(/ \((?:us & canada|canada)\)$/, '').replace(/ time$/, '');
  const ofWindows = WINDOWS.get(`${short} standard time`) ?? WINDOWS.get((OTHERS.get(shown) ?? '').toLowerCase());
  const cities = /^\(|,/.test(text) ? shown.split(/\s*[,/]\s*/).map((city) => CITIES.get(city)) : [];
  return ofWindows ?? cities.find((zone) => zone !== undefined);
}
