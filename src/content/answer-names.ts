import { type DtoClass, type MoreFields } from '../validation/dto-class.js';

/** Under which the Swagger module remembers what `ApiProperty` says of a class's properties, and of one of them. */
const PROPERTIES = 'swagger/apiModelPropertiesArray';
const PROPERTY = 'swagger/apiModelProperties';

/** What a field of an answer is made of, as `ApiProperty` has it. */
interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}

/** What has fields in an answer: a class, or a schema in one. */
export type Shape = DtoClass | Schema;

const isClass = (shape: Shape): shape is DtoClass => typeof shape === 'function';

const known = new WeakMap<DtoClass, readonly string[]>();

/** The names of a class as it stands: every field that it declares, with or without a decorator. */
function declared(Dto: DtoClass): readonly string[] {
  let names = known.get(Dto);
  if (!names) {
    const documented = (Reflect.getMetadata(PROPERTIES, Dto.prototype as object) ?? []) as readonly string[];
    names = [...new Set([...Object.keys(new Dto()), ...documented.map((name) => name.slice(1))])];
    known.set(Dto, names);
  }
  return names;
}

/** The names of the fields of an answer, those of extensions included: the classes that answers are documented by say them. */
export function answerNames(shape: Shape, more: MoreFields): readonly string[] {
  if (!isClass(shape)) return Object.keys(shape.properties ?? {});
  return [...declared(shape), ...addedNames(shape, more)];
}

/** Those that extensions add. */
export function addedNames(Dto: DtoClass, more: MoreFields): string[] {
  return more(Dto).flatMap((Added) => answerNames(Added, more));
}

/** Whether any name may stand in it, as in JSON-LD. */
export function isOpen(shape: Shape): boolean {
  return !isClass(shape) && shape.additionalProperties === true;
}

/** What a field has fields by; undefined where it has none. */
export function shapeBelow(shape: Shape, name: string): Shape | undefined {
  if (isOpen(shape)) return shape;
  const schema = isClass(shape)
    ? (Reflect.getMetadata(PROPERTY, shape.prototype as object, name) as Schema | undefined)
    : shape.properties?.[name];
  if (schema === undefined) return undefined;
  const { type, properties } = schema;
  if (properties || isOpen(schema)) return schema;
  return isAnswer(type) ? type : undefined;
}

/** Whether it is a class of answers, and not one such as String, or a function that tells a class. */
function isAnswer(type: unknown): type is DtoClass {
  const isMadeWithNew = typeof type === 'function' && type.prototype !== undefined;
  return isMadeWithNew && declared(type as DtoClass).length > 0;
}
