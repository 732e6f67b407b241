import { type NextFunction, type Response } from 'express';
import { isLanguage } from '../i18n/language.js';
import { type LanguageRequest } from '../language/request-language.js';

/** The page for frames takes its language from the query, for its errors as well. */
export function frameLanguage(request: LanguageRequest, _response: Response, next: NextFunction): void {
  const { lang } = request.query;
  if (isLanguage(lang)) request.root = lang;
  next();
}
