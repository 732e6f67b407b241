import { messages } from '../../../src/i18n/messages.js';
import { type Language, LANGUAGES, type PerLanguage } from '../../../src/i18n/language.js';

/** Where a message says what only the request decides. */
const HOLE = '\uE001';

/** Stands for every argument that messages are made with. */
const anything: object = {
  toString: () => HOLE,
  join: () => HOLE,
  charAt: () => '',
  slice: () => HOLE,
  names: Object.fromEntries(LANGUAGES.map((language) => [language, new Proxy({}, { get: () => HOLE })])),
};

const patterns = Object.fromEntries(
  LANGUAGES.map((language) => [language, sentencesIn(language).flatMap(patternsOf)]),
) as PerLanguage<RegExp[]>;

function sentencesIn(language: Language) {
  const { rules, ...others } = messages[language];
  return [...Object.values(others), ...Object.values(rules)];
}

/** With all that a message may say, and without what it need not say. */
function patternsOf(message: Sentence): RegExp[] {
  const takesTwo = typeof message === 'function' && message.length > 1;
  const least = takesTwo ? attempted(() => patternOf(message, [anything])) : [];
  return [patternOf(message, [anything, anything]), ...least];
}

type Sentence = string | ((...args: never[]) => string);

function patternOf(message: Sentence, args: readonly object[]): RegExp {
  const text = typeof message === 'string' ? message : message(...(args as never[]));
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(HOLE, '.*');
  return new RegExp(`^${escaped}$`, 'su');
}

/** None where the message cannot do without. */
function attempted(make: () => RegExp): RegExp[] {
  try {
    return [make()];
  } catch {
    return [];
  }
}

/** Whether the service has a message like this in the language. */
export function isWordedIn(language: Language, message: string): boolean {
  return patterns[language].some((pattern) => pattern.test(message));
}
