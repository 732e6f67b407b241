import { type Language } from '../../i18n/language.js';
import { type Days } from './days.js';

/** A record of the sample: a body as a caller would send it, with a name by which others refer to it. */
export interface SampleRecord {
  readonly key: string;
  readonly translations: Partial<Record<Language, Readonly<Record<string, string>>>>;
  /** Fields that an extension knows; left out where none does. */
  readonly added?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A category with those below it. */
export interface SampleCategory {
  readonly en: string;
  readonly fr: string;
  readonly below: readonly SampleCategory[];
}

/** An event; venues, organizers and the parent by their keys, categories and tags by name. */
export interface SampleEvent {
  readonly key?: string;
  readonly translations: Partial<Record<Language, EventTexts>>;
  /** Start and end, each `YYYY-MM-DD HH:MM` or the day alone. */
  readonly when: (days: Days) => readonly [start: string, end: string];
  readonly venue?: string;
  readonly organizer?: string;
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  readonly parent?: string;
  /** Further fields of the body. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface EventTexts {
  readonly title: string;
  readonly image_alt?: string;
  readonly excerpt?: string;
  readonly description?: string;
  readonly event_status_reason?: string;
}
