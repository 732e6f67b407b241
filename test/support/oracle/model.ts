import { type Language } from '../../../src/lib/i18n/language.js';
import { type Role } from '../../../src/http/role.js';

/** The contents of a calendar, as plain data. There is one account for each role. */
export interface Model {
  events: EventRecord[];
  venues: Place[];
  organizers: Place[];
  categories: Term[];
  tags: Term[];
}

export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash';
export type Caller = Role | null;

export interface Text {
  name: string;
  slug: string;
  /** As a reader sees it, without tags. */
  description: string;
  excerpt: string;
}

export type Texts = Partial<Record<Language, Text>>;

export interface Published {
  id: number;
  author: Role;
  status: Status;
  /** The status before the trash. */
  trashedFrom?: Status;
  wasPublished: boolean;
  isProtected: boolean;
  texts: Texts;
  publishedAt: number;
  modifiedAt: number;
}

export interface EventRecord extends Published {
  start: number;
  end: number;
  hidden: boolean;
  featured: boolean;
  ticketed: boolean;
  eventStatus: string;
  attendance: string;
  price: 'free' | 'paid' | undefined;
  parent: number | null;
  /** The id of the series that it is, or is one of. */
  series: number | null;
  categories: number[];
  tags: number[];
  venue: number[];
  organizer: number[];
}

/** A venue or an organizer. */
export interface Place extends Published {
  city: string | undefined;
  /** Latitude and longitude, where they are known. */
  point: readonly [number, number] | undefined;
  /** The other texts that a search looks at. */
  words: string[];
}

export interface Term {
  id: number;
  parent: number | null;
  texts: Texts;
}

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'fr' : 'en');

/** The text of a language, or else of the other one. */
export function textIn({ texts }: { texts: Texts }, language: Language): Text {
  return texts[language] ?? texts[otherLanguage(language)]!;
}

const isEditor = (caller: Caller) => caller === 'editor' || caller === 'administrator';
const owns = (record: Published, caller: Caller) =>
  (caller === 'contributor' || caller === 'author') && record.author === caller;

/** Section 7: “update, trash, restore”. */
export function mayEdit(record: Published, caller: Caller): boolean {
  if (isEditor(caller)) return true;
  if (!owns(record, caller)) return false;
  const status = record.trashedFrom ?? record.status;
  return caller === 'author' || (!record.wasPublished && (status === 'draft' || status === 'pending'));
}

/** Section 7: “read …”, and the trash for those who may edit. */
export function mayRead(record: Published, caller: Caller): boolean {
  if (record.status === 'trash') return mayEdit(record, caller);
  return record.status === 'publish' || isEditor(caller) || owns(record, caller);
}

/** Whether a caller sees all fields of a readable record: it has no password, or the caller may edit it. */
export function maySeeAll(record: Published, caller: Caller): boolean {
  return !record.isProtected || mayEdit(record, caller);
}

/** Section 7: the statuses that a list includes; undefined if the caller may not request them. */
export function statusesOf(asked: readonly (Status | 'any')[] | undefined, caller: Caller): Status[] | undefined {
  if (asked === undefined) return ['publish'];
  if ((caller === null || caller === 'reader') && asked.some((status) => status !== 'publish')) return undefined;
  return asked.flatMap((status) => (status === 'any' ? ['publish', 'future', 'draft', 'pending', 'private'] : status));
}
