import { LANGUAGES, type Language } from '../i18n/language.js';
import { linkedResources } from '../linked.js';
import { type ResourceDefinition } from '../resource/definition.js';

/** The resources that the sample has records of. */
const WRITTEN: readonly string[] = ['venues', 'organizers', 'categories', 'tags'];

/** For other resources that events are related to, the sample has the documented example. */
const others = linkedResources.filter(({ names }) => !WRITTEN.includes(names.plural));

/** The names of these records by the plural of their resource. */
export const exampleNames: Readonly<Record<string, Partial<Record<Language, string>>>> = Object.fromEntries(
  others.map((resource) => [
    resource.names.plural,
    resource.isPublished ? namesOf(resource) : { en: namesOf(resource).en },
  ]),
);

/** The fields by which some events of the sample name these records. The first such event creates them. */
export const exampleLinks: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  others.flatMap((resource) => (resource.link ? [[resource.link.field, [exampleOf(resource)]]] : [])),
);

function namesOf({ docs, nameField }: ResourceDefinition): Record<Language, string> {
  const [en, fr] = LANGUAGES.map((language) => String(docs.bodies[language].full[nameField]));
  return { en: en!, fr: fr! };
}

/** Terms are given by name; other records by their English body, with the texts of both languages. */
function exampleOf(resource: ResourceDefinition): unknown {
  const { docs, nameField, isPublished } = resource;
  if (!isPublished) return namesOf(resource).en;
  const { [nameField]: _name, description: _description, ...fields } = docs.bodies.en.full;
  const texts = LANGUAGES.map((language) => {
    const { [nameField]: name, description } = docs.bodies[language].full;
    return [language, { [nameField]: name, description }];
  });
  return { ...fields, translations: Object.fromEntries(texts) as object };
}
