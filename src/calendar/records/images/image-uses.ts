import { type EntityManager } from 'typeorm';
import { selectNamed } from '../../../database/sql/statements.js';
import { type Caller } from '../../../http/role.js';
import { imageHolders, listable } from './image-access.js';

/** A record that shows an image. */
export interface ImageUse {
  /** The plural of the resource: `events`. */
  readonly kind: string;
  readonly id: number;
}

/**
 * The records that show each of some images, also in a translation, by the ids of the images.
 * @param caller only records that this caller may be told of; undefined for all, also those in the trash
 */
export async function usesOf(
  manager: EntityManager,
  imageIds: readonly number[],
  caller: Caller | undefined,
): Promise<ReadonlyMap<number, readonly ImageUse[]>> {
  const uses = new Map<number, Map<string, ImageUse>>(imageIds.map((id) => [id, new Map()]));
  if (imageIds.length === 0) return new Map();
  for (const { record, shown } of imageHolders(manager)) {
    const rights = caller === undefined ? { sql: '1 = 1', parameters: {} } : listable(record, caller);
    const rows = await selectNamed<{ imageId: number; id: number }>(manager, {
      sql:
        `SELECT shown.imageId AS imageId, holder.id AS id FROM (${shown}) shown ` +
        `JOIN ${record.tableName} holder ON holder.id = shown.recordId WHERE ${rights.sql}`,
      parameters: { ...rights.parameters, imageIds },
    });
    for (const { imageId, id } of rows) {
      const use = { kind: record.tableName, id: Number(id) };
      uses.get(Number(imageId))?.set(`${use.kind} ${use.id}`, use);
    }
  }
  return new Map([...uses].map(([id, records]) => [id, [...records.values()]]));
}
