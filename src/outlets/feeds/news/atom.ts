import { type FeedContext, type Format } from '../../../calendar/extension-api/format.js';
import { EVENT } from '../../../calendar/events/event.names.js';
import { FEED_DESCRIPTIONS, newsHtml } from './news.js';
import { type FeedEvent, termNames, utcTime } from '../feed-event.js';
import { feedPicture } from '../feed-picture.js';
import { element, emptyElement } from '../xml.js';

/** Atom (RFC 4287). */
export const atom: Format<FeedEvent> = {
  name: 'atom',
  mediaType: 'application/atom+xml; charset=utf-8',
  resource: EVENT,
  isNewestFirst: true,
  description: {
    en: 'Atom (RFC 4287), for readers: what was published last comes first.',
    fr: 'Atom (RFC 4287), pour les lecteurs de flux : les dernières publications d’abord.',
  },
  header: async (feed) => `<?xml version="1.0" encoding="utf-8"?>\n${opening(feed)}${await feedElements(feed)}\n`,
  item: ({ response }, feed) => `<entry>${entry(response, feed)}</entry>\n`,
  footer: () => '</feed>\n',
};

function opening({ language }: FeedContext): string {
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`;
}

async function feedElements({ language, siteName, homeUrl, url, nextUrl, page }: FeedContext): Promise<string> {
  return [
    element('title', siteName),
    element('subtitle', FEED_DESCRIPTIONS[language](siteName)),
    element('id', url),
    element('updated', (await page.lastModified()).toISOString()),
    `<author>${element('name', siteName)}</author>`,
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: url }),
    emptyElement('link', { rel: 'alternate', href: homeUrl }),
    nextUrl ? emptyElement('link', { rel: 'next', type: 'application/atom+xml', href: nextUrl }) : '',
  ].join('');
}

function pictureLink(event: FeedEvent): string {
  const picture = feedPicture(event);
  if (!picture) return '';
  const { url: href, mediaType: type } = picture;
  return emptyElement('link', { rel: 'enclosure', ...(type && { type }), href });
}

function entry(event: FeedEvent, { language, calendarId }: FeedContext): string {
  const html = { type: 'html', 'xml:lang': event.language };
  return [
    element('title', event.title, { 'xml:lang': event.language }),
    element('id', `urn:uuid:${calendarId}#event-${event.id}`),
    emptyElement('link', { rel: 'alternate', type: 'text/html', hreflang: event.language, href: event.url }),
    pictureLink(event),
    element('published', utcTime(event.date_utc)),
    element('updated', utcTime(event.modified_utc)),
    ...event.organizer.map(({ organizer }) => `<author>${element('name', organizer)}</author>`),
    ...termNames(event).map((term) => emptyElement('category', { term })),
    element('summary', newsHtml(event, language, event.excerpt), html),
    element('content', newsHtml(event, language, event.description), html),
  ].join('');
}
