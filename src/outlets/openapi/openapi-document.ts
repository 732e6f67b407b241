import { type OpenAPIObject } from '@nestjs/swagger';

/**
 * The parts of an OpenAPI 3.0 document (https://spec.openapis.org/oas/v3.0.3) that this service uses. Nest's own types
 * allow a reference everywhere, which would have to be resolved at each use.
 */
export interface Document extends Required<Pick<OpenAPIObject, 'openapi' | 'info' | 'servers'>> {
  readonly tags: readonly Tag[];
  readonly paths: Paths;
  readonly components: Components;
}

/** The part of the document that Nest's Swagger module creates from the controllers and DTO classes. */
export type NestDocument = Pick<Document, 'paths' | 'components'>;

export type Server = Document['servers'][number];

export interface Tag {
  readonly name: string;
  /** The heading in both languages. The name of the tag is the same in both, for programs. */
  readonly 'x-displayName': string;
  readonly description: string;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export type Method = (typeof METHODS)[number];
export type PathItem = Partial<Record<Method, Operation>>;
export type Paths = Record<string, PathItem>;
export type Schemas = Record<string, Schema>;
export type Responses = Record<string, Response | Reference>;
export type RequestBody = { readonly required?: boolean; readonly content: Content };

export interface Components {
  readonly schemas: Schemas;
  readonly responses?: Record<string, Response>;
  readonly headers?: Record<string, Header>;
  readonly securitySchemes?: Record<string, object>;
}

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Responses;
  readonly security?: readonly Record<string, string[]>[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Record<string, Reference>;
  readonly content?: Content;
}

export type Content = Record<string, { readonly schema?: Schema; readonly examples?: Record<string, Example> }>;

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Schemas;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  /** The extension that adds the field. */
  readonly 'x-extension'?: string;
}

export function reference(part: keyof Components, name: string): Reference {
  return { $ref: `#/components/${part}/${name}` };
}

/** The last segment of a `$ref`: the name of the component. */
export function refName({ $ref = '' }: { readonly $ref?: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Resolves `$ref`, and `allOf` with one reference, whose siblings (default, description) override the target. */
export function resolveSchema(schema: Schema, schemas: Schemas): Schema {
  const { $ref, allOf: [only] = [], ...siblings } = schema;
  if ($ref) return schemas[refName(schema)] ?? {};
  return only ? { ...resolveSchema(only, schemas), ...siblings } : schema;
}

/**
 * @throws {Error} if no handler accepts or returns a class whose name follows the convention, such as `CreateVenueDto`
 */
export function requireSchema(schemas: Schemas, name: string): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`No handler accepts or returns a ${name}Dto.`);
  return schema;
}

export function mapValues<T, R>(
  object: Readonly<Record<string, T>>,
  change: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

export function mapProperties(schema: Schema, change: (property: Schema, name: string) => Schema): Schema {
  return { ...schema, properties: mapValues(schema.properties ?? {}, change) };
}
