import { type Parameter } from './openapi-document.js';
import { type Language } from '../../lib/i18n/language.js';
import { type Route, WITH_SECRETS } from './route.js';
import { type Translate } from './translate.js';

/** The maximum numbers of records of a page, in lists and in feeds. */
export interface PageLimits {
  readonly maxPerPage: number;
  readonly feedLimit: number;
  readonly feedMax: number;
}

const PATH_TEXTS: Readonly<Record<string, string>> = {
  id: 'Id of the record.',
  revision: 'Number of the revision.',
  part: 'Number of the part.',
  key: 'Id of the key.',
  slug: 'Slug of the record, in the language of the request or else in the other one.',
};

const HEADER_TEXTS = {
  'If-None-Match': 'ETag of a stored response: 304 if it is still valid.',
  'If-Match': 'ETag of the record as it was read: the write is refused if the record has changed since.',
  'Idempotency-Key':
    'A text of at most 255 characters that is unique to this request. Sent again with the same key within 24 hours, the request is not executed twice; its response is sent again.',
};

type Examples = Readonly<Record<string, string>>;

/** The parameters of an operation: those of the path first, headers last. */
export function parametersOf(route: Route, t: Translate, language: Language, limits: PageLimits): Parameter[] {
  const examples = route.resource?.docs.parameters?.[language] ?? {};
  const overrides = overridesOf(route, t, limits);
  const query = (route.operation.parameters ?? []).filter(
    ({ in: place, name }) => place === 'query' && accepts(route, name),
  );
  return [
    ...pathParameters(route, t, examples),
    ...query.map((parameter) => queryParameter(parameter, examples, overrides[parameter.name])),
    ...headerParameters(route, t),
  ];
}

type Override = Partial<Pick<Parameter, 'description' | 'schema'>>;

/** Adjusts parameters to the settings, and to feeds that share the query class of a list. */
function overridesOf({ format }: Route, t: Translate, limits: PageLimits): Readonly<Record<string, Override>> {
  if (!format) return { per_page: { schema: { maximum: limits.maxPerPage } } };
  const { lookbackDays: days, isNewestFirst } = format;
  return {
    per_page: { schema: { maximum: limits.feedMax, default: limits.feedLimit } },
    ...(isNewestFirst && {
      orderby: { schema: { default: 'date' } },
      order: { schema: { default: 'desc' } },
      occurrences: { schema: { default: 'series' } },
    }),
    ...(days !== undefined && {
      start_date: {
        description: t('Events that start on or after this day. Without any dates: {days} days ago.', { days }),
      },
      end_date: {
        description: t(
          'Events that end on or before this day. Without any dates, the list covers {days} days before today to 24 months after.',
          { days },
        ),
      },
    }),
  };
}

/** Whether a route accepts a parameter of its query class; several routes share a class. */
function accepts({ isBySlug, isFile, format }: Route, name: string): boolean {
  if (name === 'plain_titles') return format?.hasStatusInTitles === true;
  return !(isBySlug && name === 'password') && !(isFile && (name === '_fields' || name === 'translations'));
}

const KEY_ID = { type: 'string', pattern: '^[0-9a-z]{12}$' };

function pathParameters({ path }: Route, t: Translate, examples: Examples): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']): Parameter[] => {
    const text = PATH_TEXTS[name];
    if (text === undefined) return [];
    if (name === 'key')
      return [{ name, in: 'path', required: true, description: t(text), schema: KEY_ID, example: 'x7k2m9q4w1zt' }];
    const isSlug = name === 'slug';
    const schema = isSlug ? { type: 'string', pattern: '^[^/]+$' } : { type: 'integer', minimum: 1 };
    const example = isSlug ? examples['slug'] : 1;
    return [{ name, in: 'path', required: true, description: t(text), schema, example }];
  });
}

/** Array parameters are comma-separated (`style: form`, `explode: false`). */
function queryParameter(parameter: Parameter, examples: Examples, override: Override = {}): Parameter {
  const { name, required = false, description, schema } = parameter;
  const { example = undefined, items, ...rest } = schema;
  const exampleValue = examples[name] ?? example;
  const isList = rest.type === 'array';
  return {
    name,
    in: 'query',
    required,
    description,
    ...override,
    schema: { ...rest, ...override.schema, ...(isList && { items }) },
    ...(isList && { style: 'form', explode: false }),
    ...(exampleValue !== undefined && { example: exampleValue }),
  };
}

function headerParameters({ isRead, isWrite, handler, method, resource }: Route, t: Translate): Parameter[] {
  const names: (keyof typeof HEADER_TEXTS)[] = [];
  if (isRead) names.push('If-None-Match');
  else if (isWrite && ((resource && handler !== 'create' && handler !== 'duplicate') || handler === 'updateImage'))
    names.push('If-Match');
  if (isWrite && method === 'post' && !WITH_SECRETS.includes(handler)) names.push('Idempotency-Key');
  const schema = { type: 'string' };
  return names.map((name) => ({ name, in: 'header', required: false, description: t(HEADER_TEXTS[name]), schema }));
}
