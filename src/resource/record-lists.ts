import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Fieldset } from '../content/fieldset.js';
import { type FieldsQuery, type RecordQuery } from '../content/record.query.js';
import { FieldErrors } from '../errors/field-error.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type ResourceNames } from '../i18n/resource-names.js';

/** Presents the records of a resource like its list. */
export interface RecordList {
  /** The fields that `_fields` names; unknown names are added to the errors. */
  fieldset(query: FieldsQuery, errors: FieldErrors): Fieldset | undefined;
  /**
   * Loads records in the order of the ids, and leaves out those that no longer exist. Does not check whether the caller
   * may see them.
   */
  listed(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'>,
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, object>>;
}

/**
 * The requested fields of the response to a write, checked before any record is read.
 * @throws {InvalidParameters} if a name is unknown
 */
export function fieldsOfResponse(list: Pick<RecordList, 'fieldset'>, query: FieldsQuery): Fieldset | undefined {
  const errors = new FieldErrors();
  const fields = list.fieldset(query, errors);
  errors.throwIfAny();
  return fields;
}

/** The lists of all resources; each service registers its own. */
@Injectable()
export class RecordLists {
  private readonly lists = new Map<string, RecordList>();

  register({ plural }: ResourceNames, list: RecordList): void {
    this.lists.set(plural, list);
  }

  /** @throws {Error} for a resource whose module is not part of the application */
  of(plural: string): RecordList {
    const list = this.lists.get(plural);
    if (!list) throw new Error(`No service lists ${plural}: is its module imported?`);
    return list;
  }
}
