import { type Format } from '../extension-api/format.js';
import { EVENT } from '../events/event.names.js';
import { head, json } from './json.js';

const LIST = '@graph';

/** schema.org in JSON-LD 1.1: the `json_ld` of each event, in one graph. */
export const jsonld: Format = {
  name: 'jsonld',
  fields: ['json_ld'],
  mediaType: 'application/ld+json; charset=utf-8',
  kind: EVENT,
  listedIn: LIST,
  about: {
    en: 'JSON-LD in the words of schema.org, for search engines: the `json_ld` of each event, in one `@graph`.',
    fr: 'JSON-LD dans les termes de schema.org, pour les moteurs de recherche : le `json_ld` de chaque événement, dans un seul `@graph`.',
  },
  head: () => head({ '@context': 'https://schema.org' }, LIST),
  piece: (entry) => json({ ...entry.jsonLd(), '@context': undefined }),
  between: ',\n',
  foot: () => ']}\n',
};
