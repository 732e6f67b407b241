import { type Caller, hasRole, isEditor } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { whileAwaited } from '../../database/rows/aside.js';
import { Rows } from '../../database/rows/rows.js';
import { editable } from '../../records/visible.js';
import { type Condition } from '../../database/rows/condition.js';
import { type SearchTerm } from '../../values/text/search-terms.js';
import { EventSearchText } from '../writing/event-search-text.entity.js';
import { type EventsQuery } from '../events.query.js';
import { inLinkedNames } from './linked-names.js';
import { type Window } from './window.js';

/**
 * Keeps the events in whose text all terms occur, and the excluded ones do not. The texts of the window are read by
 * themselves, in the order in which they lie; all else that a list asks for is left to the list. `search_in=all` also
 * looks in the names of the records that events are linked to.
 */
export function narrowToFound(
  rows: Rows,
  terms: readonly SearchTerm[],
  window: Window | undefined,
  { include, search_in: scope }: Pick<EventsQuery, 'include' | 'search_in'>,
  { context }: ListScope,
): void {
  const { language, caller } = context;
  const found = Rows.of(rows.manager, EventSearchText, 'found');
  // Once, not for each event.
  found.hint('SUBQUERY(MATERIALIZATION)').andWhere('found.language = :language', { language });
  found.andWhere(whileAwaited(rows.manager, 'found.recordId'));
  if (include) found.andWhere('found.recordId IN (:...include)', { include });
  if (window?.startFrom) found.andWhere('found.startUtc >= :foundFrom', { foundFrom: window.startFrom });
  if (window?.startTo) found.andWhere('found.startUtc <= :foundTo', { foundTo: window.startTo });
  const open = openText(caller);
  terms.forEach(({ word, exclude }, index) => {
    const inText = occurrence(`:word${index}`, open.sql);
    const inNames = scope === 'all' ? inLinkedNames('found.recordId', `:name${index}`, window, context) : undefined;
    const occurs = inNames ? `(${inText} OR (${open.sql} AND ${inNames.sql}))` : inText;
    const words = { [`word${index}`]: Buffer.from(word), [`name${index}`]: word };
    found.andWhere(exclude ? `NOT ${occurs}` : occurs, { ...inNames?.parameters, ...words });
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
