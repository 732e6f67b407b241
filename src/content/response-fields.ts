import { Injectable } from '@nestjs/common';
import { type DtoClass } from '../validation/dto-class.js';

/** The parts of an OpenAPI schema that define fields. */
export interface ResponseSchema {
  readonly $ref?: string;
  readonly allOf?: readonly ResponseSchema[];
  readonly items?: ResponseSchema;
  readonly properties?: Readonly<Record<string, ResponseSchema>>;
  readonly additionalProperties?: unknown;
  readonly 'x-extension'?: string;
}

export type ResponseSchemas = Readonly<Record<string, ResponseSchema>>;

/** The fields that `_fields` may name, read from the schemas of the OpenAPI document. */
@Injectable()
export class ResponseFields {
  private schemas: () => ResponseSchemas = () => ({});

  /** @param schemas returns the components of the document by name; called for the first response that needs them */
  describe(schemas: () => ResponseSchemas): void {
    this.schemas = schemas;
  }

  of(Dto: DtoClass): ResponseSchema {
    return this.schemas()[schemaName(Dto)] ?? {};
  }

  /** The names of the fields that extensions add to a response. */
  extensionFieldsOf(Dto: DtoClass): string[] {
    const { properties = {} } = this.of(Dto);
    return Object.keys(properties).filter((name) => properties[name]!['x-extension'] !== undefined);
  }

  /** The schema of a field, or of the members of its list; undefined if it has no nested fields. */
  nestedSchema(schema: ResponseSchema, name: string): ResponseSchema | undefined {
    if (isOpen(schema)) return schema;
    const found = this.resolved(schema.properties?.[name]);
    return found && (found.properties || isOpen(found)) ? found : undefined;
  }

  private resolved(schema: ResponseSchema | undefined): ResponseSchema | undefined {
    if (!schema) return undefined;
    const { $ref, allOf: [only] = [], items } = schema;
    if ($ref) return this.schemas()[$ref.slice($ref.lastIndexOf('/') + 1)];
    const inner = items ?? only;
    return inner ? this.resolved(inner) : schema;
  }
}

/** The schema of the class `EventDto` is called `Event`. */
export const schemaName = ({ name }: DtoClass): string => name.replace(/Dto$/, '');

/** Whether the object may have any fields, like JSON-LD. */
export const isOpen = ({ additionalProperties }: ResponseSchema): boolean => additionalProperties === true;
