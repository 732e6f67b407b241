import { type FeedContext, type Format } from '../../calendar/extension-api/format.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { type EventStatus } from '../../calendar/events/states.js';
import { type Entry, type RecurringSeries } from '../../calendar/list/entries.js';
import { rdateTimes } from '../../lib/recurrence/recurrence.js';
import { untilLocal } from '../../lib/recurrence/rule.js';
import { daysBetween } from '../../lib/datetime/days.js';
import { isSameMoment, utcText } from '../../lib/datetime/moment.js';
import {
  durationText,
  type FeedEvent,
  type FeedVenue,
  localTime,
  mailto,
  placeLine,
  pointOf,
  termNames,
  uidOfEntry,
  uidOfRecord,
  utcTime,
} from './feed-event.js';
import { jsonFormat } from './json.js';

/** JSCalendar (RFC 8984): a Group of Events, with the texts of both languages. */
export const jscal: Format<FeedEvent> = jsonFormat({
  name: 'jscal',
  mediaType: 'application/jscalendar+json;type=group',
  resource: EVENT,
  listMember: 'entries',
  hasRecurringEntries: true,
  lookbackDays: 92,
  description: {
    en: 'JSCalendar (RFC 8984), for calendar programs: both languages in one file, the other one under `localizations`. With `occurrences=series`, a series is one event that recurs.',
    fr: 'JSCalendar (RFC 8984), pour les agendas : les deux langues dans un seul fichier, l’autre sous `localizations`. Avec `occurrences=series`, une série est un seul événement qui se répète.',
  },
  members: group,
  object: event,
});

async function group({ language, siteName, url, calendarId, page }: FeedContext): Promise<object> {
  return {
    '@type': 'Group',
    uid: calendarId,
    prodId: '-//Bilingual event calendar//EN',
    updated: seconds(await page.lastModified()),
    title: siteName,
    locale: language,
    source: url,
  };
}

const seconds = (date: Date) => utcTime(utcText(date));

function event(entry: Entry<FeedEvent>, { calendarId }: FeedContext): object {
  const { parentSeries, series, response } = entry;
  const uid = uidOfEntry(entry, calendarId);
  if (series) return { '@type': 'Event', uid, ...recurringEvent(entry, series) };
  const relation = parentSeries && {
    relatedTo: { [uidOfRecord(parentSeries, calendarId)]: { '@type': 'Relation', relation: { parent: true } } },
  };
  return { '@type': 'Event', uid, ...relation, ...properties(entry, ianaZone(response.timezone)) };
}

type Properties = Readonly<Record<string, unknown>>;

/** The series as one recurring event, with overrides of some dates. */
function recurringEvent(entry: Entry<FeedEvent>, series: RecurringSeries<FeedEvent>): Properties {
  const { rule, exdates, overrides: changed } = series;
  const { rrule, rdates } = rule.recurrence;
  const zone = ianaZone(rule.timezone) ?? offsetZone(rule.timezone);
  // The start by the rule. If the first occurrence is at another time, that is an override.
  const main = { ...properties(entry, zone), ...(!entry.response.all_day && timesByRule(rule, zone)) };
  const added = rdates.map((rdate) => [localTime(rdateTimes(rdate, rule.start.slice(11)).start), {}] as const);
  const excluded = exdates.map((start) => [localTime(start), { excluded: true }] as const);
  const overridden = changed.map(({ start, entry: occurrence }) => {
    const { timezone } = occurrence.response;
    const occurrenceProperties = properties(occurrence, timezone === rule.timezone ? zone : ianaZone(timezone));
    // `start` is always part of the override: the patch lacks it if the series itself has the same start.
    return [localTime(start), { ...patch(main, occurrenceProperties), start: occurrenceProperties['start'] }] as const;
  });
  const overrides = [...added, ...excluded, ...overridden];
  return {
    ...main,
    ...(zone?.startsWith('/') && !entry.response.all_day && { timeZones: { [zone]: offsetDefinition(rule.timezone) } }),
    ...(rrule !== null && { recurrenceRules: [jscalRule(rrule, rule.timezone)] }),
    ...(overrides.length > 0 && { recurrenceOverrides: Object.fromEntries(overrides) }),
  };
}

/** The patch that turns one object into another (RFC 8984, 1.4.9). */
function patch(from: Properties, to: Properties): Properties {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const differing = names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  return Object.fromEntries(differing.map((name) => [name, to[name] ?? null]));
}

/** @param zone of the local time; UTC if absent */
function properties(entry: Entry<FeedEvent>, zone: string | undefined): Properties {
  const { response, revision } = entry;
  const other = entry.inOtherLanguage();
  return {
    created: utcTime(response.date_utc),
    updated: utcTime(response.modified_utc),
    sequence: revision,
    ...times(response, zone),
    locale: response.language,
    title: response.title,
    ...description(response),
    status: STATUSES[response.event_status],
    ...(response.event_status_reason !== null && { [reasonName(response)]: response.event_status_reason }),
    ...(response.online_url !== null && { virtualLocations: virtualLocations(response) }),
    ...(response.venue.length > 0 && { locations: toIdMap(response.venue.map(location)) }),
    ...(termNames(response).length > 0 && { keywords: keywords(termNames(response)) }),
    ...(response.organizer.length > 0 && { participants: toIdMap(response.organizer.map(participant)) }),
    links: links(response),
    ...(other &&
      other.language !== response.language && { localizations: { [other.language]: localized(response, other) } }),
  };
}

/** The property for the reason of a status, named after our domain since JSCalendar has none (RFC 8984, 3.3). */
function reasonName({ url }: FeedEvent): string {
  return `${new URL(url).hostname}:statusReason`;
}

const STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'confirmed',
  cancelled: 'cancelled',
  postponed: 'tentative',
  rescheduled: 'confirmed',
  moved_online: 'confirmed',
  full: 'confirmed',
};

/** Local time of the zone if it is unambiguous, else UTC. All-day events have no zone. */
function times(record: FeedEvent, zone: string | undefined): Properties {
  const { all_day: allDay, timezone, start_date: start, utc_start_date: utcStart, utc_end_date: utcEnd } = record;
  if (allDay) {
    const days = daysBetween(start, record.end_date) + 1;
    return { showWithoutTime: true, start: `${start.slice(0, 10)}T00:00:00`, duration: `P${days}D` };
  }
  const duration = durationText(utcStart, utcEnd);
  const isLocal = zone !== undefined && isSameMoment(start, timezone, utcStart);
  const [timeZone, startTime] = isLocal ? [zone, start] : ['Etc/UTC', utcStart];
  return { timeZone, start: localTime(startTime), duration };
}

function timesByRule({ start, end }: RecurringSeries['rule'], timeZone: string): Properties {
  return { timeZone, start: localTime(start), duration: durationText(start, end) };
}

function description({ description: html }: FeedEvent): object {
  return html === null ? {} : { description: html, descriptionContentType: 'text/html' };
}

function location(venue: FeedVenue): object {
  const point = pointOf(venue);
  return {
    '@type': 'Location',
    name: venue.venue,
    description: placeLine(venue),
    ...(point && { coordinates: `geo:${point.lat},${point.lng}` }),
  };
}

function participant({ organizer, email }: FeedEvent['organizer'][number]): object {
  return {
    '@type': 'Participant',
    name: organizer,
    roles: { owner: true },
    ...(email !== null && { email, sendTo: { imip: mailto(email) } }),
  };
}

function links(record: FeedEvent): object {
  const page = { '@type': 'Link', href: record.url, rel: 'alternate', contentType: 'text/html' };
  return toIdMap([page, imageLink(record) ?? []].flat());
}

function imageLink({ image }: FeedEvent): object | undefined {
  return image ? { '@type': 'Link', href: image.url, rel: 'icon', display: 'fullsize' } : undefined;
}

function virtualLocations({ online_url: uri }: FeedEvent): object | undefined {
  return uri === null ? undefined : toIdMap([{ '@type': 'VirtualLocation', uri }]);
}

/** The texts of the other language, as a patch of the event. */
function localized(record: FeedEvent, other: FeedEvent): object {
  const texts: [string, string][] = [
    ...other.venue.flatMap((venue, index): [string, string][] => [
      [`locations/${index + 1}/name`, venue.venue],
      [`locations/${index + 1}/description`, placeLine(venue)],
    ]),
    ...other.organizer.map(({ organizer }, index): [string, string] => [`participants/${index + 1}/name`, organizer]),
  ];
  const [words, otherWords] = [termNames(record), termNames(other)];
  return {
    title: other.title,
    description: '',
    ...description(other),
    ...(other.event_status_reason !== record.event_status_reason && {
      [reasonName(record)]: other.event_status_reason,
    }),
    'links/1/href': other.url,
    ...(other.image?.url !== record.image?.url && { 'links/2': imageLink(other) ?? null }),
    ...(other.online_url !== record.online_url && { virtualLocations: virtualLocations(other) ?? null }),
    ...Object.fromEntries(texts),
    ...(otherWords.join() !== words.join() && { keywords: keywords(otherWords) }),
  };
}

const keywords = (words: readonly string[]): object => Object.fromEntries(words.map((word) => [word, true]));

/** Converts a list to a map, as JSCalendar requires. */
function toIdMap(values: readonly object[]): Record<string, object> {
  return Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
}

/** The name of a zone in JSCalendar, which has no names for fixed offsets. */
function ianaZone(timezone: string): string | undefined {
  if (timezone === 'UTC') return 'Etc/UTC';
  return /^[A-Z]/i.test(timezone) ? timezone : undefined;
}

/**
 * The name of a custom time zone for a fixed offset, which the event defines in `timeZones` (RFC 8984, 1.4.8).
 */
function offsetZone(offset: string): string {
  return `/UTC${offset}`;
}

function offsetDefinition(offset: string): object {
  const always = { '@type': 'TimeZoneRule', start: '1970-01-01T00:00:00', offsetFrom: offset, offsetTo: offset };
  return { '@type': 'TimeZone', tzId: `UTC${offset}`, standard: [always] };
}

/** The JSCalendar property of each part of an RRULE, and the parser of its value. UNTIL is added separately. */
const PARTS: Readonly<Record<string, readonly [name: string, read: (value: string) => unknown]>> = {
  FREQ: ['frequency', (value) => value.toLowerCase()],
  INTERVAL: ['interval', Number],
  COUNT: ['count', Number],
  WKST: ['firstDayOfWeek', (value) => value.toLowerCase()],
  BYDAY: ['byDay', (value) => value.split(',').map(nthDay)],
  BYMONTH: ['byMonth', (value) => value.split(',')],
  BYMONTHDAY: ['byMonthDay', numbers],
  BYYEARDAY: ['byYearDay', numbers],
  BYWEEKNO: ['byWeekNo', numbers],
  BYHOUR: ['byHour', numbers],
  BYMINUTE: ['byMinute', numbers],
  BYSECOND: ['bySecond', numbers],
  BYSETPOS: ['bySetPosition', numbers],
};

/** Converts a rule to a RecurrenceRule (RFC 8984, 4.3.3). */
function jscalRule(rrule: string, timezone: string): object {
  const until = untilLocal(rrule, timezone);
  const parts = rrule.split(';').flatMap((part) => {
    const [name = '', value = ''] = part.split('=');
    const known = PARTS[name];
    return known ? [[known[0], known[1](value)]] : [];
  });
  const rule = Object.fromEntries(parts) as object;
  return { '@type': 'RecurrenceRule', ...rule, ...(until !== undefined && { until: localTime(until) }) };
}

function numbers(value: string): number[] {
  return value.split(',').map(Number);
}

/** Parses `2TU`, `-1FR` or `MO`. */
function nthDay(value: string): object {
  const day = value.slice(-2).toLowerCase();
  const nth = value.slice(0, -2);
  return { '@type': 'NDay', day, ...(nth !== '' && { nthOfPeriod: Number(nth) }) };
}
