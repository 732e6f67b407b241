import { ApiProperty } from '@nestjs/swagger';
import { relatedResources } from '../../related.js';
import { type ResourceDefinition } from '../../resource/definition.js';
import { type EventRelation, type RelatedRecord } from '../../resource/event-relation.js';
import { relationColumn, createRelationEntity, type RelationRow } from './relation.entity.js';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { placeholders, query, queryLists, type Statement } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { type Fieldset, isIncluded } from '../../records/reading/fieldset.js';
import { loadByIds, type RecordEntities, recordSelectOf } from '../../records/reading/load-records.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type RelatedRecordCache, type RecordVersion } from '../../resource/related-record-cache.js';
import { EventTranslation, Event, type Parent, PARENT_COLUMNS } from '../event.entity.js';

/** How events are related to one resource, and where these relations are stored. */
export interface Relation extends EventRelation {
  readonly resource: ResourceDefinition;
  /** The plural of the resource: the key of `Related`. */
  readonly name: string;
  readonly entity: new () => RelationRow;
  /** The column in the table of relations; the id of the event is in `eventId`. */
  readonly column: string;
  readonly table: string;
}

export const RELATIONS: readonly Relation[] = relatedResources.flatMap((resource) =>
  resource.relation ? [relationTo(resource, resource.relation)] : [],
);

function relationTo(resource: ResourceDefinition, relation: EventRelation): Relation {
  const { plural } = resource.names;
  const entity = createRelationEntity(resource, relation.isOrdered);
  return { ...relation, resource, name: plural, entity, column: relationColumn(resource), table: `event_${plural}` };
}

export const COUNTED_RELATIONS = RELATIONS.filter(({ isCounted }) => isCounted);

/** The records that an event is related to. The presenter leaves out those that the caller may not read. */
export type Related = Readonly<Record<string, readonly RelatedRecord[]>>;

/** The ids of the records that an event is related to, in order. */
export type RelatedIds = Readonly<Record<string, readonly number[]>>;

/** One value for each relation. */
export function mapRelations<V>(value: (relation: Relation) => V): Record<string, V> {
  return Object.fromEntries(RELATIONS.map((relation) => [relation.name, value(relation)]));
}

export function relatedIds(related: Related): RelatedIds {
  return mapRelations(({ name }) => (related[name] ?? []).map(({ id }) => id));
}

/** Adds a field for each related resource to the body of an event. */
export const RelationBodies = (): ClassDecorator => (target) => {
  for (const { field, body } of RELATIONS) body(target.prototype as object, field);
};

/** Adds a field for each related resource to the response with an event. */
export const RelationResponses = (): ClassDecorator => (target) => {
  for (const { field, resource, texts } of RELATIONS)
    ApiProperty({ type: [resource.response], description: texts.en.response })(target.prototype as object, field);
};

/** Adds the filters of each related resource to the query of the list of events. */
export const RelationParameters = (): ClassDecorator => (target) => {
  for (const { field, parameter, filters = [] } of RELATIONS) {
    parameter(target.prototype as object, field);
    for (const { name, parameter } of filters) parameter(target.prototype as object, name);
  }
};

export type EventWithRelations = Event & {
  related: Related;
  /** After a write: linked records by the names of their resources that are not shown in public. */
  notPublic?: ReadonlyMap<string, readonly number[]>;
};

const ENTITIES: RecordEntities<Event> = { entity: Event, translation: EventTranslation, isPublished: true };

/**
 * Loads events with all related records, in the order of the ids. This takes one statement for the events, one for all
 * relations, and those for related records that are not cached.
 * @param fields of the response, if not all: relations that none of them shows are not read
 */
export async function loadEvents(
  manager: EntityManager,
  ids: readonly number[],
  cache: RelatedRecordCache,
  fields?: Fieldset,
): Promise<EventWithRelations[]> {
  const events = await loadByIds(ids, (where) => loadEventsWhere(manager, where));
  return addRelated(manager, events, cache, fields);
}

/** Events with their parents, in any order, with one statement. @param where a condition about `record` */
export async function loadEventsWhere(manager: EntityManager, where: Statement): Promise<Event[]> {
  const select = recordSelectOf(manager, ENTITIES);
  const parents = tableOf<Parent>(manager, Event, PARENT_COLUMNS);
  const rows = await queryLists(
    manager,
    `SELECT ${select.columns}, ${parents.columnsOf('parent')} FROM ${select.from}
       LEFT JOIN ${parents.name} parent ON parent.id = record.parentId WHERE ${where.sql}`,
    where.values,
  );
  return rows.map((row) => Object.assign(select.toRecord(row), { parent: parents.rowAt(row, select.width) }));
}

/** Adds to events the related records that the response shows. */
export async function addRelated(
  manager: EntityManager,
  events: readonly Event[],
  cache: RelatedRecordCache,
  fields?: Fieldset,
): Promise<EventWithRelations[]> {
  const ids = events.map(({ id }) => id);
  const wanted = RELATIONS.filter(({ field }) => isIncluded(fields, field, 'json_ld'));
  const related = await loadRelated(manager, wanted, ids, cache);
  return events.map((event) => Object.assign(event, { related: related.get(event.id) ?? {} }));
}

type VersionedRelation = [
  relation: number,
  eventId: number,
  recordId: number,
  position: number,
  ...version: RecordVersion,
];

/** The related records in order, by the ids of the events. */
async function loadRelated(
  manager: EntityManager,
  relations: readonly Relation[],
  ids: readonly number[],
  cache: RelatedRecordCache,
): Promise<ReadonlyMap<number, Related>> {
  const byEvent = new Map(ids.map((id) => [id, mapRelations((): RelatedRecord[] => [])]));
  if (relations.length === 0 || ids.length === 0) return byEvent;
  const sql = relations
    .map((relation, number) => relationSelect(manager, relation, number, ids.length))
    .join(' UNION ALL ');
  const idsOfRelations = relations.flatMap(() => ids);
  const rows = (await queryLists(manager, sql, idsOfRelations)) as VersionedRelation[];
  rows.sort((one, other) => one[3] - other[3]);
  for (const [number, { resource, name }] of relations.entries()) {
    const own = rows.filter(([relation]) => relation === number);
    const versions = new Map(own.map(([, , id, , ...version]) => [id, version]));
    const records = await cache.atVersions(manager, resource, versions);
    for (const [, eventId, id] of own) {
      const record = records.get(id);
      if (record) byEvent.get(eventId)![name]!.push(record);
    }
  }
  return byEvent;
}

function relationSelect(manager: EntityManager, relation: Relation, number: number, count: number): string {
  const { resource, table, column, isOrdered } = relation;
  // Fixes the join order. With outdated statistics, a server would begin with all records and read all relations.
  const join = isSqlite(manager.dataSource) ? 'JOIN' : 'STRAIGHT_JOIN';
  const position = `relation.${isOrdered ? 'position' : column}`;
  const { columns, images } = versionSql(relation);
  return `SELECT ${number}, relation.eventId, relation.${column}, ${position}, ${columns} FROM ${table} relation
    ${join} ${resource.names.plural} record ON record.id = relation.${column} ${images} WHERE relation.eventId IN (${placeholders(count)})`;
}

/** The records with some ids, by the names of their relations: with one statement, and those for records that are not cached. */
export async function loadRelatedById(
  manager: EntityManager,
  idsOf: (relation: Relation) => readonly number[],
  cache: RelatedRecordCache,
): Promise<Related> {
  const wanted = RELATIONS.map((relation) => ({ relation, ids: idsOf(relation) })).filter(({ ids }) => ids.length > 0);
  if (wanted.length === 0) return {};
  const sql = wanted.map(({ relation, ids }, number) => {
    const { columns, images } = versionSql(relation);
    const { plural } = relation.resource.names;
    return `SELECT ${number}, record.id, ${columns} FROM ${plural} record ${images} WHERE record.id IN (${placeholders(ids.length)})`;
  });
  const values = wanted.flatMap(({ ids }) => ids);
  const rows = (await queryLists(manager, sql.join(' UNION ALL '), values)) as [number, number, ...RecordVersion][];
  const related: Record<string, RelatedRecord[]> = {};
  for (const [number, { relation, ids }] of wanted.entries()) {
    const own = rows.filter(([place]) => place === number);
    const versions = new Map(own.map(([, id, ...version]) => [id, version]));
    const records = await cache.atVersions(manager, relation.resource, versions);
    related[relation.name] = ids.flatMap((id) => records.get(id) ?? []);
  }
  return related;
}

/** The version of a related record (`record`), and the join that it needs. */
function versionSql({ resource, isCounted }: Relation): { readonly columns: string; readonly images: string } {
  const columns = [
    'record.revision',
    resource.isPublished ? imageRevisions(resource.names) : 'NULL',
    isCounted ? 'record.count' : 'NULL',
  ].join(', ');
  return { columns, images: resource.isPublished ? 'LEFT JOIN images image ON image.id = record.imageId' : '' };
}

/** The sum of the revisions of all images of a record in any language, which changes when one of them changes. */
function imageRevisions({ singular }: ResourceNames): string {
  const own =
    `SELECT SUM(own.revision) FROM ${singular}_translations text JOIN images own ON own.id = text.imageId ` +
    'WHERE text.recordId = record.id';
  return `COALESCE(image.revision, 0) + COALESCE((${own}), 0)`;
}

/** Reads the counts of the terms of an event again, because other writers may have changed them. One statement. */
export async function refreshCounts(manager: EntityManager, event: EventWithRelations): Promise<void> {
  const parts = COUNTED_RELATIONS.map(
    ({ resource, name, table, column }) =>
      `SELECT '${name}' AS name, record.id AS id, record.count AS count ` +
      `FROM ${table} relation JOIN ${resource.names.plural} record ON record.id = relation.${column} WHERE relation.eventId = ?`,
  );
  const ids = COUNTED_RELATIONS.map(() => event.id);
  const rows = await query<{ name: string; id: number; count: number }>(manager, parts.join(' UNION ALL '), ids);
  event.related = mapRelations(({ name }) => {
    const counts = new Map(rows.filter((row) => row.name === name).map(({ id, count }) => [id, { count }]));
    return (event.related[name] ?? []).map((record) => ({ ...record, ...counts.get(record.id) }));
  });
}

/** The relations of events by id, with one statement for each related resource. */
export async function loadRelatedIds(manager: EntityManager, ids: readonly number[]): Promise<Map<number, RelatedIds>> {
  const byEvent = new Map(ids.map((id) => [id, mapRelations((): number[] => [])]));
  for (const { name, entity, column, isOrdered } of RELATIONS) {
    const columns = ['eventId', column, ...(isOrdered ? ['position'] : [])];
    const rows = await tableOf<ObjectLiteral>(manager, entity).select(manager, { eventId: ids }, { columns });
    if (isOrdered) rows.sort((one, other) => Number(one.position) - Number(other.position));
    for (const row of rows) byEvent.get(row.eventId as number)?.[name]?.push(row[column] as number);
  }
  return byEvent;
}
