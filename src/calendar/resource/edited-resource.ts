import { type EntityManager } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { type FieldsQuery, type RecordQuery } from '../records/reading/record.query.js';
import { type Fieldset } from '../records/reading/fieldset.js';
import { type LoadedRecord } from '../records/reading/load-records.js';
import { type Caller } from '../../http/role.js';
import { type Content } from '../records/revisions/content.js';
import { type PastRecord, type RevisionEntry } from '../records/revisions/find-revisions.js';
import { type RelatedRecord } from './event-relation.js';
import { type Restoration, type RestoredRecord, type Restorer } from './restoration.js';
import { type Revised } from './revision-log.js';
import { type RecordBody, type Write, type WrittenRecord } from './write.js';

/** A record of any resource. */
export type AnyRecord = LoadedRecord & RelatedRecord;

/**
 * A resource as `RevisionsService` and `CopiesService` use it: how its records are found, written and presented.
 * `ResourceService` implements it for all resources; those whose records are more than a row complete it.
 */
export interface EditedResource<E extends AnyRecord = AnyRecord, B extends RecordBody = RecordBody> extends Revised<E> {
  find(manager: EntityManager, ref: RecordRef, context: RequestContext): Promise<E>;
  load(manager: EntityManager, ids: readonly number[]): Promise<E[]>;
  presentSingle(record: E, context: RequestContext, fields?: Fieldset): object;
  mayEdit(record: E, caller: Caller): boolean;
  assertReadable?(record: E, ref: RecordRef, context: RequestContext): void;
  assertRemovable?(record: E, ref: RecordRef, context: RequestContext): void;
  assertUnlocked?(record: E, ref: RecordRef, query: RecordQuery, context: RequestContext): Promise<void>;
  writeTo<T extends object>(
    ref: RecordRef,
    context: RequestContext,
    write: (manager: EntityManager, record: E) => Promise<T>,
  ): Promise<T>;
  /** A body with what is computed from it before a transaction, such as the hash of a password. */
  prepare(body: B, query: FieldsQuery): Promise<B>;
  /** Creates a record whose body is made inside the transaction. */
  createWith(query: FieldsQuery, context: RequestContext, make: MakeBody<B>): Promise<object>;
  store(manager: EntityManager, write: Write<E, B>, context: RequestContext): Promise<E>;
  /** Does what a write of a record means for others, once it is stored. @returns the record of the response */
  complete(manager: EntityManager, write: WrittenRecord<E>, query: FieldsQuery, context: RequestContext): Promise<E>;
  /** The record of a series with the values that its dates follow; any other record as it is. */
  withSeriesValues(manager: EntityManager, record: E): Promise<E>;
  /** The fields that a read derives from others. */
  derivedFields(record: E): readonly string[];
  /** The records of series whose revisions applied to a record. Only events have any. */
  pastSeries?(manager: EntityManager, record: E, context: RequestContext): Promise<PastRecord[]>;
  /** The content of a revision for a record: that of a series is not the content of each of its dates. */
  contentFor?(manager: EntityManager, record: E, entry: RevisionEntry, content: Content): Promise<Content>;
  /** Gives a record its former content. By default `restorer` writes it; events do more with those of series. */
  restore?(manager: EntityManager, restoration: Restoration<E>, restorer: Restorer<E>): Promise<RestoredRecord<E>>;
  /** The content of a copy, where fields of the body change others, such as a new start. */
  contentOfCopy?(content: Content, given: B, original: E): Content;
  /** The body of a copy, with what validation does not pass on, or texts do not say. */
  bodyOfCopy?(body: B, given: B, original: E): B;
}

/** Makes the body of a new record, and the context in which it is written. */
export type MakeBody<B> = (manager: EntityManager) => Promise<{ readonly body: B; readonly context: RequestContext }>;
