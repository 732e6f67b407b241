import { type NextFunction, type Response } from 'express';
import { isLanguage } from '../i18n/language.js';
import { type LanguageRequest } from '../language/language.interceptor.js';

/** Takes the language of the page for frames from its query, so that error responses have that language, too. */
export function frameLanguage(request: LanguageRequest, _response: Response, next: NextFunction): void {
  const { lang } = request.query;
  if (isLanguage(lang)) request.root = lang;
  next();
}
