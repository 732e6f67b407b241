import { type SelectQueryBuilder } from 'typeorm';
import { type Caller, hasRole, isEditor } from '../common/auth/role.js';
import { type ListScope } from '../common/listing/listing.js';
import { type Condition, editable } from '../common/records/visible.js';
import { type SearchTerm } from '../common/text/search-terms.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type Event } from './event.entity.js';
import { startBounds } from './event.window.js';
import { type EventsQuery } from './events.query.js';

/**
 * Keeps the events in whose text all terms occur, and the excluded ones do not. The texts of the window are read by
 * themselves, in the order in which they lie; all else that a list asks for is left to the list.
 */
export function narrowToFound(
  query: SelectQueryBuilder<Event>,
  terms: readonly SearchTerm[],
  parameters: EventsQuery,
  { context: { language, caller }, site }: ListScope,
): void {
  const found = query.subQuery().select('found.recordId').from(EventSearchText, 'found');
  found.where('found.language = :language', { language });
  if (parameters.include) found.andWhere('found.recordId IN (:...include)', { include: parameters.include });
  else for (const { sql, parameters: at } of startBounds('found', parameters, site.timezone)) found.andWhere(sql, at);
  const open = openText(caller);
  terms.forEach(({ word, exclude }, index) => {
    const occurs = occurrence(`:word${index}`, open.sql);
    found.andWhere(exclude ? `NOT ${occurs}` : occurs, { [`word${index}`]: Buffer.from(word) });
  });
  query.andWhere(`event.id IN ${found.getQuery()}`).setParameters(open.parameters);
}

/** In the text that the caller sees: all of it, or the first line, which is the title. No word reaches over a line. */
function occurrence(word: string, isOpen: string): string {
  const position = `INSTR(found.text, ${word})`;
  return `(${position} > 0 AND (${isOpen} OR ${position} < INSTR(found.text, X'0A')))`;
}

/** Texts of which a caller sees more than the title; `unmasked` for this table. */
function openText(caller: Caller): Condition {
  if (isEditor(caller)) return { sql: '1 = 1', parameters: {} };
  if (!hasRole(caller, 'contributor')) return { sql: 'found.masked = FALSE', parameters: {} };
  const { sql, parameters } = editable('mine', caller);
  const mine = `SELECT mine.id FROM events mine WHERE mine.passwordHash IS NOT NULL AND ${sql}`;
  return { sql: `(found.masked = FALSE OR found.recordId IN (${mine}))`, parameters };
}
