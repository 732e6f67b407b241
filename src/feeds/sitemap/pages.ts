import { setImmediate as breathe } from 'node:timers/promises';
import { type EntityManager } from 'typeorm';
import { selectNamedInWorker } from '../../database/sql/statements.js';
import { Rows } from '../../database/sql/rows.js';
import { parseSqliteTime } from '../../database/sql/sqlite-time.js';
import { tableOf } from '../../database/sql/table.js';
import { EVENT } from '../../events/event.names.js';
import { resources } from '../../resources.js';
import { type ResourceNames } from '../../i18n/resource-names.js';
import { type Language } from '../../i18n/language.js';
import { type Translation } from '../../content/translations/translation.js';
import { whereVisible } from '../../content/visible.js';
import { type Database } from '../../database/database.js';
import { type ResourceDefinition } from '../../resource/definition.js';

/** Number of records that are read at once. */
const AT_ONCE = 500;

/** The pages of one record. */
export interface Pages {
  readonly resource: ResourceNames;
  readonly id: number;
  readonly modified: Date;
  /** The pages in the languages of its translations. */
  readonly slugs: readonly { readonly language: Language; readonly slug: string }[];
}

/** A resource whose records have public pages. */
interface Listed extends Pick<ResourceDefinition, 'names' | 'entity'> {
  readonly translation: new () => Translation;
  /** SQL condition of the records to list. */
  readonly isOpen: string;
}

const LISTED: readonly Listed[] = resources
  .filter(({ isPublished }) => isPublished)
  .map((resource) => ({
    ...resource,
    isOpen: resource.names === EVENT ? 'record.hidden = FALSE AND record.passwordHash IS NULL' : '1 = 1',
  }));

export interface Counted {
  readonly listed: Listed;
  readonly count: number;
}

/** The SQL condition of records that everyone may see. */
function openRows(manager: EntityManager, { entity, isOpen }: Listed): Rows {
  return whereVisible(Rows.of(manager, entity, 'record'), null, ['publish']).andWhere(isOpen);
}

/** The number of records of each resource that have pages. */
export async function countPages(manager: EntityManager): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (const listed of LISTED) {
    const sql = openRows(manager, listed).sql({ columns: ['COUNT(*) AS count'] });
    const [row] = await selectNamedInWorker<{ count: number | string }>(manager, sql);
    counted.push({ listed, count: Number(row?.count ?? 0) });
  }
  return counted;
}

/** A range of the pages of all records, resource by resource, in the order of their ids. */
export async function* pagesBetween(
  counted: readonly Counted[],
  { first, end }: { readonly first: number; readonly end: number },
  database: Database,
): AsyncGenerator<Pages[]> {
  let before = 0;
  for (const { listed, count } of counted) {
    const [from, to] = [Math.max(0, first - before), Math.min(count, end - before)];
    before += count;
    let after: number | undefined;
    for (let place = from; place < to; place += AT_ONCE) {
      const limit = Math.min(AT_ONCE, to - place);
      const start = { after, offset: after === undefined ? place : 0, limit };
      const pages = await database.read((manager) => read(manager, listed, start));
      yield pages;
      after = pages.at(-1)?.id ?? after;
      await breathe();
    }
  }
}

interface Start {
  /** The last id that was read. */
  readonly after: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

async function read(manager: EntityManager, listed: Listed, { after, ...some }: Start): Promise<Pages[]> {
  const rows = openRows(manager, listed);
  if (after !== undefined) rows.andWhere('record.id > :after', { after });
  const columns = ['record.id AS id', 'record.modifiedAt AS modified'];
  const sql = rows.sql({ columns, order: ['record.id ASC'], ...some });
  const found = await selectNamedInWorker<{ id: number; modified: Date | string }>(manager, sql);
  const slugs = await slugsOf(
    manager,
    listed,
    found.map(({ id }) => id),
  );
  return found.map(({ id, modified }) => ({
    resource: listed.names,
    id,
    modified: modified instanceof Date ? modified : parseSqliteTime(modified),
    slugs: slugs.get(id) ?? [],
  }));
}

async function slugsOf(
  manager: EntityManager,
  { translation }: Listed,
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
