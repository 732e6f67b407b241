import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { selectNamedInWorker } from '../../../database/sql/statements.js';
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
  const nameLanguages = languages === 'all' ? LANGUAGES : [language];
  if (languages === 'all') {
    const on = 'other.recordId = event.id AND other.language = :otherText';
    rows.join(EventSearchText, 'other', on, { otherText: otherLanguage(language) });
    texts.push('other');
  }
  const open = unmasked('event', caller);
  for (const [index, term] of terms.entries()) {
    const { spellings, isExcluded } = term;
    const parameters = { ...open.parameters };
    const named: string[] = [];
    const eventsOfNames: string[] = [];
    const occurs = spellings.map((word, spelling) => {
      const [inTexts, inNames] = [`word${index}_${spelling}`, `name${index}_${spelling}`];
      const inText = texts.map((text) => occursInText(text, `:${inTexts}`, open.sql)).join(' OR ');
      Object.assign(parameters, { [inTexts]: Buffer.from(word) });
      if (searchIn !== 'all') return inText;
      const related = relatedByNames(`:${inNames}`, context, nameLanguages);
      Object.assign(parameters, related.parameters, { [inNames]: word });
      const inAny = `(${related.selects.map((select) => `event.id IN (${select})`).join(' OR ')})`;
      named.push(inAny);
      eventsOfNames.push(...related.selects);
      return `(${inText} OR (${open.sql} AND ${inAny}))`;
    });
    if (term === rare?.term) {
      const isNowhere = rare.wordIds.length === 0 && !(await hasAny(manager, eventsOfNames, parameters));
      // No text and no name has the term, so that no event of the date range needs to be looked at.
      if (isNowhere) return void rows.andWhere('1 = 0');
      // Compared with TRUE, since servers would turn the condition into a join, and read the texts before it.
      const owned = `(${SERIES_KEY} IN (${ownersSql(rare)})) = TRUE`;
      rows.andWhere(`(${[owned, ...named].join(' OR ')})`, parameters);
    }
    rows.andWhere(`${isExcluded ? 'NOT ' : ''}(${occurs.join(' OR ')})`, parameters);
  }
}

/** Whether any of some selects has a row. */
async function hasAny(manager: EntityManager, selects: readonly string[], parameters: ObjectLiteral): Promise<boolean> {
  if (selects.length === 0) return false;
  const found = await selectNamedInWorker(manager, { sql: `${selects.join(' UNION ALL ')} LIMIT 1`, parameters });
  return found.length > 0;
}

/** SQL that is true if the joined text contains a word. In masked events only the title counts, the first line of the text. */
export function occursInText(joined: string, word: string, isOpen: string): string {
  const position = `INSTR(${joined}.text, ${word})`;
  return `(${position} > 0 AND (${isOpen} OR ${position} < INSTR(${joined}.text, X'0A')))`;
}

/** Selects the events that are related to a record whose name contains a word, if the caller may read the record. */
function relatedByNames(
  word: string,
  { caller }: RequestContext,
  nameLanguages: readonly Language[],
): { readonly selects: readonly string[]; readonly parameters: ObjectLiteral } {
  const seen = visible('record', caller, WRITABLE_STATUSES);
  const selects = RELATIONS.map(({ resource, table, column, searched = [] }) => {
    const { singular, plural } = resource.names;
    const names = ['text.nameKey', ...searched.map((name) => `record.${name}`)];
    const occurs = names.map((name) => `INSTR(${name}, ${word}) > 0`).join(' OR ');
    return (
      `SELECT relation.eventId FROM ${plural} record ` +
      `INNER JOIN ${singular}_translations text ON text.recordId = record.id AND text.language IN (:...nameLanguages) ` +
      `INNER JOIN ${table} relation ON relation.${column} = record.id ` +
      `WHERE (${occurs})${resource.isPublished ? ` AND ${seen.sql}` : ''}`
    );
  });
  return { selects, parameters: { ...seen.parameters, nameLanguages } };
}
