import { type FeedContext, type Format } from '../../../calendar/extension-api/format.js';
import { EVENT } from '../../../calendar/events/event.names.js';
import { type Entry } from '../../../calendar/list/entries.js';
import { jsonFormat } from '../json.js';
import { FEED_DESCRIPTIONS, newsHtml } from './news.js';
import { feedPicture } from '../feed-picture.js';
import { htmlToPlainText } from '../../../lib/text/html-to-plain-text.js';
import { type FeedEvent, placeLine, termNames, uidOfEntry, utcTime } from '../feed-event.js';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const jsonfeed: Format<FeedEvent> = jsonFormat({
  name: 'jsonfeed',
  mediaType: 'application/feed+json; charset=utf-8',
  resource: EVENT,
  listMember: 'items',
  isNewestFirst: true,
  description: {
    en: 'JSON Feed 1.1, for readers: what was published last comes first. `_event` says when and where.',
    fr: 'JSON Feed 1.1, pour les lecteurs de flux : les dernières publications d’abord. `_event` dit quand et où.',
  },
  members: feed,
  object: item,
});

function feed({ language, siteName, homeUrl, url, nextUrl }: FeedContext): object {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: siteName,
    description: FEED_DESCRIPTIONS[language](siteName),
    home_page_url: homeUrl,
    feed_url: url,
    next_url: nextUrl,
    language,
  };
}

function item(entry: Entry<FeedEvent>, { language, calendarId }: FeedContext): object {
  const { response } = entry;
  return {
    id: uidOfEntry(entry, calendarId),
    url: response.url,
    title: response.title,
    content_html: newsHtml(response, language, response.description),
    summary: response.excerpt === null ? undefined : htmlToPlainText(response.excerpt),
    image: feedPicture(response)?.url,
    date_published: utcTime(response.date_utc),
    date_modified: utcTime(response.modified_utc),
    authors: response.organizer.map(({ organizer: name, website }) => ({ name, url: website ?? undefined })),
    tags: termNames(response),
    language: response.language,
    _event: {
      starts_at: response.starts_at,
      ends_at: response.ends_at,
      timezone: response.timezone,
      all_day: response.all_day,
      locations: response.venue.map(placeLine),
    },
  };
}
