import { PUBLIC_CHANGES } from '../../calendar/records/change-log/public-changes.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { resources } from '../../calendar/resources.js';

export const WEBHOOK: ResourceNames = {
  singular: 'webhook',
  plural: 'webhooks',
  names: {
    en: { singular: 'webhook', plural: 'webhooks' },
    fr: { none: 'Aucun webhook', this: 'Ce webhook', other: 'Un autre webhook', plural: 'webhooks' },
  },
};

/** The type that stands for all messages. */
export const EVERYTHING = '*';

/** The type of test messages. */
export const TEST = 'webhook.test';

/** The types of messages about changes: `event.published`, … */
export const MESSAGE_TYPES: readonly string[] = resources.flatMap(({ names }) =>
  PUBLIC_CHANGES.map((change) => `${names.singular}.${change}`),
);

const singulars = new Map(resources.map(({ names }) => [names.plural, names.singular]));

/** @param kind the resource, as its route calls it */
export function messageType(kind: string, change: string): string {
  return `${singulars.get(kind) ?? kind}.${change}`;
}
