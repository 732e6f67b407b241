import { createHash } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { isDuplicate } from '../../database/database-errors.js';
import { run } from '../../database/sql/statements.js';
import { tableOf, type Where } from '../../database/sql/table.js';
import { type FieldErrors } from '../../errors/field-error.js';
import { type Caller } from '../../http/calendar-request.js';
import { Image } from './image.entity.js';
import { ImageInput } from './image-field.js';
import { logRecordsShowing, mayResize, mayReferTo } from './image-access.js';

/**
 * Resolves a body that has both the id and the address of an image, one of which still is that of the current image:
 * the client sent the image back and changed the other one, which is used. A width and height that are unchanged belong
 * to the current image and are dropped; `alt` is a text of the record.
 * @param shown the image that a read of the record returned before the write
 */
export function resolveImageInput(input: ImageInput, shown: Image): ImageInput {
  const { id, url, alt, ...size } = input;
  const isOther = id !== undefined && url !== undefined && (id === shown.id) !== (url === shown.url);
  if (!isOther) return input;
  const changedParts = Object.entries({ id, url, ...size }).filter(
    ([name, value]) => value !== Reflect.get(shown, name),
  );
  return Object.assign(new ImageInput(), Object.fromEntries(changedParts), { alt });
}

/**
 * Finds the image that a body refers to, or registers a new address, which is never fetched. Unknown ids and ids that
 * the caller must not know get the same error.
 * @param field the field of the body
 * @returns undefined if an error was added
 */
export async function resolveImage(
  manager: EntityManager,
  input: ImageInput,
  caller: NonNullable<Caller>,
  errors: FieldErrors,
  field = 'image',
): Promise<Image | undefined> {
  const image =
    input.id === undefined
      ? await findOrRegister(manager, input.url!, input, caller)
      : await findImage(manager, { id: input.id });
  if (!image || (input.id !== undefined && !(await mayReferTo(manager, image, caller))))
    errors.add(field, (messages) => messages.unknownImage(input.id!));
  else if (input.url !== undefined && input.url !== image.url)
    errors.add(`${field}.url`, (messages) => messages.disagrees(`${field}.id`));
  else return updateSize(manager, image, input, caller);
  return undefined;
}

async function findOrRegister(
  manager: EntityManager,
  url: string,
  { width = null, height = null }: ImageInput,
  caller: NonNullable<Caller>,
): Promise<Image> {
  const urlHash = createHash('sha256').update(url).digest('hex');
  const known = await findImage(manager, { urlHash });
  if (known) return known;
  try {
    const image = { url, urlHash, width, height, registeredBy: caller.id, revision: 1 };
    const [id] = await tableOf(manager, Image).insert(manager, [image]);
    return { ...image, id: id! };
  } catch (error) {
    const created = isDuplicate(error) ? await findImage(manager, { urlHash }) : undefined;
    if (!created) throw error;
    return created;
  }
}

async function findImage(manager: EntityManager, key: Where<Image>): Promise<Image | undefined> {
  return (await tableOf(manager, Image).select(manager, key))[0];
}

/**
 * Stores a new width and height. They belong to the image in all records, so only callers who may edit all records that
 * show it change them. Null clears them if the body has the id of the image; without an id, null changes nothing.
 */
async function updateSize(
  manager: EntityManager,
  image: Image,
  { id, width, height }: ImageInput,
  caller: NonNullable<Caller>,
): Promise<Image> {
  const sized = (size: number | null | undefined, own: number | null) =>
    size === undefined || (size === null && id === undefined) ? own : size;
  const wanted = { width: sized(width, image.width), height: sized(height, image.height) };
  const isResized = wanted.width !== image.width || wanted.height !== image.height;
  if (!isResized || !(await mayResize(manager, image, caller))) return image;
  const sql = 'UPDATE images SET width = ?, height = ?, revision = revision + 1 WHERE id = ?';
  await run(manager, sql, [wanted.width, wanted.height, image.id]);
  await logRecordsShowing(manager, image);
  return Object.assign(image, wanted, { revision: image.revision + 1 });
}

/** A record or a translation that refers to an image. */
interface ShowsImage {
  readonly imageId?: number | null;
  readonly image?: Image | null;
}

interface RecordWithImages extends ShowsImage {
  readonly id: number;
  readonly translations?: readonly ShowsImage[];
}

/** The latest version of each image by id, since images may have changed after their records were read. */
export function latestImages(
  records: readonly RecordWithImages[],
  others: readonly Image[] = [],
): ReadonlyMap<number, Image> {
  const newest = new Map<number, Image>();
  const shown = records.flatMap((record) => [record, ...(record.translations ?? [])]).map(({ image }) => image);
  for (const image of [...others, ...shown])
    if (image && image.revision > (newest.get(image.id)?.revision ?? 0)) newest.set(image.id, image);
  return newest;
}

/** A record with its current images. */
export function withCurrentImages<R extends RecordWithImages>(record: R, images: ReadonlyMap<number, Image>): R {
  const imageOf = ({ imageId }: ShowsImage) => (imageId ? (images.get(imageId) ?? null) : null);
  const { translations = [] } = record;
  const isCurrent = (one: ShowsImage) => one.imageId === undefined || one.image === imageOf(one);
  if ([record, ...translations].every(isCurrent)) return record;
  const texts = translations.map((text) => ({ ...text, image: imageOf(text) }));
  return { ...record, image: imageOf(record), translations: texts };
}
