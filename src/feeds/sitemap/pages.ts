import { setImmediate as breathe } from 'node:timers/promises';
import { type EntityManager } from 'typeorm';
import { selectNamedInWorker, parseSqliteTime } from '../../database/sql/statements.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { tableOf } from '../../database/sql/table.js';
import { EVENT } from '../../events/event.names.js';
import { resources } from '../../resources.js';
import { type ResourceNames } from '../../i18n/resource-names.js';
import { type Language } from '../../i18n/language.js';
import { type Translation } from '../../content/translations/translation.js';
import { whereVisible } from '../../content/visible.js';
import { type Database } from '../../database/database.js';
import { type ResourceDefinition } from '../../resource/definition.js';

/** Number of records that one query loads. */
const BATCH_SIZE = 500;

/** The public pages of one record: one for each language. */
export interface RecordPages {
  readonly resource: ResourceNames;
  readonly id: number;
  readonly modified: Date;
  /** The pages in the languages of its translations. */
  readonly slugs: readonly { readonly language: Language; readonly slug: string }[];
}

/** A resource whose records have public pages. */
interface PublicResource extends Pick<ResourceDefinition, 'names' | 'entity'> {
  readonly translation: new () => Translation;
  /** SQL condition of the records to list. */
  readonly publicCondition: string;
}

const PUBLIC_RESOURCES: readonly PublicResource[] = resources
  .filter(({ isPublished }) => isPublished)
  .map((resource) => ({
    ...resource,
    publicCondition: resource.names === EVENT ? 'record.hidden = FALSE AND record.passwordHash IS NULL' : '1 = 1',
  }));

export interface ResourceCount {
  readonly resource: PublicResource;
  readonly count: number;
}

/** Selects the records that everyone may see. */
function publicRows(manager: EntityManager, { entity, publicCondition }: PublicResource): SelectBuilder {
  return whereVisible(SelectBuilder.of(manager, entity, 'record'), null, ['publish']).andWhere(publicCondition);
}

/** The number of records of each resource that have pages. */
export async function countPages(manager: EntityManager): Promise<ResourceCount[]> {
  const counted: ResourceCount[] = [];
  for (const resource of PUBLIC_RESOURCES) {
    const sql = publicRows(manager, resource).sql({ columns: ['COUNT(*) AS count'] });
    const [row] = await selectNamedInWorker<{ count: number | string }>(manager, sql);
    counted.push({ resource, count: Number(row?.count ?? 0) });
  }
  return counted;
}

/** A range of the pages of all records, resource by resource, in the order of their ids. */
export async function* pagesInRange(
  counted: readonly ResourceCount[],
  { first, end }: { readonly first: number; readonly end: number },
  database: Database,
): AsyncGenerator<RecordPages[]> {
  let precedingCount = 0;
  for (const { resource, count } of counted) {
    const [from, to] = [Math.max(0, first - precedingCount), Math.min(count, end - precedingCount)];
    precedingCount += count;
    let after: number | undefined;
    for (let offset = from; offset < to; offset += BATCH_SIZE) {
      const limit = Math.min(BATCH_SIZE, to - offset);
      const start = { after, offset: after === undefined ? offset : 0, limit };
      const pages = await database.read((manager) => read(manager, resource, start));
      yield pages;
      after = pages.at(-1)?.id ?? after;
      await breathe();
    }
  }
}

interface BatchStart {
  /** The last id that was read. */
  readonly after: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

async function read(
  manager: EntityManager,
  resource: PublicResource,
  { after, ...range }: BatchStart,
): Promise<RecordPages[]> {
  const rows = publicRows(manager, resource);
  if (after !== undefined) rows.andWhere('record.id > :after', { after });
  const columns = ['record.id AS id', 'record.modifiedAt AS modified'];
  const sql = rows.sql({ columns, order: ['record.id ASC'], ...range });
  const records = await selectNamedInWorker<{ id: number; modified: Date | string }>(manager, sql);
  const slugs = await slugsOf(
    manager,
    resource,
    records.map(({ id }) => id),
  );
  return records.map(({ id, modified }) => ({
    resource: resource.names,
    id,
    modified: modified instanceof Date ? modified : parseSqliteTime(modified),
    slugs: slugs.get(id) ?? [],
  }));
}

async function slugsOf(
  manager: EntityManager,
  { translation }: PublicResource,
  ids: readonly number[],
): Promise<Map<number, { language: Language; slug: string }[]>> {
  const texts = await tableOf(manager, translation).select(
    manager,
    { recordId: ids, borrowed: false },
    { columns: ['recordId', 'language', 'slug'] },
  );
  const slugs = new Map<number, { language: Language; slug: string }[]>();
  for (const { recordId, language, slug } of texts) {
    if (slug === null) continue;
    slugs.set(recordId, [...(slugs.get(recordId) ?? []), { language, slug }]);
  }
  return slugs;
}
