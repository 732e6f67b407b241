import { ApiProperty } from '@nestjs/swagger';
import { linkedResources } from '../../linked.js';
import { type ResourceDefinition } from '../../resource/definition.js';
import { type EventLink, type LinkedRecord } from '../../resource/event-link.js';
import { linkColumn, linkEntity, type EventRelation } from './link.entity.js';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { placeholders, query, queryLists } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { type Fieldset, isIncluded } from '../../records/reading/fieldset.js';
import { type RecordEntities, recordSelectOf, sortByIds } from '../../records/reading/load-records.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type LinkedRecordCache, type RecordVersion } from '../../resource/linked-record-cache.js';
import { EventTranslation, Event, type Parent, PARENT_COLUMNS } from '../event.entity.js';

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
  for (const { field, resource, texts } of LINKS)
    ApiProperty({ type: [resource.response], description: texts.en.response })(target.prototype as object, field);
};

/** Adds the filters of each linked resource to the query of the list of events. */
export const LinkedParameters = (): ClassDecorator => (target) => {
  for (const { field, parameter, filters = [] } of LINKS) {
    parameter(target.prototype as object, field);
    for (const { name, parameter } of filters) parameter(target.prototype as object, name);
  }
};

export type LinkedEvent = Event & { linked: Linked };

const ENTITIES: RecordEntities<Event> = { entity: Event, translation: EventTranslation, isPublished: true };

/**
 * Loads events with all related records, in the order of the ids. This takes one statement for the events, one for all
 * relations, and those for related records that are not cached.
 * @param fields of the response, if not all: relations that none of them shows are not read
 */
export async function loadEvents(
  manager: EntityManager,
  ids: readonly number[],
  cache: LinkedRecordCache,
  fields?: Fieldset,
): Promise<LinkedEvent[]> {
  if (ids.length === 0) return [];
  const select = recordSelectOf(manager, ENTITIES);
  const parents = tableOf<Parent>(manager, Event, PARENT_COLUMNS);
  const rows = await queryLists(
    manager,
    `SELECT ${select.columns}, ${parents.columnsOf('parent')} FROM ${select.from}
       LEFT JOIN ${parents.name} parent ON parent.id = record.parentId WHERE record.id IN (${placeholders(ids.length)})`,
    ids,
  );
  const events = rows.map((row) => Object.assign(select.toRecord(row), { parent: parents.rowAt(row, select.width) }));
  const wanted = LINKS.filter(({ field }) => isIncluded(fields, field, 'json_ld'));
  const linked = await loadLinked(manager, wanted, ids, cache);
  return sortByIds(events, ids).map((event) => Object.assign(event, { linked: linked.get(event.id) ?? {} }));
}

type RelationRow = [link: number, eventId: number, recordId: number, position: number, ...version: RecordVersion];

/** The related records in order, by the ids of the events. */
async function loadLinked(
  manager: EntityManager,
  links: readonly Link[],
  ids: readonly number[],
  cache: LinkedRecordCache,
): Promise<ReadonlyMap<number, Linked>> {
  const byEvent = new Map(ids.map((id) => [id, mapLinks((): LinkedRecord[] => [])]));
  if (links.length === 0) return byEvent;
  const sql = links.map((link, number) => linkSelect(manager, link, number, ids.length)).join(' UNION ALL ');
  const idsOfLinks = links.flatMap(() => ids);
  const rows = (await queryLists(manager, sql, idsOfLinks)) as RelationRow[];
  rows.sort((one, other) => one[3] - other[3]);
  for (const [number, { resource, name }] of links.entries()) {
    const own = rows.filter(([link]) => link === number);
    const versions = new Map(own.map(([, , id, , ...version]) => [id, version]));
    const records = await cache.atVersions(manager, resource, versions);
    for (const [, eventId, id] of own) {
      const record = records.get(id);
      if (record) byEvent.get(eventId)![name]!.push(record);
    }
  }
  return byEvent;
}

function linkSelect({ dataSource }: EntityManager, link: Link, number: number, count: number): string {
  const { resource, table, column, isOrdered, isCounted } = link;
  // Fixes the join order. With outdated statistics, a server would begin with all records and read all relations.
  const join = isSqlite(dataSource) ? 'JOIN' : 'STRAIGHT_JOIN';
  const position = `link.${isOrdered ? 'position' : column}`;
  const version = [
    'record.revision',
    resource.isPublished ? imageRevisions(resource.names) : 'NULL',
    isCounted ? 'record.count' : 'NULL',
  ].join(', ');
  const image = resource.isPublished ? 'LEFT JOIN images image ON image.id = record.imageId' : '';
  return `SELECT ${number}, link.eventId, link.${column}, ${position}, ${version} FROM ${table} link
    ${join} ${resource.names.plural} record ON record.id = link.${column} ${image} WHERE link.eventId IN (${placeholders(count)})`;
}

/** The sum of the revisions of all images of a record in any language, which changes when one of them changes. */
function imageRevisions({ singular }: ResourceNames): string {
  const own =
    `SELECT SUM(own.revision) FROM ${singular}_translations text JOIN images own ON own.id = text.imageId ` +
    'WHERE text.recordId = record.id';
  return `COALESCE(image.revision, 0) + COALESCE((${own}), 0)`;
}

/** Reads the counts of the terms of an event again, because other writers may have changed them. One statement. */
export async function refreshCounts(manager: EntityManager, event: LinkedEvent): Promise<void> {
  const parts = COUNTED_LINKS.map(
    ({ resource, name, table, column }) =>
      `SELECT '${name}' AS name, record.id AS id, record.count AS count ` +
      `FROM ${table} link JOIN ${resource.names.plural} record ON record.id = link.${column} WHERE link.eventId = ?`,
  );
  const ids = COUNTED_LINKS.map(() => event.id);
  const rows = await query<{ name: string; id: number; count: number }>(manager, parts.join(' UNION ALL '), ids);
  event.linked = mapLinks(({ name }) => {
    const counts = new Map(rows.filter((row) => row.name === name).map(({ id, count }) => [id, { count }]));
    return (event.linked[name] ?? []).map((record) => ({ ...record, ...counts.get(record.id) }));
  });
}

/** The relations of events by id, with one statement for each related resource. */
export async function loadLinkedIds(manager: EntityManager, ids: readonly number[]): Promise<Map<number, LinkedIds>> {
  const byEvent = new Map(ids.map((id) => [id, mapLinks((): number[] => [])]));
  for (const { name, entity, column, isOrdered } of LINKS) {
    const columns = ['eventId', column, ...(isOrdered ? ['position'] : [])];
    const rows = await tableOf<ObjectLiteral>(manager, entity).select(manager, { eventId: ids }, { columns });
    if (isOrdered) rows.sort((one, other) => Number(one.position) - Number(other.position));
    for (const row of rows) byEvent.get(row.eventId as number)?.[name]?.push(row[column] as number);
  }
  return byEvent;
}
