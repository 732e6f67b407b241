import { PUBLIC_CHANGES } from '../content/public-changes.js';
import { type Kind } from '../i18n/resource-names.js';
import { kinds } from '../kinds.js';

export const WEBHOOK: Kind = {
  one: 'webhook',
  many: 'webhooks',
  names: {
    en: { one: 'webhook', many: 'webhooks' },
    fr: { none: 'Aucun webhook', this: 'Ce webhook', other: 'Un autre webhook', many: 'webhooks' },
  },
};

/** Of a webhook that is told of everything. */
export const EVERYTHING = '*';

/** The type of the message that an administrator sends to try a webhook. */
export const TEST = 'webhook.test';

/** The types of messages that tell of changes: `event.published`, … */
export const MESSAGE_TYPES: readonly string[] = kinds.flatMap(({ names }) =>
  PUBLIC_CHANGES.map((change) => `${names.one}.${change}`),
);

const singulars = new Map(kinds.map(({ names }) => [names.many, names.one]));

/** @param kind the resource, as its route calls it */
export function messageType(kind: string, change: string): string {
  return `${singulars.get(kind) ?? kind}.${change}`;
}
