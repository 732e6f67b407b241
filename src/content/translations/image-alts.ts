import { type Faults } from '../../errors/fault.js';
import { type Language, LANGUAGES } from '../../i18n/language.js';
import { valueIn } from './language-values.js';
import { shownText, translationIn } from './shown-text.js';
import { type TextChanges } from './text-changes.js';
import { type ExcerptTranslation } from './translation.js';

/** What a record shows, and says of it in each language. */
interface Illustrated {
  readonly imageId: number | null;
  readonly translations: readonly ExcerptTranslation[];
}

/** What is said of the image that is shown in a language; nothing where the text that is shown describes another one. */
export function altIn(record: Illustrated, language: Language): string | null {
  const text = shownText(record.translations, language);
  const isSame = valueIn(record, text.language, 'imageId') === valueIn(record, language, 'imageId');
  return isSame ? text.imageAlt : null;
}

/**
 * Has what is said of an image go with it: texts about one say nothing of another. Files a fault where something is said
 * of an image that is not there.
 * @param changes of the texts; what follows is added to them
 * @param current undefined on create
 * @param shared the image of all languages after the write
 */
export function settleAlts(
  changes: TextChanges,
  current: Illustrated | undefined,
  shared: number | null,
  faults: Faults,
): void {
  for (const language of LANGUAGES) {
    const [existing, change] = [translationIn(current?.translations ?? [], language), changes[language]];
    const own = change?.imageId === undefined ? existing?.imageId : change.imageId;
    const after = own ?? shared;
    const isNew = change?.imageAlt && change.imageAlt !== existing?.imageAlt;
    if (after === null && isNew)
      faults.add(`translations.${language}.image_alt`, (messages) => messages.altWithoutImage);
    if (existing && change !== null && after !== valueIn(current!, language, 'imageId'))
      changes[language] = after === null ? { ...change, imageAlt: null } : { imageAlt: null, ...change };
  }
}
