import { createHash } from 'node:crypto';
import { type ExternalId } from '../events/write/event.writer.js';
import { type ImportRecord, momentOf, type Occurrence } from './record.js';

/** Maximum length, which leaves room in a column of 255 characters for the key of an occurrence. */
const MAX_ID = 200;

/** Identifies the event of an occurrence. */
export interface Assignment {
  readonly id: ExternalId;
  readonly occurrence: Occurrence;
}

/** The id of the parent, or of the occurrence with this key. */
export function externalId({ id }: Pick<ImportRecord, 'id'>, key?: string): string {
  const name = id.length > MAX_ID ? `${id.slice(0, id.indexOf(':'))}:sha256:${sha256(id)}` : id;
  return key === undefined ? name : `${name}:${key}`;
}

/** The external id as it is stored; also the complete id if it is too long for the column. */
export function storedId(record: Pick<ImportRecord, 'id'>, key?: string): ExternalId {
  const whole = key === undefined ? record.id : `${record.id}:${key}`;
  return { name: externalId(record, key), whole: record.id.length > MAX_ID ? whole : null };
}

/**
 * Determines the external ids of the occurrences of a record, the parent first. The first occurrence is the parent. In
 * later imports the parent stays the same occurrence, so that no event becomes another one if an earlier date is added
 * or past dates are dropped. If its date is gone, the first occurrence becomes the parent, unless that is a separate
 * event already.
 * @param known the starts of existing events, by their external ids
 */
export function assign(record: ImportRecord, known: ReadonlyMap<string, Date>): Assignment[] {
  const parent = parentOf(record, known);
  const others = record.occurrences.filter((occurrence) => occurrence !== parent);
  return [
    ...(parent ? [{ id: storedId(record), occurrence: parent }] : []),
    ...others.map((occurrence) => ({ id: storedId(record, occurrence.key), occurrence })),
  ];
}

function parentOf(record: ImportRecord, known: ReadonlyMap<string, Date>): Occurrence | undefined {
  const { occurrences } = record;
  const start = known.get(externalId(record))?.getTime();
  const same = occurrences.find((one) => start !== undefined && momentOf(one.start, one)?.utc.getTime() === start);
  if (same) return same;
  const first = occurrences.find(({ isLeftOut }) => !isLeftOut) ?? occurrences[0];
  return first && known.has(externalId(record, first.key)) ? undefined : first;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
