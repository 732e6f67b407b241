import ICAL from 'ical.js';
import { IMPORT_ACCOUNT } from '../../src/import/author.js';
import { recognise } from '../../src/import/formats.js';
import { type Language } from '../../src/i18n/language.js';
import { type TestCalendar } from './test-calendar.js';
import { importerOf } from './importing.js';

export const parsed = (file: string): ICAL.Component => ICAL.Component.fromString(file);
export const eventsIn = (file: string) => parsed(file).getAllSubcomponents('vevent');
export const value = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name));
export const parameter = (component: ICAL.Component, property: string, name: string) =>
  component.getFirstProperty(property)?.getFirstParameter(name);
/** Unfolded. */
export const lines = (file: string) => file.replace(/\r\n /g, '').split('\r\n');
export const line = (file: string, beginning: string) => lines(file).find((one) => one.startsWith(beginning));

/** The zone that a time of an event is told in, by the definitions of the file alone; none for UTC and days. */
function zoneOf(file: ICAL.Component, tzid: unknown): ICAL.Timezone | undefined {
  const component = file.getAllSubcomponents('vtimezone').find((zone) => value(zone, 'tzid') === tzid);
  return component && new ICAL.Timezone({ component, tzid: String(tzid) });
}

/** An instant, told by the definitions of the file alone. */
export function instant(file: string, event: ICAL.Component, name: string): string {
  const time = event.getFirstPropertyValue(name) as ICAL.Time;
  time.zone = zoneOf(parsed(file), parameter(event, name, 'tzid')) ?? time.zone;
  return time.convertToZone(ICAL.Timezone.utcTimezone).toString();
}

/** An event at one of its times, as a program shows it. */
export interface Taken {
  readonly uid: string;
  readonly summary: string;
  /** Instants; days where it takes whole ones, the second the day after. */
  readonly start: string;
  readonly end: string;
}

type Details = Pick<ReturnType<ICAL.Event['getOccurrenceDetails']>, 'item' | 'startDate' | 'endDate'>;

/** When the events of a file take place up to a year, by ical.js and by the zones that the file defines. */
export function taken(file: string, lastYear: number): Taken[] {
  const whole = parsed(file);
  const told = (time: ICAL.Time, component: ICAL.Component) => {
    const zone = zoneOf(whole, parameter(component, 'dtstart', 'tzid'));
    const clock = time.clone();
    // An end may be told in UTC beside such a start.
    if (zone && clock.zone !== ICAL.Timezone.utcTimezone) clock.zone = zone;
    return clock.isDate ? clock.toString() : clock.convertToZone(ICAL.Timezone.utcTimezone).toString();
  };
  const components = eventsIn(file);
  const mains = components.filter((component) => !component.hasProperty('recurrence-id'));
  const found = mains.flatMap((component): Taken[] => {
    const uid = value(component, 'uid');
    const changed = components.filter((one) => one.hasProperty('recurrence-id') && value(one, 'uid') === uid);
    const event = new ICAL.Event(component, { exceptions: changed, strictExceptions: false });
    const at = ({ item, startDate, endDate }: Details): Taken => ({
      uid,
      summary: item.summary,
      start: told(startDate, item.component),
      end: told(endDate, item.component),
    });
    if (!event.isRecurring()) return [at({ item: event, startDate: event.startDate, endDate: event.endDate })];
    const times: Taken[] = [];
    const iterator = event.iterator();
    for (let time = iterator.next(); time && time.year <= lastYear; time = iterator.next())
      times.push(at(event.getOccurrenceDetails(time)));
    return times;
  });
  return found.sort((one, other) => (one.start < other.start ? -1 : 1));
}

/** Has our own importer read a file. */
export async function importInto(target: TestCalendar, file: string, language: Language = 'en') {
  const importer = importerOf(target);
  const times = { timezone: undefined, siteTimezone: 'America/Toronto', now: new Date('2027-01-01T00:00:00Z') };
  const entries = (await recognise(Buffer.from(file)))!.read(times);
  await importer.checkAuthor(IMPORT_ACCOUNT);
  return importer.run(entries, { language, author: IMPORT_ACCOUNT, dryRun: false, source: 'test' });
}
