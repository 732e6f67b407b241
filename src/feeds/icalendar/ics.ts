import { type FeedContext, type Format } from '../../extension-api/format.js';
import { EVENT } from '../../events/event.names.js';
import { type Entry, type ZoneYear } from '../../list/entries.js';
import { uidOf, uidOfNamed } from '../uid.js';
import { component, type Property, text, uri, written } from './jcal.js';
import { timesByRule, recurrence, onSeries } from './recurrence.js';
import { properties, times, TOLD, type ToldEvent } from './vevent.js';
import { timezones } from './vtimezone.js';

/** Interval at which calendar programs refresh. */
const REFRESH = 'PT1H';

/** iCalendar (RFC 5545, with RFC 7986): a VEVENT for each event of the list. */
export const ics: Format<ToldEvent> = {
  name: 'ics',
  fields: TOLD,
  mediaType: 'text/calendar; charset=utf-8',
  resource: EVENT,
  ofOne: true,
  asRecurringEvent: true,
  datesApart: true,
  statesInTitles: true,
  daysBefore: 92,
  about: {
    en: 'iCalendar (RFC 5545), for calendar programs: to subscribe to, or to add events from. With `occurrences=series`, or asked for by itself, a series is one event that recurs. The title of a cancelled or postponed event begins with that word.',
    fr: 'iCalendar (RFC 5545), pour les agendas : pour s’y abonner, ou en ajouter les événements. Avec `occurrences=series`, ou demandée seule, une série est un seul événement qui se répète. Le titre d’un événement annulé ou reporté commence par ce mot.',
  },
  header: async (feed) => `BEGIN:VCALENDAR\r\n${written(calendar(feed))}${timezones(await zoneYears(feed))}`,
  item: (entry, feed) => (entry.series ? series(entry, feed) : single(entry, feed)),
  footer: () => 'END:VCALENDAR\r\n',
};

/** A calendar must have at least one component (RFC 5545, 3.6): without events it has the zone of the site. */
async function zoneYears({ zoneYears: ofEvents, siteTimezone }: FeedContext): Promise<readonly ZoneYear[]> {
  const years = await ofEvents();
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

function single(entry: Entry<ToldEvent>, feed: FeedContext): string {
  const { calendarId } = feed;
  const { partOf } = entry;
  return component('vevent', [
    text('uid', uidOf(entry, calendarId)),
    ...times(entry.shown),
    ...(partOf ? [text('related-to', uidOfNamed(partOf, calendarId))] : []),
    ...properties(entry, feed),
  ]);
}

/** A recurring VEVENT, and one VEVENT with the same UID for each override. */
function series(entry: Entry<ToldEvent>, feed: FeedContext): string {
  const { shown, series: whole } = entry;
  if (!whole) return '';
  const uid = text('uid', uidOf(entry, feed.calendarId));
  const main = component('vevent', [
    uid,
    ...timesByRule(whole, shown),
    ...recurrence(whole, shown),
    ...properties(entry, feed),
  ]);
  const changed = whole.changed.map(({ start, entry: one }) =>
    component('vevent', [
      uid,
      onSeries('recurrence-id', [start], shown),
      ...times(one.shown),
      ...properties(one, feed),
    ]),
  );
  return [main, ...changed].join('');
}
