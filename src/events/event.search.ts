import { type Caller, hasRole, isEditor } from '../common/auth/role.js';
import { type ListScope } from '../common/listing/listing.js';
import { Rows } from '../common/listing/rows.js';
import { type Condition, editable } from '../common/records/visible.js';
import { type SearchTerm } from '../common/text/search-terms.js';
import { EventSearchText } from './event-search-text.entity.js';
import { type Window } from './event.window.js';

/**
 * Keeps the events in whose text all terms occur, and the excluded ones do not. The texts of the window are read by
 * themselves, in the order in which they lie; all else that a list asks for is left to the list.
 */
export function narrowToFound(
  rows: Rows,
  terms: readonly SearchTerm[],
  window: Window | undefined,
  include: readonly number[] | undefined,
  { context: { language, caller } }: ListScope,
): void {
  const found = Rows.of(rows.manager, EventSearchText, 'found');
  found.andWhere('found.language = :language', { language });
  if (include) found.andWhere('found.recordId IN (:...include)', { include });
  if (window?.startFrom) found.andWhere('found.startUtc >= :foundFrom', { foundFrom: window.startFrom });
  if (window?.startTo) found.andWhere('found.startUtc <= :foundTo', { foundTo: window.startTo });
  const open = openText(caller);
  terms.forEach(({ word, exclude }, index) => {
    const occurs = occurrence(`:word${index}`, open.sql);
    found.andWhere(exclude ? `NOT ${occurs}` : occurs, { [`word${index}`]: Buffer.from(word) });
  });
  const { sql, parameters } = found.sql({ columns: ['found.recordId'] });
  rows.andWhere(`event.id IN (${sql})`, { ...parameters, ...open.parameters });
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
