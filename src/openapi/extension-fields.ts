import { type AddedFields, type Extension } from '../extension-api/extension.js';
import { schemaName } from '../content/response-fields.js';
import { fieldNamesOf } from '../validation/class-validator-errors.js';
import { mapValues, type NestDocument, type Parameter, type Paths, type Schemas } from './openapi-document.js';

/** The classes of extensions, which Nest does not find because no controller uses them. */
export function extensionClasses(extensions: readonly Extension[]): AddedFields['from'][] {
  return extensions.flatMap(({ fields = [] }) => fields.map(({ from }) => from));
}

/** Adds the fields of extensions to the schemas and operations that they extend, marked with `x-extension`. */
export function withExtensionFields(document: NestDocument, extensions: readonly Extension[]): NestDocument {
  const own = new Set(extensionClasses(extensions).map(({ name }) => name));
  const found = document.components.schemas;
  const schemas = Object.fromEntries(Object.entries(found).filter(([name]) => !own.has(name)));
  let { paths } = document;
  for (const { name: extension, fields = [] } of extensions) {
    for (const { to, from, texts } of fields) {
      const added = mapValues(found[from.name]?.properties ?? {}, (schema, name) => ({
        ...schema,
        description: texts.en[name],
        'x-extension': extension,
      }));
      for (const Dto of to) {
        const name = schemaName(Dto);
        const schema = schemas[name];
        if (schema) schemas[name] = { ...schema, properties: { ...schema.properties, ...added } };
        else paths = withParameters(paths, fieldNamesOf(Dto), added);
      }
    }
  }
  return { paths, components: { ...document.components, schemas } };
}

/** The French texts of extension fields by their English text. */
export function extensionTexts(extensions: readonly Extension[]): Record<string, string> {
  const texts = extensions.flatMap(({ fields = [] }) => fields.map((added) => added.texts));
  return Object.fromEntries(
    texts.flatMap(({ en, fr }) => Object.entries(en).map(([field, text]) => [text, fr[field] ?? text])),
  );
}

/** Nest does not keep the class of a query, which is recognized by its parameters. */
function withParameters(paths: Paths, ofQuery: readonly string[], fields: Schemas): Paths {
  const added = Object.entries(fields).map(([name, { description, ...schema }]): Parameter => {
    return { name, in: 'query', required: false, description, schema };
  });
  return mapValues(paths, (item) =>
    mapValues(item, (operation) => {
      const { parameters = [] } = operation;
      const names = new Set(parameters.map(({ name }) => name));
      const isOfQuery = ofQuery.every((name) => name in fields || names.has(name));
      if (!isOfQuery) return operation;
      return { ...operation, parameters: [...parameters, ...added.filter(({ name }) => !names.has(name))] };
    }),
  );
}
