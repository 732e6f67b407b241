import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../../errors/field-error.js';
import { type RequestContext } from '../../http/context/calendar-request.js';
import { type LinkedRecord } from '../../resource/event-link.js';
import { LinkTargets } from '../../resource/link-targets.js';
import { LinkedRecordCache } from '../../resource/linked-record-cache.js';
import { type Linked, LINKS } from './links.js';

/** Finds or creates the linked records that the body of an event names. */
@Injectable()
export class EventRelations {
  constructor(
    private readonly targets: LinkTargets,
    private readonly cache: LinkedRecordCache,
  ) {}

  /** The relations of an event after a write. Unknown records are added to the errors. */
  async after(
    manager: EntityManager,
    current: Linked | undefined,
    body: object,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<Linked> {
    const asked = LINKS.map(({ name, field, resource }) => {
      const input = Reflect.get(body, field) as readonly object[] | undefined;
      return { name, kind: resource, input, current: current?.[name] ?? [] };
    });
    const linked: Record<string, LinkedRecord[]> = {};
    for (const { name, kind: resource, input, current } of asked) {
      const added = await this.cache.load(manager, resource, newIds(input ?? [], current));
      const links = { input, current, known: [...current, ...added] };
      linked[name] = await this.targets.of(resource.names).linked(manager, links, context, errors);
    }
    return linked;
  }
}

/** The ids in a body that are not related to the event yet. */
function newIds(input: readonly object[], current: readonly LinkedRecord[]): number[] {
  const ids = input.flatMap((one) => ('id' in one && typeof one.id === 'number' ? one.id : []));
  return [...new Set(ids)].filter((id) => !current.some((record) => record.id === id));
}
