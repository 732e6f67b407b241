import { type EntityManager } from 'typeorm';
import { OptimisticLockError } from '../../database/database-errors.js';
import { isEditor, type RequestContext } from '../../http/calendar-request.js';
import { TermExists } from '../../errors/api-error.js';
import { type FieldErrors } from '../../errors/field-error.js';
import { toPositional } from '../../database/sql/statements.js';
import { loadRecordsWhere, sortByIds } from '../load-records.js';
import { candidateTerms, matchReferences } from '../resolve-references.js';
import { type IdOrText } from '../../validation/parsers.js';
import { type Term, type TermResource } from './term.js';
import { normalizedName } from '../translations/translation.js';

/**
 * The terms that the body of an event assigns. Names that do not exist are created if the caller is an editor.
 * @param known all terms that the references name by id, as far as they exist
 * @param insert creates a term with this name
 */
export async function resolveAssignedTerms<E extends Term>(
  manager: EntityManager,
  resource: TermResource<E>,
  { refs, known }: { readonly refs: readonly IdOrText[]; readonly known: readonly E[] },
  insert: (name: string) => Promise<E>,
  { caller, language }: RequestContext,
  errors: FieldErrors,
): Promise<E[]> {
  const field = resource.names.plural;
  const texts = refs.filter((ref) => 'text' in ref);
  const candidates = texts.length > 0 ? [...known, ...(await loadCandidates(manager, resource, texts))] : known;
  const named = candidates.flatMap(({ translations }) => translations);
  const { ids, unknown } = matchReferences(refs, named, language);
  const unknownIds = unknown.filter((ref) => typeof ref === 'number');
  const unknownTexts = unknown.filter((ref) => typeof ref === 'string');
  if (unknownTexts.length > 0 && !isEditor(caller))
    errors.add(field, (messages) => messages.unknownTerm([...unknownIds.map(String), ...unknownTexts]));
  else if (unknownIds.length > 0) errors.add(field, (messages) => messages.unknownId(unknownIds));
  const terms = sortByIds(candidates, ids);
  if (errors.has(field)) return terms;
  // If a name is spelled in several ways, the term gets the first spelling.
  const names = new Map(unknownTexts.toReversed().map((text) => [normalizedName(text), text]));
  for (const name of names.values()) terms.push(await insertOrRetry(insert, name));
  return terms;
}

async function loadCandidates<E extends Term>(
  manager: EntityManager,
  resource: TermResource<E>,
  refs: readonly IdOrText[],
): Promise<E[]> {
  const { sql, values } = toPositional(candidateTerms(manager, resource.translation, refs));
  return loadRecordsWhere(manager, resource, `record.id IN (SELECT named.recordId FROM (${sql}) named)`, values);
}

async function insertOrRetry<E>(insert: (name: string) => Promise<E>, name: string): Promise<E> {
  try {
    return await insert(name);
  } catch (error) {
    // Another transaction has created the term meanwhile. This one is retried and finds it.
    throw error instanceof TermExists ? new OptimisticLockError() : error;
  }
}
