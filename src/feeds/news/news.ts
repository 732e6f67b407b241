import { type Language, type PerLanguage } from '../../i18n/language.js';
import { statusText } from '../status-text.js';
import { xmlText } from '../xml.js';
import { type FeedEvent, type EventFields } from '../feed-event.js';
import { WHEN_AND_WHERE_FIELDS, whenAndWhere } from './when-and-where.js';

/** The description of a news feed. */
export const FEED_DESCRIPTIONS: PerLanguage<(siteName: string) => string> = {
  en: (siteName) => `What is new in the calendar of ${siteName}`,
  fr: (siteName) => `Les nouveautés du calendrier : ${siteName}`,
};

/** The fields that `newsHtml` uses. */
export const NEWS_FIELDS = [...WHEN_AND_WHERE_FIELDS, 'event_status', 'event_status_reason'] as const;

/** The HTML of an event in a feed: when and where it takes place, and its text. */
export function newsHtml(event: EventFields<typeof NEWS_FIELDS>, language: Language, text: string | null): string {
  const { event_status: status, event_status_reason: reason } = event;
  const state = [statusText(status, language), reason].filter(Boolean).join(' – ');
  const headline = [whenAndWhere(event, language), state].filter(Boolean).map(xmlText).join('<br />');
  return `<p><strong>${headline}</strong></p>${text ?? ''}`;
}

/** The categories and tags of an event. */
export function termNames({ categories, tags }: Pick<FeedEvent, 'categories' | 'tags'>): string[] {
  return [...categories, ...tags].map(({ name }) => name);
}

/** Formats `2027-06-21 23:30:00` in UTC as RFC 3339. */
export function rfc3339(utc: string): string {
  return `${utc.replace(' ', 'T')}Z`;
}
