import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type Site } from '../../../http/urls/site.js';
import { type Urls } from '../../../http/urls/urls.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { type TextChanges, type TextNames, toShownWire } from './text-changes.js';
import {
  type Translation,
  type ExcerptTranslation,
  realTranslations,
  resolveText,
  translationIn,
} from './translation.js';
import { SharedImageDto } from '../images/image.dto.js';
import { type Image } from '../images/image.entity.js';

type PerLanguage = Pick<TextNames, 'perLanguage'>;

type Row = Pick<Translation, 'language' | 'borrowed'>;

/** A record with values for all languages, which its translations may override. */
type WithSharedValues<P extends string> = { readonly [Property in P]: unknown } & {
  readonly translations: readonly (Row & { readonly [Property in P]?: unknown })[];
};

/** The value in a language: that of the translation, else the shared one. */
export function valueIn<P extends string, R extends WithSharedValues<P>>(
  record: R,
  language: Language,
  property: P,
): R[P] {
  const own = translationIn<R['translations'][number]>(record.translations, language);
  return (own?.[property] ?? record[property]) as R[P];
}

/** A copy of a record in which the values of one translation override the shared ones. */
export function withTranslatedValues<R extends object>(record: R, row: object, { perLanguage = {} }: PerLanguage): R {
  const own = Object.values(perLanguage).map((property) => [property, Reflect.get(row, property) as unknown] as const);
  return { ...record, ...Object.fromEntries(own.filter(([, value]) => value !== null)) };
}

/**
 * The shared values after a write. A value at the top level of the body that differs from the current one becomes the
 * shared value. It also removes the value of the request's language, unless the body sets that in `translations`.
 * @param current undefined on create
 * @param topLevel the values at the top level of the body, by their names in the API
 * @param changes of the texts and values of languages
 * @returns the shared values, and the changes with these removals
 */
export function resolveSharedValues(
  { perLanguage = {} }: PerLanguage,
  current: { readonly translations: readonly Row[] } | undefined,
  { topLevel, language, changes }: { topLevel: object; language: Language; changes: TextChanges },
): { columns: Record<string, unknown>; texts: TextChanges } {
  const translation = current && translationIn(current.translations, language);
  const columns: Record<string, unknown> = {};
  const removals: Record<string, null> = {};
  const change = changes[language];
  for (const [wire, property] of Object.entries(perLanguage)) {
    const value: unknown = Reflect.get(topLevel, wire);
    const [shared, own] = [storedIn(current, property), storedIn(translation, property)];
    const isKept = value === undefined || (current !== undefined && value === (own ?? shared));
    columns[property] = isKept ? shared : value;
    const isReplaced = !isKept && own !== null && (storedIn(change ?? undefined, property) ?? own) === own;
    if (isReplaced) removals[property] = null;
  }
  if (change === null || Object.keys(removals).length === 0) return { columns, texts: changes };
  return { columns, texts: { ...changes, [language]: { ...change, ...removals } } };
}

function storedIn(row: object | undefined, property: string): unknown {
  return (row && (Reflect.get(row, property) as unknown)) ?? null;
}

/** The image of a record and its alternative text in each language. */
interface RecordWithImage {
  readonly imageId: number | null;
  readonly image?: Image | null;
  readonly translations: readonly ExcerptTranslation[];
}

/**
 * The alternative text of the image in a language: that of the record, else that of the image itself, else the one that
 * belongs to the text of the other language which the record shows instead, unless that one describes another image.
 */
export function altIn(record: RecordWithImage, language: Language): string | null {
  const text = resolveText(record.translations, language);
  if (text.language === language && text.imageAlt !== null) return text.imageAlt;
  const image = valueIn<'image', Required<RecordWithImage>>({ image: null, ...record }, language, 'image');
  const isSame = valueIn(record, text.language, 'imageId') === valueIn(record, language, 'imageId');
  return imageAlt(image, language) ?? (isSame ? text.imageAlt : null);
}

/** The alternative text that is kept with an image. */
export function imageAlt(image: Image | null, language: Language): string | null {
  return image && (language === 'en' ? image.altEn : image.altFr);
}

/**
 * The changes of texts, which also clear alternative texts of images that are replaced or removed. Adds an error if a
 * body has an alternative text without an image.
 * @param current undefined on create
 * @param shared the image for all languages after the write
 */
export function withoutReplacedAlts(
  changes: TextChanges,
  current: RecordWithImage | undefined,
  shared: number | null,
  errors: FieldErrors,
): TextChanges {
  const texts = { ...changes };
  for (const language of LANGUAGES) {
    const [existing, change] = [translationIn(current?.translations ?? [], language), changes[language]];
    const own = change?.imageId === undefined ? existing?.imageId : change.imageId;
    const after = own ?? shared;
    const isNew = change?.imageAlt && change.imageAlt !== existing?.imageAlt;
    if (after === null && isNew)
      errors.add(`translations.${language}.image_alt`, (messages) => messages.altWithoutImage);
    if (existing && change !== null && after !== valueIn(current!, language, 'imageId'))
      texts[language] = after === null ? { ...change, imageAlt: null } : { imageAlt: null, ...change };
  }
  return texts;
}

/** The texts and values of each language, as a body may send them back, with `translations=all`; else nothing. */
export function allTexts(
  { translations: wanted }: { readonly translations?: 'all' },
  translations: readonly Translation[],
  names: TextNames,
  site: Pick<Site, 'urls' | 'currency'>,
): { translations?: Record<string, object> } {
  if (wanted !== 'all') return {};
  const texts = realTranslations(translations).map(
    (row) => [row.language, { ...toShownWire(row, names, site), ...imageOf(row, site.urls) }] as const,
  );
  return { translations: Object.fromEntries(texts) };
}

function imageOf(row: Partial<ExcerptTranslation>, urls: Urls): { image?: SharedImageDto | null } {
  return row.image === undefined ? {} : { image: row.image && SharedImageDto.of(row.image, urls) };
}
