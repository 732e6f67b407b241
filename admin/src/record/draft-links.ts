import { type CalendarRecord, type Me, send } from '../api';
import { mayCreate, mayPublish } from '../rights';
import { fieldsOf, isPublished } from '../schema';
import { type Values } from './body';
import { nameOf } from './record-names';

/** The names of linked records by field and id. */
export type DraftLinks = ReadonlyMap<string, string>;

const DRAFTS = ['draft', 'pending'];

const keyOf = (field: string, id: number) => `${field} ${id}`;

/** The fields of an event that link records which have a status, and the kinds of these. */
const linkFields = () =>
  fieldsOf('events').flatMap(({ name, reference }) =>
    reference !== undefined && isPublished(reference) ? [{ field: name, kind: reference }] : [],
  );

/** Whether a body makes an event public, also earlier than it would be, or changes what a public event shows. */
export const showsLinks = (body: Readonly<Record<string, unknown>>, before?: string): boolean =>
  ['publish', 'future'].includes(String(body.status ?? before)) &&
  (body.status !== undefined ||
    (before === 'future' && 'date' in body) ||
    linkFields().some(({ field }) => field in body));

/** Whether the account may publish the linked records that it reads; a key may be limited to events. */
export const mayPublishLinks = (me: Me): boolean =>
  mayPublish(me) && linkFields().every(({ kind }) => mayCreate(me, kind));

/** The venues and organizers that a form links and that are drafts or wait for review. */
export async function draftLinks(values: Values): Promise<DraftLinks> {
  const drafts = new Map<string, string>();
  for (const { field, kind } of linkFields()) {
    const ids: unknown = values[field];
    if (!Array.isArray(ids) || ids.length === 0) continue;
    const query = { include: ids, status: DRAFTS, per_page: 100 };
    const { data } = await send<Record<string, CalendarRecord[]>>('GET', `/${kind}`, { query });
    for (const record of data[kind] ?? []) drafts.set(keyOf(field, record.id), nameOf(kind)(record));
  }
  return drafts;
}

/** The unpublished links of an event of a list, which has the linked records themselves. */
export function draftsOf(event: CalendarRecord): DraftLinks {
  const drafts = new Map<string, string>();
  for (const { field, kind } of linkFields())
    for (const record of (event[field] ?? []) as CalendarRecord[])
      if (DRAFTS.includes(record.status ?? '')) drafts.set(keyOf(field, record.id), nameOf(kind)(record));
  return drafts;
}

/** The effect of a write on linked records: a text, their names, and whether visitors do not see some of them. */
export interface LinksNote {
  readonly text: string;
  readonly names: readonly string[];
  readonly isHidden: boolean;
}

/** @param isSent whether the write publishes linked records, too */
export function linksNote(
  drafts: DraftLinks,
  isSent: boolean,
  answers: readonly CalendarRecord[],
): LinksNote | undefined {
  const hidden = answers.flatMap(({ not_public: links = {} }) =>
    Object.entries(links).flatMap(([field, ids]) => ids.map((id) => drafts.get(keyOf(field, id)) ?? `#${id}`)),
  );
  if (hidden.length > 0) return { text: 'done.linksHidden', names: [...new Set(hidden)], isHidden: true };
  if (!isSent || drafts.size === 0) return undefined;
  return { text: 'done.linksPublished', names: [...new Set(drafts.values())], isHidden: false };
}

/** Says which records visitors do not see with events that were restored: the answers have these records themselves. */
export function restoredNote(answers: readonly CalendarRecord[]): LinksNote | undefined {
  return linksNote(new Map(answers.flatMap((event) => [...draftsOf(event)])), false, answers);
}
