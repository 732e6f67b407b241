import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { query, run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { type Caller, isEditor } from '../../http/role.js';
import { Forbidden } from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { hasUploaded, mayChangeImage } from '../records/images/image-access.js';
import { Image } from '../records/images/image.entity.js';
import { differences } from '../../database/sql/differences.js';
import { type UpdateImageDto } from './images.dto.js';

/**
 * Makes other changes of an image wait until the transaction ends. It comes before the image is read: a transaction on a
 * server would otherwise see the image as it was before the change that it has waited for.
 */
export async function lockImage(manager: EntityManager, id: number): Promise<void> {
  // A SQLite file has one writer.
  if (!isSqlite(manager.dataSource)) await query(manager, 'SELECT id FROM images WHERE id = ? FOR UPDATE', [id]);
}

/** The columns that a body changes. What it repeats needs no right. */
export interface ImageChanges {
  /** Changes of the columns that all records show: the focal point and the alternative texts. */
  readonly shared: Partial<Image>;
  /** Whether the clean-up leaves the image, if that changes. */
  readonly kept: boolean | undefined;
}

/** @throws {Forbidden} if the caller may not change what the body changes */
export async function changesOf(
  manager: EntityManager,
  image: Image,
  body: UpdateImageDto,
  caller: NonNullable<Caller>,
): Promise<ImageChanges> {
  const shared = differences(image, sharedColumns(body));
  if (Object.keys(shared).length > 0 && !(await mayChangeImage(manager, image, caller)))
    throw new Forbidden((messages) => messages.imageOfOthers);
  const kept = body.kept === image.kept ? undefined : body.kept;
  if (kept !== undefined && !isEditor(caller) && !(await hasUploaded(manager, image, caller)))
    throw new Forbidden((messages) => messages.keptByUploader);
  return { shared, kept };
}

/**
 * Stores changes of an image. Its revision tells caches that records which show it look different, and so does not grow
 * when it is only kept; the records have not changed, so that there is neither a revision nor a change of them.
 * @throws {InvalidParameters} if an address elsewhere is to be kept, which has no file
 */
export async function storeChanges(
  manager: EntityManager,
  { id, token, unusedSince }: Image,
  { shared, kept }: ImageChanges,
): Promise<void> {
  const images = tableOf(manager, Image);
  if (kept && token === null)
    throw new InvalidParameters(new Map([['kept', new FieldError((messages) => messages.keptAddress)]]));
  if (kept !== undefined) {
    // The time for which an unused image stays begins again.
    const since = unusedSince && truncateToSeconds(new Date());
    await images.update(manager, { id }, { kept, unusedSince: since });
  }
  if (Object.keys(shared).length === 0) return;
  await images.update(manager, { id }, shared);
  await run(manager, 'UPDATE images SET revision = revision + 1 WHERE id = ?', [id]);
}

/** The columns that all records show, with the values of a body. */
function sharedColumns({ focus, alt }: UpdateImageDto): Partial<Image> {
  const texts = alt === null ? { en: null, fr: null } : (alt ?? {});
  return {
    ...(focus !== undefined && { focusX: focus?.x ?? null, focusY: focus?.y ?? null }),
    ...(texts.en !== undefined && { altEn: texts.en }),
    ...(texts.fr !== undefined && { altFr: texts.fr }),
  };
}
