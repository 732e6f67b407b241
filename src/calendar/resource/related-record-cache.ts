import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { loadRecords } from '../records/reading/load-records.js';
import { Extensions } from '../extension-api/extensions.js';
import { type ResourceDefinition } from './definition.js';
import { type EventRelation, type RelatedRecord } from './event-relation.js';
import { type Viewer } from '../records/record/published-record.dto.js';
import { type Language } from '../../lib/i18n/language.js';

type CachedRelation = Pick<EventRelation, 'present'> & { readonly resource: ResourceDefinition };

/** Maximum size of the cache, in characters of the records as JSON. */
const MAX_SIZE = 16 * 1024 * 1024;

/** Changes whenever the response of the record changes. */
export type RecordVersion = readonly [revision: number, imageRevisions: number | string | null, count: number | null];

interface Entry {
  readonly version: string;
  readonly record: RelatedRecord;
  /** The response fields of the record, by language. */
  readonly responses: Partial<Record<Language, object>>;
}

/**
 * Caches venues, organizers and terms, which are few and part of thousands of events. A cached record is valid while
 * its version equals the one in the database. It is presented once for each language.
 */
@Injectable()
export class RelatedRecordCache {
  private readonly entries = new LRUCache<string, Entry>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ record }) => JSON.stringify(record).length,
  });

  constructor(private readonly extensions: Extensions) {}

  /** The records in the given versions, by id. Missing ones are read with a constant number of statements. */
  async atVersions(
    manager: EntityManager,
    resource: ResourceDefinition,
    versions: ReadonlyMap<number, RecordVersion>,
  ): Promise<ReadonlyMap<number, RelatedRecord>> {
    // Records read inside a write transaction are not cached, since the transaction may be rolled back.
    const isCommitted = !manager.queryRunner?.isTransactionActive;
    const records = new Map<number, RelatedRecord>();
    for (const [id, version] of versions) {
      const entry = this.entries.get(keyOf(resource, id));
      if (entry?.version === version.join()) records.set(id, entry.record);
    }
    const missing = [...versions.keys()].filter((id) => !records.has(id));
    for (const record of await this.load(manager, resource, missing)) {
      records.set(record.id, record);
      const version = versions.get(record.id)!.join();
      if (isCommitted)
        this.entries.set(keyOf(resource, record.id), { version, record: Object.freeze(record), responses: {} });
    }
    return records;
  }

  /** The response fields of a record from this cache; every caller who may read it sees the same. */
  present({ resource, present }: CachedRelation, record: RelatedRecord, viewer: Viewer): object {
    const entry = this.entries.get(keyOf(resource, record.id));
    if (entry?.record !== record) return present(record, viewer);
    return (entry.responses[viewer.language] ??= Object.freeze(present(record, viewer)));
  }

  /** Reads records in the order of the ids. Records that do not exist are left out. */
  async load(manager: EntityManager, resource: ResourceDefinition, ids: readonly number[]): Promise<RelatedRecord[]> {
    const records = await loadRecords(manager, resource, ids);
    await this.extensions.load(resource.names, manager, records);
    return records;
  }

  clear(): void {
    this.entries.clear();
  }
}

const keyOf = ({ names }: ResourceDefinition, id: number) => `${names.singular} ${id}`;
