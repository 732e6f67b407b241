import { setImmediate as breathe } from 'node:timers/promises';
import { type DataSource, type DataSourceOptions, type EntityManager, type QueryRunner } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { Category } from '../categories/category.entity.js';
import { createDataSource } from '../database/data-source.js';
import { withLease } from '../database/lease.js';
import { countWrite } from '../database/write-counter.entity.js';
import { ListedDay } from '../events/links/listed-day.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { bulkInsert } from './bulk-insert.js';
import { EventTexts } from './event-texts.js';
import { placesOf, type Plan } from './plan.js';
import { makeProse } from './prose.js';
import { Random } from './random.js';
import { inWords, isEmpty, recordCounts } from './record-counts.js';
import { EventMaker } from './seed-events.js';
import { idsFrom, seedImages, seedOrganizers, seedVenues } from './seed-places.js';
import { seedTerms } from './seed-terms.js';

/** Events of one transaction: their rows are what has to fit into the memory. */
const AT_ONCE = 1000;

const AUTHORS = ['Seed 1', 'Seed 2', 'Seed 3', 'Seed 4'];

/**
 * Fills an empty calendar with data to measure by.
 * @param options of a database whose schema is up to date; without a time-out
 * @param onProgress told how many events there are so far
 * @throws {Error} with a sentence for the operator where the calendar is not empty
 */
export async function seed(
  options: DataSourceOptions,
  plan: Plan,
  onProgress: (events: number) => void = () => undefined,
): Promise<void> {
  await withLease(options, 'seed', async () => {
    const source = createDataSource(options);
    await source.initialize();
    try {
      await assertEmpty(source);
      await fill(source, plan, onProgress);
    } finally {
      await source.destroy();
    }
  });
}

async function assertEmpty({ manager }: DataSource): Promise<void> {
  const counts = await recordCounts(manager);
  if (isEmpty(counts)) return;
  throw new Error(`DATABASE_URL must name a calendar without records to seed it; this one has ${inWords(counts)}.`);
}

async function fill(source: DataSource, plan: Plan, onProgress: (events: number) => void): Promise<void> {
  const { venues, organizers, images } = placesOf(plan);
  const runner = source.createQueryRunner();
  try {
    const prose = makeProse(new Random(plan.random, 'prose'));
    const targets = await inTransaction(runner, async () => {
      const authorIds = await authors(runner.manager, plan.from);
      const places = { seed: plan.random, authorId: authorIds[0]!, from: plan.from, prose };
      await seedImages(runner, images);
      await seedVenues(runner, venues, places);
      await seedOrganizers(runner, organizers, places);
      return { authorIds, images, venues, organizers, ...(await seedTerms(runner.manager, plan.random)) };
    });
    const maker = new EventMaker(plan, new EventTexts(plan.random, prose), targets);
    for (let done = 0; done < plan.events;) {
      const ids = idsFrom(done + 1, Math.min(AT_ONCE, plan.events - done));
      await inTransaction(runner, () => maker.insert(runner, ids));
      onProgress((done += ids.length));
      // SQLite does not wait for anything: the lease is renewed here.
      await breathe();
    }
    await fillSearchTexts(runner, maker);
    await inTransaction(runner, () => storeCounts(runner, maker));
  } finally {
    await runner.release();
  }
}

async function fillSearchTexts(runner: QueryRunner, maker: EventMaker): Promise<void> {
  const events = maker.byTime();
  for (let first = 0; first < events.length; first += AT_ONCE) {
    await inTransaction(runner, () => maker.insertSearchTexts(runner, events.slice(first, first + AT_ONCE)));
    await breathe();
  }
}

async function inTransaction<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    const result = await work();
    await countWrite(runner.manager);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function authors(manager: EntityManager, createdAt: Date): Promise<number[]> {
  const ids: number[] = [];
  for (const name of AUTHORS) {
    const known = await manager.findOneBy(Account, { name });
    ids.push((known ?? (await manager.save(manager.create(Account, { name, role: 'author', createdAt })))).id);
  }
  return ids;
}

async function storeCounts(runner: QueryRunner, { categoryCounts, tagCounts, days }: EventMaker): Promise<void> {
  const { manager } = runner;
  for (const [id, count] of categoryCounts) await manager.update(Category, { id }, { count });
  for (const [id, count] of tagCounts) await manager.update(Tag, { id }, { count });
  await bulkInsert(runner, ListedDay, days.all);
}
