import { CATEGORY } from '../../calendar/categories/category.names.js';
import { type Language } from '../../lib/i18n/language.js';
import { resources } from '../../calendar/resources.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { Urls } from '../../http/urls/urls.js';
import { slugify } from '../../lib/text/slug.js';
import { mapProperties, mapValues, requireSchema, type Schemas } from './openapi-document.js';
import { pascalCase } from './route.js';

type Values = Readonly<Record<string, unknown>>;

const urls = new Urls({
  siteUrl: 'http://localhost:3000',
  basePath: '',
  pageUrls: new Map(),
  pages: true,
  imagesUrl: '',
});

/** The schemas of records and lists with examples of a response, in the language of the document. */
export function withExamples(schemas: Schemas, language: Language): Schemas {
  const examples: Record<string, Values> = {
    TermUrls: { self: urls.record(language, CATEGORY, 12), collection: urls.collection(language, CATEGORY) },
  };
  for (const resource of resources) {
    const name = pascalCase(resource.names.singular);
    examples[name] = recordExample(resource, language);
    examples[`${name}List`] = pageExample(resource, language);
  }
  const changed = mapValues(examples, (values, name) =>
    mapProperties(requireSchema(schemas, name), (property, field) => {
      if (field in values) return { ...property, example: values[field] };
      // Nullable objects show the examples of their own fields instead.
      const isNull = property.nullable && !property.allOf && property.example === undefined;
      return isNull ? { ...property, example: null } : property;
    }),
  );
  return { ...schemas, ...changed };
}

/** The response to the creation of the example body. */
function recordExample(definition: ResourceDefinition, language: Language): Values {
  const { names: resource, nameField, ownTexts = {}, perLanguage = {}, docs } = definition;
  const body = docs.bodies[language].full;
  const given = Object.entries(body).filter(([name, value]) => typeof value === 'string' && name !== 'cost');
  const name = String(body[nameField]);
  const slug = slugify(name, language);
  const id = 12;
  const type = docs.jsonLd;
  return {
    ...Object.fromEntries(given),
    id,
    slug,
    language,
    url: urls.page(language, resource, { id, slug }),
    rest_url: urls.record(language, resource, id),
    global_id: urls.globalId(resource, id),
    global_id_lineage: [urls.globalId(resource, id)],
    translations: {
      [language]: {
        [nameField]: name,
        description: body['description'] ?? null,
        slug,
        ...(type && { excerpt: null, image_alt: null }),
        ...Object.fromEntries(Object.keys({ ...ownTexts, ...perLanguage }).map((field) => [field, null])),
      },
    },
    ...(type && { json_ld: { '@context': 'https://schema.org', '@type': type, name } }),
  };
}

function pageExample({ names: resource }: ResourceDefinition, language: Language): Values {
  const page = (number: number) => `${urls.collection(language, resource)}?page=${number}`;
  return { rest_url: page(2), next_rest_url: page(3), previous_rest_url: page(1) };
}
