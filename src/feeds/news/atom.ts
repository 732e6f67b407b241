import { type FeedContext, type Format } from '../../extension-api/format.js';
import { EVENT } from '../../events/event.names.js';
import { ABOUT, instant, labels, NEWS, newsHtml } from './news.js';
import { type EventWith } from '../shown-event.js';
import { element, emptyElement } from '../xml.js';

const FIELDS = [
  ...NEWS,
  ...(['id', 'url', 'title', 'language', 'date_utc', 'modified_utc', 'excerpt', 'description'] as const),
  ...(['organizer', 'categories', 'tags'] as const),
] as const;
type Shown = EventWith<typeof FIELDS>;

/** Atom (RFC 4287). */
export const atom: Format<Shown> = {
  name: 'atom',
  fields: FIELDS,
  mediaType: 'application/atom+xml; charset=utf-8',
  resource: EVENT,
  newestFirst: true,
  about: {
    en: 'Atom (RFC 4287), for readers: what was published last comes first.',
    fr: 'Atom (RFC 4287), pour les lecteurs de flux : les dernières publications d’abord.',
  },
  header: async (feed) => `<?xml version="1.0" encoding="utf-8"?>\n${opening(feed)}${await feedElements(feed)}\n`,
  item: ({ shown }, feed) => `<entry>${entry(shown, feed)}</entry>\n`,
  footer: () => '</feed>\n',
};

function opening({ language }: FeedContext): string {
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`;
}

async function feedElements({ language, siteName, homeUrl, url, nextUrl, lastModified }: FeedContext): Promise<string> {
  return [
    element('title', siteName),
    element('subtitle', ABOUT[language](siteName)),
    element('id', url),
    element('updated', (await lastModified()).toISOString()),
    `<author>${element('name', siteName)}</author>`,
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: url }),
    emptyElement('link', { rel: 'alternate', href: homeUrl }),
    nextUrl ? emptyElement('link', { rel: 'next', type: 'application/atom+xml', href: nextUrl }) : '',
  ].join('');
}

function entry(shown: Shown, { language, calendarId }: FeedContext): string {
  const html = { type: 'html', 'xml:lang': shown.language };
  return [
    element('title', shown.title, { 'xml:lang': shown.language }),
    element('id', `urn:uuid:${calendarId}#event-${shown.id}`),
    emptyElement('link', { rel: 'alternate', type: 'text/html', hreflang: shown.language, href: shown.url }),
    element('published', instant(shown.date_utc)),
    element('updated', instant(shown.modified_utc)),
    ...shown.organizer.map(({ organizer }) => `<author>${element('name', organizer)}</author>`),
    ...labels(shown).map((term) => emptyElement('category', { term })),
    element('summary', newsHtml(shown, language, shown.excerpt), html),
    element('content', newsHtml(shown, language, shown.description), html),
  ].join('');
}
