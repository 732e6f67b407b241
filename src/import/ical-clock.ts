import ICAL from 'ical.js';
import { momentAt, momentOf, utcText } from '../datetime/moment.js';
import { parseTimeZone } from '../datetime/zone.js';

/** What the times of an event are told by. Wall clock readings are `YYYY-MM-DD HH:MM:SS`. */
export interface Clock {
  /** In which zone the calendar shows them. */
  readonly timezone: string;
  /** Whether nobody has said that this is the zone. */
  readonly isAssumed: boolean;
  instantOf(wall: string): Date;
  wallAt(instant: Date): string;
  /** A wall clock reading as the body of an event gives it. */
  say(wall: string): string;
}

/** What is known of the zone of times that name none. */
interface ZoneSources {
  /** Chosen by whoever imports; counts for more than what a file says of itself. */
  readonly timezone: string | undefined;
  /** X-WR-TIMEZONE: what a calendar calls its own. */
  readonly calendarTimezone: string | undefined;
  readonly siteTimezone: string;
}

/** The zones that one file speaks of. */
export class Clocks {
  /** In which instants are shown, and times told that name no zone. */
  private readonly timezone: string;
  private readonly isChosen: boolean;
  private readonly utc: Clock;
  private readonly floating: Clock;
  private readonly byId = new Map<string, Clock>();

  /** @param definitions the zones that the file defines (VTIMEZONE); a single one is the zone of all its times */
  constructor(
    { timezone, calendarTimezone, siteTimezone }: ZoneSources,
    private readonly definitions: ReadonlyMap<string, ICAL.Component>,
  ) {
    this.isChosen = timezone !== undefined;
    const said = timezone ?? zoneNamed(calendarTimezone);
    const zones = new Map([...definitions.keys()].map((tzid) => [this.zoneOf(tzid) ?? tzid, tzid]));
    const only = said === undefined && zones.size === 1 ? [...zones.values()][0] : undefined;
    this.timezone = said ?? (only === undefined ? undefined : this.zoneOf(only)) ?? siteTimezone;
    this.utc = {
      timezone: this.timezone,
      isAssumed: false,
      instantOf: (wall) => momentOf(wall, 'UTC').utc,
      wallAt: utcText,
      say: (wall) => `${wall.replace(' ', 'T')}Z`,
    };
    this.floating = only === undefined ? named(this.timezone, said === undefined) : this.clock(only);
  }

  /** The clock of a time in UTC, in a zone of this TZID, or in none. */
  of(tzid: string | undefined, isUtc: boolean): Clock {
    if (isUtc) return this.utc;
    if (tzid === undefined) return this.floating;
    const clock = this.byId.get(tzid) ?? this.clock(tzid);
    this.byId.set(tzid, clock);
    return clock;
  }

  private clock(tzid: string): Clock {
    const zone = this.zoneOf(tzid);
    if (zone !== undefined) return named(zone, false);
    const definition = this.definitions.get(tzid);
    // A name that nobody knows is as good as none, also where the calendar has a zone of its own.
    return definition ? defined(definition, tzid, this.timezone) : { ...this.floating, isAssumed: !this.isChosen };
  }

  private zoneOf(tzid: string): string | undefined {
    const location: unknown = this.definitions.get(tzid)?.getFirstPropertyValue('x-lic-location');
    const names = [tzid, tzid.split('/').slice(-2).join('/'), WINDOWS_ZONES[tzid], location];
    return names.map(zoneNamed).find((zone) => zone !== undefined);
  }
}

/** The zone of this name, if it is one. */
function zoneNamed(text: unknown): string | undefined {
  const zone = typeof text === 'string' && text !== '' ? parseTimeZone(text) : undefined;
  return typeof zone === 'string' ? zone : undefined;
}

function named(timezone: string, isAssumed: boolean): Clock {
  return {
    timezone,
    isAssumed,
    instantOf: (wall) => momentOf(wall, timezone).utc,
    wallAt: (instant) => momentAt(instant, timezone).wall,
    say: (wall) => wall,
  };
}

/** A zone that only the file itself knows: its times become instants. */
function defined(component: ICAL.Component, tzid: string, timezone: string): Clock {
  const zone = new ICAL.Timezone({ component, tzid });
  const converted = (wall: string, from: ICAL.Timezone, to: ICAL.Timezone) => {
    const time = ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'));
    time.zone = from;
    return time.convertToZone(to).toString().replace('Z', '').replace('T', ' ');
  };
  const utcWall = (wall: string) => converted(wall, zone, ICAL.Timezone.utcTimezone);
  return {
    timezone,
    isAssumed: false,
    instantOf: (wall) => momentOf(utcWall(wall), 'UTC').utc,
    wallAt: (instant) => converted(utcText(instant), ICAL.Timezone.utcTimezone, zone),
    say: (wall) => `${utcWall(wall).replace(' ', 'T')}Z`,
  };
}

/** What Outlook and Exchange call the zones of North America and western Europe (Unicode CLDR, windowsZones). */
const WINDOWS_ZONES: Readonly<Record<string, string>> = {
  'Newfoundland Standard Time': 'America/St_Johns',
  'Atlantic Standard Time': 'America/Halifax',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Canada Central Standard Time': 'America/Regina',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Alaskan Standard Time': 'America/Anchorage',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'GMT Standard Time': 'Europe/London',
  'Romance Standard Time': 'Europe/Paris',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
};
