import { type OperationText } from '../resource/definition.js';

/** The texts of operations that belong to no resource, by the name of their handler. */
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
  listWebhooks: {
    summary: 'List webhooks',
    description: 'The URLs that receive messages about changes. Secrets are not shown.',
  },
  createWebhook: {
    summary: 'Create a webhook',
    description:
      'Messages are sent by POST, in the form of [Standard Webhooks](https://www.standardwebhooks.com): `{"type", "timestamp", "data": {"kind", "id", "rest_urls", "revision"}}`. They tell what happened to which record; read the record itself at one of the `rest_urls`. Only what everybody may see is told of: drafts send nothing, and a record that is no longer public is `unpublished` or, in the trash or deleted for good, `deleted`. Occurrences send one message for their series. A response with a status of 200 to 299 within 15 seconds ends the delivery; otherwise it is tried again for three days. A message may arrive twice, with the same `webhook-id`.\n\nThe `secret` of the response signs the messages. It is not shown again.',
  },
  getWebhook: { summary: 'Read a webhook', description: 'A webhook, without its secret.' },
  updateWebhook: {
    summary: 'Update a webhook',
    description:
      'Fields that are not sent are kept. `rotate_secret` makes a new secret, which the response shows once.',
  },
  deleteWebhook: { summary: 'Delete a webhook', description: 'Messages that were not sent yet are not sent any more.' },
  testWebhook: {
    summary: 'Test a webhook',
    description:
      'Sends a message of the type `webhook.test` at once, also to a webhook that is not active, and returns the result.',
  },
  listDeliveries: {
    summary: 'List deliveries to a webhook',
    description: 'What was sent in the last seven days or is still to be sent, the newest first.',
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
