import { type EntityManager } from 'typeorm';
import { Faults, InvalidParameters, NestedFaults } from '../common/errors/fault.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { type PublishedRecord } from '../common/records/published-record.js';
import { readableIds } from '../common/records/readable-ids.js';
import { isEmbedded } from './event.presenter.js';
import { type LinkInput } from './link-fields.js';

/** A kind of records that an event can bring along. */
export interface LinkTarget<E extends PublishedRecord, D> {
  readonly entity: new () => E;
  findByName(manager: EntityManager, body: D, context: RequestContext): Promise<number | undefined>;
  insert(manager: EntityManager, body: D, context: RequestContext, faults: Faults): Promise<E>;
}

/**
 * The ids that an event is linked to after a write, in order: what a body names, found or created, and the links that
 * the caller cannot see and therefore cannot have meant, each in its place.
 * @param inputs undefined keeps the links as they are
 */
export async function linkedIds<E extends PublishedRecord, D>(
  manager: EntityManager,
  field: 'venue' | 'organizer',
  { target, inputs, current }: { target: LinkTarget<E, D>; inputs: LinkInput<D>[] | undefined; current: readonly E[] },
  context: RequestContext,
  faults: Faults,
): Promise<number[]> {
  if (inputs === undefined) return current.map(({ id }) => id);
  const named = inputs.flatMap((input) => ('id' in input ? [input.id] : []));
  const readable = await readableIds(manager, target.entity, named, context.caller);
  const unknown = named.filter((id) => !readable.has(id));
  if (unknown.length > 0) faults.add(field, (messages) => messages.unknownId(unknown));
  const ids: number[] = [];
  for (const [place, input] of inputs.entries()) {
    const id =
      'id' in input
        ? input.id
        : await findOrCreate(manager, target, input.create, context, faults, `${field}[${place}]`);
    if (id !== undefined) ids.push(id);
  }
  for (const [place, record] of current.entries()) if (!isEmbedded(record, context)) ids.splice(place, 0, record.id);
  return [...new Set(ids)];
}

async function findOrCreate<E extends PublishedRecord, D>(
  manager: EntityManager,
  target: LinkTarget<E, D>,
  body: D,
  context: RequestContext,
  faults: Faults,
  path: string,
): Promise<number | undefined> {
  try {
    return (
      (await target.findByName(manager, body, context)) ??
      (await target.insert(manager, body, context, new Faults())).id
    );
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error;
    faults.add(path, new NestedFaults(error.faults));
    return undefined;
  }
}
