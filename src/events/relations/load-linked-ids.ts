import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { eachLink, type LinkedIds, LINKS } from './links.js';

/** The relations of events by id, with one statement for each related resource. */
export async function loadLinkedIds(manager: EntityManager, ids: readonly number[]): Promise<Map<number, LinkedIds>> {
  const byEvent = new Map(ids.map((id) => [id, eachLink((): number[] => [])]));
  for (const { name, entity, column, isOrdered } of LINKS) {
    const columns = ['eventId', column, ...(isOrdered ? ['position'] : [])];
    const rows = await tableOf<ObjectLiteral>(manager, entity).select(manager, { eventId: ids }, { columns });
    if (isOrdered) rows.sort((one, other) => Number(one.position) - Number(other.position));
    for (const row of rows) byEvent.get(row.eventId as number)?.[name]?.push(row[column] as number);
  }
  return byEvent;
}
