import { LANGUAGES, type Language } from '../i18n/language.js';
import { linkedKinds } from '../linked.js';
import { type KindDefinition } from '../resource/definition.js';

/** The resources that the sample has records of. */
const WRITTEN: readonly string[] = ['venues', 'organizers', 'categories', 'tags'];

/** The sample has the documented example of each other resource that events are linked to. */
const others = linkedKinds.filter(({ names }) => !WRITTEN.includes(names.many));

/** The names of these records by the plural of their resource. */
export const exampleNames: Readonly<Record<string, Partial<Record<Language, string>>>> = Object.fromEntries(
  others.map((kind) => [kind.names.many, kind.isPublished ? namesOf(kind) : { en: namesOf(kind).en }]),
);

/** The fields by which some events of the sample name these records; the first one makes them. */
export const exampleLinks: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  others.flatMap((kind) => (kind.link ? [[kind.link.field, [exampleOf(kind)]]] : [])),
);

function namesOf({ docs, nameField }: KindDefinition): Record<Language, string> {
  const [en, fr] = LANGUAGES.map((language) => String(docs.bodies[language].full[nameField]));
  return { en: en!, fr: fr! };
}

/** Terms are named; other records are made of the body in English, with the texts of both languages. */
function exampleOf(kind: KindDefinition): unknown {
  const { docs, nameField, isPublished } = kind;
  if (!isPublished) return namesOf(kind).en;
  const { [nameField]: _name, description: _description, ...fields } = docs.bodies.en.full;
  const texts = LANGUAGES.map((language) => {
    const { [nameField]: name, description } = docs.bodies[language].full;
    return [language, { [nameField]: name, description }];
  });
  return { ...fields, translations: Object.fromEntries(texts) as object };
}
