import { type Language } from '../i18n/language.js';
import { type Bodies } from '../resource/definition.js';
import { type Example } from './make-document.js';
import { type Route } from './routes.js';
import { type Words } from './texts/words.js';

/** Example bodies of an operation, the first of which Swagger UI offers to send. */
export function bodyExamples({ kind, verb }: Route, words: Words, language: Language): Record<string, Example> {
  const example = (name: keyof Bodies) => {
    const value = kind?.docs.bodies[language][name];
    return value ? { [name]: { summary: words.examples[name], value } } : {};
  };
  return verb === 'update' ? example('update') : { ...example('short'), ...example('full') };
}
