import { type Language, site } from './session';

/** A property of a body, as the OpenAPI document describes it. */
export interface Field {
  readonly name: string;
  readonly type: 'text' | 'html' | 'url' | 'integer' | 'number' | 'boolean' | 'choice' | 'list' | 'other';
  readonly help: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices: readonly string[];
  readonly default?: unknown;
  /** The kind of the records whose ids this field lists. */
  readonly reference?: string;
}

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema?: Schema }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

export interface Document {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly tags: readonly { readonly name: string; readonly 'x-displayName'?: string }[];
}

const NAMESPACE = '/cal/events/v1';

let document: Document;

/** Reads the description of the interface in the language of the page, from which inputs get types, limits and help. */
export async function loadDocument(language: Language): Promise<void> {
  const response = await fetch(`${site}/${language}${NAMESPACE}/doc/openapi.json`);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  document = (await response.json()) as Document;
}

/** The title of the document: the name of the site, and of the interface. */
export const siteName = (): string => document.info.title.split(' – ')[0] ?? '';

/** The kinds of records that have texts in both languages, in the order of the document. */
export const kinds = (): string[] =>
  document.tags
    .map(({ name }) => name)
    .filter((name) => document.paths[`${NAMESPACE}/${name}/{id}`]?.patch && bodyOf(name)?.properties?.translations);

/** The name of a kind in the document. */
export const displayName = (kind: string): string =>
  document.tags.find(({ name }) => name === kind)?.['x-displayName'] ?? kind;

/** Whether the list of a kind has a parameter; so its filters and its statuses are known. */
export const hasParameter = (kind: string, name: string): boolean =>
  document.paths[`${NAMESPACE}/${kind}`]?.get?.parameters?.some((parameter) => parameter.name === name) ?? false;

/** Whether the service has a route below a record, such as `revisions`. */
export const hasRoute = (kind: string, name: string): boolean =>
  document.paths[`${NAMESPACE}/${kind}/{id}/${name}`] !== undefined;

/** Whether `/events/counts` counts events by a relation. */
export function isCounted(relation: string): boolean {
  const parameters = document.paths[`${NAMESPACE}/events/counts`]?.get?.parameters ?? [];
  return resolve(parameters.find(({ name }) => name === 'by')?.schema).enum?.includes(relation) ?? false;
}

/** Whether records of a kind have a status, and a trash; categories and tags have none. */
export const isPublished = (kind: string): boolean => hasParameter(kind, 'status');

const fieldsIn = ({ properties = {} }: Schema, names: readonly string[] = Object.keys(properties)): Field[] =>
  names.flatMap((name) => (properties[name] ? [fieldOf(name, properties[name])] : []));

/** The fields of a body that exist once: all of them, or those of the given names, in their order. */
export const fieldsOf = (kind: string, names?: readonly string[]): Field[] => fieldsIn(bodyOf(kind) ?? {}, names);

/** The fields of a body that exist in each language. */
export const textsOf = (kind: string, names?: readonly string[]): Field[] =>
  fieldsIn(resolve(bodyOf(kind)?.properties?.translations?.properties?.en), names);

/** The field of the title, or of the name. */
export const titleOf = (kind: string): string => {
  const { required = [] } = bodyOf(kind) ?? {};
  const texts = textsOf(kind).map(({ name }) => name);
  return required.find((name) => texts.includes(name)) ?? 'title';
};

const bodySchema = (kind: string): Schema | undefined =>
  document.paths[`${NAMESPACE}/${kind}`]?.post?.requestBody?.content?.['application/json']?.schema;

const bodyReference = (kind: string): string | undefined => bodySchema(kind)?.$ref;

function bodyOf(kind: string): Schema | undefined {
  const body = bodySchema(kind);
  return body && resolve(body);
}

/** Follows references, and merges the only member of `allOf` and `oneOf` that has a type into the schema. */
function resolve(schema: Schema = {}): Schema {
  if (schema.$ref) return resolve(document.components.schemas[schema.$ref.split('/').pop() ?? '']);
  const parts = schema.allOf ?? [];
  return parts.reduce<Schema>((merged, part) => ({ ...resolve(part), ...merged }), { ...schema, allOf: undefined });
}

function fieldOf(name: string, given: Schema): Field {
  const schema = resolve(given);
  const { description = '', maxLength, minimum, maximum } = schema;
  return {
    ...{ name, maxLength, minimum, maximum },
    type: typeOf(name, schema),
    help: description.replaceAll('`', ''),
    choices: schema.enum ?? [],
    default: schema.default,
    reference: referenceOf(schema.items),
  };
}

/** The kind that can be created in a list, as the events' venues can. */
function referenceOf(items: Schema | undefined): string | undefined {
  const created = items?.oneOf?.find(({ $ref }) => $ref)?.$ref;
  return created && kinds().find((kind) => bodyReference(kind) === created);
}

function typeOf(name: string, { type, format, enum: choices, oneOf }: Schema): Field['type'] {
  if (choices) return 'choice';
  if (type === 'boolean' || type === 'integer' || type === 'number') return type;
  if (type === 'array') return 'list';
  if (type === 'object' || oneOf) return 'other';
  if (name === 'description' || name === 'excerpt') return 'html';
  return format === 'uri' ? 'url' : 'text';
}

/** The names of the fields of a record, as it is read. */
export function recordFieldsOf(kind: string): string[] {
  const response = document.paths[`${NAMESPACE}/${kind}/{id}`]?.get?.responses?.['200'];
  const schema = response?.content?.['application/json']?.schema;
  return Object.keys(resolve(schema?.anyOf?.[0] ?? schema).properties ?? {});
}
