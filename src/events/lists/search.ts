import { type Caller, hasRole, isEditor } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { whileAwaited } from '../../database/rows/aside.js';
import { Rows } from '../../database/rows/rows.js';
import { editable } from '../../records/visible.js';
import { type Condition, parametersOf } from '../../database/rows/condition.js';
import { type SearchTerm } from '../../values/text/search-terms.js';
import { EventSearchText } from '../writing/event-search-text.entity.js';
import { type EventsQuery } from '../events.query.js';
import { inLinkedNames } from './linked-names.js';
import { runningIn } from './parts.js';
import { latest, secondAfter, type Window } from './window.js';

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
  const open = openText(caller);
  const foundIn = (starts: Starts, running?: Condition): Condition => {
    const { startFrom, startTo } = starts;
    const found = Rows.of(rows.manager, EventSearchText, 'found');
    // Once, not for each event.
    found.hint('SUBQUERY(MATERIALIZATION)').andWhere('found.language = :language', { language });
    found.andWhere(whileAwaited(rows.manager, 'found.recordId'));
    if (include) found.andWhere('found.recordId IN (:...include)', { include });
    if (running) found.join(`(${running.sql})`, 'running', 'running.id = found.recordId', running.parameters);
    if (startFrom) found.andWhere('found.startUtc >= :foundFrom', { foundFrom: startFrom });
    if (startTo) found.andWhere('found.startUtc <= :foundTo', { foundTo: startTo });
    terms.forEach(({ word, exclude }, index) => {
      const inText = occurrence(`:word${index}`, open.sql);
      const inNames = scope === 'all' ? inLinkedNames('found.recordId', `:name${index}`, starts, context) : undefined;
      const occurs = inNames ? `(${inText} OR (${open.sql} AND ${inNames.sql}))` : inText;
      const words = { [`word${index}`]: Buffer.from(word), [`name${index}`]: word };
      found.andWhere(exclude ? `NOT ${occurs}` : occurs, { ...inNames?.parameters, ...words });
    });
    return found.sql({ columns: ['found.recordId AS id'] });
  };
  // What runs as the window begins may have begun long ago: its texts are those of known events.
  const running = window && runningIn(rows, window);
  const parts = running ? [foundIn(later(window)), foundIn({}, running)] : [foundIn(window ?? {})];
  const found = parts.map(({ sql }) => sql).join(' UNION ALL ');
  // A union by itself a server would make again for each event.
  const ids = running ? `SELECT one.id FROM (${found}) one` : found;
  rows.andWhere(`event.id IN (${ids})`, { ...parametersOf(parts), ...open.parameters });
}

/** Limits of starts. */
type Starts = Pick<Window, 'startFrom' | 'startTo'>;

/** Those of what begins after all that runs as a window begins. */
function later({ startFrom, startTo, begun }: Window): Starts {
  return { startFrom: latest(startFrom, begun && secondAfter(begun.startTo)), startTo };
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
