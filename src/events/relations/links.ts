import { linkedKinds } from '../../linked.js';
import { type KindDefinition } from '../../resource/definition.js';
import { type EventLink, type LinkedRecord } from '../../resource/event-link.js';
import { linkColumn, linkEntity, type LinkRow } from './link.entity.js';

/** How events are linked to one resource, and where these links are stored. */
export interface Link extends EventLink {
  readonly kind: KindDefinition;
  /** The plural of the resource: the key of `Linked`. */
  readonly name: string;
  readonly entity: new () => LinkRow;
  /** In the table of the links; the id of the event is in `eventId`. */
  readonly column: string;
  readonly table: string;
}

/** All links that events have, as the resources define them. */
export const LINKS: readonly Link[] = linkedKinds.flatMap((kind) => (kind.link ? [linkTo(kind, kind.link)] : []));

function linkTo(kind: KindDefinition, link: EventLink): Link {
  const { many } = kind.names;
  const entity = linkEntity(kind, link.isOrdered);
  return { ...link, kind, name: many, entity, column: linkColumn(kind), table: `event_${many}` };
}

/** Those whose records count the events that name them. */
export const COUNTED = LINKS.filter(({ isCounted }) => isCounted);

/** The records that an event is linked to. The presenter leaves out those that the caller may not read. */
export type Linked = Readonly<Record<string, readonly LinkedRecord[]>>;

/** The ids that an event is linked to, in order. */
export type LinkedIds = Readonly<Record<string, readonly number[]>>;

/** A value for each link. */
export function eachLink<V>(value: (link: Link) => V): Record<string, V> {
  return Object.fromEntries(LINKS.map((link) => [link.name, value(link)]));
}

export function linkedIds(linked: Linked): LinkedIds {
  return eachLink(({ name }) => (linked[name] ?? []).map(({ id }) => id));
}
