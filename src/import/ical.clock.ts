import ICAL from 'ical.js';
import { momentAt, momentOf, utcText } from '../common/time/moment.js';
import { parseTimeZone } from '../common/time/zone.js';

/** What the times of an event are told by. Wall clock readings are `YYYY-MM-DD HH:MM:SS`. */
export interface Clock {
  /** In which zone the calendar shows them. */
  readonly timezone: string;
  instantOf(wall: string): Date;
  wallAt(instant: Date): string;
  /** A wall clock reading as the body of an event gives it. */
  say(wall: string): string;
}

/** The zones that one file speaks of. */
export class Clocks {
  private readonly byId = new Map<string, Clock>();
  private readonly utc: Clock;

  /** @param timezone in which times without a zone are told, and instants shown */
  constructor(
    readonly timezone: string,
    private readonly definitions: ReadonlyMap<string, ICAL.Component>,
  ) {
    this.utc = {
      timezone,
      instantOf: (wall) => momentOf(wall, 'UTC').utc,
      wallAt: utcText,
      say: (wall) => `${wall.replace(' ', 'T')}Z`,
    };
  }

  /** The clock of a time in UTC, in a zone of this TZID, or in none. */
  of(tzid: string | undefined, isUtc: boolean): Clock {
    if (isUtc) return this.utc;
    const id = tzid ?? '';
    const clock = this.byId.get(id) ?? this.clock(id);
    this.byId.set(id, clock);
    return clock;
  }

  private clock(tzid: string): Clock {
    const definition = this.definitions.get(tzid);
    const names = [tzid, tzid.split('/').slice(-2).join('/'), WINDOWS_ZONES[tzid]];
    const location: unknown = definition?.getFirstPropertyValue('x-lic-location');
    const name = [...names, location].map(zoneNamed).find((zone) => zone !== undefined);
    if (name !== undefined || !definition) return named(name ?? this.timezone);
    return defined(definition, tzid, this.timezone);
  }
}

/** The zone of this name, if it is one. */
export function zoneNamed(text: unknown): string | undefined {
  const zone = typeof text === 'string' && text !== '' ? parseTimeZone(text) : undefined;
  return typeof zone === 'string' ? zone : undefined;
}

function named(timezone: string): Clock {
  return {
    timezone,
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
