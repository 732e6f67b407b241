import { type FeedContext, type Format } from '../../../calendar/extension-api/format.js';
import { EVENT } from '../../../calendar/events/event.names.js';
import { type ImageSizesDto } from '../../../calendar/records/images/image.dto.js';
import { type Entry } from '../../../calendar/list/entries.js';
import { FEED_DESCRIPTIONS, newsHtml } from './news.js';
import { type FeedEvent, placeLine, termNames, uidOfEntry, utcTime } from '../feed-event.js';
import { feedPicture } from '../feed-picture.js';
import { element, emptyElement } from '../xml.js';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

/** RSS 2.0 with the modules for full texts, events and pictures. */
export const rss: Format<FeedEvent> = {
  name: 'rss',
  mediaType: 'application/rss+xml; charset=utf-8',
  resource: EVENT,
  isNewestFirst: true,
  description: {
    en: 'RSS 2.0, for readers: what was published last comes first.',
    fr: 'RSS 2.0, pour les lecteurs de flux : les dernières publications d’abord.',
  },
  header: (feed) => `<?xml version="1.0" encoding="utf-8"?>\n${opening}\n<channel>${channel(feed)}\n`,
  item: (entry, feed) => `<item>${item(entry, feed)}</item>\n`,
  footer: () => '</channel>\n</rss>\n',
};

const opening = emptyElement('rss', { version: '2.0', ...NAMESPACES }).replace('/>', '>');

function channel({ language, siteName, homeUrl, url, nextUrl }: FeedContext): string {
  return [
    element('title', siteName),
    element('link', homeUrl),
    element('description', FEED_DESCRIPTIONS[language](siteName)),
    element('language', language),
    element('ttl', '60'),
    emptyElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: url }),
    nextUrl ? emptyElement('atom:link', { rel: 'next', type: 'application/rss+xml', href: nextUrl }) : '',
  ].join('');
}

function item(entry: Entry<FeedEvent>, { language, calendarId }: FeedContext): string {
  const { response } = entry;
  const [venue] = response.venue;
  return [
    element('title', response.title),
    element('link', response.url),
    element('guid', uidOfEntry(entry, calendarId), { isPermaLink: 'false' }),
    element('pubDate', new Date(utcTime(response.date_utc)).toUTCString()),
    element('description', newsHtml(response, language, response.excerpt ?? response.description)),
    element('content:encoded', newsHtml(response, language, response.description)),
    element('dc:language', response.language),
    ...termNames(response).map((label) => element('category', label)),
    element('ev:startdate', response.starts_at),
    element('ev:enddate', response.ends_at),
    element('ev:location', venue && placeLine(venue)),
    ...pictureElements(response),
  ].join('');
}

/** The length of an enclosure is required, but not known. */
function pictureElements(event: FeedEvent): string[] {
  const [picture, { image }] = [feedPicture(event), event];
  if (!picture || !image) return [];
  const { url, mediaType: type } = picture;
  const { width, height } = image;
  const size: Record<string, string> =
    width === null || height === null ? {} : { width: String(width), height: String(height) };
  return [
    type ? emptyElement('enclosure', { url, length: '0', type }) : '',
    emptyElement('media:content', { url: image.url, medium: 'image', ...size }),
    image.sizes ? emptyElement('media:thumbnail', thumbnail(image.sizes)) : '',
  ];
}

function thumbnail({ thumbnail: { url, width, height } }: ImageSizesDto): Record<string, string> {
  return { url, width: String(width), height: String(height) };
}
