import { type Format } from '../extension-api/format.js';
import { EVENT } from '../events/event.names.js';
import { jsonFormat } from './json.js';

/** schema.org in JSON-LD 1.1: the `json_ld` of each event, in one graph. */
export const jsonld: Format = jsonFormat({
  name: 'jsonld',
  fields: ['json_ld'],
  mediaType: 'application/ld+json; charset=utf-8',
  resource: EVENT,
  listMember: '@graph',
  description: {
    en: 'JSON-LD in the words of schema.org, for search engines: the `json_ld` of each event, in one `@graph`.',
    fr: 'JSON-LD dans les termes de schema.org, pour les moteurs de recherche : le `json_ld` de chaque événement, dans un seul `@graph`.',
  },
  members: () => ({ '@context': 'https://schema.org' }),
  object: (entry) => ({ ...entry.jsonLd(), '@context': undefined }),
});
