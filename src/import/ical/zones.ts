import ICAL from 'ical.js';
import { parseAsUtc, isoUtc, momentFromInstant, momentFromLocal, utcText } from '../../datetime/moment.js';
import { type AssumedZone, type ReadOptions } from '../record.js';
import { type Component } from './components.js';
import { isAbbreviation, zoneNamed } from './zone-names.js';

export interface Clock {
  readonly timezone: string;
  readonly assumed?: AssumedZone | undefined;
  /** Whether the zone has a name that the calendar knows, so that a series can keep its rule. */
  readonly isNamed: boolean;
  instantOf(local: string): Date;
  localAt(instant: Date): string;
  /** Formats a local time for the body of an event: unchanged, or as an instant if the zone has no known name. */
  toInput(local: string): string;
}

export class Clocks {
  readonly utc: Clock;
  private readonly isChosen: boolean;
  private readonly floating: Clock;
  private readonly byId = new Map<string, Clock>();
  private readonly definitions: ReadonlyMap<string, ZoneDefinition>;

  constructor(calendar: Component, { timezone, siteTimezone }: ReadOptions) {
    this.definitions = new Map(
      calendar.all('vtimezone').flatMap((component): [string, ZoneDefinition][] => {
        const tzid = component.text('tzid');
        return tzid === undefined ? [] : [[tzid, definitionOf(component, tzid)]];
      }),
    );
    this.isChosen = timezone !== undefined;
    const said = timezone ?? zoneNamed(calendar.text('x-wr-timezone'));
    const zones = new Map([...this.definitions.keys()].map((tzid) => [this.zoneOf(tzid) ?? tzid, tzid]));
    const only = said === undefined && zones.size === 1 ? [...zones.values()][0] : undefined;
    const shown = said ?? (only === undefined ? undefined : this.zoneOf(only)) ?? siteTimezone;
    const site = clockOf(shown, said === undefined ? { timezone: shown } : undefined);
    this.utc = {
      ...clockOf('UTC'),
      timezone: shown,
      isNamed: false,
      toInput: (local) => isoUtc(new Date(parseAsUtc(local))),
    };
    this.floating = site;
    if (only !== undefined) this.floating = this.clock(only);
  }

  of(tzid: string | undefined): Clock {
    if (tzid === undefined) return this.floating;
    const clock = this.byId.get(tzid) ?? this.clock(tzid);
    this.byId.set(tzid, clock);
    return clock;
  }

  private clock(tzid: string): Clock {
    const zone = this.zoneOf(tzid);
    if (zone !== undefined) return clockOf(zone);
    const definition = this.definitions.get(tzid);
    if (definition?.zone) {
      const { timezone } = this.utc;
      const fault = { timezone, defined: { name: tzid, fault: 'incomplete' } } as const;
      return definedClock(definition.zone, timezone, definition.isIncomplete ? fault : undefined);
    }
    // An unknown zone name is treated like none, even if the calendar declares a default zone.
    const { timezone } = this.floating;
    const assumed: AssumedZone = { timezone, defined: definition && { name: tzid, fault: 'unusable' } };
    return { ...this.floating, assumed: this.isChosen && !definition ? undefined : assumed };
  }

  /** An abbreviation has the meaning that the file defines, if that differs. */
  private zoneOf(tzid: string): string | undefined {
    const definition = this.definitions.get(tzid);
    const named = zoneNamed(tzid);
    const isOther = named !== undefined && definition?.zone && isAbbreviation(tzid) && differ(named, definition.zone);
    return (isOther ? undefined : named) ?? zoneNamed(definition?.location);
  }
}

function differ(named: string, defined: ICAL.Timezone): boolean {
  const clock = definedClock(defined, named, undefined);
  return ['2027-01-15 12:00:00', '2027-07-15 12:00:00'].some(
    (local) => clock.instantOf(local).getTime() !== momentFromLocal(local, named).utc.getTime(),
  );
}

function clockOf(timezone: string, assumed?: AssumedZone): Clock {
  return {
    timezone,
    assumed,
    isNamed: true,
    instantOf: (local) => momentFromLocal(local, timezone).utc,
    localAt: (instant) => momentFromInstant(instant, timezone).local,
    toInput: (local) => local,
  };
}

/** A zone that only the file defines. Its times become instants. */
function definedClock(zone: ICAL.Timezone, timezone: string, assumed: AssumedZone | undefined): Clock {
  const converted = (local: string, from: ICAL.Timezone, to: ICAL.Timezone) => {
    const time = ICAL.Time.fromDateTimeString(local.replace(' ', 'T'));
    time.zone = from;
    return time.convertToZone(to).toString().replace('Z', '').replace('T', ' ');
  };
  const instantOf = (local: string) => new Date(parseAsUtc(converted(local, zone, ICAL.Timezone.utcTimezone)));
  return {
    timezone,
    assumed,
    isNamed: false,
    instantOf,
    localAt: (instant) => converted(utcText(instant), ICAL.Timezone.utcTimezone, zone),
    toInput: (local) => isoUtc(instantOf(local)),
  };
}

interface ZoneDefinition {
  readonly zone: ICAL.Timezone | undefined;
  readonly isIncomplete: boolean;
  readonly location: string | undefined;
}

function definitionOf(component: Component, tzid: string): ZoneDefinition {
  const isIncomplete = component.components.some((one) => one.isBlank('rrule') || one.isBlank('rdate'));
  return { zone: zoneOf(component, tzid), isIncomplete, location: component.text('x-lic-location') };
}

function zoneOf(component: Component, tzid: string): ICAL.Timezone | undefined {
  const observances = component.components.map((observance) => ({
    observance,
    offset: offsetOf(observance, 'tzoffsetto'),
  }));
  const lines = observances.map(({ observance, offset }) => {
    const other = observances.find((one) => one.observance.name !== observance.name)?.offset;
    const from = offsetOf(observance, 'tzoffsetfrom') ?? other ?? offset;
    const recurrence = ['rrule', 'rdate'].flatMap((name) => observance.properties(name).map(({ line }) => line));
    return [
      `BEGIN:${observance.name}`,
      `DTSTART:${observance.text('dtstart')?.replace(/Z$/i, '') ?? ''}`,
      `TZOFFSETFROM:${from ?? ''}`,
      `TZOFFSETTO:${offset ?? ''}`,
      ...recurrence,
      `END:${observance.name}`,
    ];
  });
  if (observances.length === 0 || observances.some(({ offset }) => offset === undefined)) return undefined;
  try {
    const text = ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines.flat(), 'END:VTIMEZONE'].join('\r\n');
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
