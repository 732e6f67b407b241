import { type Language, type PerLanguage } from '../../i18n/language.js';
import { stateInWords } from '../state-words.js';
import { xmlText } from '../xml.js';
import { type ShownEvent, type EventWith } from '../shown-event.js';
import { WHEN_AND_WHERE, whenAndWhere } from './when-and-where.js';

/** The title and description of a news feed. */
export const ABOUT: PerLanguage<(siteName: string) => string> = {
  en: (siteName) => `What is new in the calendar of ${siteName}`,
  fr: (siteName) => `Les nouveautés du calendrier : ${siteName}`,
};

/** Further parts of an item, in addition to the text. */
export const NEWS = [...WHEN_AND_WHERE, 'event_status', 'event_status_reason'] as const;

/** The HTML of an event in a feed: when and where it takes place, and its text. */
export function newsHtml(event: EventWith<typeof NEWS>, language: Language, text: string | null): string {
  const { event_status: status, event_status_reason: reason } = event;
  const state = [stateInWords(status, language), reason].filter(Boolean).join(' – ');
  const told = [whenAndWhere(event, language), state].filter(Boolean).map(xmlText).join('<br />');
  return `<p><strong>${told}</strong></p>${text ?? ''}`;
}

/** The categories and tags of an event. */
export function labels({ categories, tags }: Pick<ShownEvent, 'categories' | 'tags'>): string[] {
  return [...categories, ...tags].map(({ name }) => name);
}

/** Formats `2027-06-21 23:30:00` in UTC as RFC 3339. */
export function instant(utc: string): string {
  return `${utc.replace(' ', 'T')}Z`;
}
