import { type FeedContext, type Format } from '../../calendar/extension-api/format.js';
import { type Entry } from '../../calendar/list/entries.js';
import { EVENT } from '../../calendar/events/event.names.js';

interface JsonFormat<D extends object> extends Omit<Format<D>, 'header' | 'item' | 'between' | 'footer'> {
  readonly listMember: string;
  /** The members of the document before the list of records. */
  readonly members: (feed: FeedContext) => object | Promise<object>;
  readonly object: (entry: Entry<D>, feed: FeedContext) => object;
}

/** A JSON format: an object whose last member is the list of records. */
export function jsonFormat<D extends object>({ members, object, ...format }: JsonFormat<D>): Format<D> {
  return {
    ...format,
    header: async (feed) =>
      `${JSON.stringify(await members(feed)).slice(0, -1)},${JSON.stringify(format.listMember)}:[\n`,
    item: (entry, feed) => JSON.stringify(object(entry, feed)),
    between: ',\n',
    footer: () => ']}\n',
  };
}

/** schema.org in JSON-LD 1.1: the `json_ld` of each event, in one graph. */
export const jsonld: Format = jsonFormat({
  name: 'jsonld',
  mediaType: 'application/ld+json; charset=utf-8',
  resource: EVENT,
  listMember: '@graph',
  description: {
    en: 'JSON-LD in the words of schema.org, for search engines: the `json_ld` of each event, in one `@graph`.',
    fr: 'JSON-LD dans les termes de schema.org, pour les moteurs de recherche : le `json_ld` de chaque événement, dans un seul `@graph`.',
  },
  members: () => ({ '@context': 'https://schema.org' }),
  object: (entry) => ({ ...entry.jsonLd(), '@context': undefined }),
});
