import { type EntityManager } from 'typeorm';
import { type FieldErrors, InvalidParameters } from '../errors/field-error.js';
import { type RequestContext } from '../http/calendar-request.js';
import { sortByIds } from '../content/load-records.js';
import { type PublishedRecord } from '../content/published-record.js';
import { OptimisticLockError } from '../database/database-errors.js';
import { isEmbedded } from '../content/access.js';
import { type LinkInput, RecordById } from './link-fields.js';
import { type RequestedLinks } from './registries.js';

/** A resource whose records can be created together with an event. */
export interface LinkedResource<E extends PublishedRecord, D> {
  /** Loads records with their related data. Records that no longer exist are left out. */
  load(manager: EntityManager, ids: readonly number[]): Promise<E[]>;
  findByName(manager: EntityManager, body: D, context: RequestContext): Promise<number | undefined>;
  insert(manager: EntityManager, body: D, context: RequestContext): Promise<E>;
}

/**
 * The records that an event is related to after a write, in order: those of the body, found or created, and those that
 * the caller cannot see, which keep their positions.
 */
export async function resolveLinkedRecords<E extends PublishedRecord, D>(
  manager: EntityManager,
  field: string,
  target: LinkedResource<E, D>,
  { input: inputs, current, known: alreadyKnown }: RequestedLinks<LinkInput<D>[], E>,
  context: RequestContext,
  errors: FieldErrors,
): Promise<E[]> {
  if (inputs === undefined) return [...current];
  const known = [...alreadyKnown];
  const referencedIds = inputs.flatMap((input) => (input instanceof RecordById ? [input.id] : []));
  const unknown = referencedIds.filter(
    (id) => !known.some((record) => record.id === id && isEmbedded(record, context)),
  );
  if (unknown.length > 0) errors.add(field, (messages) => messages.unknownId(unknown));
  const ids: number[] = [];
  for (const [index, input] of inputs.entries()) {
    if (input instanceof RecordById) ids.push(input.id);
    else ids.push(...(await findOrCreate(manager, target, input, context, errors, `${field}[${index}]`, known)));
  }
  const idsToLoad = ids.filter((id) => !unknown.includes(id) && !known.some((record) => record.id === id));
  if (idsToLoad.length > 0) known.push(...(await target.load(manager, idsToLoad)));
  // A record that was found by name has been deleted meanwhile. The retried transaction creates it.
  if (ids.some((id) => !unknown.includes(id) && !known.some((record) => record.id === id)))
    throw new OptimisticLockError();
  for (const [index, record] of current.entries()) if (!isEmbedded(record, context)) ids.splice(index, 0, record.id);
  return sortByIds(known, [...new Set(ids)]);
}

/**
 * The id of the record with this name, which is created if there is none; empty if its fields have errors.
 * @param known receives a created record
 */
async function findOrCreate<E extends PublishedRecord, D>(
  manager: EntityManager,
  target: LinkedResource<E, D>,
  body: D,
  context: RequestContext,
  errors: FieldErrors,
  path: string,
  known: E[],
): Promise<number[]> {
  try {
    const found = await target.findByName(manager, body, context);
    if (found !== undefined) return [found];
    const created = await target.insert(manager, body, context);
    known.push(created);
    return [created.id];
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error;
    errors.addWithin(path, error.errors);
    return [];
  }
}
