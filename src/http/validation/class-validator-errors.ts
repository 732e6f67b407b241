import { getMetadataStorage, type ValidationError, ValidationTypes } from 'class-validator';
import { FieldError, FieldErrors } from '../../lib/errors/field-error.js';
import { type Messages } from '../../lib/i18n/messages.js';
import { type RuleSentence } from '../../lib/i18n/constraints.en.js';
import { type RuleContext } from './field.js';
import { unknownField } from './suggestions.js';

type Storage = ReturnType<typeof getMetadataStorage>;

/** The rules of a class that apply with these options, by everything that they depend on. */
const rulesByOptions = new Map<unknown, Map<string, ReturnType<Storage['getTargetValidationMetadatas']>>>();

/**
 * Makes class-validator search for the rules of a class once, and not at each validation: the search goes through the
 * rules of all classes. Rules do not change once a class has been validated.
 */
export function searchRulesOnce(storage: Storage = getMetadataStorage()): void {
  const search = storage.getTargetValidationMetadatas.bind(storage);
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    const key = JSON.stringify([schema, always, strictGroups, groups]);
    const known = rulesByOptions.get(target) ?? new Map<string, ReturnType<typeof search>>();
    rulesByOptions.set(target, known);
    const rules = known.get(key) ?? search(target, schema, always, strictGroups, groups);
    known.set(key, rules);
    return rules;
  };
}

searchRulesOnce();

/** The fields of a class, with the extensions that some of them belong to. */
type Fields = ReadonlyMap<string, string | undefined>;

const fieldsByClass = new Map<unknown, Fields>();

export function fieldsOf(Dto: unknown): Fields {
  let fields = fieldsByClass.get(Dto);
  if (!fields) {
    const rules = classesOf(Dto).flatMap((one) => rulesOf(one));
    fieldsByClass.set(Dto, (fields = new Map(rules.map(({ propertyName, groups = [] }) => [propertyName, groups[0]]))));
  }
  return fields;
}

const writableByClass = new Map<unknown, Fields>();

/** The fields of a body class without those that it accepts and ignores. */
export function writableFieldsOf(Dto: unknown): Fields {
  let fields = writableByClass.get(Dto);
  if (!fields) {
    const names = new Set(
      classesOf(Dto)
        .flatMap((one) => rulesOf(one))
        .filter(({ type }) => type !== ValidationTypes.WHITELIST)
        .map(({ propertyName }) => propertyName),
    );
    fields = new Map([...fieldsOf(Dto)].filter(([name]) => names.has(name)));
    writableByClass.set(Dto, fields);
  }
  return fields;
}

/** The names of all fields of a class, those of its base classes and of extensions included. */
export function fieldNamesOf(Dto: unknown): readonly string[] {
  return [...fieldsOf(Dto).keys()];
}

function rulesOf(Dto: unknown) {
  return getMetadataStorage().getTargetValidationMetadatas(Dto as () => void, '', true, false);
}

/** A class and its base classes, these first. */
function classesOf(Dto: unknown): unknown[] {
  const Base: unknown = Object.getPrototypeOf(Dto);
  return Base === Function.prototype || Base === null ? [Dto] : [...classesOf(Base), Dto];
}

/** The errors of class-validator by the path of each field (`translations.fr.title`, `venue[0].city`). */
export function fieldErrorsOf(errors: readonly ValidationError[]): FieldErrors {
  const collected = new FieldErrors();
  for (const error of errors) addError(collected, error.property, error);
  return collected;
}

function addError(errors: FieldErrors, path: string, error: ValidationError): void {
  const fieldError = fieldErrorOf(error);
  if (fieldError) errors.add(path, fieldError);
  const value: unknown = error.value;
  if (value instanceof FieldError) return;
  for (const child of error.children ?? []) {
    // The error of a list member that could not be parsed.
    if (Array.isArray(value) && child.value instanceof FieldError) errors.add(path, child.value);
    else addError(errors, Array.isArray(value) ? `${path}[${child.property}]` : `${path}.${child.property}`, child);
  }
}

/** The error of a field; undefined if only its nested fields have errors. */
function fieldErrorOf(error: ValidationError): FieldError | undefined {
  const { target, property } = error;
  const value: unknown = error.value;
  const [rule] = Object.keys(error.constraints ?? {});
  if (rule === undefined) return undefined;
  if (rule === ValidationTypes.WHITELIST) return unknownField(property, fieldNamesOf((target ?? {}).constructor));
  if (value instanceof FieldError) return value;
  const context = error.contexts?.[rule] as RuleContext | undefined;
  if (context?.absence === 'missing' || (value === undefined && !context)) return FieldError.missing;
  if (context?.absence === 'emptied') return FieldError.emptied;
  if (context) return new FieldError((messages) => context.wording(messages, value));
  return new FieldError((messages) => catalogueSentence(messages, error, rule));
}

/** The message of a decorator: its own one if it was set, else that of the catalogue, else the English default. */
function catalogueSentence({ rules, eachValue }: Messages, error: ValidationError, name: string): string {
  const english = error.constraints?.[name] ?? '';
  const metadata = rulesOf((error.target ?? {}).constructor).find((one) => {
    const [constraint] = getMetadataStorage().getTargetValidatorConstraints(one.constraintCls);
    return one.propertyName === error.property && (constraint?.name ?? one.type) === name;
  });
  const sentences: Readonly<Record<string, RuleSentence>> = rules;
  if (!metadata || metadata.message !== undefined || !Object.hasOwn(sentences, name)) return english;
  const sentence = sentences[name]!(...(metadata.constraints ?? []).map(asText));
  return metadata.each ? eachValue(sentence) : sentence;
}

function asText(limit: unknown): string {
  const value: unknown = typeof limit === 'function' ? Reflect.apply(limit, undefined, []) : limit;
  if (Array.isArray(value)) return value.map(asText).join(', ');
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || value instanceof RegExp) return String(value);
  return value === undefined ? '' : JSON.stringify(value);
}
