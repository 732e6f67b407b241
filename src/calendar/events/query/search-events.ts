import { type SqlFragment } from '../../../database/sql/statements.js';
import { type SelectBuilder } from '../../../database/sql/select-builder.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Language, LANGUAGES, otherLanguage } from '../../../lib/i18n/language.js';
import { type SearchTerm } from '../../../lib/text/search-terms.js';
import { type ListScope } from '../../list/listing.js';
import { WRITABLE_STATUSES } from '../../records/visibility/access.js';
import { unmasked, visible } from '../../records/visibility/visible.js';
import { type EventsQuery } from '../events.query.js';
import { RELATIONS } from '../relations/relations.js';
import { ownersSql, rarestTerm } from '../words/find-candidates.js';
import { EventSearchText } from '../write/event-search-text.entity.js';
import { SERIES_KEY } from './collapse-series.js';

/**
 * Keeps the events whose text contains all terms and none of the excluded ones. `search_in=all` also searches the names
 * of related records; `search_languages=all` searches the texts and names in both languages. For a protected event,
 * callers without rights only search the titles.
 *
 * The index of words finds the events of the rarest term. Their texts decide, so that the index needs no exceptions.
 */
export async function searchEvents(
  rows: SelectBuilder,
  terms: readonly SearchTerm[],
  { search_in: searchIn, search_languages: languages }: EventsQuery,
  { manager, context }: ListScope,
): Promise<void> {
  if (terms.length === 0) return;
  const { language, caller } = context;
  const rare = await rarestTerm(manager, terms);
  rows.join(EventSearchText, 'found', 'found.recordId = event.id AND found.language = :language', { language });
  const texts = ['found'];
  if (languages === 'all') {
    const on = 'other.recordId = event.id AND other.language = :otherText';
    rows.join(EventSearchText, 'other', on, { otherText: otherLanguage(language) });
    texts.push('other');
  }
  const open = unmasked('event', caller);
  terms.forEach((term, index) => {
    const { spellings, isExcluded } = term;
    const parameters = { ...open.parameters };
    const named: string[] = [];
    const occurs = spellings.map((word, spelling) => {
      const [inTexts, inNames] = [`word${index}_${spelling}`, `name${index}_${spelling}`];
      const inText = texts.map((text) => occursInText(text, `:${inTexts}`, open.sql)).join(' OR ');
      Object.assign(parameters, { [inTexts]: Buffer.from(word) });
      if (searchIn !== 'all') return inText;
      const names = occursInNames(`:${inNames}`, context, languages === 'all' ? LANGUAGES : [language]);
      Object.assign(parameters, names.parameters, { [inNames]: word });
      named.push(names.sql);
      return `(${inText} OR (${open.sql} AND ${names.sql}))`;
    });
    if (term === rare?.term) {
      // Compared with TRUE, since servers would turn the condition into a join, and read the texts before it.
      const owned = `(${SERIES_KEY} IN (${ownersSql(rare)})) = TRUE`;
      rows.andWhere(`(${[owned, ...named].join(' OR ')})`, parameters);
    }
    rows.andWhere(`${isExcluded ? 'NOT ' : ''}(${occurs.join(' OR ')})`, parameters);
  });
}

/** SQL that is true if the joined text contains a word. In masked events only the title counts, the first line of the text. */
export function occursInText(joined: string, word: string, isOpen: string): string {
  const position = `INSTR(${joined}.text, ${word})`;
  return `(${position} > 0 AND (${isOpen} OR ${position} < INSTR(${joined}.text, X'0A')))`;
}

/** SQL that is true for events related to a record whose name contains a word, if the caller may read the record. */
function occursInNames(word: string, { caller }: RequestContext, nameLanguages: readonly Language[]): SqlFragment {
  const seen = visible('record', caller, WRITABLE_STATUSES);
  const related = RELATIONS.map(({ resource, table, column, searched = [] }) => {
    const { singular, plural } = resource.names;
    const names = ['text.nameKey', ...searched.map((name) => `record.${name}`)];
    const occurs = names.map((name) => `INSTR(${name}, ${word}) > 0`).join(' OR ');
    return (
      `event.id IN (SELECT relation.eventId FROM ${plural} record ` +
      `INNER JOIN ${singular}_translations text ON text.recordId = record.id AND text.language IN (:...nameLanguages) ` +
      `INNER JOIN ${table} relation ON relation.${column} = record.id ` +
      `WHERE (${occurs})${resource.isPublished ? ` AND ${seen.sql}` : ''})`
    );
  });
  return { sql: `(${related.join(' OR ')})`, parameters: { ...seen.parameters, nameLanguages } };
}
