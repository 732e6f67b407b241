import { type Language } from '../../lib/i18n/language.js';

import categories from '../../../sample/categories.json' with { type: 'json' };
import events from '../../../sample/events.json' with { type: 'json' };
import organizers from '../../../sample/organizers.json' with { type: 'json' };
import tags from '../../../sample/tags.json' with { type: 'json' };
import venues from '../../../sample/venues.json' with { type: 'json' };

type Texts = Readonly<Partial<Record<Language, Readonly<Record<string, string | undefined>>>>>;

/** A record of the sample: a body of the API, and a key by which events name it. */
export interface SampleRecord {
  readonly key: string;
  readonly translations: Texts;
  /** Fields of an extension, which are left out if it is off. */
  readonly added?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A category with its subcategories. */
export interface SampleCategory {
  readonly en: string;
  readonly fr: string;
  readonly below?: readonly SampleCategory[];
}

/** A body of the API, in which pictures (`picture:jazz`), venues, organizers and the parent are named by their keys and dates as `SampleDays` reads them. */
export interface SampleEvent {
  readonly key?: string;
  readonly start: string;
  readonly end: string;
  readonly translations: Texts;
  readonly venue?: string;
  readonly organizer?: string;
  readonly parent?: string;
  readonly [field: string]: unknown;
}

/** Belle-Rive is a fictional town. A parent precedes its children. */
export const EVENTS: readonly SampleEvent[] = events;
export const VENUES: readonly SampleRecord[] = venues;
export const ORGANIZERS: readonly SampleRecord[] = organizers;
export const CATEGORIES: readonly SampleCategory[] = categories;
export const TAGS: readonly SampleRecord[] = tags;
