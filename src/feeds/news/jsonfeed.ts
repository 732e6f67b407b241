import { type FeedContext, type Format } from '../../extension-api/format.js';
import { EVENT } from '../../events/event.names.js';
import { type Entry } from '../../list/entries.js';
import { jsonFormat } from '../json.js';
import { ABOUT, instant, labels, NEWS, newsHtml } from './news.js';
import { plainText } from '../plain-text.js';
import { placeLine, type EventWith } from '../shown-event.js';
import { uidOf } from '../uid.js';

const FIELDS = [
  ...NEWS,
  ...(['id', 'url', 'title', 'language', 'date_utc', 'modified_utc', 'excerpt', 'description'] as const),
  ...(['starts_at', 'ends_at', 'timezone', 'organizer', 'categories', 'tags', 'image'] as const),
] as const;
type Shown = EventWith<typeof FIELDS>;

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const jsonfeed: Format<Shown> = jsonFormat({
  name: 'jsonfeed',
  fields: FIELDS,
  mediaType: 'application/feed+json; charset=utf-8',
  resource: EVENT,
  listedIn: 'items',
  newestFirst: true,
  about: {
    en: 'JSON Feed 1.1, for readers: what was published last comes first. `_event` says when and where.',
    fr: 'JSON Feed 1.1, pour les lecteurs de flux : les dernières publications d’abord. `_event` dit quand et où.',
  },
  members: feed,
  object: item,
});

function feed({ language, siteName, homeUrl, url, nextUrl }: FeedContext): object {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: siteName,
    description: ABOUT[language](siteName),
    home_page_url: homeUrl,
    feed_url: url,
    next_url: nextUrl,
    language,
  };
}

function item(entry: Entry<Shown>, { language, calendarId }: FeedContext): object {
  const { shown } = entry;
  return {
    id: uidOf(entry, calendarId),
    url: shown.url,
    title: shown.title,
    content_html: newsHtml(shown, language, shown.description),
    summary: shown.excerpt === null ? undefined : plainText(shown.excerpt),
    image: shown.image?.url,
    date_published: instant(shown.date_utc),
    date_modified: instant(shown.modified_utc),
    authors: shown.organizer.map(({ organizer: name, website }) => ({ name, url: website ?? undefined })),
    tags: labels(shown),
    language: shown.language,
    _event: {
      starts_at: shown.starts_at,
      ends_at: shown.ends_at,
      timezone: shown.timezone,
      all_day: shown.all_day,
      locations: shown.venue.map(placeLine),
    },
  };
}
