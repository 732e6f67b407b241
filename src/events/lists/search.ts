import { type Caller, hasRole, isEditor } from '../../requests/context/role.js';
import { type ListScope } from '../../lists/listing.js';
import { whileAwaited } from '../../database/sql/aside.js';
import { type Rows } from '../../database/sql/rows.js';
import { editable } from '../../records/visible.js';
import { type Condition } from '../../database/sql/condition.js';
import { type RequestContext } from '../../requests/context/calendar-request.js';
import { EventSearchText } from '../writing/event-search-text.entity.js';
import { inLinkedNames, inNamesOfEach } from './linked-names.js';
import { type Search } from './selection.js';
import { searchedTexts } from './searched-texts.js';
import { type Window } from './window.js';

/**
 * Keeps the events in whose text all terms occur, and the excluded ones do not. The texts of events that begin between
 * two moments are read by themselves, in the order in which they lie; all else that a list asks for is left to the list.
 * `search_in=all` also looks in the names of the records that events are linked to.
 */
export function narrowToFound(
  rows: Rows,
  search: Search,
  starts: Pick<Window, 'startFrom' | 'startTo'>,
  { manager, context }: ListScope,
): void {
  const { include, tests } = search;
  const found = searchedTexts(manager, starts, context.language, tests);
  // Once, not for each event.
  found.hint('SUBQUERY(MATERIALIZATION)').andWhere(whileAwaited(manager, `${found.alias}.recordId`));
  if (include) found.andWhere('found.recordId IN (:...include)', { include });
  const names = (word: string) => inLinkedNames('found.recordId', word, starts, context);
  narrowByTerms(found, search, names, context);
  const ids = found.sql({ columns: ['found.recordId AS id'] });
  // Whoever has signatures asked knows that few are found.
  if (tests.length > 0) rows.among(ids);
  else rows.andWhere(`event.id IN (${ids.sql})`, ids.parameters);
}

/** The same where events are few that begin at any time: the text of each is looked up. */
export function narrowEachToFound(rows: Rows, search: Search, { context }: ListScope): void {
  const { language } = context;
  // The sign changes nothing, but that SQLite does not begin with all texts of that time.
  const on = 'found.language = :language AND found.startUtc = +event.startUtc AND found.recordId = event.id';
  rows.join(EventSearchText, 'found', on, { language });
  narrowByTerms(rows, search, (word) => inNamesOfEach('event.id', word, context), context);
}

/** @param inNames SQL that holds where a word occurs in the names of what an event is linked to */
function narrowByTerms(
  rows: Rows,
  { terms, scope }: Search,
  inNames: (word: string) => Condition,
  { caller }: RequestContext,
): void {
  const open = openText(caller);
  terms.forEach(({ word, exclude }, index) => {
    const inText = occurrence(`:word${index}`, open.sql);
    const names = scope === 'all' ? inNames(`:name${index}`) : undefined;
    const occurs = names ? `(${inText} OR (${open.sql} AND ${names.sql}))` : inText;
    const words = { [`word${index}`]: Buffer.from(word), [`name${index}`]: word };
    rows.andWhere(exclude ? `NOT ${occurs}` : occurs, { ...open.parameters, ...names?.parameters, ...words });
  });
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
