import { type EventStatus } from '../events/states.js';
import { type Language, LANGUAGES, type PerLanguage } from '../i18n/language.js';

/** '' for scheduled events. */
export const STATE_WORDS: PerLanguage<Readonly<Record<EventStatus, string>>> = {
  en: {
    scheduled: '',
    cancelled: 'Cancelled',
    postponed: 'Postponed',
    rescheduled: 'Rescheduled',
    moved_online: 'Moved online',
    full: 'Full',
  },
  fr: {
    scheduled: '',
    cancelled: 'Annulé',
    postponed: 'Reporté',
    rescheduled: 'Nouvelle date',
    moved_online: 'Déplacé en ligne',
    full: 'Complet',
  },
};

const COLON: PerLanguage<string> = { en: ': ', fr: '\u00A0: ' };

/** `Cancelled: Jazz`, for programs that show no status; only for cancelled and postponed events. */
export function titleWithState(title: string, status: EventStatus, language: Language): string {
  return prefixOf(status, language) + title;
}

/** The title without the status before it, in either language. */
export function titleWithoutState(title: string, status: EventStatus): string {
  const spaced = title.replaceAll('\u00A0', ' ');
  const prefixes = LANGUAGES.map((language) => prefixOf(status, language).replaceAll('\u00A0', ' '));
  const prefix = prefixes.find((one) => spaced.startsWith(one)) ?? '';
  return title.slice(prefix.length);
}

function prefixOf(status: EventStatus, language: Language): string {
  const isToldFirst = status === 'cancelled' || status === 'postponed';
  return isToldFirst ? STATE_WORDS[language][status] + COLON[language] : '';
}
