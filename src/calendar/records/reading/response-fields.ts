import { Injectable } from '@nestjs/common';
import { FieldError } from '../../../lib/errors/field-error.js';
import { type DtoClass } from '../../../http/validation/dto-class.js';
import { suggestName } from '../../../http/validation/suggestions.js';

/** The parts of an OpenAPI schema that define fields. */
export interface ResponseSchema {
  readonly $ref?: string;
  readonly allOf?: readonly ResponseSchema[];
  readonly items?: ResponseSchema;
  readonly properties?: Readonly<Record<string, ResponseSchema>>;
  readonly additionalProperties?: unknown;
}

export type ResponseSchemas = Readonly<Record<string, ResponseSchema>>;

/** Maximum number of unknown names in an error. */
const MAX_REPORTED = 5;

/** The fields that `_fields` may name, read from the schemas of the OpenAPI document. */
@Injectable()
export class ResponseFields {
  private schemas: () => ResponseSchemas = () => ({});

  /** @param schemas returns the components of the document by name; called for the first response that needs them */
  describe(schemas: () => ResponseSchemas): void {
    this.schemas = schemas;
  }

  /** Whether a response has the field of a dotted path. */
  has(Dto: DtoClass, path: string): boolean {
    return this.firstUnknown(Dto, path.split('.')) === undefined;
  }

  /** The error of the paths that a response does not have; undefined if it has all of them. */
  errorOf(Dto: DtoClass, paths: readonly string[]): FieldError | undefined {
    const unknown = paths.filter((path) => !this.has(Dto, path));
    if (unknown.length === 0) return undefined;
    // Suggestions take time, so they are made for the reported names only.
    const reported = unknown.slice(0, MAX_REPORTED).map((path) => {
      const names = path.split('.');
      const { depth, known } = this.firstUnknown(Dto, names)!;
      const suggestion = suggestName(names[depth]!, known);
      return {
        // A path with an empty part, such as `venue..city`, is reported as a whole.
        name: names[depth] === '' ? path : names.slice(0, depth + 1).join('.'),
        hint: suggestion && [...names.slice(0, depth), suggestion].join('.'),
      };
    });
    return new FieldError((messages) =>
      reported.map(({ name, hint }) => messages.unknownResponseField(name, hint)).join(' '),
    );
  }

  /** The first name of a path that the response does not have, with its place and the names that are known there. */
  private firstUnknown(Dto: DtoClass, names: readonly string[]): { depth: number; known: string[] } | undefined {
    let schema: ResponseSchema | undefined = this.schemaOf(Dto);
    for (const [depth, name] of names.entries()) {
      const known = Object.keys(schema?.properties ?? {});
      if (!schema || (!known.includes(name) && !isOpen(schema))) return { depth, known };
      schema = this.nestedSchema(schema, name);
    }
    return undefined;
  }

  private schemaOf(Dto: DtoClass): ResponseSchema {
    return this.schemas()[schemaName(Dto)] ?? {};
  }

  /** The schema of a field, or of the members of its list; undefined if it has no nested fields. */
  private nestedSchema(schema: ResponseSchema, name: string): ResponseSchema | undefined {
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
const isOpen = ({ additionalProperties }: ResponseSchema): boolean => additionalProperties === true;
