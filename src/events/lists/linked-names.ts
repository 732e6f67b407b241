import { type RequestContext } from '../../requests/context/calendar-request.js';
import { type Condition } from '../../database/sql/condition.js';
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
  { startFrom, startTo }: Pick<Window, 'startFrom' | 'startTo'>,
  context: RequestContext,
): Condition {
  const within = [startFrom && ' AND link.startUtc >= :foundFrom', startTo && ' AND link.startUtc <= :foundTo']
    .filter(Boolean)
    .join('');
  return anyOf(word, context, ({ table, column }, records) => {
    return `${event} IN (SELECT link.eventId FROM ${table} link WHERE link.${column} IN (${records})${within})`;
  });
}

/** The same for few events of any time: the names of what each is linked to are looked up. */
export function inNamesOfEach(event: string, word: string, context: RequestContext): Condition {
  return anyOf(word, context, ({ table, column }, records) => {
    // For IN or EXISTS a server may look up the links of all times.
    const linked = `SELECT COUNT(*) FROM ${table} link WHERE link.eventId = ${event} AND link.${column} IN (${records})`;
    return `(${linked}) > 0`;
  });
}

/** @param linked SQL that holds for an event that is linked to any of some records: SQL of their ids */
function anyOf(
  word: string,
  { caller, language }: RequestContext,
  linked: (link: Link, records: string) => string,
): Condition {
  const seen = visible('record', caller, WRITABLE_STATUSES);
  const named = (link: Link) => {
    const { kind, searched = [] } = link;
    const occurs = ['text.nameKey', ...searched.map((name) => `record.${name}`)].map(
      (name) => `INSTR(${name}, ${word}) > 0`,
    );
    const records =
      `SELECT record.id FROM ${kind.names.many} record INNER JOIN ${kind.names.one}_translations text ` +
      `ON text.recordId = record.id AND text.language = :nameLanguage WHERE (${occurs.join(' OR ')})` +
      (kind.isPublished ? ` AND ${seen.sql}` : '');
    return linked(link, records);
  };
  return { sql: `(${LINKS.map(named).join(' OR ')})`, parameters: { ...seen.parameters, nameLanguage: language } };
}
