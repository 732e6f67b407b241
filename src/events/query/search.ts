import { type SqlFragment } from '../../database/sql/statements.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type ListScope } from '../../list/listing.js';
import { WRITABLE_STATUSES } from '../../content/status.js';
import { unmasked, visible } from '../../content/visible.js';
import { type RequestContext } from '../../http/context/calendar-request.js';
import { type SearchTerm } from '../../text/search-terms.js';
import { type EventsQuery } from '../events.query.js';
import { LINKS } from '../relations/links.js';
import { EventSearchText } from '../write/event-search-text.entity.js';

/**
 * Keeps the events whose text contains all terms and none of the excluded ones. `search_in=all` also searches the names
 * of related records. For a protected event, callers without rights only search the title.
 */
export function filterBySearch(
  rows: SelectBuilder,
  terms: readonly SearchTerm[],
  { search_in: searchIn }: EventsQuery,
  { context }: ListScope,
): void {
  if (terms.length === 0) return;
  const { language, caller } = context;
  rows.join(EventSearchText, 'found', 'found.recordId = event.id AND found.language = :language', { language });
  const open = unmasked('event', caller);
  terms.forEach(({ spellings, isExcluded }, index) => {
    const parameters = { ...open.parameters };
    const occurs = spellings.map((word, spelling) => {
      const [inTexts, inNames] = [`word${index}_${spelling}`, `name${index}_${spelling}`];
      const inText = occursInText(`:${inTexts}`, open.sql);
      Object.assign(parameters, { [inTexts]: Buffer.from(word) });
      if (searchIn !== 'all') return inText;
      const names = occursInNames(`:${inNames}`, context);
      Object.assign(parameters, names.parameters, { [inNames]: word });
      return `(${inText} OR (${open.sql} AND ${names.sql}))`;
    });
    rows.andWhere(`${isExcluded ? 'NOT ' : ''}(${occurs.join(' OR ')})`, parameters);
  });
}

/** SQL that is true if the text contains a word. In masked events only the title counts, the first line of the text. */
function occursInText(word: string, isOpen: string): string {
  const position = `INSTR(found.text, ${word})`;
  return `(${position} > 0 AND (${isOpen} OR ${position} < INSTR(found.text, X'0A')))`;
}

/** SQL that is true for events related to a record whose name contains a word, if the caller may read the record. */
function occursInNames(word: string, { caller, language }: RequestContext): SqlFragment {
  const seen = visible('record', caller, WRITABLE_STATUSES);
  const related = LINKS.map(({ resource, table, column, searched = [] }) => {
    const { singular, plural } = resource.names;
    const names = ['text.nameKey', ...searched.map((name) => `record.${name}`)];
    const occurs = names.map((name) => `INSTR(${name}, ${word}) > 0`).join(' OR ');
    return (
      `event.id IN (SELECT link.eventId FROM ${plural} record ` +
      `INNER JOIN ${singular}_translations text ON text.recordId = record.id AND text.language = :nameLanguage ` +
      `INNER JOIN ${table} link ON link.${column} = record.id ` +
      `WHERE (${occurs})${resource.isPublished ? ` AND ${seen.sql}` : ''})`
    );
  });
  return { sql: `(${related.join(' OR ')})`, parameters: { ...seen.parameters, nameLanguage: language } };
}
