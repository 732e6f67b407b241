import { type CalendarRecord, type Me } from './api';
import { isPublished } from './schema';

export const LEVELS = ['reader', 'contributor', 'author', 'editor', 'administrator'] as const;

const isAtLeast = ({ role }: Me, least: (typeof LEVELS)[number]): boolean =>
  LEVELS.indexOf(role) >= LEVELS.indexOf(least);

/** Whether the key may write a kind; a key may be limited to some of what its account may. */
const isInScope = ({ writes }: Me, kind: string): boolean => writes?.includes(kind) ?? true;

/** The rights of the contract, so that no button ends in a refusal. The service decides in any case. */
export const mayCreate = (me: Me, kind: string): boolean =>
  isInScope(me, kind) && isAtLeast(me, isPublished(kind) ? 'contributor' : 'editor');

/** Whether the account may publish what it writes; contributors submit it for review. */
export const mayPublish = (me: Me): boolean => isAtLeast(me, 'author');

/** Editors change everything, also categories and tags, and delete for good. */
export const isEditor = (me: Me): boolean => isAtLeast(me, 'editor');

export const mayEditAll = (me: Me, kind: string): boolean => isInScope(me, kind) && isEditor(me);

/** Contributors and above also read what is not published. */
export const isContributor = (me: Me): boolean => isAtLeast(me, 'contributor');

/** Accounts belong to administrators, and to keys that are not limited to some kinds. */
export const mayManagePeople = (me: Me): boolean => isAtLeast(me, 'administrator') && me.writes === undefined;

/** Whether the key writes anything at all. */
export const mayWrite = (me: Me): boolean => isContributor(me) && me.writes?.length !== 0;

/** Images are uploaded by those who may write records that show them. */
export const mayUpload = (me: Me): boolean =>
  isContributor(me) && ['images', 'events', 'venues', 'organizers'].some((kind) => isInScope(me, kind));

/** Whether somebody may change the texts and the focus of images. That needs the scope of images: records of all kinds show them. */
export const mayChangeImages = (me: Me): boolean => isContributor(me) && isInScope(me, 'images');

export function mayEdit(me: Me, kind: string, record: CalendarRecord): boolean {
  if (!isInScope(me, kind)) return false;
  if (isEditor(me)) return true;
  if (!isPublished(kind) || record.author !== me.id) return false;
  return isAtLeast(me, 'author') || (isContributor(me) && ['draft', 'pending', 'trash'].includes(record.status ?? ''));
}
