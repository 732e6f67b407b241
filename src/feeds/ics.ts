import { type Format, type Sheet } from '../extension-api/format.js';
import { EVENT } from '../events/event.names.js';
import { type Entry, type WholeSeries, type ZoneYear } from '../list/entries.js';
import { makesFirst, untilWall, withoutCount, withPart } from '../recurrence/rule.js';
import { Starts } from '../recurrence/starts.js';
import { isShownOnce, momentOf, utcText } from '../datetime/moment.js';
import { contentLine, dayValue, escapedText, folded, timeValue } from './content-lines.js';
import { durationText } from './duration-text.js';
import { uidOf, uidOfNamed } from './uid.js';
import { endOfDays, instant, inZone, properties, times, TOLD, type ToldEvent } from './vevent.js';
import { timezones } from './vtimezone.js';

/** Programs ask again after this time. */
const REFRESH = 'PT1H';

/** iCalendar (RFC 5545, with RFC 7986): an event for each one listed; a series that is told as one is one that recurs. */
export const ics: Format<ToldEvent> = {
  name: 'ics',
  fields: TOLD,
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
  piece: (entry, sheet) => (entry.series ? wholeSeries(entry, entry.series, sheet) : single(entry, sheet)),
  foot: () => 'END:VCALENDAR\r\n',
  encode: folded,
};

/** A calendar has at least one component (RFC 5545, 3.6): where it has no events, the zone of the site. */
async function zoneYears({ zoneYears: ofEvents, siteTimezone }: Sheet): Promise<readonly ZoneYear[]> {
  const years = await ofEvents();
  if (years.length > 0) return years;
  // By this name it is defined; as `UTC` it needs no definition.
  const timezone = siteTimezone === 'UTC' ? 'Etc/UTC' : siteTimezone;
  return [{ timezone, year: new Date().getUTCFullYear() }];
}

function calendarLines({ language, siteName, siteTimezone, url }: Sheet): string {
  const name = escapedText(siteName);
  return [
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', `-//Bilingual event calendar//${language.toUpperCase()}`),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', 'PUBLISH'),
    contentLine(`NAME;LANGUAGE=${language}`, name),
    contentLine('X-WR-CALNAME', name),
    contentLine('X-WR-TIMEZONE', siteTimezone),
    contentLine('SOURCE;VALUE=URI', url),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
    contentLine('X-PUBLISHED-TTL', REFRESH),
  ].join('');
}

function vevent(...lines: string[]): string {
  return ''.concat('BEGIN:VEVENT\r\n', ...lines, 'END:VEVENT\r\n');
}

function single(entry: Entry<ToldEvent>, { calendarId }: Sheet): string {
  const { partOf } = entry;
  const series = partOf ? contentLine('RELATED-TO', escapedText(uidOfNamed(partOf, calendarId))) : '';
  return vevent(uidLine(entry, calendarId), times(entry.shown), series, properties(entry));
}

const uidLine = (entry: Entry<ToldEvent>, calendarId: string) =>
  contentLine('UID', escapedText(uidOf(entry, calendarId)));

/** The series as one event that recurs, and by the same UID each of its occurrences that is otherwise. */
function wholeSeries(entry: Entry<ToldEvent>, series: WholeSeries<ToldEvent>, { calendarId }: Sheet): string {
  const { shown } = entry;
  const uid = uidLine(entry, calendarId);
  const main = vevent(uid, timesByRule(series, shown), recurrence(series, shown), properties(entry));
  const changed = series.changed.map(({ start: wall, entry: one }) =>
    vevent(uid, onSeries('RECURRENCE-ID', [wall], shown), times(one.shown), properties(one)),
  );
  return [main, ...changed].join('');
}

/** When the first one is by the rule; where it is at another time, that is told with all that is otherwise. */
function timesByRule({ rule: { start, end, timezone } }: WholeSeries, shown: ToldEvent): string {
  const begins = onSeries('DTSTART', [start], shown);
  if (shown.all_day) return begins + endOfDays(end);
  // An end has to be later than the start; without one, the event takes no time.
  if (start === end) return begins;
  const length = durationText(start, end);
  const [from, to] = [start, end].map((wall) => utcText(momentOf(wall, timezone).utc));
  // Programs take the end for a length in hours, and do not agree over an hour that is shown twice.
  const isTold = [start, end].every((wall) => isShownOnce(wall, timezone)) && durationText(from!, to!) === length;
  return begins + (isTold ? onSeries('DTEND', [end], shown) : contentLine('DURATION', length));
}

/**
 * When a series takes place again. Of added dates that last differently the length is told with those that were changed:
 * programs fail on periods. A first date that no rule makes is an added one: programs pass over it. What is added and made as
 * well is not told as added: some programs show it twice.
 */
function recurrence({ rule, leftOut }: WholeSeries, shown: ToldEvent): string {
  const { start, timezone } = rule;
  const { rrule } = rule.recurrence;
  const added = new Starts(rule).addedToRule();
  const isMade = rrule !== null && makesFirst(rrule, start, timezone);
  const told = rrule === null || isMade ? rrule : withoutCount(rrule, start, timezone);
  const dates = Object.entries({ RDATE: isMade ? added : [start, ...added], EXDATE: leftOut });
  return [
    told === null ? '' : contentLine('RRULE', icalRule(told, shown)),
    ...dates.filter(([, walls]) => walls.length > 0).map(([name, walls]) => onSeries(name, walls, shown)),
  ].join('');
}

/** A rule whose UNTIL is told like the start: by a day, or as a moment (RFC 5545, 3.3.10). */
function icalRule(rrule: string, { all_day: allDay, timezone }: ToldEvent): string {
  const until = untilWall(rrule, timezone);
  if (until === undefined) return rrule;
  return withPart(rrule, 'UNTIL', allDay ? dayValue(until) : instant(utcText(momentOf(until, timezone).utc)));
}

/** Wall clock readings of a series, told like its start: a line. */
function onSeries(name: string, walls: readonly string[], { all_day: allDay, timezone }: ToldEvent): string {
  if (allDay) return contentLine(`${name};VALUE=DATE`, walls.map(dayValue).join());
  if (timezone === 'UTC') return contentLine(name, walls.map(instant).join());
  return contentLine(inZone(name, timezone), walls.map(timeValue).join());
}
