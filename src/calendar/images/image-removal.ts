import { type EntityManager } from 'typeorm';
import { selectNamed } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { DAY } from '../../lib/datetime/durations.js';
import { recordTables } from '../records/images/image-access.js';
import { type Image } from '../records/images/image.entity.js';
import { ImageUpload } from '../records/images/image-upload.entity.js';

/** Days for which an image that no record shows is kept after its upload or last use. */
export const DAYS_KEPT = 30;

/** The condition for rows of `images` that a record or a translation shows, those in the trash included. */
export function isShownSql(manager: EntityManager): string {
  const uses = recordTables(manager).map(
    ({ holder }) => `EXISTS (SELECT 1 FROM ${holder.tableName} shown WHERE shown.imageId = images.id)`,
  );
  return `(${uses.join(' OR ')})`;
}

/** When the clean-up removes each of some images, if no record shows it until then. Those that stay are left out. */
export async function removalsOf(
  manager: EntityManager,
  images: readonly Image[],
  now = new Date(),
): Promise<ReadonlyMap<number, Date>> {
  const imageIds = images.filter(({ token, kept }) => token !== null && !kept).map(({ id }) => id);
  if (imageIds.length === 0) return new Map();
  const unused = await selectNamed<{ id: number }>(manager, {
    sql: `SELECT images.id AS id FROM images WHERE images.id IN (:...imageIds) AND NOT ${isShownSql(manager)}`,
    parameters: { imageIds },
  });
  const ids = unused.map(({ id }) => Number(id));
  const uploads = await tableOf(manager, ImageUpload).select(manager, { imageId: ids });
  const removals = images
    .filter(({ id }) => ids.includes(id))
    .map(({ id, unusedSince }) => {
      const sent = uploads.filter(({ imageId }) => imageId === id).map(({ createdAt }) => createdAt.getTime());
      // The clean-up has not seen yet that no record shows the image any more.
      const since = Math.max((unusedSince ?? now).getTime(), ...sent);
      return [id, new Date(since + DAYS_KEPT * DAY)] as const;
    });
  return new Map(removals);
}
