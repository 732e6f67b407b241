import { createHash } from 'node:crypto';
import { type ExternalId } from '../events/write/event.writer.js';
import { type ImportRecord } from './record.js';

/** Maximum length, which leaves room in a column of 255 characters for the key of an occurrence. */
const MAX_ID = 200;

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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
