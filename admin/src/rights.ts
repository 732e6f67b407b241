import { type CalendarRecord, type Me } from './api';
import { isPublished } from './schema';

const LEVELS = ['reader', 'contributor', 'author', 'editor', 'administrator'] as const;

const isAtLeast = ({ role }: Me, least: (typeof LEVELS)[number]): boolean =>
  LEVELS.indexOf(role) >= LEVELS.indexOf(least);

/** The rights of the contract, so that no button ends in a refusal. The service decides in any case. */
export const mayCreate = (me: Me, kind: string): boolean => isAtLeast(me, isPublished(kind) ? 'contributor' : 'editor');

/** Whether the account may publish what it writes; contributors submit it for review. */
export const mayPublish = (me: Me): boolean => isAtLeast(me, 'author');

/** Editors change everything, also categories and tags, and delete for good. */
export const isEditor = (me: Me): boolean => isAtLeast(me, 'editor');

export const isContributor = (me: Me): boolean => isAtLeast(me, 'contributor');

export function mayEdit(me: Me, kind: string, record: CalendarRecord): boolean {
  if (isEditor(me)) return true;
  if (!isPublished(kind) || record.author !== me.id) return false;
  return isAtLeast(me, 'author') || (isContributor(me) && ['draft', 'pending', 'trash'].includes(record.status ?? ''));
}
