import { type FeedContext, type Format } from '../../extension-api/format.js';
import { EVENT } from '../../events/event.names.js';
import { type Entry, type ZoneYear, type RecurringSeries } from '../../list/entries.js';
import { uidOfEntry, uidOfRecord } from '../uid.js';
import { component, type Property, text, uri, serialize, localTime, recurrenceRule, utcTime } from './jcal.js';
import {
  veventProperties,
  timeProperties,
  VEVENT_FIELDS,
  type VeventSource,
  exclusiveEndDay,
  tzidParameter,
} from './vevent.js';
import { timezones } from './vtimezone.js';
import { includesStart, untilLocal, countToUntil, withPart } from '../../recurrence/rule.js';
import { SeriesStarts } from '../../recurrence/series-starts.js';
import { isUnambiguous, momentFromLocal, utcText } from '../../datetime/moment.js';
import { durationText } from '../duration-text.js';

/** Interval at which calendar programs refresh. */
const REFRESH = 'PT1H';

/** iCalendar (RFC 5545, with RFC 7986): a VEVENT for each event of the list. */
export const ics: Format<VeventSource> = {
  name: 'ics',
  fields: VEVENT_FIELDS,
  mediaType: 'text/calendar; charset=utf-8',
  resource: EVENT,
  hasRecordRoutes: true,
  asRecurringEvent: true,
  hasSeparateDates: true,
  hasStatusInTitles: true,
  lookbackDays: 92,
  description: {
    en: 'iCalendar (RFC 5545), for calendar programs: to subscribe to, or to add events from. With `occurrences=series`, or asked for by itself, a series is one event that recurs. The title of a cancelled or postponed event begins with that word.',
    fr: 'iCalendar (RFC 5545), pour les agendas : pour s’y abonner, ou en ajouter les événements. Avec `occurrences=series`, ou demandée seule, une série est un seul événement qui se répète. Le titre d’un événement annulé ou reporté commence par ce mot.',
  },
  header: async (feed) => `BEGIN:VCALENDAR\r\n${serialize(calendar(feed))}${timezones(await zoneYears(feed))}`,
  item: (entry, feed) => (entry.series ? recurringVevents(entry, feed) : singleVevent(entry, feed)),
  footer: () => 'END:VCALENDAR\r\n',
};

/** A calendar must have at least one component (RFC 5545, 3.6): without events it has the zone of the site. */
async function zoneYears({ zoneYears: yearsOfEvents, siteTimezone }: FeedContext): Promise<readonly ZoneYear[]> {
  const years = await yearsOfEvents();
  if (years.length > 0) return years;
  // A name of UTC that needs a VTIMEZONE.
  const timezone = siteTimezone === 'UTC' ? 'Etc/UTC' : siteTimezone;
  return [{ timezone, year: new Date().getUTCFullYear() }];
}

function calendar({ language, siteName, siteTimezone, url, homeUrl }: FeedContext): Property[] {
  return [
    text('version', '2.0'),
    text('prodid', `-//Bilingual event calendar//${language.toUpperCase()}`),
    text('calscale', 'GREGORIAN'),
    text('method', 'PUBLISH'),
    text('name', siteName, language),
    text('x-wr-calname', siteName),
    ['x-wr-timezone', {}, 'unknown', siteTimezone],
    uri('source', url),
    uri('url', homeUrl),
    ['refresh-interval', {}, 'duration', REFRESH],
    ['x-published-ttl', {}, 'unknown', REFRESH],
  ];
}

function singleVevent(entry: Entry<VeventSource>, feed: FeedContext): string {
  const { calendarId } = feed;
  const { parentSeries } = entry;
  return component('vevent', [
    text('uid', uidOfEntry(entry, calendarId)),
    ...timeProperties(entry.response),
    ...(parentSeries ? [text('related-to', uidOfRecord(parentSeries, calendarId))] : []),
    ...veventProperties(entry, feed),
  ]);
}

/** A recurring VEVENT, and one VEVENT with the same UID for each override. */
function recurringVevents(entry: Entry<VeventSource>, feed: FeedContext): string {
  const { response, series: recurringForm } = entry;
  if (!recurringForm) return '';
  const uid = text('uid', uidOfEntry(entry, feed.calendarId));
  const main = component('vevent', [
    uid,
    ...timesByRule(recurringForm, response),
    ...recurrenceProperties(recurringForm, response),
    ...veventProperties(entry, feed),
  ]);
  const overrides = recurringForm.overrides.map(({ start, entry: override }) =>
    component('vevent', [
      uid,
      seriesTimesProperty('recurrence-id', [start], response),
      ...timeProperties(override.response),
      ...veventProperties(override, feed),
    ]),
  );
  return [main, ...overrides].join('');
}

/** Start and end of the first occurrence by the rule. If it takes place at another time, it is an override. */
function timesByRule({ rule: { start, end, timezone } }: RecurringSeries, event: VeventSource): Property[] {
  const dtstart = seriesTimesProperty('dtstart', [start], event);
  if (event.all_day) return [dtstart, exclusiveEndDay(end)];
  // DTEND must be later than DTSTART; an event without DTEND has no duration.
  if (start === end) return [dtstart];
  const length = durationText(start, end);
  const [from, to] = [start, end].map((local) => utcText(momentFromLocal(local, timezone).utc));
  // Calendar programs convert DTEND to a duration, and do so differently if an end is in a skipped or repeated hour.
  const isExact = [start, end].every((local) => isUnambiguous(local, timezone)) && durationText(from!, to!) === length;
  return [dtstart, isExact ? seriesTimesProperty('dtend', [end], event) : ['duration', {}, 'duration', length]];
}

/**
 * RRULE, RDATE and EXDATE. Added dates with another duration are overrides, since programs fail on periods. A first
 * date that the rule does not produce is an RDATE too, since programs skip it. A date that the rule produces is not
 * written as RDATE, since some programs would show it twice.
 */
function recurrenceProperties({ rule, exdates }: RecurringSeries, event: VeventSource): Property[] {
  const { start, timezone } = rule;
  const { rrule } = rule.recurrence;
  const added = new SeriesStarts(rule).addedStarts();
  const isStartByRule = rrule !== null && includesStart(rrule, start, timezone);
  const exportedRule = rrule === null || isStartByRule ? rrule : countToUntil(rrule, start, timezone);
  const dates = Object.entries({ rdate: isStartByRule ? added : [start, ...added], exdate: exdates });
  return [
    ...(exportedRule === null ? [] : [recurrenceRule(icalRule(exportedRule, event))]),
    ...dates
      .filter(([, localTimes]) => localTimes.length > 0)
      .map(([name, localTimes]) => seriesTimesProperty(name, localTimes, event)),
  ];
}

/** The rule for iCalendar: UNTIL is a day if DTSTART is a day, else an instant in UTC (RFC 5545, 3.3.10). */
function icalRule(rrule: string, { all_day: allDay, timezone }: VeventSource): string {
  const until = untilLocal(rrule, timezone);
  if (until === undefined) return rrule;
  const value = allDay ? until.slice(0, 10) : utcTime(utcText(momentFromLocal(until, timezone).utc));
  return withPart(rrule, 'UNTIL', value.replace(/[-:]/g, ''));
}

/** A property with local times of a series: days, UTC or local times, in the same form as DTSTART. */
function seriesTimesProperty(
  name: string,
  localTimes: readonly string[],
  { all_day: allDay, timezone }: VeventSource,
): Property {
  if (allDay) return [name, {}, 'date', ...localTimes.map((local) => local.slice(0, 10))];
  if (timezone === 'UTC') return [name, {}, 'date-time', ...localTimes.map(utcTime)];
  return [name, tzidParameter(timezone), 'date-time', ...localTimes.map(localTime)];
}
