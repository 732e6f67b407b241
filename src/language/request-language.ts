import { type Request } from 'express';
import { isLanguage, type Language } from '../i18n/language.js';

/** A request with its language. */
export interface LanguageRequest extends Request {
  /** The language root in the path; absent outside the roots. */
  root?: Language;
  /** Set by `LanguageInterceptor`. */
  language?: Language;
}

/**
 * The language of a request: `translation_language` in the body, then in the query, then the language root of the path.
 * Invalid values are ignored here, and refused by validation.
 */
export function requestLanguage(request: Pick<LanguageRequest, 'root' | 'query' | 'body'>): Language {
  return (
    [bodyOf(request).translation_language, request.query.translation_language, request.root]
      .map(singleValue)
      .find(isLanguage) ?? 'en'
  );
}

/** The fields of a body; none if it is no object. */
export function bodyOf({ body }: Pick<LanguageRequest, 'body'>): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/** A list with one value counts as that value, as for every parameter. */
function singleValue(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
