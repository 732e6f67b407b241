import { type AddedFields, type Extension } from '../extension-api/extension.js';
import { fieldNamesOf } from '../validation/field-errors.js';
import { type Language } from '../i18n/language.js';
import { type Findings, type Operation, type Parameter, type Schemas } from './make-document.js';

interface Added extends AddedFields {
  readonly extension: string;
}

const addedBy = (extensions: readonly Extension[]): Added[] =>
  extensions.flatMap(({ name, fields = [] }) => fields.map((added) => ({ ...added, extension: name })));

/** The classes that the Swagger module has to read beside those of the controllers. */
export function addedClasses(extensions: readonly Extension[]): AddedFields['from'][] {
  return addedBy(extensions).map(({ from }) => from);
}

/** Puts what extensions add where it is accepted and answered, marked with `x-extension`. */
export function withAddedFields({ paths, components }: Findings, extensions: readonly Extension[]): Findings {
  const added = addedBy(extensions);
  const own = new Set(added.map(({ from }) => from.name));
  const found = Object.entries(components.schemas).filter(([name]) => !own.has(name));
  const findings = { paths: structuredClone(paths), components: { ...components, schemas: Object.fromEntries(found) } };
  for (const { to, from, ...said } of added) {
    const fields = described(components.schemas[from.name]?.properties ?? {}, said);
    for (const Dto of to) {
      const name = Dto.name.replace(/Dto$/, '');
      const schema = findings.components.schemas[name];
      if (schema) findings.components.schemas[name] = { ...schema, properties: { ...schema.properties, ...fields } };
      else
        addParameters(
          findings,
          fieldNamesOf(Dto).filter((name) => !Object.hasOwn(fields, name)),
          fields,
        );
    }
  }
  return findings;
}

/** What the comments of the service are in a catalogue, for the fields of extensions: text by English text. */
export function addedTexts(extensions: readonly Extension[], language: Language): Record<string, string> {
  return Object.fromEntries(
    addedBy(extensions).flatMap(({ texts }) =>
      Object.entries(texts.en).map(([field, text]) => [text, texts[language][field] ?? text]),
    ),
  );
}

/** In English, which is translated with all else. */
function described(fields: Schemas, { texts, extension }: Pick<Added, 'texts' | 'extension'>): Schemas {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      { ...schema, description: texts.en[name], 'x-extension': extension },
    ]),
  );
}

/** A query is known by its parameters: the Swagger module does not keep its class. */
function addParameters({ paths }: Findings, ofQuery: readonly string[], fields: Schemas): void {
  const parameters = Object.entries(fields).map(([name, { description, ...schema }]): Parameter => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }));
  const operations: Operation[] = Object.values(paths).flatMap((item) => Object.values(item));
  for (const operation of operations) {
    const names = new Set(operation.parameters?.map(({ name }) => name));
    const added = parameters.filter(({ name }) => !names.has(name));
    if (ofQuery.every((name) => names.has(name)))
      Object.assign(operation, { parameters: [...(operation.parameters ?? []), ...added] });
  }
}
