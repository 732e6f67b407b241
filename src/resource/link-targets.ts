import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../errors/field-error.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type LinkedRecord } from './event-link.js';

/** The links to one resource in the body of an event. */
export interface LinksAsked<Input = unknown, E = LinkedRecord> {
  /** The parsed value of the field; undefined keeps the links. */
  readonly input: Input | undefined;
  /** The records that the event is linked to, including those that the caller cannot see and therefore cannot mean. */
  readonly current: readonly E[];
  /** The current ones, and all that the input names by id, as far as they exist. */
  readonly known: readonly E[];
}

/** Resolves the links to one resource in the body of an event. */
export interface LinkTarget {
  /** The records that an event is linked to after a write, in order: found, or created in the same transaction. */
  linked(
    manager: EntityManager,
    asked: LinksAsked,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<LinkedRecord[]>;
}

/** The services of the resources that events are linked to; each registers itself. */
@Injectable()
export class LinkTargets {
  private readonly targets = new Map<string, LinkTarget>();

  register({ plural }: ResourceNames, target: LinkTarget): void {
    this.targets.set(plural, target);
  }

  /** @throws {Error} for a resource whose module is not part of the application */
  of({ plural }: ResourceNames): LinkTarget {
    const target = this.targets.get(plural);
    if (!target)
      throw new Error(`No service answers for the ${plural} that events are linked to: is its module imported?`);
    return target;
  }
}
