import { CATEGORY } from '../categories/category.kind.js';
import { type Language } from '../common/language/language.js';
import { type Kind } from '../common/records/kind.js';
import { Links } from '../common/site/links.js';
import { slugify } from '../common/text/slug.js';
import { fullBody } from './examples.js';
import { type Schema, type Schemas } from './openapi.js';
import { KINDS, pascal } from './routes.js';

type Values = Readonly<Record<string, unknown>>;

const links = new Links('http://localhost:3000', '');

const JSON_LD: Readonly<Record<string, string>> = { event: 'Event', venue: 'Place', organizer: 'Organization' };

/** The schemas of records and lists with examples of what a site would answer, in the language of the document. */
export function withRecordExamples(schemas: Schemas, language: Language): Schemas {
  const exemplified = { ...schemas };
  const set = (name: string, values: Values) => {
    if (exemplified[name]) exemplified[name] = withExamples(exemplified[name], values);
  };
  for (const kind of KINDS) {
    set(pascal(kind.one), recordValues(kind, language));
    set(`${pascal(kind.one)}List`, listValues(kind, language));
  }
  set('TermUrls', { self: links.record(language, CATEGORY, 12), collection: links.collection(language, CATEGORY) });
  return exemplified;
}

function withExamples(schema: Schema, values: Values): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    if (name in values) return [name, { ...property, example: values[name] }];
    // Of the other values those that may be null are null in the example, but for objects: their own fields say more.
    const isNull = property.nullable && !property.allOf && property.example === undefined;
    return [name, isNull ? { ...property, example: null } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) as Schemas };
}

/** What a create with the example body would answer. */
function recordValues(kind: Kind, language: Language): Values {
  const { description, ...body } = fullBody(kind, language);
  const given = Object.entries(body).filter(([name, value]) => typeof value === 'string' && name !== 'cost');
  const [[nameField, name] = ['', '']] = given as [string, string][];
  const slug = slugify(name, language);
  const id = 12;
  const type = JSON_LD[kind.one];
  return {
    ...Object.fromEntries(given),
    ...(description !== undefined && { description }),
    id,
    slug,
    language,
    url: links.page(language, kind, slug),
    rest_url: links.record(language, kind, id),
    global_id: links.globalId(kind, id),
    global_id_lineage: [links.globalId(kind, id)],
    translations: {
      [language]: { [nameField]: name, description: description ?? null, ...(type && { excerpt: null }), slug },
    },
    ...(type && { json_ld: { '@context': 'https://schema.org', '@type': type, name } }),
  };
}

function listValues(kind: Kind, language: Language): Values {
  const page = (number: number) => `${links.collection(language, kind)}?page=${number}`;
  return { rest_url: page(2), next_rest_url: page(3), previous_rest_url: page(1) };
}
