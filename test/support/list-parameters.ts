import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type Schema } from '../../src/outlets/openapi/openapi-document.js';

const document = JSON.parse(readFileSync(join(__dirname, '..', '..', 'docs', 'openapi.json'), 'utf8')) as Document;

interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

/** The parameters of a list, from the document, which is generated from the query class of its route. */
function parametersOf(path: string): DocumentedParameter[] {
  const [, item] = Object.entries(document.paths).find(([name]) => name.endsWith(`/v1${path}`) || name === path) ?? [];
  const { get } = (item ?? {}) as { get?: { parameters: DocumentedParameter[] } };
  if (!get) throw new Error(`The document has no list ${path}.`);
  return get.parameters.filter((parameter) => parameter.in === 'query');
}

/** The schema that a reference or a list of one names. */
function resolved(schema: Schema): Schema {
  const { $ref, allOf, items } = schema as Schema & { $ref?: string; allOf?: Schema[]; items?: Schema };
  if ($ref) return resolved(document.components.schemas[$ref.split('/').at(-1)!]!);
  if (allOf) return resolved(allOf[0]!);
  return items ? resolved(items) : schema;
}

/**
 * A query for every value of every parameter of a list: each value of an enumeration, true and false, and the given
 * values of others. A new parameter whose values are not known fails the test.
 * @param values by the name of the parameter; a value may go on with further parameters
 */
export function queriesOf(path: string, values: Readonly<Record<string, readonly (string | number)[]>>): string[] {
  return parametersOf(path).flatMap(({ name, schema }) => {
    const { type, enum: choices } = resolved(schema) as { type?: string; enum?: readonly string[] };
    const known = values[name] ?? choices ?? (type === 'boolean' ? ['true', 'false'] : undefined);
    if (!known) throw new Error(`No values are known of the parameter ${name} of ${path}: add some to the test.`);
    return known.map((value) => `${name}=${value}`);
  });
}
