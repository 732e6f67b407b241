import { type EventStatus, STATUS_LABELS } from '../events/states.js';
import { type Language, type PerLanguage } from '../i18n/language.js';

/** The status of an event in words; '' if it takes place as announced. */
export function statusText(status: EventStatus, language: Language): string {
  return status === 'scheduled' ? '' : STATUS_LABELS[language][status];
}

const COLON: PerLanguage<string> = { en: ': ', fr: '\u00A0: ' };

/**
 * A title such as `Cancelled: Jazz`, for programs that do not show a status. Only for cancelled and postponed events.
 */
export function titleWithStatus(title: string, status: EventStatus, language: Language): string {
  const hasStatusPrefix = status === 'cancelled' || status === 'postponed';
  return hasStatusPrefix ? statusText(status, language) + COLON[language] + title : title;
}
