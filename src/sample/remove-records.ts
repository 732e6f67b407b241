import { type EntityManager } from 'typeorm';
import { resources } from '../resources.js';
import { Image } from '../content/images/image.entity.js';
import { FormerSlug } from '../content/translations/former-slug.entity.js';

/** Removes all records of a calendar, with their images. Accounts and keys stay. */
export async function removeRecords(manager: EntityManager): Promise<void> {
  // Events first, since they refer to the others. Images last, when no record refers to them.
  for (const entity of [...resources.flatMap((resource) => resource.schema.entities), FormerSlug, Image])
    await manager.createQueryBuilder().delete().from<object>(entity).execute();
}
