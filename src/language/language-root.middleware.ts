import { type NextFunction, type Response } from 'express';
import { RouteNotFound } from '../errors/api-error.js';
import { isLanguage } from '../i18n/language.js';
import { type LanguageRequest } from './request-language.js';

/**
 * Removes the prefix and the language from the beginning of a path: `/base/fr/cal/events/v1/events` is routed as
 * `/cal/events/v1/events` with `root` = `fr`, and `/base/fr`, the public page in French, as `/`. Paths outside the
 * roots, such as health checks, work with and without the prefix.
 */
export function languageRoot(basePath: string, namespace: string) {
  const namespacePattern = new RegExp(`^/${namespace}(?=[/?]|$)`);
  return (request: LanguageRequest, _response: Response, next: NextFunction): void => {
    const hasPrefix = request.url.startsWith(basePath);
    const path = hasPrefix ? request.url.slice(basePath.length).replace(/^(?!\/)/, '/') : request.url;
    const [, language, rest = ''] = /^\/([^/?]+)(.*)/s.exec(path) ?? [];
    if (isLanguage(language)) request.root = language;
    const isBelowRoot = hasPrefix && isLanguage(language) && (namespacePattern.test(rest) || isRootPath(rest));
    if (namespacePattern.test(path) || (isLanguage(language) && !isBelowRoot)) return next(new RouteNotFound());
    request.url = isBelowRoot ? rest.replace(/^(?!\/)/, '/') : path;
    next();
  };
}

function isRootPath(path: string): boolean {
  return /^\/?(?:\?|$)/.test(path);
}
