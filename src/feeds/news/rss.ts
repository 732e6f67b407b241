import { type FeedContext, type Format } from '../../extension-api/format.js';
import { EVENT } from '../../events/event.names.js';
import { type Entry } from '../../list/entries.js';
import { ABOUT, instant, labels, NEWS, newsHtml } from './news.js';
import { placeLine, type EventWith } from '../shown-event.js';
import { uidOf } from '../uid.js';
import { element, emptyElement } from '../xml.js';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

const FIELDS = [
  ...NEWS,
  ...(['id', 'url', 'title', 'language', 'date_utc', 'excerpt', 'description', 'starts_at', 'ends_at'] as const),
  ...(['categories', 'tags', 'image'] as const),
] as const;
type Shown = EventWith<typeof FIELDS>;

/** RSS 2.0 with the modules for full texts, events and pictures. */
export const rss: Format<Shown> = {
  name: 'rss',
  fields: FIELDS,
  mediaType: 'application/rss+xml; charset=utf-8',
  resource: EVENT,
  newestFirst: true,
  about: {
    en: 'RSS 2.0, for readers: what was published last comes first.',
    fr: 'RSS 2.0, pour les lecteurs de flux : les dernières publications d’abord.',
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
    element('description', ABOUT[language](siteName)),
    element('language', language),
    element('ttl', '60'),
    emptyElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: url }),
    nextUrl ? emptyElement('atom:link', { rel: 'next', type: 'application/rss+xml', href: nextUrl }) : '',
  ].join('');
}

function item(entry: Entry<Shown>, { language, calendarId }: FeedContext): string {
  const { shown } = entry;
  const [place] = shown.venue;
  return [
    element('title', shown.title),
    element('link', shown.url),
    element('guid', uidOf(entry, calendarId), { isPermaLink: 'false' }),
    element('pubDate', new Date(instant(shown.date_utc)).toUTCString()),
    element('description', newsHtml(shown, language, shown.excerpt ?? shown.description)),
    element('content:encoded', newsHtml(shown, language, shown.description)),
    element('dc:language', shown.language),
    ...labels(shown).map((label) => element('category', label)),
    element('ev:startdate', shown.starts_at),
    element('ev:enddate', shown.ends_at),
    element('ev:location', place && placeLine(place)),
    shown.image ? emptyElement('media:content', { url: shown.image.url, medium: 'image' }) : '',
  ].join('');
}
