import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Extensions } from '../additions/extensions.js';
import { loadRecords, type Shown } from '../records/load-records.js';
import { type KindDefinition } from './definition.js';
import { type LinkedRecord } from './event-link.js';

/** Loads the venues, organizers and terms that events are linked to. */
@Injectable()
export class LinkedRecordLoader {
  constructor(private readonly extensions: Extensions) {}

  /**
   * Records with what they are shown with; those that do not exist are left out. One statement, and one for each extension
   * that keeps anything of them, however many records there are.
   */
  async load(manager: EntityManager, kind: KindDefinition, ids: readonly number[]): Promise<LinkedRecord[]> {
    if (ids.length === 0) return [];
    const { names, entity, translation, isPublished } = kind;
    const records = await loadRecords<Shown & LinkedRecord>(manager, entity, translation, ids, { image: isPublished });
    await this.extensions.load(names, manager, records);
    return records;
  }
}
