import { type Parameter, type Schema } from './openapi-document.js';
import { type Language } from '../i18n/language.js';
import { type Route } from './route.js';
import { type Words } from './texts/words.js';

/** How many records a page may have: of lists, and of feeds. */
export interface PageLimits {
  readonly maxPerPage: number;
  readonly feedLimit: number;
  readonly feedMax: number;
}

type Examples = Readonly<Record<string, string>>;

/** The parameters of an operation: those of the path first, headers last. */
export function parametersOf(route: Route, words: Words, language: Language, limits: PageLimits): Parameter[] {
  const examples = route.kind?.docs.parameters?.[language] ?? {};
  const overrides = overridesOf(route, words, limits);
  const query = (route.operation.parameters ?? []).filter(
    ({ in: place, name }) => place === 'query' && accepts(route, name),
  );
  return [
    ...pathParameters(route, words, examples),
    ...query.map((parameter) => queryParameter(parameter, examples, overrides[parameter.name])),
    ...headerParameters(route, words),
  ];
}

type Override = Partial<Pick<Parameter, 'description' | 'schema'>>;

/** What the settings decide, and where feeds differ from the list whose query class they share. */
function overridesOf({ format }: Route, words: Words, limits: PageLimits): Readonly<Record<string, Override>> {
  if (!format) return { per_page: { schema: { maximum: limits.maxPerPage } } };
  const { daysBefore, newestFirst } = format;
  return {
    per_page: { schema: { maximum: limits.feedMax, default: limits.feedLimit } },
    ...(newestFirst && { orderby: { schema: { default: 'date' } }, order: { schema: { default: 'desc' } } }),
    ...(daysBefore !== undefined && {
      start_date: { description: words.startOfFeed(daysBefore) },
      end_date: { description: words.endOfFeed(daysBefore) },
    }),
  };
}

/** A query class serves several routes, not all of which accept each of its parameters. */
function accepts({ isBySlug, isFile }: Route, name: string): boolean {
  return !(isBySlug && name === 'password') && !(isFile && (name === '_fields' || name === 'translations'));
}

function pathParameters({ path }: Route, words: Words, examples: Examples): Parameter[] {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  const parameter = { in: 'path', required: true } as const;
  if (name === 'slug') {
    const schema = { type: 'string', pattern: '^[^/]+$' };
    return [{ name, ...parameter, description: words.slug, schema, example: examples['slug'] }];
  }
  if (name !== 'id' && name !== 'part') return [];
  return [{ name, ...parameter, description: words[name], schema: { type: 'integer', minimum: 1 }, example: 1 }];
}

/** Lists are separated by commas (`explode: false`). */
function queryParameter(parameter: Parameter, examples: Examples, override: Override = {}): Parameter {
  const { name, required = false, description, schema } = parameter;
  const { example = undefined, items, ...rest } = schema;
  const shown = examples[name] ?? example;
  const isList = rest.type === 'array';
  return {
    ...{ name, in: 'query', required, description, ...override },
    schema: { ...rest, ...override.schema, ...(isList && { items }) },
    ...(isList && { style: 'form', explode: false }),
    ...(shown !== undefined && { example: shown }),
  };
}

function headerParameters({ isRead, verb, method }: Route, words: Words): Parameter[] {
  const header = (name: string, description: string): Parameter => {
    const schema: Schema = { type: 'string' };
    return { name, in: 'header', required: false, description, schema };
  };
  if (isRead) return [header('If-None-Match', words.ifNoneMatch)];
  return [
    ...(verb === 'create' ? [] : [header('If-Match', words.ifMatch)]),
    ...(method === 'post' ? [header('Idempotency-Key', words.idempotencyKey)] : []),
  ];
}
