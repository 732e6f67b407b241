import { type FieldErrors } from '../errors/field-error.js';
import { LanguageQuery } from '../language/language.query.js';
import { Site } from '../site/site.js';
import { type DtoClass } from '../validation/dto-class.js';
import { Parameter } from '../validation/field.js';
import { parseFieldPaths, oneOf, boolean } from '../validation/parsers.js';
import { ResponseFields } from './response-fields.js';
import { Injectable } from '@nestjs/common';
import { type QueryRules } from '../validation/request-validation.pipe.js';

/** The settings and schemas that rules of queries need. */
export interface QueryScope {
  readonly site: Site;
  readonly responses: ResponseFields;
}

/** The parameters of all routes that return records. */
export class FieldsQuery extends LanguageQuery {
  /** The class of the response, whose fields `_fields` may name. */
  static readonly response?: DtoClass;

  /** Returns only these fields of each record; nested fields are written with dots (`venue.city`). */
  @Parameter(parseFieldPaths, {
    emptyIsAbsent: true,
    schema: { type: 'array', items: { type: 'string' }, example: ['id', 'url'] },
  })
  _fields?: string[];

  /**
   * Adds the errors that depend on settings, or on the response.
   * @param query some of whose values may be unreadable, which is reported already
   */
  static check({ _fields: paths }: FieldsQuery, { responses }: QueryScope, errors: FieldErrors): void {
    const error = this.response && Array.isArray(paths) && responses.errorOf(this.response, paths);
    if (error) errors.add('_fields', error);
  }
}

/** The parameters of reads of one record. */
export class RecordQuery extends FieldsQuery {
  /** `none`: a record without a translation in this language is not found, instead of falling back to the other language. */
  @Parameter(oneOf(['none']), { schema: { enum: ['none'] } })
  fallback?: 'none';

  /** `all`: includes the texts of both languages under `translations`. */
  @Parameter(oneOf(['all']), { schema: { enum: ['all'] } })
  translations?: 'all';
}

/** The parameters of deletions of events, venues and organizers. */
export class DeleteQuery extends FieldsQuery {
  /** true: deletes permanently instead of moving to the trash; for editors and administrators. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  force?: boolean = false;
}

/** Applies the rules that query classes define in a static method `check`. */
@Injectable()
export class QueryChecks implements QueryRules, QueryScope {
  constructor(
    readonly site: Site,
    readonly responses: ResponseFields,
  ) {}

  check(query: object, errors: FieldErrors): void {
    const Query = query.constructor as Partial<typeof FieldsQuery>;
    Query.check?.(query, this, errors);
  }
}

/** The requested fields of a response by name: undefined for a whole field, or some of its nested fields. */
export type Fieldset = ReadonlyMap<string, Fieldset | undefined>;

type MutableFieldset = Map<string, MutableFieldset | undefined>;

/**
 * The fields that `_fields` names by dotted paths, which the query has checked.
 * @returns undefined for all fields
 */
export function fieldsetOf({ _fields: paths }: { readonly _fields?: readonly string[] }): Fieldset | undefined {
  if (!paths || paths.length === 0) return undefined;
  const all: MutableFieldset = new Map();
  for (const path of paths) addPath(all, path.split('.'));
  return all;
}

/** Adds a path. A field that is requested as a whole stays whole, even if nested fields of it are requested as well. */
function addPath(all: MutableFieldset, [name, ...others]: readonly string[]): void {
  const isWhole = all.has(name!) && all.get(name!) === undefined;
  if (isWhole) return;
  if (others.length === 0) return void all.set(name!, undefined);
  const below = all.get(name!) ?? new Map<string, MutableFieldset | undefined>();
  all.set(name!, below);
  addPath(below, others);
}

/** Whether a field or one of its nested fields is requested. */
export function isIncluded(fields: Fieldset | undefined, ...names: readonly string[]): boolean {
  return !fields || names.some((name) => fields.has(name));
}

/** Whether a field is requested by name. Lists have some fields only then. */
export function isRequested(fields: Fieldset | undefined, name: string): boolean {
  return fields?.has(name) ?? false;
}

/** Reduces a response to the requested fields. */
export function pickFields<T extends object>(shown: T, fields: Fieldset | undefined): T {
  return (fields ? pickNested(shown, fields) : shown) as T;
}

function pickNested(shown: unknown, fields: Fieldset): unknown {
  if (Array.isArray(shown)) return shown.map((member) => pickNested(member, fields));
  if (typeof shown !== 'object' || shown === null) return shown;
  const kept: Record<string, unknown> = {};
  for (const [name, below] of fields) {
    const value: unknown = Reflect.get(shown, name);
    if (value !== undefined) kept[name] = below ? pickNested(value, below) : value;
  }
  return kept;
}
