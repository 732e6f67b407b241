import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { selectNamedInWorker, type SqlFragment } from '../../database/sql/statements.js';
import { type Language } from '../../lib/i18n/language.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { hasWordStarts } from '../../lib/text/word-starts.js';
import { type Translation } from '../records/translations/translation.js';
import { whereVisible } from '../records/visibility/visible.js';

/** Number of names of a resource that are read at once. */
const BATCH_SIZE = 200;

/** The part of a resource that a search of names reads. */
interface NamedResource {
  readonly names: ResourceNames;
  readonly isPublished: boolean;
  readonly entity: new () => object;
  readonly translation: new () => Translation;
}

interface Row {
  /** The place of the resource. */
  readonly place: number;
  readonly id: number;
  readonly name: string;
}

/**
 * The ids of public records whose name has words that begin with given letters, by name, of each resource. One statement
 * reads the names of all resources, which are few.
 * @param starts folded
 * @param limit the largest number of ids of a resource
 */
export async function recordsByNameStarts(
  manager: EntityManager,
  resources: readonly NamedResource[],
  starts: readonly string[],
  language: Language,
  limit: number,
): Promise<number[][]> {
  const names = resources.map((resource) => namesOf(manager, resource, starts, language));
  const found = resources.map((): number[] => []);
  let unread = [...resources.keys()];
  for (let offset = 0; unread.length > 0; offset += BATCH_SIZE) {
    const rows = await selectNamedInWorker<Row>(manager, nextNames(names, unread, offset));
    const batches = new Map(unread.map((place) => [place, rows.filter((row) => Number(row.place) === place)]));
    for (const [place, batch] of batches)
      found[place]!.push(...batch.filter(({ name }) => hasWordStarts(name, starts)).map(({ id }) => id));
    unread = unread.filter((place) => batches.get(place)!.length === BATCH_SIZE && found[place]!.length < limit);
  }
  return found.map((ids) => ids.slice(0, limit));
}

/** Selects the public records whose names have all letters. */
function namesOf(
  manager: EntityManager,
  { names: { singular }, isPublished, entity, translation }: NamedResource,
  starts: readonly string[],
  language: Language,
): SelectBuilder {
  const rows = SelectBuilder.of(manager, entity, singular);
  if (isPublished) whereVisible(rows, null);
  rows.join(translation, 'shown', `shown.recordId = ${singular}.id AND shown.language = :language`, { language });
  for (const [index, start] of starts.entries())
    rows.andWhere(`INSTR(shown.nameKey, :start${index}) > 0`, { [`start${index}`]: start });
  return rows;
}

/** Selects the next names of some of the resources, each in the order of its names. */
function nextNames(names: readonly SelectBuilder[], places: readonly number[], offset: number): SqlFragment {
  const parts = places.map((place) => {
    const rows = names[place]!;
    const columns = [`${place} AS place`, `${rows.alias}.id AS id`, 'shown.nameKey AS name'];
    const order = ['shown.nameKey', `${rows.alias}.id`];
    const { sql, parameters } = rows.sql({ columns, order, limit: BATCH_SIZE, offset });
    return { sql: `SELECT place, id, name FROM (${sql}) part${place}`, parameters };
  });
  return {
    sql: `${parts.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY place, name, id`,
    parameters: Object.assign({}, ...parts.map(({ parameters }) => parameters)) as object,
  };
}
