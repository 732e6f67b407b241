import { FieldError } from '../errors/field-error.js';
import { positiveInteger } from './scalars.js';
import { parsePlainText } from '../text/sanitize.js';

/** A reference to a record. Digits are an id if such a record exists, else a slug or a name. */
export type IdOrText = { id: number } | { text: string };

/** Depth to which nested lists are flattened. */
const MAX_DEPTH = 4;

/** Ids as CSV, lists, `{id}` objects, and mixes of them; order kept, each once. */
export function parseIdList(raw: unknown): number[] | FieldError {
  const ids = members(raw).map((member) => positiveInteger(idOf(member)));
  if (ids.some((id) => id === undefined)) return new FieldError((messages) => messages.idList);
  return [...new Set(ids as number[])];
}

/** Ids or slugs as CSV, lists, `{id}` objects, and mixes of them; order kept, each once. */
export function parseRecordList(raw: unknown): IdOrText[] | FieldError {
  return parseRefs(members(raw), new FieldError((messages) => messages.recordList));
}

/** Terms as CSV, lists, `{id}` objects, or a mix of them, in order and without duplicates. All text is split at its commas. */
export function parseTermList(raw: unknown): IdOrText[] | FieldError {
  return parseRefs(members(raw));
}

/** Like `parseTermList`, but a text in a list is one name, so that names in a JSON body can contain commas. */
export function parseTermNames(raw: unknown): IdOrText[] | FieldError {
  return parseRefs(Array.isArray(raw) ? raw.flat(MAX_DEPTH) : members(raw));
}

/** Words from a fixed set as CSV, lists, and mixes of both; order kept, each once. */
export function parseWordList<const V extends string>(allowed: readonly V[]): (raw: unknown) => V[] | FieldError {
  return (raw) => {
    const words = members(raw).map((member) => allowed.find((word) => word === member));
    if (words.some((word) => word === undefined)) return new FieldError((messages) => messages.oneOf(allowed));
    return [...new Set(words as V[])];
  };
}

/** Maximum number of fields in `_fields`, and of names in a dotted path. */
const MAX_FIELDS = 200;
const MAX_FIELD_DEPTH = 5;

/** Dotted names of fields as CSV, lists, and mixes of both; each once. The caller checks which exist. */
export function parseFieldPaths(raw: unknown): string[] | FieldError {
  const paths = [...new Set(members(raw).filter((path) => path !== ''))];
  const isPath = (path: unknown): path is string =>
    typeof path === 'string' && path.length <= 255 && path.split('.').length <= MAX_FIELD_DEPTH;
  return paths.length <= MAX_FIELDS && paths.every(isPath)
    ? paths
    : new FieldError((messages) => messages.responseFields(MAX_FIELDS, MAX_FIELD_DEPTH));
}

/** Names or other lines of text as CSV, lists, and mixes of both; order kept, each once. */
export function parseTextList(raw: unknown): string[] | FieldError {
  const texts = members(raw).map(parseName);
  const error = texts.find((text) => text instanceof FieldError || text === '');
  if (error !== undefined) return error instanceof FieldError ? error : new FieldError((messages) => messages.textList);
  return [...new Set(texts as string[])];
}

function members(raw: unknown): unknown[] {
  return [raw]
    .flat(MAX_DEPTH)
    .flatMap((member) => (typeof member === 'string' ? member.split(',').map((part) => part.trim()) : [member]));
}

function parseRefs(list: unknown[], error = new FieldError((messages) => messages.termList)): IdOrText[] | FieldError {
  const byKey = new Map<string, IdOrText>();
  for (const member of list) {
    const ref = parseRef(member, error);
    if (ref instanceof FieldError) return ref;
    byKey.set(JSON.stringify(ref), ref);
  }
  return [...byKey.values()];
}

function parseRef(member: unknown, error: FieldError): IdOrText | FieldError {
  if (typeof member === 'string') {
    const text = parseName(member);
    if (text instanceof FieldError) return text;
    return text === '' ? error : { text };
  }
  const id = positiveInteger(idOf(member));
  return id === undefined ? error : { id };
}

const parseName = parsePlainText();

/** Accepts record objects in place of ids, as reads return them. */
function idOf(member: unknown): unknown {
  return typeof member === 'object' && member !== null && 'id' in member ? member.id : member;
}
