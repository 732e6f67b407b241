import { type Content } from '../records/revisions/content.js';
import { type RevisionEntry } from '../records/revisions/find-revisions.js';
import { type WrittenRecord } from './write.js';

/** A revision that a record returns to. */
export interface Restoration<E> {
  readonly record: E;
  /** The revision, which may be one of the series that the record belongs or belonged to. */
  readonly entry: RevisionEntry;
  /** Its content, as far as the caller may write it. */
  readonly former: Content;
  /** Whether the dates of a series are restored too. */
  readonly hasDates: boolean;
}

/** The dates of series that a restoration has published or taken away. */
export interface RestoredDates {
  readonly dates_added: number;
  readonly dates_removed: number;
}

/** A record after it returned to a revision. Only events have dates. */
export interface RestoredRecord<E> {
  readonly record: E;
  readonly numbers?: RestoredDates;
  /** The other records that got their former values. */
  readonly others?: readonly WrittenRecord<E>[];
}

/** Writes contents of records of a resource, as updates of the caller. */
export interface Restorer<E> {
  contentOf(record: E): Promise<Content>;
  /** Records that exist, in the order of the ids. */
  load(ids: readonly number[]): Promise<E[]>;
  mayEdit(record: E): boolean;
  /** Gives the record of the request a content, and takes it out of the trash. */
  write(record: E, content: Content): Promise<E>;
  /** Gives the record of a series values for all its dates. */
  writeSeries(record: E, content: Content): Promise<E>;
  /** Like `writeSeries` for another record, which gets a revision of its own. */
  writeOther(record: E, content: Content): Promise<WrittenRecord<E>>;
}
