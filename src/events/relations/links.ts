import { ApiProperty } from '@nestjs/swagger';
import { linkedResources } from '../../linked.js';
import { type ResourceDefinition } from '../../resource/definition.js';
import { type EventLink, type LinkedRecord } from '../../resource/event-link.js';
import { linkColumn, linkEntity, type EventRelation } from './link.entity.js';

/** How events are related to one resource, and where these relations are stored. */
export interface Link extends EventLink {
  readonly resource: ResourceDefinition;
  /** The plural of the resource: the key of `Linked`. */
  readonly name: string;
  readonly entity: new () => EventRelation;
  /** The column in the table of relations; the id of the event is in `eventId`. */
  readonly column: string;
  readonly table: string;
}

export const LINKS: readonly Link[] = linkedResources.flatMap((resource) =>
  resource.link ? [linkTo(resource, resource.link)] : [],
);

function linkTo(resource: ResourceDefinition, link: EventLink): Link {
  const { plural } = resource.names;
  const entity = linkEntity(resource, link.isOrdered);
  return { ...link, resource, name: plural, entity, column: linkColumn(resource), table: `event_${plural}` };
}

export const COUNTED_LINKS = LINKS.filter(({ isCounted }) => isCounted);

/** The records that an event is related to. The presenter leaves out those that the caller may not read. */
export type Linked = Readonly<Record<string, readonly LinkedRecord[]>>;

/** The ids that an event is linked to, in order. */
export type LinkedIds = Readonly<Record<string, readonly number[]>>;

/** One value for each relation. */
export function mapLinks<V>(value: (link: Link) => V): Record<string, V> {
  return Object.fromEntries(LINKS.map((link) => [link.name, value(link)]));
}

export function linkedIds(linked: Linked): LinkedIds {
  return mapLinks(({ name }) => (linked[name] ?? []).map(({ id }) => id));
}

/** Adds a field for each linked resource to the body of an event. */
export const LinkedBodies = (): ClassDecorator => (target) => {
  for (const { field, body } of LINKS) body(target.prototype as object, field);
};

/** Adds a field for each linked resource to the response with an event. */
export const LinkedResponses = (): ClassDecorator => (target) => {
  for (const { field, response, texts } of LINKS)
    ApiProperty({ type: [response], description: texts.en.answer })(target.prototype as object, field);
};

/** Adds the filters of each linked resource to the query of the list of events. */
export const LinkedParameters = (): ClassDecorator => (target) => {
  for (const { field, parameter, filters = [] } of LINKS) {
    parameter(target.prototype as object, field);
    for (const { name, parameter } of filters) parameter(target.prototype as object, name);
  }
};
