import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type LinkedRecord } from './event-link.js';

/** The relations to one resource in the body of an event. */
export interface RequestedLinks<Input = unknown, E = LinkedRecord> {
  /** The parsed value of the field; undefined keeps the relations. */
  readonly input: Input | undefined;
  /** The currently related records. Those that the caller cannot see are included, and stay related. */
  readonly current: readonly E[];
  /** The currently related records, and all existing records that the body names by id. */
  readonly known: readonly E[];
}

/** Resolves the relations to one resource in the body of an event. */
export interface LinkResolver {
  /** The records that an event is related to after a write, in order: found, or created in the same transaction. */
  resolveLinks(
    manager: EntityManager,
    links: RequestedLinks,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<LinkedRecord[]>;
}

/** The services of the related resources; each registers itself. */
@Injectable()
export class LinkResolvers {
  private readonly resolvers = new Map<string, LinkResolver>();

  register({ plural }: ResourceNames, target: LinkResolver): void {
    this.resolvers.set(plural, target);
  }

  /** @throws {Error} for a resource whose module is not part of the application */
  of({ plural }: ResourceNames): LinkResolver {
    const target = this.resolvers.get(plural);
    if (!target)
      throw new Error(`No service answers for the ${plural} that events are linked to: is its module imported?`);
    return target;
  }
}
