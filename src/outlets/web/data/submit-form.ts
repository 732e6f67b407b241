import { type CategoryDto } from '../../../calendar/categories/category.dto.js';
import { type ApiError, BodyTooLarge, RequestTimeout } from '../../../lib/errors/api-error.js';
import { type FieldError, InvalidParameters } from '../../../lib/errors/field-error.js';
import { type Language, otherLanguage } from '../../../lib/i18n/language.js';
import { messages } from '../../../lib/i18n/messages.js';
import { isAbsoluteUrl } from '../../../lib/text/web-address.js';
import { MAX_FILE_MEGABYTES } from '../../submissions/submission-receiver.js';
import { durationInWords } from '../texts/dates.js';
import { submitTextsIn } from '../texts/submit-texts.js';

/** The form as a page shows it, with the values that were typed and the messages of errors. */
export interface SubmitForm {
  readonly token: string;
  readonly categories: readonly CategoryDto[];
  /** The values that were typed, by the names of their fields. */
  readonly typed: TypedFields;
  /** The messages of errors by the names of their fields. */
  readonly errors: ReadonlyMap<string, string>;
  /** The message of an error that belongs to no field, and when the form can be sent again. */
  readonly notice?: string;
  /** Whether a picture came, which a browser does not keep. */
  readonly hadPicture: boolean;
}

/** The names of fields in paths of errors: `translations.fr.title`. */
export const otherField = (language: Language, name: string): string =>
  `translations.${otherLanguage(language)}.${name}`;

/** The name of an input, which multipart bodies nest by: `translations[fr][title]`. */
export const inputName = (field: string): string => field.replace(/\.([^.]+)/g, '[$1]');

/** The values that were typed, which a form shows again. */
export class TypedFields {
  constructor(private readonly fields: object = {}) {}

  /** The text of a field, by its path; empty if there is none. */
  text(field: string): string {
    const value = field
      .split('.')
      .reduce<unknown>((object, name) => (isObject(object) ? Reflect.get(object, name) : undefined), this.fields);
    return typeof value === 'string' ? value : '';
  }

  /** The values of a field that may have several. */
  all(field: string): readonly string[] {
    return [Reflect.get(this.fields, field) as unknown].flat().filter((value) => typeof value === 'string');
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The messages of errors in a language. */
export function errorTexts(errors: ReadonlyMap<string, FieldError>, language: Language): ReadonlyMap<string, string> {
  return new Map([...errors].map(([field, error]) => [field, error.wording(messages[language])]));
}

/** The text about an error that belongs to no field, and when the form can be sent again. */
export function failureText(error: ApiError, language: Language): string {
  const texts = submitTextsIn(language);
  const retryAfter = Number(error.headers['Retry-After'] ?? 0);
  const again = retryAfter > 0 ? [texts.again(durationInWords(retryAfter, language))] : [];
  return [...reasonsOf(error, language), ...again].join(' ');
}

/** The message of the API, or plainer words where it speaks to programs. */
function reasonsOf(error: ApiError, language: Language): readonly string[] {
  const texts = submitTextsIn(language);
  if (error instanceof RequestTimeout) return [texts.slow];
  if (error instanceof InvalidParameters) return [texts.unreadable];
  if (!(error instanceof BodyTooLarge)) return [error.wording(messages[language])];
  return [messages[language].pictureTooLarge(MAX_FILE_MEGABYTES), texts.smallerPicture];
}

/** People leave out what every address of the web begins with. */
export function withScheme(fields: object): object {
  const website: unknown = Reflect.get(fields, 'website');
  if (typeof website !== 'string' || website.includes(':') || !website.includes('.')) return fields;
  const address = `https://${website.trim()}`;
  return isAbsoluteUrl(address) ? { ...fields, website: address } : fields;
}
