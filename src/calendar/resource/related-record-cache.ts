import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { onceCommitted } from '../../database/database.js';
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
    const records = new Map<number, RelatedRecord>();
    for (const [id, version] of versions) {
      const record = this.known(manager, resource, id, version);
      if (record) records.set(id, record);
    }
    const missing = [...versions.keys()].filter((id) => !records.has(id));
    for (const record of await this.load(manager, resource, missing)) {
      this.keep(manager, resource, record, versions.get(record.id)!);
      records.set(record.id, record);
    }
    return records;
  }

  /** The cached record in a version. A term whose count has changed, as it does with each event, is not read again. */
  private known(
    manager: EntityManager,
    resource: ResourceDefinition,
    id: number,
    version: RecordVersion,
  ): RelatedRecord | undefined {
    const entry = this.entries.get(keyOf(resource, id));
    if (entry?.version !== contentVersion(version)) return undefined;
    const { record } = entry;
    const [, , count] = version;
    if (count === null || ('count' in record && record.count === count)) return record;
    const recounted = { ...record, count };
    this.keep(manager, resource, recounted, version);
    return recounted;
  }

  /** Caches a record, unless the transaction that has read it is rolled back. */
  private keep(
    manager: EntityManager,
    resource: ResourceDefinition,
    record: RelatedRecord,
    version: RecordVersion,
  ): void {
    const entry = { version: contentVersion(version), record: Object.freeze(record), responses: {} };
    onceCommitted(manager, () => this.entries.set(keyOf(resource, record.id), entry));
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

const contentVersion = ([revision, imageRevisions]: RecordVersion) => `${revision} ${imageRevisions}`;

const keyOf = ({ names }: ResourceDefinition, id: number) => `${names.singular} ${id}`;
