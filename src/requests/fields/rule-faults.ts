import { getMetadataStorage, type ValidationError } from 'class-validator';
import { Fault, Faults, isFault, NestedFaults } from '../../errors/fault.js';
import { type Messages } from '../../errors/messages.js';
import { type RuleSentence } from '../../errors/rules.en.js';

/** A rule that a decorator of class-validator makes for a field. */
export interface Rule {
  readonly property: string;
  /** As errors call it: `maxLength`. */
  readonly name: string;
  /** What it was given, such as the length. */
  readonly limits: readonly unknown[];
  readonly isOfEach: boolean;
  readonly hasMessage: boolean;
  readonly isAsync: boolean;
}

/** The rules of a class, those of its base classes included. */
export function rulesOf(Dto: object): Rule[] {
  const storage = getMetadataStorage();
  return storage.getTargetValidationMetadatas(Dto as () => void, '', false, false).map((rule) => {
    const [constraint] = storage.getTargetValidatorConstraints(rule.constraintCls);
    return {
      property: rule.propertyName,
      name: constraint?.name ?? rule.type,
      limits: rule.constraints ?? [],
      isOfEach: rule.each,
      hasMessage: rule.message !== undefined,
      isAsync: constraint?.async ?? false,
    };
  });
}

/** What class-validator found wrong with a value, to be worded in the caller's language. */
export function faultOf(error: ValidationError): Fault | NestedFaults {
  if (isFault(error.value)) return error.value;
  const [broken] = Object.entries(error.constraints ?? {});
  if (broken) return broke(error, ...broken);
  const faults = new Faults();
  for (const child of error.children ?? [])
    faults.add(Array.isArray(error.value) ? `[${child.property}]` : child.property, faultOf(child));
  return new NestedFaults(faults.all);
}

/** The message that the decorator was given, else that of the catalogue, else the English one of class-validator. */
function broke({ target, property, value }: ValidationError, name: string, english: string): Fault {
  const ofClass = rulesOf((target ?? {}).constructor);
  const rules = ofClass.filter((rule) => rule.property === property && rule.name === name);
  if (rules.some(({ hasMessage }) => hasMessage)) return new Fault(() => english);
  if (value === undefined) return Fault.missing;
  // A field may have two rules of a name, and errors do not say which one was broken.
  return new Fault((messages) => rules.map((rule) => sentence(messages, rule) ?? english).join(' ') || english);
}

function sentence({ rules, eachValue }: Messages, { name, limits, isOfEach }: Rule): string | undefined {
  const sentences: Readonly<Record<string, RuleSentence>> = rules;
  const text = Object.hasOwn(sentences, name) ? sentences[name]?.(...limits.map(words)) : undefined;
  return text && isOfEach ? eachValue(text) : text;
}

function words(limit: unknown): string {
  const value: unknown = typeof limit === 'function' ? Reflect.apply(limit, undefined, []) : limit;
  if (Array.isArray(value)) return value.map(words).join(', ');
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || value instanceof RegExp) return String(value);
  return value === undefined ? '' : JSON.stringify(value);
}
