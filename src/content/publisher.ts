import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { PeriodicTask } from '../database/periodic-task.js';
import { Overtaken } from '../database/database-errors.js';
import { placeholders, run } from '../database/sql/statements.js';
import { tableOf } from '../database/sql/table.js';
import { NextPublication } from '../http/response/next-publication.js';
import { logChanges } from './change-log.js';
import { type PublishedRecord } from './published-record.js';

/** Records published in one transaction: more than a series has occurrences, so that a series appears as a whole. */
const AT_ONCE = 1000;

/** A resource whose records can be scheduled. */
export interface Scheduled {
  readonly entity: new () => PublishedRecord;
  /** Further changes in the transaction that publishes these records. */
  readonly published?: (manager: EntityManager, ids: readonly number[]) => Promise<void>;
}

/**
 * Publishes scheduled records when their date has come, so that reads depend on the status alone. Every instance
 * checks; the one whose write finds the records still scheduled publishes them.
 */
@Injectable()
export class Publisher extends PeriodicTask {
  /** A scheduled record appears within a second of its date. */
  protected readonly interval = 500;
  private readonly kinds: Scheduled[] = [];
  private isHeldUp = false;

  constructor(
    private readonly database: Database,
    private readonly next: NextPublication,
  ) {
    super();
  }

  register(resource: Scheduled): void {
    this.kinds.push(resource);
  }

  protected override async start(): Promise<void> {
    await this.run().catch((error: unknown) => this.onError(error));
    this.schedule(this.interval);
  }

  /** Publishes all records whose date has come. */
  async run(): Promise<void> {
    await this.next.lookUp(async () => {
      let next = Infinity;
      for (const resource of this.kinds) next = Math.min(next, await this.publishKind(resource));
      return next;
    });
    this.isHeldUp = false;
  }

  /** @returns the date of the next scheduled record of the resource */
  private async publishKind(resource: Scheduled): Promise<number> {
    for (;;) {
      const [first] = await this.database.read((manager) => scheduled(manager, resource, 1));
      if (!first || first.publishedAt > new Date()) return first?.publishedAt.getTime() ?? Infinity;
      await this.database.write((manager) => publishSome(manager, resource));
    }
  }

  /** While the database cannot be written, publication waits, and one warning is logged. */
  protected override onError(error: unknown): void {
    if (!this.isHeldUp) this.logger.warn(`Scheduled records could not be published: ${String(error)}`);
    this.isHeldUp = true;
  }
}

function scheduled(manager: EntityManager, { entity }: Scheduled, most: number): Promise<PublishedRecord[]> {
  return manager.find<PublishedRecord>(entity, {
    select: { id: true, publishedAt: true },
    where: { status: 'future' },
    order: { publishedAt: 'ASC' },
    take: most,
  });
}

async function publishSome(manager: EntityManager, resource: Scheduled): Promise<void> {
  const now = new Date();
  const due = (await scheduled(manager, resource, AT_ONCE)).filter(({ publishedAt }) => publishedAt <= now);
  if (due.length === 0) return;
  // Locked in the order of ids, as everywhere, to avoid deadlocks.
  const ids = due.map(({ id }) => id).sort((one, other) => one - other);
  const list = [...ids];
  const { name } = tableOf(manager, resource.entity);
  const sql = `UPDATE ${name} SET status = 'publish', revision = revision + 1
    WHERE id IN (${placeholders(list.length)}) AND status = 'future' AND publishedAt <= ?`;
  const { affected } = await run(manager, sql, [...list, now]);
  if (affected !== ids.length) throw new Overtaken();
  logChanges(manager, resource.entity, ids);
  await resource.published?.(manager, ids);
}
