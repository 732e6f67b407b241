import { createHash } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { isDuplicate } from '../../../database/database-errors.js';
import { run } from '../../../database/sql/statements.js';
import { tableOf, type Where } from '../../../database/sql/table.js';
import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Caller } from '../../../http/role.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type Site } from '../../../http/urls/site.js';
import { type Urls } from '../../../http/urls/urls.js';
import { truncateToSeconds } from '../../../lib/datetime/moment.js';
import { imageUrl } from '../images/image.dto.js';
import { Image, NEW_IMAGE } from '../images/image.entity.js';
import { ImageInput } from '../images/image-field.js';
import { logRecordsShowing, mayReferTo, mayChangeImage } from '../images/image-access.js';
import { type PublishedBodyDto, type PublishedTextsDto } from '../record/published-body.dto.js';
import { type PublishedWithTexts } from '../record/published-record.js';
import { type TextBody, withStoredValues } from '../translations/text-changes.js';
import { altIn, imageAlt, valueIn } from '../translations/language-values.js';
import { translationIn } from '../translations/translation.js';

/** The parts of a body that name images. */
type BodyWithImages = Pick<PublishedBodyDto, 'image'> & {
  readonly translations?: Partial<Record<string, Pick<PublishedTextsDto, 'image'> | null>>;
};

/** The images of a body by their ids. */
interface ResolvedImages {
  /** The image for all languages; undefined where the body does not change it. */
  readonly imageId: number | null | undefined;
  /** `image` of the body, with the stored value of what it repeats. */
  readonly image: BodyWithImages['image'];
  /** `translations` of the body, in which ids replace the images. */
  readonly translations: NonNullable<TextBody['translations']>;
  readonly images: readonly Image[];
  /** Whether all images exist; otherwise errors were added. */
  readonly hasAllImages: boolean;
}

interface ImageScope {
  readonly context: RequestContext;
  readonly site: Site;
  readonly errors: FieldErrors;
}

/** Looks up the images of a body, and registers new ones. */
export async function resolveImages(
  manager: EntityManager,
  current: PublishedWithTexts | undefined,
  body: BodyWithImages,
  { context: { caller, language, rawBody }, site: { urls }, errors }: ImageScope,
): Promise<ResolvedImages> {
  const sent: BodyWithImages = rawBody ?? {};
  const images: (Image | undefined)[] = [];
  const idOf = async (input: ImageInput, shown: Image | null, field: string) => {
    const requested = shown ? resolveImageInput(input, shown) : input;
    const image = await resolveImage(manager, requested, { caller: caller!, urls, errors, field });
    images.push(image);
    return image?.id;
  };
  const shown = current ? shownImage(current, language, urls) : null;
  const image = body.image && shown ? withStoredValues(body.image, sent.image, shown) : body.image;
  const imageId = image ? await idOf(image, shown, 'image') : image;
  const translations: NonNullable<TextBody['translations']> = {};
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [
    Language,
    Pick<PublishedTextsDto, 'image'> | null,
  ][]) {
    translations[code] = texts;
    if (!texts?.image) continue;
    const own = withAddress((current && translationIn(current.translations, code)?.image) ?? null, urls);
    const input = own ? withStoredValues(texts.image, sent.translations?.[code]?.image, own) : texts.image;
    translations[code] = { ...texts, image: await idOf(input, own, `translations.${code}.image`) };
  }
  const known = images.filter((image) => image !== undefined);
  return { imageId, image, translations, images: known, hasAllImages: known.length === images.length };
}

/** The image that a read shows in a language, with its alternative text. */
function shownImage(current: PublishedWithTexts, language: Language, urls: Urls): Image | null {
  const image = withAddress(valueIn(current, language, 'image'), urls);
  return image && Object.assign(image, { alt: altIn(current, language) });
}

/** A copy with the address that a read returns. */
function withAddress(image: Image | null, urls: Urls): Image | null {
  return image && { ...image, url: imageUrl(image, urls) };
}

/**
 * Whether a body sends back a fallback of the alternative text, which must not become a text of the record: that of the
 * image itself, also as another record returned it, or that of the other language.
 */
export function isEchoedAlt(
  { image, imageId, images }: Pick<ResolvedImages, 'image' | 'imageId' | 'images'>,
  current: PublishedWithTexts | undefined,
  language: Language,
): boolean {
  const text = current && translationIn(current.translations, language);
  const isSame = current !== undefined && imageId === valueIn(current, language, 'imageId');
  const hasOwn = isSame && text !== undefined && text.imageAlt !== null;
  const given = images.find(({ id }) => id === imageId);
  if (!hasOwn && given && image?.alt === imageAlt(given, language)) return true;
  if (!current || image?.alt !== altIn(current, language)) return false;
  return text === undefined || (text.imageAlt === null && isSame);
}

/**
 * Resolves a body that has both the id and the address of an image, one of which still is that of the current image:
 * the client sent the image back and changed the other one, which is used. A width and height that are unchanged belong
 * to the current image and are dropped; `alt` is a text of the record.
 * @param shown the image that a read of the record returned before the write
 */
function resolveImageInput(input: ImageInput, shown: Image): ImageInput {
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
 * the caller must not know get the same error. The address of any file of an uploaded image means that image.
 * @returns undefined if an error was added
 */
async function resolveImage(
  manager: EntityManager,
  input: ImageInput,
  { caller, urls, errors, field }: ImageReference,
): Promise<Image | undefined> {
  const uploaded = input.url === undefined ? undefined : urls.parseImageFile(input.url);
  const image =
    input.id === undefined
      ? ((uploaded && (await findImage(manager, uploaded))) ??
        (await findOrRegister(manager, input.url!, input, caller)))
      : await findImage(manager, { id: input.id });
  if (!image || (input.id !== undefined && !(await mayReferTo(manager, image, caller))))
    errors.add(field, (messages) => messages.unknownImage(input.id!));
  else if (input.url !== undefined && uploaded?.id !== image.id && input.url !== imageUrl(image, urls))
    errors.add(`${field}.url`, (messages) => messages.disagrees(`${field}.id`));
  else return image.token === null ? updateSize(manager, image, input, caller) : image;
  return undefined;
}

interface ImageReference {
  readonly caller: NonNullable<Caller>;
  readonly urls: Urls;
  readonly errors: FieldErrors;
  /** The field of the body. */
  readonly field: string;
}

/** The other columns of an address that a record names for the first time. */
const ADDRESS_ONLY = { ...NEW_IMAGE, token: null, fileName: null, unusedSince: null };

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
    const image = {
      url,
      urlHash,
      width,
      height,
      registeredBy: caller.id,
      ...ADDRESS_ONLY,
      createdAt: truncateToSeconds(new Date()),
    };
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
  if (!isResized || !(await mayChangeImage(manager, image, caller))) return image;
  const sql = 'UPDATE images SET width = ?, height = ?, revision = revision + 1 WHERE id = ?';
  await run(manager, sql, [wanted.width, wanted.height, image.id]);
  await logRecordsShowing(manager, image);
  return Object.assign(image, wanted, { revision: image.revision + 1 });
}
