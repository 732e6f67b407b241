import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { type Caller } from '../../../http/role.js';
import { type RelatedRecord } from '../../resource/event-relation.js';
import { type WrittenRecord } from '../../resource/write.js';
import { isEmbedded, type Accessible, type Status } from '../../records/visibility/access.js';
import { visible } from '../../records/visibility/visible.js';
import { Event } from '../event.entity.js';
import { type Apply } from '../events.query.js';
import { type EventWithRelations, RELATIONS } from './relations.js';

/** The ids of linked records by the name of their resource; none without ids. */
export type LinkIds = ReadonlyMap<string, readonly number[]>;

/** Visitors do not see a linked record with these statuses. `publish_links` publishes it. */
const UNPUBLISHED = ['draft', 'pending'] as const satisfies Status[];

/** The resources whose records have a status: venues and organizers. */
const PUBLISHED_RELATIONS = RELATIONS.filter(({ resource }) => resource.isPublished);

/** Whether an event is shown in public, now or from its date on. */
function isPublic({ status }: Pick<Event, 'status'>): boolean {
  return status === 'publish' || status === 'future';
}

/** Whether a write applies to dates of a series, and not to one alone. */
function appliesToSeries({ before, after }: WrittenRecord<EventWithRelations>, apply: Apply | undefined): boolean {
  if (after.seriesId === null) return false;
  // A series in the trash comes out of it as a whole, also with `this`.
  if (apply === 'this' && before?.status !== 'trash') return false;
  return after.recurrence !== null || apply === 'all';
}

/** Whether a write makes an event public or schedules it, or changes the records that such an event shows. */
export function showsLinks({ before, after, others = [] }: WrittenRecord<EventWithRelations>): boolean {
  if (others.some((other) => showsLinks(other))) return true;
  if (!isPublic(after)) return false;
  const idsOf = ({ related }: EventWithRelations) =>
    PUBLISHED_RELATIONS.map(({ name }) => related[name]?.map(({ id }) => id).join()).join(';');
  return before?.status !== after.status || idsOf(before) !== idsOf(after);
}

/**
 * The drafts and pending records that the written events show once they are published, among those that the caller may
 * read. Of a series, those of all public dates that the write applied to.
 */
export async function unpublishedLinks(
  manager: EntityManager,
  write: WrittenRecord<EventWithRelations>,
  apply: Apply | undefined,
  caller: Caller,
): Promise<LinkIds> {
  const writes = [write, ...(write.others ?? [])].filter(({ after }) => isPublic(after));
  const seriesIds = writes.filter((one) => appliesToSeries(one, apply)).map(({ after }) => after.seriesId);
  const links = new Map<string, readonly number[]>();
  for (const { name, resource, table, column } of PUBLISHED_RELATIONS) {
    const linked = writes.flatMap(({ after }) => after.related[name] ?? []);
    const ids = linked.filter((record) => isUnpublished(record, caller)).map(({ id }) => id);
    if (seriesIds.length > 0) {
      const records = SelectBuilder.of(manager, resource.entity, 'linked')
        .andWhere(visible('linked', caller, UNPUBLISHED))
        .andWhere(
          `linked.id IN (SELECT link.${column} FROM ${table} link JOIN events event ON event.id = link.eventId` +
            " WHERE event.seriesId IN (:...seriesIds) AND event.status IN ('publish', 'future'))",
          { seriesIds },
        );
      ids.push(...(await records.read<{ id: number }>({ order: ['linked.id'] })).map(({ id }) => id));
    }
    if (ids.length > 0) links.set(name, [...new Set(ids)]);
  }
  return links;
}

function isUnpublished(record: RelatedRecord, caller: Caller): boolean {
  const { status } = record as RelatedRecord & Accessible;
  return (
    (UNPUBLISHED as readonly Status[]).includes(status) && isEmbedded(record as RelatedRecord & Accessible, { caller })
  );
}

/** The links by their fields in responses. */
export function presentLinks(links: LinkIds): Record<string, readonly number[]> {
  return Object.fromEntries(
    PUBLISHED_RELATIONS.flatMap(({ field, name }) => (links.has(name) ? [[field, links.get(name)!]] : [])),
  );
}
