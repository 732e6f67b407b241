import { type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { relatedResources } from '../../calendar/related.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';

/** The resources for which the sample has records of its own. */
const SAMPLE_RESOURCES: readonly string[] = ['venues', 'organizers', 'categories', 'tags'];

/** The other resources that events are related to: the sample creates the example of their documentation. */
const others = relatedResources.filter(({ names }) => !SAMPLE_RESOURCES.includes(names.plural));

/** The names of these records by the plural of their resource. */
export const exampleNames: Readonly<Record<string, Partial<Record<Language, string>>>> = Object.fromEntries(
  others.map((resource) => [
    resource.names.plural,
    resource.isPublished ? namesOf(resource) : { en: namesOf(resource).en },
  ]),
);

/** Fields that are added to some events of the sample. The first of these events creates the records. */
export const exampleRelations: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  others.flatMap((resource) => (resource.relation ? [[resource.relation.field, [exampleOf(resource)]]] : [])),
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
