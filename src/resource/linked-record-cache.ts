import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { loadRecords } from '../content/load-records.js';
import { Extensions } from '../extension-api/extensions.js';
import { type KindDefinition } from './definition.js';
import { type LinkedRecord } from './event-link.js';

/** Characters of JSON, about. */
const MAX_SIZE = 16 * 1024 * 1024;

/** Changes whenever a record would be shown differently: its revision, those of its images, and the events that it counts. */
export type RecordVersion = readonly [revision: number, imageRevisions: number | string | null, count: number | null];

interface Entry {
  readonly version: string;
  readonly record: LinkedRecord;
}

/**
 * Venues, organizers and terms are few, and thousands of events show them. A record that was read is used again as long as
 * the version that the database states for it is the same.
 */
@Injectable()
export class LinkedRecordCache {
  private readonly entries = new LRUCache<string, Entry>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ record }) => JSON.stringify(record).length,
  });

  constructor(private readonly extensions: Extensions) {}

  /** Records in the given versions, by id. One statement, and one for each extension, reads those that are not cached. */
  async atVersions(
    manager: EntityManager,
    kind: KindDefinition,
    versions: ReadonlyMap<number, RecordVersion>,
  ): Promise<ReadonlyMap<number, LinkedRecord>> {
    // A transaction that is under way may still be rolled back.
    const isCommitted = !manager.queryRunner?.isTransactionActive;
    const records = new Map<number, LinkedRecord>();
    for (const [id, version] of versions) {
      const entry = this.entries.get(keyOf(kind, id));
      if (entry?.version === version.join()) records.set(id, entry.record);
    }
    const missing = [...versions.keys()].filter((id) => !records.has(id));
    for (const record of await this.load(manager, kind, missing)) {
      records.set(record.id, record);
      const version = versions.get(record.id)!.join();
      if (isCommitted) this.entries.set(keyOf(kind, record.id), { version, record: Object.freeze(record) });
    }
    return records;
  }

  /** Records as stored, in the order of the ids; those that do not exist are left out. */
  async load(manager: EntityManager, kind: KindDefinition, ids: readonly number[]): Promise<LinkedRecord[]> {
    const records = await loadRecords(manager, kind, ids);
    await this.extensions.load(kind.names, manager, records);
    return records;
  }

  clear(): void {
    this.entries.clear();
  }
}

const keyOf = ({ names }: KindDefinition, id: number) => `${names.one} ${id}`;
