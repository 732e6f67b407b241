import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { valueIn } from '../../records/translations/language-values.js';
import { translationIn } from '../../records/translations/translation.js';
import { type UpdateEventDto } from '../event.dto.js';
import { type Event } from '../event.entity.js';
import { sameCost, type StoredCost } from '../pricing/cost.js';

/**
 * The body with the stored cost in place of each one that is displayed alike: a displayed text that is sent back has
 * the currency that the stored cost may lack.
 * @param current undefined on create
 */
export function withStoredCosts(
  body: UpdateEventDto,
  current: Event | undefined,
  language: Language,
  siteCurrency: string,
): UpdateEventDto {
  if (!current) return body;
  const stored = (cost: StoredCost | null, before: StoredCost | null | undefined, shownIn: Language) =>
    before && sameCost(before, cost, shownIn, siteCurrency) ? before : cost;
  const translations = { ...body.translations };
  for (const code of LANGUAGES) {
    const texts = translations[code];
    if (!texts || texts.cost === undefined) continue;
    translations[code] = { ...texts, cost: stored(texts.cost, translationIn(current.translations, code)?.cost, code) };
  }
  return {
    ...body,
    ...(body.cost !== undefined && { cost: stored(body.cost, valueIn(current, language, 'cost'), language) }),
    ...(body.translations && { translations }),
  };
}
