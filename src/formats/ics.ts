import { type Format, type Sheet } from '../additions/format.js';
import { EVENT } from '../events/event.names.js';
import { type Entry, type WholeSeries, type ZoneYear } from '../lists/entries.js';
import { rdateWalls } from '../values/recurrence/recurrence.js';
import { makesFirst, untilWall, withoutCount, withPart } from '../values/recurrence/rule.js';
import { momentOf, utcText } from '../values/time/moment.js';
import { contentLine, escapedText, type Property, ruleLine } from './content-lines.js';
import { type ShownEvent } from './shown-event.js';
import { uidOf, uidOfNamed } from './uid.js';
import { end, instant, properties, times } from './vevent.js';
import { timezones, tzid } from './vtimezone.js';

/** Programs ask again after this time. */
const REFRESH = 'PT1H';

/** iCalendar (RFC 5545, with RFC 7986): an event for each one listed; a series that is told as one is one that recurs. */
export const ics: Format<ShownEvent> = {
  name: 'ics',
  mediaType: 'text/calendar; charset=utf-8',
  kind: EVENT,
  ofOne: true,
  asOne: true,
  daysBefore: 92,
  about: {
    en: 'iCalendar (RFC 5545), for calendar programs: to subscribe to, or to add events from. With `occurrences=series`, or asked for by itself, a series is one event that recurs.',
    fr: 'iCalendar (RFC 5545), pour les agendas : pour s’y abonner, ou en ajouter les événements. Avec `occurrences=series`, ou demandée seule, une série est un seul événement qui se répète.',
  },
  head: async (sheet) => `BEGIN:VCALENDAR\r\n${calendarLines(sheet)}${timezones(await zoneYears(sheet))}`,
  piece: (entry, sheet) => (entry.series ? wholeSeries(entry, entry.series, sheet) : vevent(eventLines(entry, sheet))),
  foot: () => 'END:VCALENDAR\r\n',
};

/** A calendar has at least one component (RFC 5545, 3.6): where it has no events, the zone of the site. */
async function zoneYears({ zoneYears: ofEvents, siteTimezone: timezone }: Sheet): Promise<readonly ZoneYear[]> {
  const years = await ofEvents();
  return years.length > 0 ? years : [{ timezone, year: new Date().getUTCFullYear() }];
}

function calendarLines({ language, siteName, siteTimezone, url }: Sheet): string {
  const properties: Property[] = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', `-//Bilingual event calendar//${language.toUpperCase()}`],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['method', {}, 'text', 'PUBLISH'],
    ['name', { language }, 'unknown', escapedText(siteName)],
    ['x-wr-calname', {}, 'unknown', escapedText(siteName)],
    ['x-wr-timezone', {}, 'unknown', siteTimezone],
    ['source', {}, 'uri', url],
    ['refresh-interval', {}, 'duration', REFRESH],
    ['x-published-ttl', {}, 'unknown', REFRESH],
  ];
  return properties.map(contentLine).join('');
}

function vevent(lines: string): string {
  return `BEGIN:VEVENT\r\n${lines}END:VEVENT\r\n`;
}

function eventLines(entry: Entry<ShownEvent>, { calendarId }: Sheet): string {
  const { partOf } = entry;
  const series: Property[] = partOf ? [['related-to', {}, 'text', uidOfNamed(partOf, calendarId)]] : [];
  return lines([['uid', {}, 'text', uidOf(entry, calendarId)], ...times(entry.shown), ...series, ...properties(entry)]);
}

const lines = (of: readonly Property[]): string => of.map(contentLine).join('');

/** The series as one event that recurs, and by the same UID each of its occurrences that is otherwise. */
function wholeSeries(entry: Entry<ShownEvent>, series: WholeSeries<ShownEvent>, { calendarId }: Sheet): string {
  const { shown } = entry;
  const uid: Property = ['uid', {}, 'text', uidOf(entry, calendarId)];
  const at = (name: string, ...walls: string[]) => onSeries(name, walls, shown);
  const first = lines([uid, at('dtstart', shown.start_date), ...end(shown)]);
  const main = vevent(first + recurrence(series, shown) + lines(properties(entry)));
  const changed = series.changed.map(({ start, entry: one }) =>
    vevent(lines([uid, at('recurrence-id', start), ...times(one.shown), ...properties(one)])),
  );
  return [main, ...changed].join('');
}

/**
 * When a series takes place again. Of added dates that last differently the length is told with those that were changed:
 * programs fail on periods. A first date that no rule makes is an added one: programs pass over it.
 */
function recurrence({ rule, leftOut }: WholeSeries, shown: ShownEvent): string {
  const { start, timezone } = rule;
  const { rrule, rdates } = rule.recurrence;
  const added = rdates.map((rdate) => rdateWalls(rdate, start.slice(11)).start);
  const isMade = rrule !== null && makesFirst(rrule, start, timezone);
  const told = rrule === null || isMade ? rrule : withoutCount(rrule, start, timezone);
  const dates = Object.entries({ rdate: isMade ? added : [start, ...added], exdate: leftOut });
  return [
    ...(told === null ? [] : [ruleLine(icalRule(told, shown))]),
    ...dates.filter(([, walls]) => walls.length > 0).map(([name, walls]) => contentLine(onSeries(name, walls, shown))),
  ].join('');
}

/** A rule whose UNTIL is told like the start: by a day, or as a moment (RFC 5545, 3.3.10). */
function icalRule(rrule: string, { all_day: allDay, timezone }: ShownEvent): string {
  const until = untilWall(rrule, timezone);
  if (until === undefined) return rrule;
  const last = allDay ? until.slice(0, 10) : instant(utcText(momentOf(until, timezone).utc));
  return withPart(rrule, 'UNTIL', last.replace(/[-:]/g, ''));
}

/** Wall clock readings of a series, told like its start. */
function onSeries(name: string, walls: readonly string[], { all_day: allDay, timezone }: ShownEvent): Property {
  if (allDay) return [name, {}, 'date', ...walls.map((wall) => wall.slice(0, 10))];
  if (timezone === 'UTC') return [name, {}, 'date-time', ...walls.map(instant)];
  return [name, { tzid: tzid(timezone) }, 'date-time', ...walls.map((wall) => wall.replace(' ', 'T'))];
}
