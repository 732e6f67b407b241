import { type INestApplicationContext } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { Image } from '../common/images/image.entity.js';
import { Site } from '../common/site/site.js';
import { Settings } from '../config/settings.js';
import { createDataSource, dataSourceOptions } from '../database/data-source.js';
import { withLease } from '../database/lease.js';
import { countWrite } from '../database/write-counter.entity.js';
import { EventDay } from '../events/event-day.entity.js';
import { schema } from '../schema.js';
import { isEmpty, RECORDS, type RecordCounts, recordCounts } from '../seed/record-counts.js';
import { Days } from './days.js';
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

/** Removes all records of a calendar, whoever made them, and fills it with the sample. Accounts and keys stay. */
export async function resetSample(service: INestApplicationContext): Promise<void> {
  await withCalendar(service, ({ manager }) =>
    manager.transaction(async (manager) => {
      // Images last: they are only let go when nobody shows them any more.
      for (const entity of [...Object.values(RECORDS), EventDay, Image])
        await manager.createQueryBuilder().delete().from<object>(entity).execute();
      await write(service, manager);
    }),
  );
}

/** What there is in a calendar. */
export async function countSample(service: INestApplicationContext): Promise<RecordCounts> {
  return withCalendar(service, ({ manager }) => recordCounts(manager));
}

async function write(service: INestApplicationContext, manager: EntityManager): Promise<void> {
  const days = new Days(new Date(), service.get(Site).timezone);
  const author = await administrator(manager);
  await new SampleWriter(service, manager, days, author).write();
  await countWrite(manager);
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
