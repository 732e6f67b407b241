import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { run } from '../../database/sql/statements.js';
import { type RequestContext } from '../../http/request-context.js';
import { Transactions } from '../../http/idempotency/transactions.js';
import { assertIfMatch } from '../../http/response/serialized-response.js';
import { RecordInTrash } from '../../lib/errors/api-error.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { fieldsetOf, pickFields } from '../records/reading/fieldset.js';
import { type FieldsQuery } from '../records/reading/record.query.js';
import { replaceRelated } from '../events/series/replace-related.js';
import { ResourceServices } from '../resource/resource-services.js';
import { RelatedRecordCache } from '../resource/related-record-cache.js';
import { type AnyRecord, type EditedResource } from '../resource/edited-resource.js';
import { isInTrash, RevisionLog } from '../resource/revision-log.js';

/** The record that becomes part of another one. */
interface Merge {
  readonly id: number;
  readonly into: number;
}

/** Merges two records of a resource that events are related to: the second one takes the place of the first. */
@Injectable()
export class MergeService {
  constructor(
    private readonly services: ResourceServices,
    private readonly transactions: Transactions,
    private readonly relatedRecords: RelatedRecordCache,
    private readonly revisions: RevisionLog,
  ) {}

  /**
   * @param name the plural of the resource
   * @returns the response with the record that stays
   * @throws {InvalidParameters} if both are the same record, or the second one is below the first
   * @throws {ChildrenAlike} if a child of the first has the name of a child of the second
   */
  async merge(name: string, { id, into }: Merge, query: FieldsQuery, context: RequestContext): Promise<object> {
    const [service, merged] = [this.services.of(name, 'edit'), this.services.of(name, 'merge')];
    const errors = new FieldErrors();
    if (id === into) errors.add('into', (messages) => messages.mergedWithItself);
    errors.throwIfAny();
    return this.transactions.write(context, async (manager) => {
      const former = await findMerged(manager, service, id, context);
      const successor = await findMerged(manager, service, into, { ...context, ifMatch: undefined });
      if (await merged.isBelow?.(manager, into, id)) errors.add('into', (messages) => messages.cycle);
      errors.throwIfAny();
      await merged.assertChildrenDiffer?.(manager, id, into);
      const tools = { relatedRecords: this.relatedRecords, revisions: this.revisions, caller: context.caller! };
      await replaceRelated(manager, { name, former: former.id, successor }, tools);
      // The source that the first record was imported from describes the second one from now on.
      await run(manager, 'UPDATE imported_records SET recordId = ? WHERE kind = ? AND recordId = ?', [into, name, id]);
      await merged.removeMerged(manager, id, into, context);
      const fields = fieldsetOf(query);
      const stays = await service.find(manager, { id: into }, context);
      return pickFields(service.presentSingle(stays, context, fields), fields);
    });
  }
}

/** One of the two records. @throws {RecordInTrash} */
async function findMerged(
  manager: EntityManager,
  service: EditedResource,
  id: number,
  context: RequestContext,
): Promise<AnyRecord> {
  const record = await service.find(manager, { id }, context);
  if (isInTrash(record)) throw new RecordInTrash(service.resource.names);
  assertIfMatch(record, context, () => service.presentSingle(record, context));
  return record;
}
