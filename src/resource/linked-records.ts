import { type EntityManager } from 'typeorm';
import { FieldErrors, InvalidParameters } from '../errors/field-error.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { sortByIds } from '../content/sort-by-ids.js';
import { type PublishedRecord } from '../content/published-record.js';
import { Overtaken } from '../database/database-errors.js';
import { isEmbedded } from '../content/access.js';
import { type LinkInput, RecordReference } from './link-fields.js';
import { type LinksAsked } from './link-targets.js';

/** A resource whose records can be created together with an event. */
export interface LinkedResource<E extends PublishedRecord, D> {
  /** Loads records with their related data. Records that no longer exist are left out. */
  load(manager: EntityManager, ids: readonly number[]): Promise<E[]>;
  findByName(manager: EntityManager, body: D, context: RequestContext): Promise<number | undefined>;
  insert(manager: EntityManager, body: D, context: RequestContext, errors: FieldErrors): Promise<E>;
}

/**
 * The records that an event is related to after a write, in order: those of the body, found or created, and those that
 * the caller cannot see, which keep their positions.
 */
export async function linkedRecords<E extends PublishedRecord, D>(
  manager: EntityManager,
  field: string,
  target: LinkedResource<E, D>,
  { input: inputs, current, known: alreadyKnown }: LinksAsked<LinkInput<D>[], E>,
  context: RequestContext,
  errors: FieldErrors,
): Promise<E[]> {
  if (inputs === undefined) return [...current];
  const known = [...alreadyKnown];
  const named = inputs.flatMap((input) => (input instanceof RecordReference ? [input.id] : []));
  const unknown = named.filter((id) => !known.some((record) => record.id === id && isEmbedded(record, context)));
  if (unknown.length > 0) errors.add(field, (messages) => messages.unknownId(unknown));
  const ids: number[] = [];
  for (const [place, input] of inputs.entries()) {
    if (input instanceof RecordReference) ids.push(input.id);
    else ids.push(...(await foundOrCreated(manager, target, input, context, errors, `${field}[${place}]`, known)));
  }
  const found = ids.filter((id) => !unknown.includes(id) && !known.some((record) => record.id === id));
  if (found.length > 0) known.push(...(await target.load(manager, found)));
  // The record was found by its name and deleted meanwhile. The transaction is retried and creates it.
  if (ids.some((id) => !unknown.includes(id) && !known.some((record) => record.id === id))) throw new Overtaken();
  for (const [place, record] of current.entries()) if (!isEmbedded(record, context)) ids.splice(place, 0, record.id);
  return sortByIds(known, [...new Set(ids)]);
}

/** The id of one record; undefined if it has errors. A created record is found by name when it is named again. */
async function foundOrCreated<E extends PublishedRecord, D>(
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
    const created = await target.insert(manager, body, context, new FieldErrors());
    known.push(created);
    return [created.id];
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error;
    errors.addWithin(path, error.errors);
    return [];
  }
}
