import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { tableOf } from '../../database/sql/table.js';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { mayReferTo } from '../records/images/image-access.js';
import { Image } from '../records/images/image.entity.js';
import { type Content } from '../records/revisions/content.js';
import { type ResourceDefinition } from './definition.js';
import { linkedIds, linkedRecords, mergedLinks } from './revision-links.js';

/** The ids of records and images that a restored revision leaves out, by field. */
export type LeftOut = Readonly<Record<string, number | readonly number[]>>;

/**
 * The content of a revision without the records and images that a body could not name: those that are deleted or in the
 * trash, and those that the caller may not use. Records that were merged are those with which they were.
 * @param recordId the record that is restored, which cannot be its own parent
 */
export async function restorableContent(
  manager: EntityManager,
  resource: ResourceDefinition,
  content: Content,
  context: RequestContext,
  recordId?: number,
): Promise<{ readonly restorable: Content; readonly leftOut: LeftOut }> {
  const series = content.series && (await restorableContent(manager, resource, content.series, context, recordId));
  const leftOut: Record<string, number | readonly number[]> = { ...series?.leftOut };
  const fields: Record<string, unknown> = { ...content.fields };
  for (const [field, records] of await linkedRecords(manager, resource, content, context)) {
    const there = new Set(records.filter(({ isThere }) => isThere).map(({ id }) => id));
    const ids = linkedIds(content, field);
    const merged = await mergedLinks(manager, resource, { field, ids, recordId }, context);
    const gone = records.filter(({ id }) => !there.has(id) && !merged.has(id)).map(({ id }) => id);
    const kept = [...new Set(ids.flatMap((id) => (there.has(id) ? id : (merged.get(id) ?? []))))];
    if (Array.isArray(fields[field])) fields[field] = kept;
    else if (fields[field] && kept.length === 0) delete fields[field];
    else if (kept.length > 0) fields[field] = kept[0];
    if (gone.length > 0) leftOut[field] = Array.isArray(content.fields[field]) ? gone : gone[0]!;
  }
  const texts = { ...content.texts };
  const isUsable = (id: unknown) => isUsableImage(manager, id, context);
  const isSharedUsable = await isUsable(fields.image);
  if (!isSharedUsable) {
    leftOut.image = fields.image as number;
    delete fields.image;
  }
  for (const language of LANGUAGES) {
    const own = texts[language];
    if (!own) continue;
    const isOwnUsable = await isUsable(own.image);
    if (!isOwnUsable) leftOut[`translations.${language}.image`] = own.image as number;
    // An alternative text describes its image, and no other one.
    const isAltLost = own.image ? !isOwnUsable : !isSharedUsable;
    const lost = new Set([...(isOwnUsable ? [] : ['image']), ...(isAltLost ? ['image_alt'] : [])]);
    texts[language] = Object.fromEntries(Object.entries(own).filter(([name]) => !lost.has(name)));
  }
  return { restorable: { ...content, fields, texts, ...(series && { series: series.restorable }) }, leftOut };
}

/** Whether a body of the caller may name an image; true without an image. */
async function isUsableImage(manager: EntityManager, id: unknown, { caller }: RequestContext): Promise<boolean> {
  if (typeof id !== 'number') return true;
  const [image] = await tableOf(manager, Image).select(manager, { id });
  return image !== undefined && mayReferTo(manager, image, caller!);
}
