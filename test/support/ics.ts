import ICAL from 'ical.js';
import { IMPORT_ACCOUNT } from '../../src/commands/import/importer.js';
import { recognise } from '../../src/commands/import/formats.js';
import { type Language } from '../../src/lib/i18n/language.js';
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

/** A time zone from the VTIMEZONE definitions of the file; undefined for UTC and days. */
function zoneOf(file: ICAL.Component, tzid: unknown): ICAL.Timezone | undefined {
  const component = file.getAllSubcomponents('vtimezone').find((zone) => value(zone, 'tzid') === tzid);
  return component && new ICAL.Timezone({ component, tzid: String(tzid) });
}

/** The instant of a property in UTC, by the VTIMEZONE definitions of the file. */
export function instant(file: string, event: ICAL.Component, name: string): string {
  const time = event.getFirstPropertyValue(name) as ICAL.Time;
  time.zone = zoneOf(parsed(file), parameter(event, name, 'tzid')) ?? time.zone;
  return time.convertToZone(ICAL.Timezone.utcTimezone).toString();
}

/** An occurrence as a calendar program would show it. */
export interface ExpandedOccurrence {
  readonly uid: string;
  readonly summary: string;
  /** Instants in UTC; for all-day events days, with an exclusive end. */
  readonly start: string;
  readonly end: string;
}

type Details = Pick<ReturnType<ICAL.Event['getOccurrenceDetails']>, 'item' | 'startDate' | 'endDate'>;

/** Expands the events of a file up to a year, with ical.js and the time zones that the file defines. */
export function expandEvents(file: string, lastYear: number): ExpandedOccurrence[] {
  const calendar = parsed(file);
  const toUtcText = (time: ICAL.Time, component: ICAL.Component) => {
    const zone = zoneOf(calendar, parameter(component, 'dtstart', 'tzid'));
    const zoned = time.clone();
    // DTEND may be in UTC although DTSTART has a zone.
    if (zone && zoned.zone !== ICAL.Timezone.utcTimezone) zoned.zone = zone;
    return zoned.isDate ? zoned.toString() : zoned.convertToZone(ICAL.Timezone.utcTimezone).toString();
  };
  const components = eventsIn(file);
  const recurringOrSingle = components.filter((component) => !component.hasProperty('recurrence-id'));
  const occurrences = recurringOrSingle.flatMap((component): ExpandedOccurrence[] => {
    const uid = value(component, 'uid');
    const overrides = components.filter((one) => one.hasProperty('recurrence-id') && value(one, 'uid') === uid);
    const event = new ICAL.Event(component, { exceptions: overrides, strictExceptions: false });
    const expand = ({ item, startDate, endDate }: Details): ExpandedOccurrence => ({
      uid,
      summary: item.summary,
      start: toUtcText(startDate, item.component),
      end: toUtcText(endDate, item.component),
    });
    if (!event.isRecurring()) return [expand({ item: event, startDate: event.startDate, endDate: event.endDate })];
    const times: ExpandedOccurrence[] = [];
    const iterator = event.iterator();
    for (let time = iterator.next(); time && time.year <= lastYear; time = iterator.next())
      times.push(expand(event.getOccurrenceDetails(time)));
    return times;
  });
  return occurrences.sort((one, other) => (one.start < other.start ? -1 : 1));
}

/** Imports a file into a calendar with the importer of the service. */
export async function importInto(target: TestCalendar, file: string, language: Language = 'en') {
  const importer = importerOf(target);
  const times = { timezone: undefined, siteTimezone: 'America/Toronto', now: new Date('2027-01-01T00:00:00Z') };
  const entries = (await recognise(Buffer.from(file)))!.read(times);
  await importer.checkAuthor(IMPORT_ACCOUNT);
  return importer.run(entries, { language, author: IMPORT_ACCOUNT, source: 'test' });
}
