/** The parts of an OpenAPI 3.0 document (https://spec.openapis.org/oas/v3.0.3) that this service makes use of. */
export interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly Server[];
  readonly tags: readonly Tag[];
  readonly paths: Paths;
  readonly components: Components;
}

export interface Tag {
  readonly name: string;
  /** What readers see; the name is for programs and the same in every language. */
  readonly 'x-displayName': string;
  readonly description: string;
}

export interface Server {
  readonly url: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly description?: string }>>;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export type Method = (typeof METHODS)[number];

export type Paths = Record<string, Partial<Record<Method, Operation>>>;

export interface Components {
  readonly schemas: Schemas;
  readonly responses?: Record<string, Answer>;
  readonly headers?: Record<string, Header>;
  readonly securitySchemes?: Record<string, object>;
}

export type Schemas = Record<string, Schema>;

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Record<string, Answer | Reference>;
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

export interface Body {
  readonly required?: boolean;
  readonly content: Content;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Record<string, Reference | Header>;
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
  readonly properties?: Schemas;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  /** The extension that the field belongs to. */
  readonly 'x-extension'?: string;
}

/** Refers to a part of the document's components. */
export function reference(part: keyof Components, name: string): Reference {
  return { $ref: `#/components/${part}/${name}` };
}

/** The name of the schema that a reference leads to. */
export function schemaName({ $ref = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** What the code says of itself, as the Swagger module finds it: paths, parameters, schemas, in English. */
export type Findings = Pick<Document, 'paths' | 'components'>;
