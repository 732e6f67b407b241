import { type INestApplicationContext, Module } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { Account, newAccount } from '../../http/auth/account.entity.js';
import { Settings } from '../../lib/config/settings.js';
import { logAllRecords } from '../../calendar/records/change-log/change-log.js';
import { dataSourceOptions, withDataSource } from '../../database/data-source.js';
import { withLease } from '../../database/lease.js';
import { countWrite } from '../../database/write-counter.entity.js';
import { resources } from '../../calendar/resources.js';
import { schema } from '../../schema.js';
import { Site, SiteModule } from '../../http/urls/site.js';
import { isEmpty, type RecordCounts, recordCounts, removeRecords } from './records.js';
import { SampleDays } from './sample-days.js';
import { nonSampleCounts } from './sample-records.js';
import { SampleWriter } from './write-sample.js';
import { ImagesModule } from '../../calendar/images/images.module.js';
import { AccountsModule } from '../../http/auth/accounts.module.js';
import { EventsModule } from '../../calendar/events/events.module.js';
import { ResourcesModule } from '../../calendar/resource/resources.module.js';
import { WebhooksModule } from '../../outlets/webhooks/webhooks.module.js';

/**
 * Fills an empty calendar with the sample. If two instances start together, one does it.
 * @returns whether the calendar was empty
 */
export function fillSample(service: INestApplicationContext): Promise<boolean> {
  return writeSample(service, async (manager) => isEmpty(await recordCounts(manager)));
}

/** The records that a reset may remove: only unchanged records of the sample, or all. */
export type ResetScope = 'own' | 'everything';

/**
 * Removes all records of a calendar and fills it with the sample. Accounts and keys stay.
 * @returns false, without changes, if there are records that it may not remove
 */
export function resetSample(service: INestApplicationContext, scope: ResetScope): Promise<boolean> {
  return writeSample(service, async (manager) => {
    if (scope === 'own' && !isEmpty(await nonSampleCounts(manager))) return false;
    await removeRecords(manager);
    return true;
  });
}

/** The number of records of each resource. */
export function countSample(service: INestApplicationContext): Promise<RecordCounts> {
  return withCalendar(service, ({ manager }) => recordCounts(manager));
}

/** The number of records that the sample did not create, or that were changed since. */
export function countNonSample(service: INestApplicationContext): Promise<RecordCounts> {
  return withCalendar(service, ({ manager }) => nonSampleCounts(manager));
}

/** Writes the sample in one transaction, after `prepare` has returned true in it. */
function writeSample(
  service: INestApplicationContext,
  prepare: (manager: EntityManager) => Promise<boolean>,
): Promise<boolean> {
  return withCalendar(service, ({ manager }) =>
    manager.transaction(async (manager) => {
      if (!(await prepare(manager))) return false;
      const days = new SampleDays(new Date(), service.get(Site).timezone);
      await new SampleWriter(service, manager, days, await administrator(manager)).write();
      const entities = resources.map(({ entity }) => entity);
      await logAllRecords(manager, entities, await countWrite(manager));
      return true;
    }),
  );
}

/** The oldest administrator, or a new one without a key. */
async function administrator(manager: EntityManager): Promise<Account> {
  const oldest = await manager.findOne(Account, { where: { role: 'administrator' }, order: { id: 'ASC' } });
  const first = newAccount({ name: 'administrator', role: 'administrator' });
  return oldest ?? manager.save(manager.create(Account, first));
}

/** A separate connection without a deadline, since the sample takes longer than a request may. */
async function withCalendar<T>(service: INestApplicationContext, work: (source: DataSource) => Promise<T>): Promise<T> {
  const options = await dataSourceOptions(schema, service.get(Settings).databaseUrl, { pool: 1 });
  return withLease(options, 'sample', () => withDataSource(options, work));
}

/** The services that write the sample. */
@Module({
  imports: [SiteModule, ResourcesModule, ImagesModule, AccountsModule, EventsModule, WebhooksModule],
})
export class SampleModule {}
