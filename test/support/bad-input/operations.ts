import {
  type Document,
  METHODS,
  type Method,
  type Operation as DocumentedOperation,
  type Schema,
  resolveSchema as resolvedSchema,
} from '../../../src/outlets/openapi/openapi-document.js';
import { allResources } from '../resources.js';

/** The plural of a resource. */
export type ResourcePlural = string;

/** An input of an operation: a path, query or header parameter, or a field of the body. */
export interface InputField {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** The name, or the path inside the body: `['translations', 'fr', 'title']`. */
  readonly keys: readonly (string | number)[];
  readonly schema: Schema;
  readonly required: boolean;
}

/** An operation of the OpenAPI document with all its inputs. */
export interface Operation {
  readonly method: Method;
  /** With `{id}` and `{slug}`, from the namespace on. */
  readonly path: string;
  readonly resource: ResourcePlural | undefined;
  /** The same for operations with the same handler: `update events`. */
  readonly family: string;
  readonly inputs: readonly InputField[];
  /** Whether it takes a body, and whether that may be a form. */
  readonly body: boolean;
  readonly form: boolean;
}

const VERBS = { get: 'get', post: 'update', put: 'update', patch: 'update', delete: 'delete' } as const;

/** Maximum depth of nested fields. */
const DEPTH = 3;

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = item[method];
      return operation ? [describeOperation(document, path, method, operation)] : [];
    }),
  );
}

function describeOperation(
  document: Document,
  path: string,
  method: Method,
  operation: DocumentedOperation,
): Operation {
  const { content = {} } = operation.requestBody ?? {};
  const json = content['application/json']?.schema;
  const parameters = (operation.parameters ?? []).map((parameter): InputField => ({
    in: parameter.in,
    keys: [parameter.name],
    schema: { example: parameter.example, ...withEnums(document, parameter.schema) },
    required: parameter.required ?? false,
  }));
  const resource = allResources.find((one) => new RegExp(`/v1${one.path}\\b`).test(path))?.plural;
  const ofCollection = method === 'post' ? 'create' : 'list';
  return {
    ...{ method, path, resource },
    family: resource ? `${path.includes('{') ? VERBS[method] : ofCollection} ${resource}` : path,
    inputs: [...parameters, ...(json ? fieldsOf(document, json, [], DEPTH) : [])],
    body: json !== undefined,
    form: 'application/x-www-form-urlencoded' in content,
  };
}

/** The fields of a body and those inside them, also in the first member of a list. */
function fieldsOf(
  document: Document,
  schema: Schema,
  above: readonly (string | number)[],
  depth: number,
): InputField[] {
  if (depth === 0) return [];
  const { properties = {}, required = [], items, oneOf = [], allOf = [] } = resolved(document, schema);
  const own = Object.entries(properties).flatMap(([name, property]): InputField[] => {
    const keys = [...above, name];
    const field = {
      in: 'body',
      keys,
      schema: withEnums(document, property),
      required: required.includes(name),
    } as const;
    return [field, ...fieldsOf(document, property, keys, depth - 1)];
  });
  const inside = [...oneOf, ...allOf].flatMap((part) => fieldsOf(document, part, above, depth));
  return [...own, ...inside, ...(items ? fieldsOf(document, items, [...above, 0], depth) : [])];
}

function resolved(document: Document, schema: Schema): Schema {
  return schema.$ref ? resolvedSchema(schema, document.components.schemas) : schema;
}

/** The schema with the values of enumerations that it refers to, itself or for the members of a list. */
function withEnums(document: Document, schema: Schema): Schema {
  const { items } = schema;
  const whole = resolvedSchema(schema, document.components.schemas);
  if (whole.enum) return whole;
  return items ? { ...schema, items: withEnums(document, items) } : schema;
}

/** `events/update body translations.fr.title` */
export function nameOf({ family }: Operation, place: InputField): string {
  return `${family} ${place.in} ${place.keys.join('.')}`;
}
