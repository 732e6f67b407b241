import { type FeedContext, type Format } from '../../extension-api/format.js';
import { EVENT } from '../../events/event.names.js';
import { type Entry, type ZoneYear } from '../../list/entries.js';
import { uidOfEntry, uidOfRecord } from '../uid.js';
import { component, type Property, text, uri, serialize } from './jcal.js';
import { timesByRule, recurrenceProperties, seriesTimesProperty } from './recurrence.js';
import { veventProperties, timeProperties, VEVENT_FIELDS, type VeventSource } from './vevent.js';
import { timezones } from './vtimezone.js';

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
