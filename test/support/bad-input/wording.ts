import { messages } from '../../../src/common/errors/messages.js';
import { type Language, LANGUAGES, type PerLanguage } from '../../../src/common/language/language.js';

/** Where a message says what only the request decides. */
const HOLE = '\uE001';

/** Stands for every argument that messages are made with. */
const anything: object = {
  toString: () => HOLE,
  join: () => HOLE,
  names: Object.fromEntries(LANGUAGES.map((language) => [language, new Proxy({}, { get: () => HOLE })])),
};

const patterns = Object.fromEntries(
  LANGUAGES.map((language) => [language, Object.values(messages[language]).map(patternOf)]),
) as PerLanguage<RegExp[]>;

function patternOf(message: string | ((...args: never[]) => string)): RegExp {
  const text = typeof message === 'string' ? message : message(...([anything, anything] as never[]));
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(HOLE, '.*');
  return new RegExp(`^${escaped}$`, 'su');
}

/** Whether the service has a message like this in the language. */
export function isWordedIn(language: Language, message: string): boolean {
  return patterns[language].some((pattern) => pattern.test(message));
}
