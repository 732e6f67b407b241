import ICAL from 'ical.js';
import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { isoUtc, momentFromInstant, momentFromLocal, parseAsUtc, utcText } from '../../../lib/datetime/moment.js';
import { fold } from '../../../lib/text/fold.js';
import { because } from '../messages.js';
import { type ReadOptions, type ZoneNote, zoneOf } from '../record.js';
import { type Component } from './components.js';

/** A time zone of a file. */
export class Zone {
  /**
   * @param rules give the offsets: the name of a zone, or the VTIMEZONE of the file
   * @param isNamed whether events keep local times, and series their rule; otherwise their times become instants
   */
  constructor(
    readonly timezone: string,
    readonly rules: string | ICAL.Timezone = timezone,
    readonly isNamed = true,
    readonly note?: ZoneNote,
  ) {}

  instantOf(local: string): Date {
    if (typeof this.rules === 'string') return momentFromLocal(local, this.rules).utc;
    return new Date(parseAsUtc(converted(local, this.rules, ICAL.Timezone.utcTimezone)));
  }

  localAt(instant: Date): string {
    if (typeof this.rules === 'string') return momentFromInstant(instant, this.rules).local;
    return converted(utcText(instant), ICAL.Timezone.utcTimezone, this.rules);
  }

  /** Formats a local time for the body of an event. */
  toInput(local: string): string {
    return this.isNamed ? local : isoUtc(this.instantOf(local));
  }
}

function converted(local: string, from: ICAL.Timezone, to: ICAL.Timezone): string {
  const time = ICAL.Time.fromDateTimeString(local.replace(' ', 'T'));
  time.zone = from;
  return time.convertToZone(to).toString().replace('Z', '').replace('T', ' ');
}

/** The time zones of a calendar, by TZID. */
export class Zones {
  readonly utc: Zone;
  private floating: Zone;
  private readonly isChosen: boolean;
  private readonly byId = new Map<string, Zone>();
  private readonly definitions: ReadonlyMap<string, ZoneDefinition>;

  constructor(calendar: Component, { timezone, siteTimezone }: ReadOptions) {
    this.isChosen = timezone !== undefined;
    this.definitions = new Map(
      calendar.all('vtimezone').flatMap((component) => {
        const tzid = component.text('tzid');
        return tzid === undefined ? [] : [[tzid, definitionOf(component, tzid)] as const];
      }),
    );
    const declared = timezone ?? zoneNamed(calendar.text('x-wr-timezone'));
    const zones = new Map([...this.definitions.keys()].map((tzid) => [this.nameOf(tzid) ?? tzid, tzid]));
    const only = declared === undefined && zones.size === 1 ? [...zones.values()][0] : undefined;
    const shown = declared ?? (only === undefined ? undefined : this.nameOf(only)) ?? siteTimezone;
    this.utc = new Zone(shown, 'UTC', false);
    this.floating = new Zone(shown, shown, true, declared === undefined ? assumedAs(shown) : undefined);
    if (only !== undefined) this.floating = this.zone(only);
  }

  /** @param tzid undefined for a time without a zone */
  of(tzid: string | undefined): Zone {
    if (tzid === undefined) return this.floating;
    const zone = this.byId.get(tzid) ?? this.zone(tzid);
    this.byId.set(tzid, zone);
    return zone;
  }

  private zone(tzid: string): Zone {
    const name = this.nameOf(tzid);
    if (name !== undefined) return new Zone(name);
    const definition = this.definitions.get(tzid);
    if (definition?.rules) {
      const note: ZoneNote = (events) => because('incompleteZone', events, tzid);
      return new Zone(this.utc.timezone, definition.rules, false, definition.isIncomplete ? note : undefined);
    }
    // An unknown zone name is treated like none, even if the calendar declares a default zone.
    const { timezone, rules, isNamed } = this.floating;
    const unusable: ZoneNote = (events) => because('unusableZone', events, timezone, tzid);
    const unknown = this.isChosen ? undefined : assumedAs(timezone);
    return new Zone(timezone, rules, isNamed, definition ? unusable : unknown);
  }

  /** The known name of a zone. Of an abbreviation, programs define other meanings, which take precedence. */
  private nameOf(tzid: string): string | undefined {
    const { rules, location } = this.definitions.get(tzid) ?? {};
    const named = zoneNamed(tzid);
    const isOther = named !== undefined && rules && /^[A-Z]{2,5}$/.test(tzid) && differ(named, rules);
    return (isOther ? undefined : named) ?? zoneNamed(location);
  }
}

function assumedAs(timezone: string): ZoneNote {
  return (events) => because('assumedZone', events, timezone);
}

function differ(name: string, rules: ICAL.Timezone): boolean {
  const [named, defined] = [new Zone(name), new Zone(name, rules)];
  return ['2027-01-15 12:00:00', '2027-07-15 12:00:00'].some(
    (local) => named.instantOf(local).getTime() !== defined.instantOf(local).getTime(),
  );
}

type ZoneDefinition = ReturnType<typeof definitionOf>;

/** `rules` are undefined if the VTIMEZONE cannot be used. */
function definitionOf(component: Component, tzid: string) {
  const isIncomplete = component.components.some(
    (observance) => observance.isBlank('rrule') || observance.isBlank('rdate'),
  );
  return { rules: rulesOf(component, tzid), isIncomplete, location: component.text('x-lic-location') };
}

/** Writes a VTIMEZONE again, without what ical.js would not understand. */
function rulesOf(component: Component, tzid: string): ICAL.Timezone | undefined {
  const observances = component.components.map((observance) => ({
    observance,
    offset: offsetOf(observance, 'tzoffsetto'),
  }));
  if (observances.length === 0 || observances.some(({ offset }) => offset === undefined)) return undefined;
  const lines = observances.flatMap(({ observance, offset }) => {
    const counterpart = observances.find((candidate) => candidate.observance.name !== observance.name)?.offset;
    const from = offsetOf(observance, 'tzoffsetfrom') ?? counterpart ?? offset;
    return [
      `BEGIN:${observance.name}`,
      `DTSTART:${observance.text('dtstart')?.replace(/Z$/i, '') ?? ''}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${offset}`,
      ...['rrule', 'rdate'].flatMap((name) => observance.properties(name).map(({ line }) => line)),
      `END:${observance.name}`,
    ];
  });
  try {
    const text = ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'END:VTIMEZONE'].join('\r\n');
    const zone = new ICAL.Timezone({ component: new ICAL.Component(ICAL.parse(text) as never), tzid });
    // ical.js expands the rules lazily. Computing one offset throws here if they are invalid.
    zone.utcOffset(ICAL.Time.fromDateTimeString('2027-06-21T12:00:00'));
    return zone;
  } catch {
    return undefined;
  }
}

function offsetOf(observance: Component, name: string): string | undefined {
  const [, sign = '+', hours, minutes = '00'] =
    /^([+-])?(\d{1,2}):?(\d\d)?(?:\d\d)?$/.exec(observance.text(name) ?? '') ?? [];
  return hours === undefined ? undefined : `${sign || '+'}${hours.padStart(2, '0')}${minutes}`;
}

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
