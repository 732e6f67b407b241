import { type FeedContext, type Format } from '../../../calendar/extension-api/format.js';
import { EVENT } from '../../../calendar/events/event.names.js';
import { type EventStatus } from '../../../calendar/events/states.js';
import { type Entry, type ZoneYear, type RecurringSeries } from '../../../calendar/list/entries.js';
import { dayNumber, dayText } from '../../../lib/datetime/days.js';
import { isSameMoment, isUnambiguous, momentFromLocal, utcText } from '../../../lib/datetime/moment.js';
import { includesStart, untilLocal, countToUntil, withPart } from '../../../lib/recurrence/rule.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import {
  durationText,
  type FeedEvent,
  localTime,
  mailto,
  placeLine,
  pointOf,
  titleWithStatus,
  uidOfEntry,
  uidOfRecord,
  utcTime,
} from '../feed-event.js';
import { htmlToPlainText } from '../../../lib/text/html-to-plain-text.js';
import { component, type Property, text, uri, serialize, recurrenceRule } from './jcal.js';
import { timezones, tzid } from './vtimezone.js';

/** Interval at which calendar programs refresh. */
const REFRESH = 'PT1H';

/** iCalendar (RFC 5545, with RFC 7986): a VEVENT for each event of the list. */
export const ics: Format<FeedEvent> = {
  name: 'ics',
  mediaType: 'text/calendar; charset=utf-8',
  resource: EVENT,
  hasRecordRoutes: true,
  hasRecurringEntries: true,
  hasSeparateDates: true,
  hasStatusInTitles: true,
  lookbackDays: 92,
  description: {
    en: 'iCalendar (RFC 5545), for calendar programs: to subscribe to, or to add events from. With `occurrences=series`, or asked for by itself, a series is one event that recurs. The title of a cancelled or postponed event begins with that word.',
    fr: 'iCalendar (RFC 5545), pour les agendas : pour s’y abonner, ou en ajouter les événements. Avec `occurrences=series`, ou demandée seule, une série est un seul événement qui se répète. Le titre d’un événement annulé ou reporté commence par ce mot.',
  },
  header: async (feed) => `BEGIN:VCALENDAR\r\n${serialize(calendar(feed))}${timezones(await zoneYears(feed))}`,
  item: (entry, feed) => (entry.series ? recurringVevents(entry, feed) : singleVevent(entry, feed)),
  footer: () => 'END:VCALENDAR\r\n',
};

/** A calendar must have at least one component (RFC 5545, 3.6): without events it has the zone of the site. */
async function zoneYears({ page, siteTimezone }: FeedContext): Promise<readonly ZoneYear[]> {
  const years = await page.zoneYears();
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

function singleVevent(entry: Entry<FeedEvent>, feed: FeedContext): string {
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
function recurringVevents(entry: Entry<FeedEvent>, feed: FeedContext): string {
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
function timesByRule({ rule: { start, end, timezone } }: RecurringSeries, event: FeedEvent): Property[] {
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
function recurrenceProperties({ rule, exdates }: RecurringSeries, event: FeedEvent): Property[] {
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
function icalRule(rrule: string, { all_day: allDay, timezone }: FeedEvent): string {
  const until = untilLocal(rrule, timezone);
  if (until === undefined) return rrule;
  const value = allDay ? until.slice(0, 10) : utcTime(utcText(momentFromLocal(until, timezone).utc));
  return withPart(rrule, 'UNTIL', value.replace(/[-:]/g, ''));
}

/** A property with local times of a series: days, UTC or local times, in the same form as DTSTART. */
function seriesTimesProperty(
  name: string,
  localTimes: readonly string[],
  { all_day: allDay, timezone }: FeedEvent,
): Property {
  if (allDay) return [name, {}, 'date', ...localTimes.map((local) => local.slice(0, 10))];
  if (timezone === 'UTC') return [name, {}, 'date-time', ...localTimes.map(utcTime)];
  return [name, { tzid: tzid(timezone) }, 'date-time', ...localTimes.map(localTime)];
}

/** All properties but UID and times. */
function veventProperties(
  { response, revision }: Entry<FeedEvent>,
  { language, plainTitles }: FeedContext,
): Property[] {
  const modified = utcTime(response.modified_utc);
  const title = plainTitles ? response.title : titleWithStatus(response.title, response.event_status, language);
  const reason = response.event_status_reason;
  return [
    ['dtstamp', {}, 'date-time', modified],
    ['created', {}, 'date-time', utcTime(response.date_utc)],
    ['last-modified', {}, 'date-time', modified],
    ['sequence', {}, 'integer', revision],
    text('summary', title, response.language),
    ...(reason ? [text('comment', reason, response.language)] : []),
    ...description(response),
    ...locationProperties(response),
    uri('url', response.url),
    ...categories(response),
    ...organizer(response),
    ...(response.image ? [uri('image', response.image.url, { display: 'BADGE' })] : []),
    ...(response.online_url === null ? [] : [uri('conference', response.online_url)]),
    text('status', STATUSES[response.event_status]),
  ];
}

/** STATUS. iCalendar has no value for moved or full events. */
const STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'CONFIRMED',
  cancelled: 'CANCELLED',
  postponed: 'TENTATIVE',
  rescheduled: 'CONFIRMED',
  moved_online: 'CONFIRMED',
  full: 'CONFIRMED',
};

/** DTSTART and DTEND: days for all-day events, else local times, or UTC if the local time is ambiguous. */
function timeProperties(event: FeedEvent): Property[] {
  const { start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd, timezone } = event;
  if (event.all_day) return [['dtstart', {}, 'date', start.slice(0, 10)], exclusiveEndDay(end)];
  const dtstart = time('dtstart', start, utcStart, timezone);
  // DTEND must be later than DTSTART; an event without DTEND has no duration.
  return utcEnd === utcStart ? [dtstart] : [dtstart, time('dtend', end, utcEnd, timezone)];
}

/** DTEND of an all-day event, which is exclusive: the day after the day of a local time. */
function exclusiveEndDay(local: string): Property {
  return ['dtend', {}, 'date', dayText(dayNumber(local) + 1)];
}

function time(name: string, local: string, utc: string, timezone: string): Property {
  const isLocal = timezone !== 'UTC' && isSameMoment(local, timezone, utc);
  return isLocal
    ? [name, { tzid: tzid(timezone) }, 'date-time', localTime(local)]
    : [name, {}, 'date-time', utcTime(utc)];
}

/** The reason of the status and the text, since most programs do not show COMMENT. */
function description({ description: html, event_status_reason: reason, language }: FeedEvent): Property[] {
  const parts = [reason, html && htmlToPlainText(html)].filter(Boolean);
  return [
    ...(parts.length > 0 ? [text('description', parts.join('\n\n'), language)] : []),
    ...(html === null ? [] : [['x-alt-desc', { fmttype: 'text/html' }, 'text', html] satisfies Property]),
  ];
}

/** All venues on one line, since events have one LOCATION, and the coordinates of the first. */
function locationProperties({ venue }: FeedEvent): Property[] {
  const [first] = venue;
  if (!first) return [];
  const point = pointOf(first);
  return [
    text('location', venue.map(placeLine).join('; '), first.language),
    ...(point ? [['geo', {}, 'float', [point.lat, point.lng]] satisfies Property] : []),
  ];
}

/** One property for each language of the names. */
function categories({ categories: terms }: FeedEvent): Property[] {
  const languages = [...new Set(terms.map(({ language }) => language))];
  return languages.map((language): Property => [
    'categories',
    { language },
    'text',
    ...terms.filter((term) => term.language === language).map(({ name }) => name),
  ]);
}

/** The first organizer with an e-mail address: ORGANIZER needs one. */
function organizer({ organizer: organizers }: FeedEvent): Property[] {
  const { organizer: name, email } = organizers.find((one) => one.email !== null) ?? {};
  return name && email ? [['organizer', { cn: name }, 'cal-address', mailto(email)]] : [];
}
