import { type EntityManager } from 'typeorm';
import { Image } from '../../calendar/records/images/image.entity.js';
import { ImageUpload } from '../../calendar/records/images/image-upload.entity.js';
import { FormerName } from '../../calendar/records/translations/former-name.entity.js';
import { FormerSlug } from '../../calendar/records/translations/former-slug.entity.js';
import { resources } from '../../calendar/resources.js';

/** Numbers of records by the plural of their resource. */
export type RecordCounts = Readonly<Record<string, number>>;

/** The number of records of each resource in a database. */
export async function recordCounts(manager: EntityManager): Promise<RecordCounts> {
  const counts: Record<string, number> = {};
  for (const { names, entity } of resources) counts[names.plural] = await manager.count(entity);
  return counts;
}

export function isEmpty(counts: RecordCounts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** `57 events, 1 venue, …`; resources without records are left out. */
export function inWords(counts: RecordCounts): string {
  const some = resources.flatMap(({ names: { singular, plural } }) => {
    const count = counts[plural] ?? 0;
    return count > 0 ? [`${count} ${count === 1 ? singular : plural}`] : [];
  });
  return some.length === 0 ? 'no records' : some.join(', ');
}

/** Removes all records of a calendar, with their images. Accounts and keys stay. */
export async function removeRecords(manager: EntityManager): Promise<void> {
  // Events first, since they refer to the others. Images last, when no record refers to them.
  const shared = [FormerSlug, FormerName, ImageUpload, Image];
  for (const entity of [...resources.flatMap((resource) => resource.schema.entities), ...shared])
    await manager.createQueryBuilder().delete().from<object>(entity).execute();
}
