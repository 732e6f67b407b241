import { type OperationText } from '../resource/definition.js';

/** The operations that belong to no resource, by the name of their handler. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  me: { summary: 'Read your account', description: 'The account that the key of the request belongs to.' },
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
