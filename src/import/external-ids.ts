import { createHash } from 'node:crypto';
import { type ExternalId } from '../events/write/event.writer.js';
import { type ImportRecord, momentOf, type Occurrence } from './record.js';

/** Leaves room in a column of 255 characters for what names an occurrence. */
const MAX_ID = 200;

/** Which event of the calendar an occurrence is. */
export interface Assignment {
  readonly id: ExternalId;
  readonly occurrence: Occurrence;
}

/** The id of the parent, or of the occurrence with this key. */
export function externalId({ id }: Pick<ImportRecord, 'id'>, key?: string): string {
  const name = id.length > MAX_ID ? `${id.slice(0, id.indexOf(':'))}:sha256:${sha256(id)}` : id;
  return key === undefined ? name : `${name}:${key}`;
}

/** The same as events are stored with it: also as it is, where it is too long for the name. */
export function storedId(record: Pick<ImportRecord, 'id'>, key?: string): ExternalId {
  const whole = key === undefined ? record.id : `${record.id}:${key}`;
  return { name: externalId(record, key), whole: record.id.length > MAX_ID ? whole : null };
}

/**
 * Which events of the calendar the occurrences of a record are, the parent first. The first occurrence is the parent. In
 * later imports the parent stays the occurrence that it was, so that an earlier date which is added, or past ones which
 * are left out, turn no event into another; where its date is gone, it moves to the first one, unless that one is an
 * event of its own already.
 * @param known the starts of the events that are there, by their external ids
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
