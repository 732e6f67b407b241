import { setImmediate as breathe } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type DataSourceOptions, type EntityManager, type QueryRunner } from 'typeorm';
import { Account } from '../../src/http/auth/account.entity.js';
import { Category } from '../../src/calendar/categories/category.entity.js';
import { logAllRecords } from '../../src/calendar/records/change-log/change-log.js';
import { createDataSource, isSqlite } from '../../src/database/data-source.js';
import { withLease } from '../../src/database/lease.js';
import { countWrite } from '../../src/database/write-counter.entity.js';
import { resources } from '../../src/calendar/resources.js';
import { inWords, isEmpty, recordCounts, removeRecords } from '../../src/commands/sample/records.js';
import { Tag } from '../../src/calendar/tags/tag.entity.js';
import { EventTexts } from './event-texts.js';
import { type Plan, recordCountsOf } from './plan.js';
import { makeProse } from './prose.js';
import { Random } from './random.js';
import { EventSeeder } from './seed-events.js';
import { idsFrom, seedImages, seedOrganizers, seedVenues } from './seed-places.js';
import { countSeedWrite, createStateTable, markFinished, markStarted, unfinishedSeed } from './seed-state.js';
import { seedTerms } from './seed-terms.js';

/** Number of events in one transaction, whose rows are held in memory. */
const EVENTS_PER_TRANSACTION = 1000;

/**
 * Size of SQLite's page cache in KiB. With the small cache of the service, bulk inserts would read index pages again
 * and again.
 */
const CACHE_KIB = 65_536;

const AUTHORS = ['Seed 1', 'Seed 2', 'Seed 3', 'Seed 4'];

export interface SeedOptions {
  /** Called with the number of events inserted so far. */
  readonly onProgress?: (events: number) => void;
  /** Stops the run between two transactions. */
  readonly signal?: AbortSignal;
  /** Whether to remove the records of an interrupted run even if others have written since, with their records. */
  readonly removeAll?: boolean;
}

/**
 * Fills an empty calendar with test data. The records of an interrupted run are removed first.
 * @param options a database whose schema is up to date, without a time-out
 * @throws {Error} with a message for the operator if the calendar has other records
 */
export async function seed(options: DataSourceOptions, plan: Plan, use: SeedOptions = {}): Promise<void> {
  await withLease(options, 'seed', async () => {
    const source = createDataSource(options);
    await source.initialize();
    const runner = source.createQueryRunner();
    try {
      if (isSqlite(source)) await runner.query(`PRAGMA cache_size = -${CACHE_KIB}`);
      await createStateTable(runner);
      await inTransaction(runner, () => removeUnfinished(runner.manager, use));
      await fill(runner, plan, use);
    } finally {
      await runner.release();
      await source.destroy();
    }
  });
}

async function removeUnfinished(manager: EntityManager, { removeAll = false }: SeedOptions): Promise<void> {
  const state = await unfinishedSeed(manager);
  if (state === 'none') return;
  const remaining = inWords(await recordCounts(manager));
  if (state === 'touched' && !removeAll)
    throw new Error(
      `DATABASE_URL names a calendar with ${remaining}, of a seed that was interrupted. Something else was written since it began: ` +
        '--yes removes all records, whoever made them. They cannot be brought back.',
    );
  new Logger('Seed').warn(`A seed was interrupted. What it has left is removed: ${remaining}.`);
  await removeRecords(manager);
  await markFinished(manager);
}

async function assertEmpty(manager: EntityManager): Promise<void> {
  const counts = await recordCounts(manager);
  if (isEmpty(counts)) return;
  throw new Error(`DATABASE_URL must name a calendar without records to seed it; this one has ${inWords(counts)}.`);
}

async function fill(runner: QueryRunner, plan: Plan, { onProgress, signal }: SeedOptions): Promise<void> {
  const { venues, organizers, images } = recordCountsOf(plan);
  const prose = makeProse(new Random(plan.random, 'prose'));
  const targets = await inTransaction(runner, async () => {
    await assertEmpty(runner.manager);
    await markStarted(runner.manager);
    const authorIds = await authors(runner.manager, plan.from);
    const places = { seed: plan.random, authorId: authorIds[0]!, from: plan.from, prose };
    await seedImages(runner, images);
    await seedVenues(runner, venues, places);
    await seedOrganizers(runner, organizers, places);
    return { authorIds, images, venues, organizers, ...(await seedTerms(runner.manager, plan)) };
  });
  const maker = new EventSeeder(plan, new EventTexts(plan.random, prose), targets);
  for (let done = 0; done < plan.events;) {
    const ids = idsFrom(done + 1, Math.min(EVENTS_PER_TRANSACTION, plan.events - done));
    await inTransaction(runner, () => maker.insert(runner, ids));
    done += ids.length;
    onProgress?.(done);
    // The SQLite driver is synchronous: this lets the lease be renewed and signals be handled.
    await breathe();
    signal?.throwIfAborted();
  }
  await fillSearchTexts(runner, maker, signal);
  await inTransaction(runner, async () => {
    await storeCounts(runner, maker);
    const entities = resources.map(({ entity }) => entity);
    await logAllRecords(runner.manager, entities, await countWrite(runner.manager));
    await markFinished(runner.manager);
  });
}

async function fillSearchTexts(runner: QueryRunner, maker: EventSeeder, signal?: AbortSignal): Promise<void> {
  const events = maker.all;
  for (let first = 0; first < events.length; first += EVENTS_PER_TRANSACTION) {
    await inTransaction(runner, () =>
      maker.insertSearchTexts(runner, events.slice(first, first + EVENTS_PER_TRANSACTION)),
    );
    await breathe();
    signal?.throwIfAborted();
  }
}

async function inTransaction<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    const result = await work();
    await countWrite(runner.manager);
    await countSeedWrite(runner.manager);
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
    const existing = await manager.findOneBy(Account, { name });
    ids.push((existing ?? (await manager.save(manager.create(Account, { name, role: 'author', createdAt })))).id);
  }
  return ids;
}

async function storeCounts(runner: QueryRunner, { categoryCounts, tagCounts }: EventSeeder): Promise<void> {
  const { manager } = runner;
  for (const [id, count] of categoryCounts) await manager.update(Category, { id }, { count });
  for (const [id, count] of tagCounts) await manager.update(Tag, { id }, { count });
}
