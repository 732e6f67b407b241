import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { Extensions } from '../extension-api/extensions.js';
import { marks } from '../database/sql/lists.js';
import { queryLists } from '../database/sql/statements.js';
import { loadRecords, type Shown } from '../content/load-records.js';
import { type KindDefinition } from './definition.js';
import { type LinkedRecord } from './event-link.js';

/** Bytes of memory for all of them, roughly. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Bytes that a record takes beside its texts. */
const BYTES_BESIDE_TEXTS = 4096;

/** What changes whenever a record would be shown differently: its revision, that of its image, and how many events it counts. */
export type Version = readonly [revision: number, imageRevision: number | null, count: number | null];

/** Records of a kind by their ids, each once. */
export interface KindIds {
  readonly kind: KindDefinition;
  readonly ids: readonly number[];
}

/**
 * Venues, organizers and terms are few and shown by thousands of events. What was read of them is kept, by id, and given
 * again to whoever has just learnt from the database that they still stand as they did then.
 */
@Injectable()
export class SharedRecords {
  private readonly kept = new LRUCache<string, LinkedRecord>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });

  constructor(private readonly extensions: Extensions) {}

  /**
   * Records of several kinds as they stand now; those that do not exist are left out. One statement for all that are
   * kept, and those of `atVersions` for what is not.
   */
  async current(
    manager: EntityManager,
    named: readonly KindIds[],
  ): Promise<ReadonlyMap<KindDefinition, readonly LinkedRecord[]>> {
    const isKept = ({ kind, ids }: KindIds) => ids.every((id) => this.kept.has(keyOf(kind, id)));
    const versions = await versionsOf(manager, named.filter(isKept));
    const records = new Map<KindDefinition, readonly LinkedRecord[]>();
    for (const { kind, ids } of named) {
      const standing = versions.get(kind);
      const found = standing
        ? (await this.atVersions(manager, kind, standing)).values()
        : this.read(manager, kind, ids);
      records.set(kind, [...(await found)]);
    }
    return records;
  }

  /**
   * Records of a kind with what they are shown with, by id; those that are gone are left out. At most one statement, and
   * those of extensions. They are frozen, since others are given the same ones.
   * @param versions in which they stand, by id
   */
  async atVersions(
    manager: EntityManager,
    kind: KindDefinition,
    versions: ReadonlyMap<number, Version>,
  ): Promise<ReadonlyMap<number, LinkedRecord>> {
    const isWritten = manager.queryRunner?.isTransactionActive ?? false;
    const records = new Map<number, LinkedRecord>();
    const missing: number[] = [];
    for (const [id, version] of versions) {
      const known = this.kept.get(keyOf(kind, id));
      const record = known && recordAt(known, version);
      if (!record) missing.push(id);
      else records.set(id, record);
      if (record && record !== known && !isWritten) this.kept.set(keyOf(kind, id), record);
    }
    for (const record of await this.read(manager, kind, missing)) {
      // What a transaction reads may never have been.
      if (!isWritten) this.kept.set(keyOf(kind, record.id), record);
      records.set(record.id, record);
    }
    return records;
  }

  /** Forgets all of them. */
  clear(): void {
    this.kept.clear();
  }

  private async read(manager: EntityManager, kind: KindDefinition, ids: readonly number[]): Promise<Shared[]> {
    if (ids.length === 0) return [];
    const { names, entity, translation, isPublished } = kind;
    const records = await loadRecords<Shared>(manager, entity, translation, ids, { image: isPublished });
    await this.extensions.load(names, manager, records);
    return records.map((record) => Object.freeze(record));
  }
}

type Shared = Shown & LinkedRecord & { readonly count?: number };

const keyOf = ({ names }: KindDefinition, id: number) => `${names.one} ${id}`;

/** A kept record in some version; undefined where it has to be read for that. */
function recordAt(record: LinkedRecord, [revision, imageRevision, count]: Version): LinkedRecord | undefined {
  const { revision: own, image, count: ownCount } = record as Shared;
  if (own !== revision || (image?.revision ?? null) !== imageRevision) return undefined;
  return (ownCount ?? null) === count ? record : Object.freeze({ ...record, count });
}

/** SQL of a version; the statement calls the record `record`, and the image that `imageJoin` joins `image`. */
export function versionColumns({ isPublished, link }: KindDefinition): string {
  const counted = link?.isCounted ? 'record.count' : 'NULL';
  return `record.revision, ${isPublished ? 'image.revision' : 'NULL'}, ${counted}`;
}

/** Begins with a space where there is something to join. */
export function imageJoin({ isPublished }: KindDefinition): string {
  return isPublished ? ' LEFT JOIN images image ON image.id = record.imageId' : '';
}

/** In which versions records stand, by their ids; one statement for all kinds. */
async function versionsOf(
  manager: EntityManager,
  named: readonly KindIds[],
): Promise<ReadonlyMap<KindDefinition, ReadonlyMap<number, Version>>> {
  const versions = new Map(named.map(({ kind }) => [kind, new Map<number, Version>()]));
  if (named.length === 0) return versions;
  const lists = named.map(({ ids }) => [...ids]);
  const parts = named.map(
    ({ kind }, number) =>
      `SELECT ${number}, record.id, ${versionColumns(kind)} FROM ${kind.names.many} record${imageJoin(kind)} ` +
      `WHERE record.id IN (${marks(lists[number]!.length)})`,
  );
  const rows = await queryLists(manager, parts.join(' UNION ALL '), lists.flat());
  for (const [number, id, ...version] of rows as [number, number, ...Version][])
    versions.get(named[number]!.kind)!.set(id, version);
  return versions;
}

function sizeOf(record: LinkedRecord): number {
  return BYTES_BESIDE_TEXTS + 2 * JSON.stringify((record as Shared).translations).length;
}
