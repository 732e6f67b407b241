import { messages } from '../../../src/lib/i18n/messages.js';
import { type Language, LANGUAGES, type PerLanguage } from '../../../src/lib/i18n/language.js';

/** Marks the places of a message that depend on the request. */
const PLACEHOLDER = '\uE001';

/** A stand-in for every argument of a message function. */
const anything: object = {
  toString: () => PLACEHOLDER,
  join: () => PLACEHOLDER,
  charAt: () => '',
  slice: () => PLACEHOLDER,
  names: Object.fromEntries(LANGUAGES.map((language) => [language, new Proxy({}, { get: () => PLACEHOLDER })])),
};

const patterns = Object.fromEntries(
  LANGUAGES.map((language) => [language, sentencesIn(language).flatMap(patternsOf)]),
) as PerLanguage<RegExp[]>;

function sentencesIn(language: Language) {
  const { rules, ...others } = messages[language];
  return [...Object.values(others), ...Object.values(rules)];
}

/** The patterns of a message, with and without its optional second argument, and with an empty first one. */
function patternsOf(message: Sentence): RegExp[] {
  const takesTwo = typeof message === 'function' && message.length > 1;
  const least = takesTwo ? patternOrNone(() => patternOf(message, [anything])) : [];
  const withEmpty = patternOrNone(() => patternOf(message, ['', anything]));
  return [patternOf(message, [anything, anything]), ...least, ...withEmpty];
}

type Sentence = string | ((...args: never[]) => string);

function patternOf(message: Sentence, args: readonly unknown[]): RegExp {
  const text = typeof message === 'string' ? message : message(...(args as never[]));
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(PLACEHOLDER, '.*');
  return new RegExp(`^${escaped}$`, 'su');
}

/** Empty if the message requires the argument. */
function patternOrNone(make: () => RegExp): RegExp[] {
  try {
    return [make()];
  } catch {
    return [];
  }
}

/** Whether the service has a message like this in the language. */
export function isMessageIn(language: Language, message: string): boolean {
  return patterns[language].some((pattern) => pattern.test(message));
}
