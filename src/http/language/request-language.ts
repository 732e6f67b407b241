import { type Response, type Request, type NextFunction } from 'express';
import { type Language, isLanguage } from '../../lib/i18n/language.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';

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

/** The first segment of the paths to which the pages below a language root are routed. */
export const PAGES_PATH = 'pages';

/**
 * Removes the prefix and the language from the beginning of a path: `/base/fr/cal/events/v1/events` is routed as
 * `/cal/events/v1/events` with `root` = `fr`, and the pages `/base/fr` and `/base/fr/events/concert` as `/pages` and
 * `/pages/events/concert`. Paths outside the roots, such as health checks, work with and without the prefix.
 * @param folders the first segments of the pages below the roots
 * @param prefixed the first segment of paths that work only with the prefix
 */
export function languageRoot(basePath: string, namespace: string, folders: readonly string[], prefixed: string) {
  const namespacePattern = new RegExp(`^/${namespace}(?=[/?]|$)`);
  const pagePattern = new RegExp(`^/(?:(?:${folders.join('|')})(?=[/?]|$)|$|\\?)`);
  const ownPattern = new RegExp(`^/(?:${namespace}|${PAGES_PATH})(?=[/?]|$)`);
  // Express does not tell upper from lower case.
  const prefixedPattern = new RegExp(`^/${prefixed}(?=[/?]|$)`, 'i');
  return (request: LanguageRequest, _response: Response, next: NextFunction): void => {
    const hasPrefix = request.url.startsWith(basePath);
    const path = hasPrefix ? request.url.slice(basePath.length).replace(/^(?!\/)/, '/') : request.url;
    const [, language, rest = ''] = /^\/([^/?]+)(.*)/s.exec(path) ?? [];
    if (isLanguage(language)) request.root = language;
    const below = rest.replace(/^(?!\/)/, '/');
    const isPage = pagePattern.test(below);
    const isBelowRoot = hasPrefix && isLanguage(language) && (namespacePattern.test(below) || isPage);
    const isOutside = !hasPrefix && prefixedPattern.test(path);
    if (isOutside || ownPattern.test(path) || (isLanguage(language) && !isBelowRoot)) return next(new RouteNotFound());
    request.url = !isBelowRoot ? path : isPage ? `/${PAGES_PATH}${below}` : below;
    next();
  };
}
