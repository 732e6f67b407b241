import { type Language } from '../i18n/language.js';
import { type Parameter, type Schema } from './make-document.js';
import { isBySlug, isFile, isRead, type Route } from './routes.js';
import { type Words } from './texts/words.js';

/** How many records a page may have: of lists, and of lists in other formats than JSON. */
export interface PageLimits {
  readonly maxPerPage: number;
  readonly feedLimit: number;
  readonly feedMax: number;
}

/** Everything that an operation accepts outside its body: what stands in the path first, headers last. */
export function parametersOf(route: Route, words: Words, language: Language, pages: PageLimits): Parameter[] {
  const examples = route.kind?.docs.parameters?.[language] ?? {};
  const specific = ofThisRoute(route, words, pages);
  return [
    ...pathParameters(route, words, examples),
    ...(route.found.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && !isRefused(parameter.name, route))
      .map((parameter) => queryParameter(parameter, examples[parameter.name], specific[parameter.name])),
    ...headerParameters(route, words),
  ];
}

interface Specific {
  readonly description?: string;
  readonly schema?: Schema;
}

/** What holds of parameters here alone: formats begin elsewhere than the list does. */
function ofThisRoute({ format }: Route, words: Words, pages: PageLimits): Readonly<Record<string, Specific>> {
  if (!format) return { per_page: { schema: { maximum: pages.maxPerPage } } };
  const { daysBefore, newestFirst } = format;
  return {
    per_page: { schema: { maximum: pages.feedMax, default: pages.feedLimit } },
    ...(newestFirst && {
      orderby: { schema: { default: 'date' } },
      order: { schema: { default: 'desc' } },
      occurrences: { schema: { default: 'series' } },
    }),
    ...(daysBefore !== undefined && {
      start_date: { description: words.startOfFormat(daysBefore) },
      end_date: { description: words.endOfFormat(daysBefore) },
    }),
  };
}

/** What they ask for files do not have. */
const OF_JSON: readonly string[] = ['_fields', 'translations'];

/** Declared for many routes, and not taken by this one, or without effect in it. */
function isRefused(name: string, route: Route): boolean {
  if (name === 'plain_titles') return route.format?.statesInTitles !== true;
  return (isBySlug(route) && name === 'password') || (isFile(route) && OF_JSON.includes(name));
}

function pathParameters({ path }: Route, words: Words, examples: Readonly<Record<string, string>>): Parameter[] {
  if (path.includes('{id}')) return [pathParameter('id', words.id, { type: 'integer', minimum: 1 }, 1)];
  if (path.includes('{part}')) return [pathParameter('part', words.part, { type: 'integer', minimum: 1 }, 1)];
  if (path.includes('{slug}'))
    return [pathParameter('slug', words.slug, { type: 'string', pattern: '^[^/]+$' }, examples['slug'])];
  return [];
}

function pathParameter(name: string, description: string, schema: Schema, example: unknown): Parameter {
  return { name, in: 'path', required: true, description, schema, example };
}

/** Lists are shown as the specification has them, separated by commas. */
function queryParameter(parameter: Parameter, ownExample: string | undefined, specific?: Specific): Parameter {
  const { example, items, ...schema } = parameter.schema;
  const { name, description } = parameter;
  return {
    name,
    in: 'query',
    required: parameter.required ?? false,
    description: specific?.description ?? description,
    schema: {
      ...schema,
      ...specific?.schema,
      ...(schema.type === 'array' && { items }),
    },
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    ...((ownExample ?? example) !== undefined && { example: ownExample ?? example }),
  };
}

function headerParameters(route: Route, words: Words): Parameter[] {
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  if (isRead(route)) return [header('If-None-Match', words.ifNoneMatch)];
  return [
    ...(route.verb === 'create' ? [] : [header('If-Match', words.ifMatch)]),
    ...(route.method === 'post' ? [header('Idempotency-Key', words.idempotencyKey)] : []),
  ];
}
