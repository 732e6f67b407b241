import { createHash } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { isDuplicate } from '../../database/database-errors.js';
import { run } from '../../database/sql/statements.js';
import { tableOf, type Where } from '../../database/sql/table.js';
import { type FieldErrors } from '../../errors/field-error.js';
import { type Caller } from '../../http/context/role.js';
import { Image } from './image.entity.js';
import { ImageInput } from './image-field.js';
import { logShowing, mayDescribe, mayName } from './shown-images.js';

/**
 * Resolves a body that has both id and address of an image, if a read has shown another image: the value that differs
 * from the shown one is used. A repeated width and height belong to the shown image; `alt` is a text of the record.
 * @param shown by a read of the record before the write
 */
export function meantImage(input: ImageInput, shown: Image): ImageInput {
  const { id, url, alt, ...size } = input;
  const isOther = id !== undefined && url !== undefined && (id === shown.id) !== (url === shown.url);
  if (!isOther) return input;
  const said = Object.entries({ id, url, ...size }).filter(([name, value]) => value !== Reflect.get(shown, name));
  return Object.assign(new ImageInput(), Object.fromEntries(said), { alt });
}

/**
 * The image that a body names. A new address is stored, but never fetched. The error for an id that does not exist
 * equals that for an id that the caller must not know.
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
      ? await registered(manager, input.url!, input, caller)
      : await imageWith(manager, { id: input.id });
  if (!image || (input.id !== undefined && !(await mayName(manager, image, caller))))
    errors.add(field, (messages) => messages.unknownImage(input.id!));
  else if (input.url !== undefined && input.url !== image.url)
    errors.add(`${field}.url`, (messages) => messages.disagrees(`${field}.id`));
  else return measured(manager, image, input, caller);
  return undefined;
}

async function registered(
  manager: EntityManager,
  url: string,
  { width = null, height = null }: ImageInput,
  caller: NonNullable<Caller>,
): Promise<Image> {
  const urlHash = createHash('sha256').update(url).digest('hex');
  const known = await imageWith(manager, { urlHash });
  if (known) return known;
  try {
    const image = { url, urlHash, width, height, registeredBy: caller.id, revision: 1 };
    const [id] = await tableOf(manager, Image).insert(manager, [image]);
    return { ...image, id: id! };
  } catch (error) {
    const made = isDuplicate(error) ? await imageWith(manager, { urlHash }) : undefined;
    if (!made) throw error;
    return made;
  }
}

async function imageWith(manager: EntityManager, key: Where<Image>): Promise<Image | undefined> {
  return (await tableOf(manager, Image).select(manager, key))[0];
}

/**
 * Width and height belong to the image in all records: only callers who may edit all records that show it change them. Null
 * clears those of an image that is named by its id; together with an address it means that they are unknown.
 */
async function measured(
  manager: EntityManager,
  image: Image,
  { id, width, height }: ImageInput,
  caller: NonNullable<Caller>,
): Promise<Image> {
  const sized = (size: number | null | undefined, own: number | null) =>
    size === undefined || (size === null && id === undefined) ? own : size;
  const wanted = { width: sized(width, image.width), height: sized(height, image.height) };
  const isNew = wanted.width !== image.width || wanted.height !== image.height;
  if (!isNew || !(await mayDescribe(manager, image, caller))) return image;
  const sql = 'UPDATE images SET width = ?, height = ?, revision = revision + 1 WHERE id = ?';
  await run(manager, sql, [wanted.width, wanted.height, image.id]);
  await logShowing(manager, image);
  return Object.assign(image, wanted, { revision: image.revision + 1 });
}

/** A record, or its text in a language, that shows an image. */
interface ShowsImage {
  readonly imageId?: number | null;
  readonly image?: Image | null;
}

interface Illustrated extends ShowsImage {
  readonly id: number;
  readonly translations?: readonly ShowsImage[];
}

/** The current images of records in any language, which may have changed since the records were read. */
export function newestImages(
  records: readonly Illustrated[],
  others: readonly Image[] = [],
): ReadonlyMap<number, Image> {
  const newest = new Map<number, Image>();
  const shown = records.flatMap((record) => [record, ...(record.translations ?? [])]).map(({ image }) => image);
  for (const image of [...others, ...shown])
    if (image && image.revision > (newest.get(image.id)?.revision ?? 0)) newest.set(image.id, image);
  return newest;
}

/** A record with its current images. */
export function illustrated<R extends Illustrated>(record: R, images: ReadonlyMap<number, Image>): R {
  const imageOf = ({ imageId }: ShowsImage) => (imageId ? (images.get(imageId) ?? null) : null);
  const { translations = [] } = record;
  const isCurrent = (one: ShowsImage) => one.imageId === undefined || one.image === imageOf(one);
  if ([record, ...translations].every(isCurrent)) return record;
  const texts = translations.map((text) => ({ ...text, image: imageOf(text) }));
  return { ...record, image: imageOf(record), translations: texts };
}
