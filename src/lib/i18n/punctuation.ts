import { type PerLanguage } from './language.js';

/** The separator of a label and its text. French has a no-break space before a colon. */
export const COLON: PerLanguage<string> = { en: ': ', fr: '\u00A0: ' };
