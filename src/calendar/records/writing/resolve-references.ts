import { type EntityManager } from 'typeorm';
import { selectNamed, type SqlFragment } from '../../../database/sql/statements.js';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Caller } from '../../../http/role.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { type IdOrText } from '../../../http/validation/parsers.js';
import { type PublishedRecord } from '../record/published-record.js';
import { type Status, WRITABLE_STATUSES } from '../visibility/access.js';
import { type Translation, nameKey, normalizedName } from '../translations/translation.js';
import { visible, whereVisible } from '../visibility/visible.js';

/** The records that match references, and the references without a record. */
export interface ResolvedReferences {
  /** The ids in the order of the references, without duplicates. */
  readonly ids: readonly number[];
  /** The references that match no record which the caller may read. */
  readonly unknown: readonly (number | string)[];
}

/** The text of a record in one language, with the properties that references can match. */
export type NamedText = Pick<Translation, 'recordId' | 'language' | 'slug'> & { readonly name?: string };

const SLUG_COLUMNS = ['recordId', 'language', 'slug'];
const NAME_COLUMNS = [...SLUG_COLUMNS, 'name'];

/** Finds the records with these ids or slugs that the caller may read. */
export async function resolveRecords(
  manager: EntityManager,
  { entity, translation }: { readonly entity: new () => PublishedRecord; readonly translation: new () => Translation },
  refs: readonly IdOrText[],
  { caller, language }: RequestContext,
): Promise<ResolvedReferences> {
  const texts = SelectBuilder.of(manager, translation, 'text')
    .join(entity, 'record', 'record.id = text.recordId')
    .andWhere(visible('record', caller, WRITABLE_STATUSES));
  const candidates = candidateTexts(texts, refs, SLUG_COLUMNS);
  return matchReferences(refs, await selectNamed<NamedText>(manager, candidates), language);
}

/** Finds the terms with these ids, slugs or names. */
export async function resolveTerms(
  manager: EntityManager,
  translation: new () => Translation,
  refs: readonly IdOrText[],
  language: Language,
): Promise<ResolvedReferences> {
  const candidates = candidateTerms(manager, translation, refs);
  return matchReferences(refs, await selectNamed<NamedText>(manager, candidates), language);
}

/** Writes a name so that names which mean the same record are equal. */
export type Notation = (name: string) => string;

/** Names are compared as they are written. */
export const asWritten: Notation = (name) => name;

/**
 * The ids of the records whose name in either language equals one of these names in a notation, among those that the
 * caller may read. Names that are equal as written come first, then published records, so that drafts do not take
 * precedence over them; within each group, the oldest first.
 */
export async function idsByName<E extends PublishedRecord>(
  manager: EntityManager,
  entity: new () => E,
  translation: new () => Translation,
  names: readonly string[],
  caller: Caller,
  notation = asWritten,
): Promise<number[]> {
  if (names.length === 0) return [];
  const named = SelectBuilder.of(manager, entity, 'record')
    .join(translation, 'text', 'text.recordId = record.id AND text.borrowed = FALSE')
    .andWhere('text.nameKey IN (:...keys)', { keys: names.map(nameKey) });
  const visible = whereVisible(named, caller, WRITABLE_STATUSES);
  const rows = await visible.read<{ id: number; name: string; status: Status }>({
    columns: ['record.id AS id', 'text.name AS name', 'record.status AS status'],
    order: ['record.id'],
  });
  // Names are compared again, since `nameKey` ignores case and accents.
  const wanted = new Set(names.map(notation));
  const rank = ({ name, status }: { name: string; status: Status }) =>
    (names.includes(name) ? 0 : 2) + (status === 'publish' ? 0 : 1);
  const matches = rows.filter(({ name }) => wanted.has(notation(name)));
  return [...new Set(matches.sort((one, other) => rank(one) - rank(other)).map(({ id }) => id))];
}

/** SQL for the texts of all terms that may match references by id, slug or name. */
export function candidateTerms(
  manager: EntityManager,
  translation: new () => Translation,
  refs: readonly IdOrText[],
): SqlFragment {
  return candidateTexts(SelectBuilder.of(manager, translation, 'text'), refs, NAME_COLUMNS);
}

/**
 * SQL for the texts (`text`) that may match references. There may be more than match, since collations differ. A UNION,
 * since no index serves all conditions at once.
 */
function candidateTexts(texts: SelectBuilder, refs: readonly IdOrText[], names: readonly string[]): SqlFragment {
  const words = refs.flatMap((ref) => ('text' in ref ? ref.text : []));
  const ids = [...refs.flatMap((ref) => ('id' in ref ? ref.id : [])), ...words.filter(isDigits).map(Number)];
  // The conditions include the languages, since the indexes begin with them.
  const inLanguages = 'text.language IN (:...languages)';
  const conditions = [
    ids.length > 0 && 'text.recordId IN (:...ids)',
    words.length > 0 && `${inLanguages} AND text.slug IN (:...slugs)`,
    words.length > 0 && names.includes('name') && `${inLanguages} AND text.nameKey IN (:...keys)`,
  ].filter((condition) => condition !== false);
  const slugs = words.map((word) => word.toLowerCase());
  const parameters = { ids, languages: LANGUAGES, slugs, keys: words.map(nameKey) };
  const columns = names.map((name) => `text.${name} AS ${name}`);
  const selects = conditions.map((condition) => texts.copy().andWhere(condition, parameters).sql({ columns }));
  return { sql: selects.map(({ sql }) => sql).join(' UNION ALL '), parameters: selects[0]?.parameters ?? {} };
}

/**
 * Matches each reference to a record, given the texts of candidates. Digits in a text are an id if such a record exists.
 * Other text is a slug, else a name without regard to case, in the language of the request, then in the other one. If
 * several records match, the oldest is taken.
 */
export function matchReferences(
  refs: readonly IdOrText[],
  candidates: readonly NamedText[],
  language: Language,
): ResolvedReferences {
  const byAge = [...candidates].sort((one, other) => one.recordId - other.recordId);
  const ids = new Set<number>();
  const unknown: (number | string)[] = [];
  for (const ref of refs) {
    const match = matchReference(ref, byAge, language);
    if (match) ids.add(match.recordId);
    else unknown.push('id' in ref ? ref.id : ref.text);
  }
  return { ids: [...ids], unknown };
}

function matchReference(ref: IdOrText, texts: readonly NamedText[], language: Language): NamedText | undefined {
  const byId = (id: number) => texts.find(({ recordId }) => recordId === id);
  if ('id' in ref) return byId(ref.id);
  const [slug, wanted] = [ref.text.toLowerCase(), normalizedName(ref.text)];
  const inRequestLanguageFirst = (matches: (text: NamedText) => boolean) =>
    texts.find((text) => text.language === language && matches(text)) ?? texts.find(matches);
  return (
    (isDigits(ref.text) ? byId(Number(ref.text)) : undefined) ??
    inRequestLanguageFirst((text) => text.slug === slug) ??
    inRequestLanguageFirst(({ name }) => name !== undefined && normalizedName(name) === wanted)
  );
}

function isDigits(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}
