import { type INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { type AddedFields, type Extension } from '../../calendar/extension-api/extension.js';
import { schemaName } from '../../calendar/records/reading/response-fields.js';
import { fieldNamesOf } from '../../http/validation/class-validator-errors.js';
import { mapValues, type NestDocument, type Parameter, type Paths, type Schemas } from './openapi-document.js';

/** The first of two passes: what Nest's Swagger module reads from controllers and DTO classes with their comments. */
export function createNestDocument(app: INestApplication, extensions: readonly Extension[]): NestDocument {
  const base = { openapi: '3.0.3', info: { title: '', version: '' } };
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (_controller, handler) => handler,
    extraModels: extensionClasses(extensions),
  });
  return withExtensionFields(withoutDtoSuffix(document as NestDocument), extensions);
}

/** The schema of the class `EventDto` is called `Event`. */
function withoutDtoSuffix<T>(part: T): T {
  const json = JSON.stringify(part)
    .replaceAll(/("#\/components\/schemas\/\w+?)Dto"/g, '$1"')
    .replaceAll(/"(\w+)Dto":/g, '"$1":');
  return JSON.parse(json) as T;
}

/** The classes of extensions, which Nest does not find because no controller uses them. */
function extensionClasses(extensions: readonly Extension[]): AddedFields['source'][] {
  return extensions.flatMap(({ fields = [] }) => fields.map(({ source }) => source));
}

/** Adds the fields of extensions to the schemas and operations that they extend, marked with `x-extension`. */
export function withExtensionFields(document: NestDocument, extensions: readonly Extension[]): NestDocument {
  const extensionClassNames = new Set(extensionClasses(extensions).map(({ name }) => name));
  const allSchemas = document.components.schemas;
  const schemas = Object.fromEntries(Object.entries(allSchemas).filter(([name]) => !extensionClassNames.has(name)));
  let { paths } = document;
  for (const { name: extension, fields = [] } of extensions) {
    for (const { targets, source, texts } of fields) {
      const added = mapValues(allSchemas[source.name]?.properties ?? {}, (schema, name) => ({
        ...schema,
        description: texts.en[name],
        'x-extension': extension,
      }));
      for (const Dto of targets) {
        const name = schemaName(Dto);
        // The response of a restored revision is that of the record, with one more field.
        const extended = [name, `Restored${name}`].filter((one) => schemas[one]);
        for (const one of extended) {
          const schema = schemas[one];
          schemas[one] = { ...schema, properties: { ...schema?.properties, ...added } };
        }
        if (extended.length === 0) paths = withParameters(paths, fieldNamesOf(Dto), added);
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

/** Nest's document does not name the query class of an operation, so the class is recognized by its parameters. */
function withParameters(paths: Paths, queryFields: readonly string[], fields: Schemas): Paths {
  const added = Object.entries(fields).map(([name, { description, ...schema }]): Parameter => {
    return { name, in: 'query', required: false, description, schema };
  });
  return mapValues(paths, (item) =>
    mapValues(item, (operation) => {
      const { parameters = [] } = operation;
      const names = new Set(parameters.map(({ name }) => name));
      const isExtendedQuery = queryFields.every((name) => name in fields || names.has(name));
      if (!isExtendedQuery) return operation;
      return { ...operation, parameters: [...parameters, ...added.filter(({ name }) => !names.has(name))] };
    }),
  );
}
