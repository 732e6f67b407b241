import { type FeedContext, type Format } from '../../extension-api/format.js';
import { EVENT } from '../../events/event.names.js';
import { type EventStatus } from '../../events/states.js';
import { type Entry, type RecurringSeries } from '../../list/entries.js';
import { rdateTimes } from '../../recurrence/recurrence.js';
import { isMomentOf, utcText } from '../../datetime/moment.js';
import { durationText } from '../duration-text.js';
import { jsonFormat } from '../json.js';
import { mailto } from '../mailto.js';
import { instant, labels } from '../news/news.js';
import { ianaZone, jscalRule, local, offsetDefinition, offsetZone } from './jscal-recurrence.js';
import { placeLine, pointOf, type ShownEvent, type ShownVenue, type EventWith } from '../shown-event.js';
import { uidOf, uidOfNamed } from '../uid.js';
import { daysBetween } from '../../datetime/days.js';

const FIELDS = [
  ...(['id', 'date_utc', 'modified_utc', 'all_day', 'timezone', 'start_date', 'end_date', 'utc_start_date'] as const),
  ...([
    'utc_end_date',
    'language',
    'title',
    'description',
    'event_status',
    'event_status_reason',
    'online_url',
    'venue',
    'organizer',
  ] as const),
  ...(['categories', 'tags', 'url', 'image'] as const),
] as const;
type Shown = EventWith<typeof FIELDS>;

/** JSCalendar (RFC 8984): a Group of Events, with the texts of both languages. */
export const jscal: Format<Shown> = jsonFormat({
  name: 'jscal',
  fields: FIELDS,
  mediaType: 'application/jscalendar+json;type=group',
  resource: EVENT,
  listedIn: 'entries',
  asRecurringEvent: true,
  daysBefore: 92,
  about: {
    en: 'JSCalendar (RFC 8984), for calendar programs: both languages in one file, the other one under `localizations`. With `occurrences=series`, a series is one event that recurs.',
    fr: 'JSCalendar (RFC 8984), pour les agendas : les deux langues dans un seul fichier, l’autre sous `localizations`. Avec `occurrences=series`, une série est un seul événement qui se répète.',
  },
  members: group,
  object: event,
});

async function group({ language, siteName, url, calendarId, lastModified }: FeedContext): Promise<object> {
  return {
    '@type': 'Group',
    uid: calendarId,
    prodId: '-//Bilingual event calendar//EN',
    updated: seconds(await lastModified()),
    title: siteName,
    locale: language,
    source: url,
  };
}

const seconds = (date: Date) => instant(utcText(date));

function event(entry: Entry<Shown>, { calendarId }: FeedContext): object {
  const { partOf, series, shown } = entry;
  const uid = uidOf(entry, calendarId);
  if (series) return { '@type': 'Event', uid, ...wholeSeries(entry, series) };
  const relation = partOf && {
    relatedTo: { [uidOfNamed(partOf, calendarId)]: { '@type': 'Relation', relation: { parent: true } } },
  };
  return { '@type': 'Event', uid, ...relation, ...properties(entry, ianaZone(shown.timezone)) };
}

type Properties = Readonly<Record<string, unknown>>;

/** The series as one recurring event, with overrides of some dates. */
function wholeSeries(entry: Entry<Shown>, series: RecurringSeries<Shown>): Properties {
  const { rule, exdates, changed } = series;
  const { rrule, rdates } = rule.recurrence;
  const zone = ianaZone(rule.timezone) ?? offsetZone(rule.timezone);
  // The start by the rule. If the first occurrence is at another time, that is an override.
  const main = { ...properties(entry, zone), ...(!entry.shown.all_day && timesByRule(rule, zone)) };
  const added = rdates.map((rdate) => [local(rdateTimes(rdate, rule.start.slice(11)).start), {}] as const);
  const excluded = exdates.map((start) => [local(start), { excluded: true }] as const);
  const otherwise = changed.map(({ start, entry: one }) => {
    const { timezone } = one.shown;
    const own = properties(one, timezone === rule.timezone ? zone : ianaZone(timezone));
    // Without this override, the first occurrence would be shown at the time of the rule.
    return [local(start), { ...patch(main, own), start: own['start'] }] as const;
  });
  const overrides = [...added, ...excluded, ...otherwise];
  return {
    ...main,
    ...(zone?.startsWith('/') && !entry.shown.all_day && { timeZones: { [zone]: offsetDefinition(rule.timezone) } }),
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
function properties(entry: Entry<Shown>, zone: string | undefined): Properties {
  const { shown, revision } = entry;
  const other = entry.inOtherLanguage();
  return {
    created: instant(shown.date_utc),
    updated: instant(shown.modified_utc),
    sequence: revision,
    ...times(shown, zone),
    locale: shown.language,
    title: shown.title,
    ...description(shown),
    status: STATUSES[shown.event_status],
    ...(shown.event_status_reason !== null && { [reasonName(shown)]: shown.event_status_reason }),
    ...(shown.online_url !== null && { virtualLocations: virtualLocations(shown) }),
    ...(shown.venue.length > 0 && { locations: numbered(shown.venue.map(location)) }),
    ...(labels(shown).length > 0 && { keywords: keywords(labels(shown)) }),
    ...(shown.organizer.length > 0 && { participants: numbered(shown.organizer.map(participant)) }),
    links: links(shown),
    ...(other && other.language !== shown.language && { localizations: { [other.language]: localized(shown, other) } }),
  };
}

/** The property for the reason of a status, named after our domain since JSCalendar has none (RFC 8984, 3.3). */
function reasonName({ url }: Shown): string {
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
function times(shown: Shown, zone: string | undefined): Properties {
  const { all_day: allDay, timezone, start_date: start, utc_start_date: utcStart, utc_end_date: utcEnd } = shown;
  if (allDay) {
    const days = daysBetween(start, shown.end_date) + 1;
    return { showWithoutTime: true, start: `${start.slice(0, 10)}T00:00:00`, duration: `P${days}D` };
  }
  const duration = durationText(utcStart, utcEnd);
  const isTold = zone !== undefined && isMomentOf(start, timezone, utcStart);
  const [timeZone, wall] = isTold ? [zone, start] : ['Etc/UTC', utcStart];
  return { timeZone, start: local(wall), duration };
}

function timesByRule({ start, end }: RecurringSeries['rule'], timeZone: string): Properties {
  return { timeZone, start: local(start), duration: durationText(start, end) };
}

function description({ description: html }: Shown): object {
  return html === null ? {} : { description: html, descriptionContentType: 'text/html' };
}

function location(venue: ShownVenue): object {
  const point = pointOf(venue);
  return {
    '@type': 'Location',
    name: venue.venue,
    description: placeLine(venue),
    ...(point && { coordinates: `geo:${point.lat},${point.lng}` }),
  };
}

function participant({ organizer, email }: ShownEvent['organizer'][number]): object {
  return {
    '@type': 'Participant',
    name: organizer,
    roles: { owner: true },
    ...(email !== null && { email, sendTo: { imip: mailto(email) } }),
  };
}

function links(shown: Shown): object {
  const page = { '@type': 'Link', href: shown.url, rel: 'alternate', contentType: 'text/html' };
  return numbered([page, imageLink(shown) ?? []].flat());
}

function imageLink({ image }: Shown): object | undefined {
  return image ? { '@type': 'Link', href: image.url, rel: 'icon', display: 'fullsize' } : undefined;
}

function virtualLocations({ online_url: uri }: Shown): object | undefined {
  return uri === null ? undefined : numbered([{ '@type': 'VirtualLocation', uri }]);
}

/** The texts of the other language, as a patch of the event. */
function localized(shown: Shown, other: Shown): object {
  const texts: [string, string][] = [
    ...other.venue.flatMap((venue, place): [string, string][] => [
      [`locations/${place + 1}/name`, venue.venue],
      [`locations/${place + 1}/description`, placeLine(venue)],
    ]),
    ...other.organizer.map(({ organizer }, place): [string, string] => [`participants/${place + 1}/name`, organizer]),
  ];
  const [words, otherWords] = [labels(shown), labels(other)];
  return {
    title: other.title,
    description: '',
    ...description(other),
    ...(other.event_status_reason !== shown.event_status_reason && { [reasonName(shown)]: other.event_status_reason }),
    'links/1/href': other.url,
    ...(other.image?.url !== shown.image?.url && { 'links/2': imageLink(other) ?? null }),
    ...(other.online_url !== shown.online_url && { virtualLocations: virtualLocations(other) ?? null }),
    ...Object.fromEntries(texts),
    ...(otherWords.join() !== words.join() && { keywords: keywords(otherWords) }),
  };
}

const keywords = (words: readonly string[]): object => Object.fromEntries(words.map((word) => [word, true]));

/** Converts a list to a map, as JSCalendar requires. */
function numbered(values: readonly object[]): Record<string, object> {
  return Object.fromEntries(values.map((value, place) => [String(place + 1), value]));
}
