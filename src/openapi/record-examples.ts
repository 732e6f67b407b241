import { CATEGORY } from '../categories/category.names.js';
import { kinds } from '../kinds.js';
import { type Language } from '../i18n/language.js';
import { type KindDefinition } from '../resource/definition.js';
import { Links } from '../site/links.js';
import { slugify } from '../text/slug.js';
import { type Schema, type Schemas } from './make-document.js';
import { pascal } from './routes.js';
import { schemaNamed } from './schemas.js';

type Values = Readonly<Record<string, unknown>>;

const links = new Links('http://localhost:3000', '', new Map());

/** The schemas of records and lists with examples of what a site would answer, in the language of the document. */
export function withRecordExamples(schemas: Schemas, language: Language): Schemas {
  const exemplified = { ...schemas };
  const set = (name: string, values: Values) => {
    exemplified[name] = withExamples(schemaNamed(schemas, name), values);
  };
  for (const kind of kinds) {
    set(pascal(kind.names.one), recordValues(kind, language));
    set(`${pascal(kind.names.one)}List`, listValues(kind, language));
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
function recordValues({ names: kind, nameField, ownTexts = {}, docs }: KindDefinition, language: Language): Values {
  const { description, ...body } = docs.bodies[language].full;
  const given = Object.entries(body).filter(([name, value]) => typeof value === 'string' && name !== 'cost');
  const name = String(body[nameField]);
  const slug = slugify(name, language);
  const id = 12;
  const type = docs.jsonLd;
  return {
    ...Object.fromEntries(given),
    ...(description !== undefined && { description }),
    id,
    slug,
    language,
    url: links.page(language, kind, { id, slug }),
    rest_url: links.record(language, kind, id),
    global_id: links.globalId(kind, id),
    global_id_lineage: [links.globalId(kind, id)],
    translations: {
      [language]: {
        ...{ [nameField]: name, description: description ?? null, slug },
        ...(type && { excerpt: null, image_alt: null }),
        ...Object.fromEntries(Object.keys(ownTexts).map((field) => [field, null])),
      },
    },
    ...(type && { json_ld: { '@context': 'https://schema.org', '@type': type, name } }),
  };
}

function listValues({ names: kind }: KindDefinition, language: Language): Values {
  const page = (number: number) => `${links.collection(language, kind)}?page=${number}`;
  return { rest_url: page(2), next_rest_url: page(3), previous_rest_url: page(1) };
}
