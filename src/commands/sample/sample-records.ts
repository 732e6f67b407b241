import { type EntityManager, In } from 'typeorm';
import { type PublishedRecord } from '../../calendar/records/record/published-record.js';
import { type Translation } from '../../calendar/records/translations/translation.js';
import { type Language } from '../../lib/i18n/language.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { resources } from '../../calendar/resources.js';
import { exampleNames } from './example-records.js';
import { type RecordCounts, recordCounts } from './records.js';
import { CATEGORIES, EVENTS, ORGANIZERS, type SampleCategory, TAGS, VENUES } from './sample-calendar.js';

type Names = Partial<Record<Language, string | undefined>>;

/** The names of the records of the sample by language. */
const NAMES: Readonly<Record<string, readonly Names[]>> = {
  events: namesOf(EVENTS, ({ title }) => title),
  venues: namesOf(VENUES, ({ venue }) => venue),
  organizers: namesOf(ORGANIZERS, ({ organizer }) => organizer),
  categories: CATEGORIES.flatMap(namesOfCategory),
  tags: namesOf(TAGS, ({ name }) => name),
  ...Object.fromEntries(Object.entries(exampleNames).map(([resource, names]) => [resource, [names]])),
};

/** Counts the records of each resource that the sample did not create, or that were changed since. */
export async function nonSampleCounts(manager: EntityManager): Promise<RecordCounts> {
  const counts = { ...(await recordCounts(manager)) };
  for (const resource of resources) counts[resource.names.plural]! -= await sampleCount(manager, resource);
  return counts;
}

/** Counts the records that have a name and languages of the sample and were not changed since. */
async function sampleCount(manager: EntityManager, { names: { plural }, entity, translation }: ResourceDefinition) {
  const sampleNames = NAMES[plural] ?? [];
  const known = new Set(sampleNames.map(keyOf));
  const names = await namesById(manager, translation, sampleNames);
  const matchingIds = [...names].filter(([, of]) => known.has(keyOf(of))).map(([id]) => id);
  if (matchingIds.length === 0) return 0;
  const records: readonly Revised[] = await manager.findBy(entity, { id: In(matchingIds) });
  return records.filter(isUntouched).length;
}

/** The names of records with a name of the sample. Loading all names could be slow. */
async function namesById(
  manager: EntityManager,
  translation: new () => Translation,
  sampleNames: readonly Names[],
): Promise<Map<number, Names>> {
  const searchedNames = [...new Set(sampleNames.flatMap(({ en, fr }) => [en, fr]))].filter(
    (name) => name !== undefined,
  );
  const candidates = await manager.findBy(translation, { name: In(searchedNames), borrowed: false });
  const recordIds = [...new Set(candidates.map(({ recordId }) => recordId))];
  const byId = new Map<number, Names>();
  for (const recordId of recordIds) byId.set(recordId, {});
  const texts = await manager.findBy(translation, { recordId: In(recordIds), borrowed: false });
  for (const { recordId, language, name } of texts) byId.get(recordId)![language] = name;
  return byId;
}

type Revised = { readonly id: number; readonly revision: number } & Partial<PublishedRecord>;

/** Revision 1; scheduled records have had their status changed by the publisher. */
function isUntouched({ revision, status, publishedAt, modifiedAt }: Revised): boolean {
  const wasScheduled = publishedAt !== undefined && modifiedAt !== undefined && publishedAt > modifiedAt;
  return revision === 1 || (revision === 2 && wasScheduled && status === 'publish');
}

function namesOf<T>(
  records: readonly { readonly translations: Partial<Record<Language, T>> }[],
  nameOf: (texts: T) => string | undefined,
): Names[] {
  return records.map(({ translations: { en, fr } }) => ({ en: en && nameOf(en), fr: fr && nameOf(fr) }));
}

function namesOfCategory({ en, fr, below = [] }: SampleCategory): Names[] {
  return [{ en, fr }, ...below.flatMap(namesOfCategory)];
}

const keyOf = ({ en, fr }: Names) => JSON.stringify([en, fr]);
