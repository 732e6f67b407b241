import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type RequestContext } from '../http/calendar-request.js';
import { type Language } from '../i18n/language.js';
import { type Image } from './images/image.entity.js';
import { type ImageInput } from './images/image-field.js';
import { resolveImage, resolveImageInput } from './images/images.js';
import { type PublishedBodyDto, type PublishedTextsDto } from './published-body.dto.js';
import { type PublishedWithTexts } from './published-record.js';
import { ignoreUnchangedInput, type TextBody } from './translations/text-changes.js';
import { altIn, valueIn } from './translations/language-values.js';
import { translationIn } from './translations/translation.js';

/** The parts of a body that name images. */
type BodyWithImages = Pick<PublishedBodyDto, 'image'> & {
  readonly translations?: Partial<Record<string, Pick<PublishedTextsDto, 'image'> | null>>;
};

/** The images of a body by their ids. */
interface ResolvedImages {
  /** The image for all languages; undefined where the body does not change it. */
  readonly imageId: number | null | undefined;
  /** `translations` of the body, in which ids replace the images. */
  readonly translations: NonNullable<TextBody['translations']>;
  readonly images: readonly Image[];
  /** Whether all images exist; otherwise errors were added. */
  readonly hasAllImages: boolean;
}

/** Looks up the images of a body, and registers new ones. */
export async function resolveImages(
  manager: EntityManager,
  current: PublishedWithTexts | undefined,
  body: BodyWithImages,
  { caller, language, rawBody }: RequestContext,
  errors: FieldErrors,
): Promise<ResolvedImages> {
  const sent: BodyWithImages = rawBody ?? {};
  const images: (Image | undefined)[] = [];
  const idOf = async (input: ImageInput, shown: Image | null, sentImage: unknown, field: string) => {
    if (shown) ignoreUnchangedInput(input, sentImage, shown);
    const requested = shown ? resolveImageInput(input, shown) : input;
    const image = await resolveImage(manager, requested, caller!, errors, field);
    images.push(image);
    return image?.id;
  };
  const shown = current ? shownImage(current, language) : null;
  const imageId = body.image ? await idOf(body.image, shown, sent.image, 'image') : body.image;
  const translations: NonNullable<TextBody['translations']> = {};
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [
    Language,
    Pick<PublishedTextsDto, 'image'> | null,
  ][]) {
    translations[code] = texts;
    if (!texts?.image) continue;
    const own = (current && translationIn(current.translations, code)?.image) ?? null;
    const sentImage = sent.translations?.[code]?.image;
    translations[code] = { ...texts, image: await idOf(texts.image, own, sentImage, `translations.${code}.image`) };
  }
  const known = images.filter((image) => image !== undefined);
  return { imageId, translations, images: known, hasAllImages: known.length === images.length };
}

/** The image that a read shows in a language, with its alternative text. */
function shownImage(current: PublishedWithTexts, language: Language): Image | null {
  const image = valueIn(current, language, 'image');
  return image && Object.assign({ ...image }, { alt: altIn(current, language) });
}

/** Whether a body sends back a fallback of the alternative text, which must not create a translation. */
export function isEchoedAlt(
  { image }: BodyWithImages,
  current: PublishedWithTexts | undefined,
  language: Language,
): boolean {
  if (!current || translationIn(current.translations, language)) return false;
  return image?.alt === altIn(current, language);
}
