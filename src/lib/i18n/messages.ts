import { type PerLanguage } from './language.js';
import { en } from './messages.en.js';
import { fr } from './messages.fr.js';

export type Messages = typeof en;

/** A message that is chosen now and formatted later, in the caller's language. */
export type Wording = (messages: Messages) => string;

export const messages: PerLanguage<Messages> = { en, fr };
