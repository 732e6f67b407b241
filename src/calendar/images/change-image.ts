import { type EntityManager } from 'typeorm';
import { run, type Value } from '../../database/sql/statements.js';
import { type Caller, isEditor } from '../../http/role.js';
import { Forbidden } from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { hasUploaded, mayChangeImage } from '../records/images/image-access.js';
import { type Image } from '../records/images/image.entity.js';
import { type UpdateImageDto } from './images.dto.js';

/** The columns that all records show. */
type SharedColumns = Pick<Image, 'focusX' | 'focusY' | 'altEn' | 'altFr'>;

/**
 * Changes what belongs to an image itself. Its revision tells caches that records which show it look different; the
 * records have not changed, so that there is neither a revision nor a change of them. What a body repeats needs no right.
 * @returns the image after the change
 * @throws {Forbidden}
 * @throws {InvalidParameters} if an address elsewhere is to be kept, which has no file
 */
export async function changeImage(
  manager: EntityManager,
  image: Image,
  body: UpdateImageDto,
  caller: NonNullable<Caller>,
): Promise<Image> {
  const shared = sharedColumns(image, body);
  const isShared = differs(image, shared);
  if (isShared && !(await mayChangeImage(manager, image, caller)))
    throw new Forbidden((messages) => messages.imageOfOthers);
  const { kept = image.kept } = body;
  const isKeptChanged = kept !== image.kept;
  if (isKeptChanged) await assertMayKeep(manager, image, kept, caller);
  if (!isShared && !isKeptChanged) return image;
  // The time for which an unused image stays begins again.
  const unusedSince = isKeptChanged && image.unusedSince ? truncateToSeconds(new Date()) : image.unusedSince;
  const columns = { ...shared, kept, unusedSince, revision: image.revision + 1 };
  const names = Object.keys(columns).map((name) => `${name} = ?`);
  const values: Value[] = Object.values(columns);
  await run(manager, `UPDATE images SET ${names.join(', ')} WHERE id = ?`, [...values, image.id]);
  return { ...image, ...columns };
}

async function assertMayKeep(
  manager: EntityManager,
  image: Image,
  kept: boolean,
  caller: NonNullable<Caller>,
): Promise<void> {
  if (!isEditor(caller) && !(await hasUploaded(manager, image, caller)))
    throw new Forbidden((messages) => messages.keptByUploader);
  if (kept && image.token === null)
    throw new InvalidParameters(new Map([['kept', new FieldError((messages) => messages.keptAddress)]]));
}

/** The columns with the values of a body, else the stored ones. */
function sharedColumns(image: Image, { focus, alt }: UpdateImageDto): SharedColumns {
  const { focusX, focusY, altEn, altFr } = image;
  const point = focus === undefined ? { focusX, focusY } : { focusX: focus?.x ?? null, focusY: focus?.y ?? null };
  const texts = alt === null ? { en: null, fr: null } : (alt ?? {});
  return {
    ...point,
    altEn: texts.en === undefined ? altEn : texts.en,
    altFr: texts.fr === undefined ? altFr : texts.fr,
  };
}

function differs(image: Image, columns: Partial<Image>): boolean {
  return Object.entries(columns).some(([name, value]) => Reflect.get(image, name) !== value);
}
