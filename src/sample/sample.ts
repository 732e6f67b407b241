import { type INestApplicationContext } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { Account } from '../auth/account.entity.js';
import { Site } from '../site/site.js';
import { Settings } from '../config/settings.js';
import { createDataSource, dataSourceOptions } from '../database/data-source.js';
import { withLease } from '../database/lease.js';
import { countWrite } from '../database/write-counter.entity.js';
import { kinds } from '../kinds.js';
import { logAllRecords } from '../content/change-log.js';
import { schema } from '../schema.js';
import { isEmpty, type RecordCounts, recordCounts } from './record-counts.js';
import { removeRecords } from './remove-records.js';
import { SampleDays } from './sample-days.js';
import { foreignCounts } from './own-records.js';
import { SampleWriter } from './write-sample.js';

/**
 * Fills a calendar without records with the sample, all of it or nothing. Of two instances that start together one does it.
 * @returns whether it was empty
 */
export async function fillSample(service: INestApplicationContext): Promise<boolean> {
  return withCalendar(service, ({ manager }) =>
    manager.transaction(async (manager) => {
      if (!isEmpty(await recordCounts(manager))) return false;
      await write(service, manager);
      return true;
    }),
  );
}

/** What a reset removes: what the sample wrote and nobody changed since, or everything, whoever wrote it. */
export type Removed = 'own' | 'everything';

/**
 * Removes all records of a calendar and fills it with the sample. Accounts and keys stay.
 * @returns false where there are others than those it may remove; then it changes nothing
 */
export async function resetSample(service: INestApplicationContext, removed: Removed): Promise<boolean> {
  return withCalendar(service, ({ manager }) =>
    manager.transaction(async (manager) => {
      if (removed === 'own' && !isEmpty(await foreignCounts(manager))) return false;
      await removeRecords(manager);
      await write(service, manager);
      return true;
    }),
  );
}

/** What there is in a calendar. */
export async function countSample(service: INestApplicationContext): Promise<RecordCounts> {
  return withCalendar(service, ({ manager }) => recordCounts(manager));
}

/** What there is in a calendar that the sample did not write, or that was changed since. */
export async function countForeign(service: INestApplicationContext): Promise<RecordCounts> {
  return withCalendar(service, ({ manager }) => foreignCounts(manager));
}

async function write(service: INestApplicationContext, manager: EntityManager): Promise<void> {
  const days = new SampleDays(new Date(), service.get(Site).timezone);
  const author = await administrator(manager);
  await new SampleWriter(service, manager, days, author).write();
  const resources = kinds.map(({ entity }) => entity);
  await logAllRecords(manager, resources, await countWrite(manager));
}

/** The oldest administrator; where there is none yet, a new one without a key. */
async function administrator(manager: EntityManager): Promise<Account> {
  const oldest = await manager.findOne(Account, { where: { role: 'administrator' }, order: { id: 'ASC' } });
  const first = { name: 'administrator', role: 'administrator', createdAt: new Date() } as const;
  return oldest ?? manager.save(manager.create(Account, first));
}

/** A connection of its own: on a slow machine the sample takes longer than a request may. */
async function withCalendar<T>(service: INestApplicationContext, work: (source: DataSource) => Promise<T>): Promise<T> {
  const options = await dataSourceOptions(schema, service.get(Settings).databaseUrl, { pool: 1 });
  return withLease(options, 'sample', async () => {
    const source = await createDataSource(options).initialize();
    try {
      return await work(source);
    } finally {
      await source.destroy();
    }
  });
}
