import { type Language } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { capitalized } from './dates.js';

/** The heading of the list of a resource: `Venues`, `Lieux`. */
export function indexTitle({ names }: ResourceNames, language: Language): string {
  return capitalized(names[language].plural);
}
