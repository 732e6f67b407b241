import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RecordQuery } from '../records/reading/record.query.js';
import { type Fieldset } from '../records/reading/fieldset.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type RequestContext } from '../../http/request-context.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type PagingDto } from '../../http/response/paging.dto.js';
import { type EditedResource } from './edited-resource.js';
import { type RelatedRecord } from './event-relation.js';

/** Loads records of a resource and presents them as its list does. */
export interface ListPresenter {
  /** The responses of existing records that the caller may read, by id, in the order of the ids. */
  presentByIds(
    manager: EntityManager,
    ids: readonly number[],
    query: Pick<RecordQuery, 'translations'>,
    fields: Fieldset | undefined,
    context: RequestContext,
  ): Promise<ReadonlyMap<number, object>>;
}

/** The page of a record, in the language of the request. */
export interface PageLocation {
  readonly id: number;
  readonly url: string;
}

/** Reads records of a resource, for their pages. */
export interface RecordReader {
  /** A page of the list, as its route returns it. @param query of the class of that route, or of one that it extends */
  list(query: RecordQuery, context: RequestContext): Promise<PagingDto>;

  /**
   * Where the page of a record is that the caller may read, also that of an event which a password protects. Slugs of
   * the other language and former slugs lead to it, too.
   * @throws {RecordNotFound}
   * @throws {RecordGone} if the record was public and is in the trash
   */
  locate(ref: RecordRef, context: RequestContext): Promise<PageLocation>;

  /** The response with one record. */
  get(ref: RecordRef, query: RecordQuery, context: RequestContext): Promise<object>;
}

/** The relations to one resource in the body of an event. */
export interface RequestedRelations<Input = unknown, E = RelatedRecord> {
  /** The parsed value of the field; undefined keeps the relations. */
  readonly input: Input | undefined;
  /** The currently related records. Those that the caller cannot see are included, and stay related. */
  readonly current: readonly E[];
  /** The currently related records, and all existing records that the body names by id. */
  readonly known: readonly E[];
}

/** Resolves the relations to one resource in the body of an event. */
export interface RelationResolver {
  /** The records that an event is related to after a write, in order: found, or created in the same transaction. */
  resolveRelations(
    manager: EntityManager,
    requested: RequestedRelations,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<RelatedRecord[]>;

  /**
   * Publishes records together with an event that shows them. Terms have no status.
   * @throws {Forbidden} if the caller may not publish all of them
   */
  publishLinked?(manager: EntityManager, ids: readonly number[], context: RequestContext): Promise<void>;
}

/** Merges records of a resource. */
export interface MergedRecords {
  /** Whether a record is below another one, in a tree. */
  isBelow?(manager: EntityManager, id: number, above: number): Promise<boolean>;
  /** Checks that the children of a record can move to another one. @throws {ChildrenAlike} */
  assertChildrenDiffer?(manager: EntityManager, id: number, into: number): Promise<void>;
  /** Removes a record whose slugs, and whose children in a tree, belong to another one from now on. */
  removeMerged(manager: EntityManager, id: number, into: number, context: RequestContext): Promise<void>;
}

/** The methods that code for all resources may call of the service of one. */
interface Capabilities {
  readonly list: ListPresenter;
  readonly read: RecordReader;
  /** Revisions and copies. */
  readonly edit: EditedResource;
  readonly merge: MergedRecords;
  readonly relate: RelationResolver;
}

/** The services of resources by what they can do; each service registers itself. */
@Injectable()
export class ResourceServices {
  private readonly services = new Map<string, Partial<Capabilities>>();

  register({ plural }: ResourceNames, capabilities: Partial<Capabilities>): void {
    this.services.set(plural, { ...this.services.get(plural), ...capabilities });
  }

  /** @throws {Error} for a resource whose module is not part of the application, or that cannot do this */
  of<C extends keyof Capabilities>(plural: string, capability: C): Capabilities[C] {
    const service = this.services.get(plural)?.[capability];
    if (!service) throw new Error(`No service has registered for ${plural} (${capability}): is its module imported?`);
    return service;
  }
}
