import { type RequestContext } from '../../requests/context/calendar-request.js';
import { type Condition } from '../../database/rows/condition.js';
import { WRITABLE_STATUSES } from '../../records/status.js';
import { visible } from '../../records/visible.js';
import { type Link, LINKS } from '../links/links.js';
import { type Window } from './window.js';

/**
 * SQL that holds for an event that names a record in whose name a word occurs, in the language of the request and as far
 * as the caller may read the record. The links of the window are looked up once for a search, not for each event.
 * @param event SQL of the event's id
 * @param word a parameter: folded text
 */
export function inLinkedNames(
  event: string,
  word: string,
  window: Pick<Window, 'startFrom' | 'startTo'>,
  { caller, language }: RequestContext,
): Condition {
  const seen = visible('record', caller, WRITABLE_STATUSES);
  const within = [
    window.startFrom && ' AND link.startUtc >= :foundFrom',
    window.startTo && ' AND link.startUtc <= :foundTo',
  ].filter(Boolean);
  const named = ({ kind, column, table, searched = [] }: Link) => {
    const occurs = ['text.nameKey', ...searched.map((name) => `record.${name}`)].map(
      (name) => `INSTR(${name}, ${word}) > 0`,
    );
    const records =
      `SELECT record.id FROM ${kind.names.many} record INNER JOIN ${kind.names.one}_translations text ` +
      `ON text.recordId = record.id AND text.language = :nameLanguage WHERE (${occurs.join(' OR ')})` +
      (kind.isPublished ? ` AND ${seen.sql}` : '');
    return `${event} IN (SELECT link.eventId FROM ${table} link WHERE link.${column} IN (${records})${within.join('')})`;
  };
  return { sql: `(${LINKS.map(named).join(' OR ')})`, parameters: { ...seen.parameters, nameLanguage: language } };
}
