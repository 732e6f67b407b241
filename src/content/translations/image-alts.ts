import { type Faults } from '../../errors/fault.js';
import { LANGUAGES } from '../../i18n/language.js';
import { translationIn } from './shown-text.js';
import { type TextChanges } from './text-changes.js';
import { type ExcerptTranslation } from './translation.js';

/** A record before a write. */
interface Before {
  readonly imageId: number | null;
  readonly translations: readonly ExcerptTranslation[];
}

/**
 * Has what is said of an image go with it: texts about one say nothing of another. Files a fault where something is said
 * of an image that is not there.
 * @param changes of the texts; what follows is added to them
 * @param current undefined on create
 * @param after the image after the write
 */
export function settleAlts(
  changes: TextChanges,
  current: Before | undefined,
  after: number | null,
  faults: Faults,
): void {
  for (const language of LANGUAGES) {
    const [existing, change] = [translationIn(current?.translations ?? [], language), changes[language]];
    const isNew = change?.imageAlt && change.imageAlt !== existing?.imageAlt;
    if (after === null && isNew)
      faults.add(`translations.${language}.image_alt`, (messages) => messages.altWithoutImage);
    if (existing && change !== null && after !== current!.imageId)
      changes[language] = after === null ? { ...change, imageAlt: null } : { imageAlt: null, ...change };
  }
}
