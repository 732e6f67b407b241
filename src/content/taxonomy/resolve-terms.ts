import { type EntityManager } from 'typeorm';
import { OptimisticLockError } from '../../database/database-errors.js';
import { isEditor } from '../../http/context/role.js';
import { TermExists } from '../../errors/api-error.js';
import { type FieldErrors } from '../../errors/field-error.js';
import { type RequestContext } from '../../http/context/calendar-request.js';
import { type Language, LANGUAGES } from '../../i18n/language.js';
import { sortByIds } from '../sort-by-ids.js';
import { toPositional } from '../../database/sql/statements.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { loadRecordsWhere } from '../load-records.js';
import { nameKey } from '../translations/texts.js';
import { type IdOrText } from '../../validation/lists.js';
import { type Term, type TermResource } from './term.js';
import { normalizedName, type TermTranslation } from './term-translation.js';

/** The terms that match references, and the references without a term. */
export interface ResolvedTerms {
  /** The ids in the order of the references, without duplicates. */
  readonly ids: number[];
  readonly unknownIds: number[];
  /** Slugs or names that no term has. */
  readonly unknownTexts: string[];
}

/** The text of a term in one language, with the properties that references can match. */
export type NamedTerm = Pick<TermTranslation, 'recordId' | 'language' | 'slug' | 'name'>;

/**
 * Resolves references to terms. Digits in a text are an id if such a term exists. Other text is a slug, else a name
 * without regard to case, in the language of the request, then in the other one. If several terms match, the oldest is
 * taken.
 */
export async function resolveTerms(
  manager: EntityManager,
  resource: Pick<TermResource<Term>, 'translation'>,
  refs: readonly IdOrText[],
  language: Language,
): Promise<ResolvedTerms> {
  const columns = ['recordId', 'language', 'slug', 'name'].map((name) => `text.${name} AS ${name}`);
  const named = await candidateTexts(manager, resource.translation, refs).read<NamedTerm>({ columns });
  return matchTerms(refs, named, language);
}

/** The texts (`text`) of all terms that may match references. There may be more than match, since collations differ. */
export function candidateTexts(
  manager: EntityManager,
  translation: new () => TermTranslation,
  refs: readonly IdOrText[],
): SelectBuilder {
  const texts = refs.flatMap((ref) => ('text' in ref ? ref.text : []));
  const ids = [...refs.flatMap((ref) => ('id' in ref ? ref.id : [])), ...texts.filter(isDigits).map(Number)];
  const found = [
    ids.length > 0 && 'text.recordId IN (:...ids)',
    // The condition includes the languages, since the indexes begin with them.
    texts.length > 0 && '(text.language IN (:...languages) AND text.slug IN (:...slugs))',
    texts.length > 0 && '(text.language IN (:...languages) AND text.nameKey IN (:...keys))',
  ].filter(Boolean);
  return SelectBuilder.of(manager, translation, 'text').andWhere(`(${found.join(' OR ') || '1 = 0'})`, {
    ...{ ids, languages: LANGUAGES },
    ...{ slugs: texts.map((text) => text.toLowerCase()), keys: texts.map(nameKey) },
  });
}

/** Matches each reference to a term, given the texts of candidates. */
export function matchTerms(refs: readonly IdOrText[], named: readonly NamedTerm[], language: Language): ResolvedTerms {
  const byAge = [...named].sort((one, other) => one.recordId - other.recordId);
  const ids = new Set<number>();
  const unknownIds: number[] = [];
  const unknownTexts: string[] = [];
  for (const ref of refs) {
    const term = matchTerm(ref, byAge, language);
    if (term) ids.add(term.recordId);
    else if ('id' in ref) unknownIds.push(ref.id);
    else unknownTexts.push(ref.text);
  }
  return { ids: [...ids], unknownIds, unknownTexts };
}

function matchTerm(ref: IdOrText, named: readonly NamedTerm[], language: Language): NamedTerm | undefined {
  if ('id' in ref) return named.find(({ recordId }) => recordId === ref.id);
  const slug = ref.text.toLowerCase();
  const name = normalizedName(ref.text);
  const hasSlug = (term: NamedTerm) => term.slug === slug;
  const hasName = (term: NamedTerm) => normalizedName(term.name) === name;
  const isInLanguage = (term: NamedTerm) => term.language === language;
  return (
    (isDigits(ref.text) ? named.find(({ recordId }) => recordId === Number(ref.text)) : undefined) ??
    named.find((term) => hasSlug(term) && isInLanguage(term)) ??
    named.find(hasSlug) ??
    named.find((term) => hasName(term) && isInLanguage(term)) ??
    named.find(hasName)
  );
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

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
  const candidates = texts.length > 0 ? [...known, ...(await candidateTerms(manager, resource, texts))] : known;
  const named = candidates.flatMap(({ translations }) => translations);
  const { ids, unknownIds, unknownTexts } = matchTerms(refs, named, language);
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

async function candidateTerms<E extends Term>(
  manager: EntityManager,
  resource: TermResource<E>,
  refs: readonly IdOrText[],
): Promise<E[]> {
  const named = toPositional(candidateTexts(manager, resource.translation, refs).sql({ columns: ['text.recordId'] }));
  return loadRecordsWhere(manager, resource, `record.id IN (${named.sql})`, named.values);
}

async function insertOrRetry<E>(insert: (name: string) => Promise<E>, name: string): Promise<E> {
  try {
    return await insert(name);
  } catch (error) {
    // Another transaction has created the term meanwhile. This one is retried and finds it.
    throw error instanceof TermExists ? new OptimisticLockError() : error;
  }
}
