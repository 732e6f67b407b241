import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Fieldset } from '../content/fieldset.js';
import { type FieldsQuery, type RecordQuery } from '../content/record.query.js';
import { FieldErrors } from '../errors/field-error.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type ResourceNames } from '../i18n/resource-names.js';

/** Loads records of a resource and presents them as its list does. */
export interface ListPresenter {
  /** The fields that `_fields` names; unknown names are added to the errors. */
  fieldset(query: FieldsQuery, errors: FieldErrors): Fieldset | undefined;
  /**
   * The responses of records by id, in the order of the ids. Leaves out records that no longer exist, or that the
   * caller may not read.
   */
  presentByIds(
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
export function requestedFields(list: Pick<ListPresenter, 'fieldset'>, query: FieldsQuery): Fieldset | undefined {
  const errors = new FieldErrors();
  const fields = list.fieldset(query, errors);
  errors.throwIfAny();
  return fields;
}

/** The presenters of all resources; each service registers itself. */
@Injectable()
export class ListPresenters {
  private readonly presenters = new Map<string, ListPresenter>();

  register({ plural }: ResourceNames, list: ListPresenter): void {
    this.presenters.set(plural, list);
  }

  /** @throws {Error} for a resource whose module is not part of the application */
  of(plural: string): ListPresenter {
    const list = this.presenters.get(plural);
    if (!list) throw new Error(`No service lists ${plural}: is its module imported?`);
    return list;
  }
}
