import { type OperationText } from '../resource/definition.js';

/** The operations that belong to no resource, by the name of their handler. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  me: { summary: 'Read your account', description: 'The account that the key of the request belongs to.' },
  listChanges: {
    summary: 'List changes',
    description:
      'Everything that was created, changed or deleted since a token, for static sites, search indexes and aggregators. Without `since`, the list begins with all that you may see now, and goes on with what changed since: one loop reads `next` again and again. A record that you may not see any more (a draft, in the trash, hidden, deleted) is a `delete`. A page may have fewer changes than `limit`; `more` tells whether there is more to read now.',
  },
  countTranslations: {
    summary: 'Count what needs translating',
    description:
      'Records that you may edit, outside the trash, by kind, language and state. The lists find them with `translation` and `status=any`.',
  },
  getSitemap: {
    summary: 'Read the sitemap',
    description:
      'The public pages of all published events, venues and organizers that are neither hidden nor protected, in both languages, with their alternates; the same below both roots. Beyond 25,000 records, an index of parts.',
  },
  getSitemapPart: {
    summary: 'Read a part of the sitemap',
    description: 'One of the parts that the index of the sitemap names.',
  },
  getIndex: {
    summary: 'Read the index of the namespace',
    description: 'All routes with their methods and parameters, for programs that explore the API.',
  },
  getDocumentation: {
    summary: 'Read the documentation',
    description: 'Swagger UI for browsers (`Accept: text/html`), this OpenAPI document otherwise.',
  },
  getOpenApi: { summary: 'Read the OpenAPI document', description: 'This document, whatever the `Accept` header.' },
};
