import { type EntityManager } from 'typeorm';
import { ImportedRecord } from '../content/imported-record.entity.js';
import { tableOf } from '../database/sql/table.js';
import { Event } from '../events/event.entity.js';
import { externalId } from './external-ids.js';
import { type ImportRecord, momentOf, type RefusedRecord } from './record.js';

/** The records of a source after it was read completely. */
export class Seen {
  private readonly names = new Set<string>();
  private readonly refused: string[] = [];
  /** The start of its first event. Events that ended before it are outside its period, and not treated as removed. */
  begins = Infinity;

  add(record: ImportRecord): void {
    this.names.add(externalId(record));
    for (const occurrence of record.occurrences) {
      if (!occurrence.isLeftOut) this.names.add(externalId(record, occurrence.key));
      const start = momentOf(occurrence.start, occurrence)?.utc.getTime() ?? Infinity;
      this.begins = Math.min(this.begins, start);
    }
  }

  /** A record that cannot be read still exists in the source. */
  addRefused({ id }: Pick<RefusedRecord, 'id'>): void {
    this.refused.push(externalId({ id }));
  }

  has(name: string): boolean {
    return this.names.has(name) || this.refused.some((id) => name === id || name.startsWith(`${id}:`));
  }
}

/** The number of current events from a source, and those of them that it no longer has. */
export interface Gone {
  readonly total: number;
  readonly events: readonly number[];
}

export async function goneFrom(manager: EntityManager, source: string, seen: Seen): Promise<Gone> {
  const table = tableOf(manager, ImportedRecord);
  const rows = await table.select(manager, { source, kind: 'events' });
  const missing = rows.filter(({ externalId }) => !seen.has(externalId)).map(({ recordId }) => recordId);
  const others = await table.select(manager, { kind: 'events', recordId: missing });
  const isKept = (id: number) =>
    others.some((row) => row.recordId === id && (row.source !== source || seen.has(row.externalId)));
  const begins = Math.min(seen.begins, Date.now());
  const events = await tableOf(manager, Event).select(manager, { id: [...new Set(rows.map((row) => row.recordId))] });
  const current = events.filter(({ status, endUtc }) => status !== 'trash' && endUtc.getTime() >= begins);
  const gone = current.filter(({ id }) => missing.includes(id) && !isKept(id));
  return { total: current.length, events: gone.map(({ id }) => id) };
}
