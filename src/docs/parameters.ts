import { type Language, type PerLanguage } from '../common/language/language.js';
import { type Parameter, type Schema } from './openapi.js';
import { isBySlug, isRead, type Route } from './routes.js';
import { type Words } from './texts/words.js';

/** Examples that find something in the sample data, where they differ from list to list: by tag and parameter. */
const EXAMPLES: PerLanguage<Readonly<Record<string, string>>> = {
  en: {
    'events.slug': 'saturday-farmers-market',
    'venues.slug': 'old-mill-theatre',
    'venues.search': 'Belle-Rive',
    'organizers.slug': 'belle-rive-arts-council',
    'organizers.search': 'Belle-Rive',
    'tags.slug': 'outdoors',
    'tags.search': 'outdoors',
  },
  fr: {
    'events.slug': 'marche-fermier-du-samedi',
    'venues.slug': 'theatre-du-vieux-moulin',
    'venues.search': 'Belle-Rive',
    'organizers.slug': 'conseil-des-arts-de-belle-rive',
    'organizers.search': 'Belle-Rive',
    'tags.slug': 'plein-air',
    'tags.search': 'plein air',
  },
};

/** Everything that an operation accepts outside its body: what stands in the path first, headers last. */
export function parametersOf(route: Route, words: Words, language: Language, maxPerPage: number): Parameter[] {
  return [
    ...pathParameters(route, words, EXAMPLES[language]),
    ...(route.found.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && !(isBySlug(route) && parameter.name === 'password'))
      .map((parameter) => queryParameter(parameter, EXAMPLES[language][`${route.tag}.${parameter.name}`], maxPerPage)),
    ...headerParameters(route, words),
  ];
}

function pathParameters({ path, tag }: Route, words: Words, examples: Readonly<Record<string, string>>): Parameter[] {
  if (path.includes('{id}')) return [pathParameter('id', words.id, { type: 'integer', minimum: 1 }, 1)];
  if (path.includes('{slug}'))
    return [pathParameter('slug', words.slug, { type: 'string', pattern: '^[^/]+$' }, examples[`${tag}.slug`])];
  return [];
}

function pathParameter(name: string, description: string, schema: Schema, example: unknown): Parameter {
  return { name, in: 'path', required: true, description, schema, example };
}

/** Lists are shown as the specification has them, separated by commas. */
function queryParameter(parameter: Parameter, ownExample: string | undefined, maxPerPage: number): Parameter {
  const { example, items, ...schema } = parameter.schema;
  const { name, description } = parameter;
  return {
    name,
    in: 'query',
    required: false,
    description,
    schema: {
      ...schema,
      ...(name === 'per_page' && { maximum: maxPerPage }),
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
