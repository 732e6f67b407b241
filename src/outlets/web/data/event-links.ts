import { htmlToPlainText } from '../../../lib/text/html-to-plain-text.js';
import { type FeedEvent, type FeedVenue, placeLine, pointOf } from '../../feeds/feed-event.js';
import { DAY } from '../../../lib/datetime/durations.js';

/** The largest text that addresses of other calendars carry. */
const MAX_DETAILS = 800;

/** `20261127T183000`, or `20261127` for a whole day. */
const compact = (local: string) => local.replace(/[-:]/g, '').replace(' ', 'T');

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Date(date.getTime() + DAY).toISOString().slice(0, 10);
}

function detailsOf({ description, excerpt, url }: FeedEvent): string {
  const text = htmlToPlainText(excerpt ?? description ?? '');
  return [text.length > MAX_DETAILS ? `${text.slice(0, MAX_DETAILS)}…` : text, url].filter(Boolean).join('\n\n');
}

const placeOf = ({ venue, online_url: online }: FeedEvent) => (venue[0] ? placeLine(venue[0]) : (online ?? ''));

/** The page of Google Calendar that adds an event. */
export function googleCalendarUrl(event: FeedEvent): string {
  const { start_date: start, end_date: end, all_day: isAllDay, timezone, title } = event;
  const dates = isAllDay
    ? [compact(start.slice(0, 10)), compact(dayAfter(end.slice(0, 10)))]
    : [event.utc_start_date, event.utc_end_date].map((utc) => `${compact(utc)}Z`);
  const parameters = {
    ...{ action: 'TEMPLATE', text: title, dates: dates.join('/'), ctz: timezone },
    ...{ details: detailsOf(event), location: placeOf(event) },
  };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(parameters).toString()}`;
}

/** The page of Outlook on the web that adds an event. */
export function outlookCalendarUrl(event: FeedEvent): string {
  const { start_date: start, end_date: end, all_day: isAllDay, title } = event;
  const times: Record<string, string> = isAllDay
    ? { startdt: start.slice(0, 10), enddt: dayAfter(end.slice(0, 10)), allday: 'true' }
    : { startdt: event.starts_at, enddt: event.ends_at };
  const parameters = { rru: 'addevent', subject: title, ...times, body: detailsOf(event), location: placeOf(event) };
  return `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams(parameters).toString()}`;
}

/** A place on OpenStreetMap: the point if it is known, else a search for the address. */
export function mapUrl(venue: FeedVenue): string {
  const point = pointOf(venue);
  if (point)
    return `https://www.openstreetmap.org/?mlat=${point.lat}&mlon=${point.lng}#map=17/${point.lat}/${point.lng}`;
  const { venue: name, ...address } = venue;
  const query = placeLine({ ...address, venue: address.address ? '' : name });
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query }).toString()}`;
}

/** The lines of a postal address, without the name of the place. */
export function addressLines(venue: FeedVenue): string[] {
  const line = placeLine({ ...venue, venue: '', address: null });
  return [venue.address, line].filter((one): one is string => Boolean(one));
}
