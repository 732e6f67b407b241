import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { PeriodicTask } from '../../../lib/tasks/periodic-task.js';
import { OptimisticLockError } from '../../../database/database-errors.js';
import { placeholders, run } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { DataVersion } from '../../../database/data-version.js';
import { NextPublication } from '../../../http/response/cache-control.js';
import { logChanges } from '../change-log/change-log.js';
import { type PublishedRecord } from '../record/published-record.js';

/** Maximum number of records per transaction. A series has fewer occurrences, so that it appears as a whole. */
const BATCH_SIZE = 1000;

/** A resource whose records can be scheduled. */
export interface SchedulableResource {
  readonly entity: new () => PublishedRecord;
  /** Called in the transaction that publishes these records, for dependent changes such as counts. */
  readonly afterPublish?: (manager: EntityManager, ids: readonly number[]) => Promise<void>;
}

/** Milliseconds between two looks at the data version. */
const POLL_INTERVAL = 1000;

/** The longest pause before a failed run is repeated, in milliseconds. */
const RETRY_INTERVAL = 500;

/**
 * Publishes scheduled records in time, on all instances: the first to update a record publishes it. The publisher
 * sleeps until the next date. A write of this instance wakes it; the data version tells of those of other processes.
 */
@Injectable()
export class Publisher extends PeriodicTask {
  private readonly resources: SchedulableResource[] = [];
  /** The data version before the last look-up; undefined after a failure. */
  private seenVersion: number | undefined;
  private hasFailed = false;

  constructor(
    private readonly database: Database,
    private readonly versions: DataVersion,
    private readonly next: NextPublication,
  ) {
    super();
    next.onScheduled(() => this.wake());
  }

  /** A scheduled record appears within a second of its date. */
  protected get interval(): number {
    if (this.hasFailed) return RETRY_INTERVAL;
    return Math.min(POLL_INTERVAL, Math.max(0, this.next.time - Date.now()));
  }

  register(resource: SchedulableResource): void {
    this.resources.push(resource);
  }

  protected override async start(): Promise<void> {
    await this.run().catch((error: unknown) => this.onError(error));
    this.schedule(this.interval);
  }

  /** Publishes all records whose date has come. Nothing is looked up if nothing is due and nothing was written. */
  async run(): Promise<void> {
    const version = await this.versions.current();
    if (version === this.seenVersion && this.next.time > Date.now()) return;
    this.seenVersion = undefined;
    await this.next.refresh(async () => {
      let next = Infinity;
      for (const resource of this.resources) next = Math.min(next, await this.publishDue(resource));
      return next;
    });
    this.seenVersion = version;
    this.hasFailed = false;
  }

  /** @returns the date of the next scheduled record of the resource */
  private async publishDue(resource: SchedulableResource): Promise<number> {
    for (;;) {
      const [first] = await this.database.read((manager) => findScheduled(manager, resource, 1));
      if (!first || first.publishedAt > new Date()) return first?.publishedAt.getTime() ?? Infinity;
      await this.database.write((manager) => publishBatch(manager, resource));
    }
  }

  /** While the database cannot be written, publication waits, and one warning is logged. */
  protected override onError(error: unknown): void {
    if (!this.hasFailed) this.logger.warn(`Scheduled records could not be published: ${String(error)}`);
    this.hasFailed = true;
  }
}

function findScheduled(
  manager: EntityManager,
  { entity }: SchedulableResource,
  limit: number,
): Promise<PublishedRecord[]> {
  return manager.find<PublishedRecord>(entity, {
    select: { id: true, publishedAt: true },
    where: { status: 'future' },
    order: { publishedAt: 'ASC' },
    take: limit,
  });
}

async function publishBatch(manager: EntityManager, resource: SchedulableResource): Promise<void> {
  const now = new Date();
  const due = (await findScheduled(manager, resource, BATCH_SIZE)).filter(({ publishedAt }) => publishedAt <= now);
  if (due.length === 0) return;
  // Rows are locked in the order of ids, as in all writes, to avoid deadlocks.
  const ids = due.map(({ id }) => id).sort((one, other) => one - other);
  const { name } = tableOf(manager, resource.entity);
  const sql = `UPDATE ${name} SET status = 'publish', revision = revision + 1
    WHERE id IN (${placeholders(ids.length)}) AND status = 'future' AND publishedAt <= ?`;
  const { affected } = await run(manager, sql, [...ids, now]);
  if (affected !== ids.length) throw new OptimisticLockError();
  logChanges(manager, resource.entity, ids);
  await resource.afterPublish?.(manager, ids);
}
