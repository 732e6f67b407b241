import { type LanguageRequest } from '../../http/language/request-language.js';
import { isLanguage, LANGUAGES, type Language } from '../../lib/i18n/language.js';

/** The language that the visitor has chosen last, else the preferred one of the browser. */
export function languageOfVisitor(request: LanguageRequest): Language {
  const [, chosen] = /(?:^|;\s*)lang=(\w+)/.exec(request.headers.cookie ?? '') ?? [];
  if (isLanguage(chosen)) return chosen;
  const preferred = request.acceptsLanguages([...LANGUAGES]);
  return isLanguage(preferred) ? preferred : 'en';
}
