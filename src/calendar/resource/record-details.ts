import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';

/** A field that a part of the service stores beside records, for callers who may edit them. */
export interface RecordDetail {
  /** The name of the field in responses. */
  readonly field: string;
  /** The values of records by their ids. */
  load(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, object>>;
}

/**
 * Fields that are neither columns of records nor part of their revisions. They are in responses to reads of one record and
 * in lists of what waits for a review; never in responses to writes, which are stored for repeated requests.
 */
@Injectable()
export class RecordDetails {
  private readonly details = new Map<string, RecordDetail[]>();

  register({ plural }: ResourceNames, detail: RecordDetail): void {
    this.details.set(plural, [...this.of(plural), detail]);
  }

  of(plural: string): readonly RecordDetail[] {
    return this.details.get(plural) ?? [];
  }
}
