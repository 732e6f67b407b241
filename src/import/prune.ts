import { type EntityManager } from 'typeorm';
import { ImportedRecord } from '../content/imported-record.entity.js';
import { tableOf } from '../database/sql/table.js';
import { Event } from '../events/event.entity.js';
import { externalId, type ImportRecord, momentOf, type Named } from './record.js';

export class Seen {
  private readonly names = new Set<string>();
  private readonly refused: string[] = [];
  /** The start of its first event. Events that ended before it are outside its period, and not treated as removed. */
  begins = Infinity;
  /** Whether it was asked only for what is public: drafts that it brought before are not gone. */
  isPublicOnly = false;

  add(record: ImportRecord): void {
    this.names.add(externalId(record));
    for (const occurrence of record.occurrences) {
      if (!occurrence.isLeftOut) this.names.add(externalId(record, occurrence.key));
      const start = momentOf(occurrence.start, occurrence)?.utc.getTime() ?? Infinity;
      this.begins = Math.min(this.begins, start);
    }
  }

  /** A record that cannot be read still exists in the source. */
  addRefused(record: Named): void {
    this.refused.push(externalId(record));
  }

  has(name: string): boolean {
    return this.names.has(name) || this.refused.some((id) => name === id || name.startsWith(`${id}:`));
  }
}

export interface Gone {
  readonly total: number;
  /** What the source had and no longer has. */
  readonly released: readonly ImportedRecord[];
  /** The events of these that no other source has. */
  readonly events: readonly number[];
}

export async function goneFrom(manager: EntityManager, source: string, seen: Seen): Promise<Gone> {
  const table = tableOf(manager, ImportedRecord);
  const rows = await table.select(manager, { source, kind: 'events' });
  const begins = Math.min(seen.begins, Date.now());
  const events = await tableOf(manager, Event).select(manager, { id: [...new Set(rows.map((row) => row.recordId))] });
  const isSpared = ({ status, endUtc }: Event) =>
    status === 'trash' || (seen.isPublicOnly && status !== 'publish') || endUtc.getTime() < begins;
  const current = new Set(events.filter((event) => !isSpared(event)).map(({ id }) => id));
  const released = rows.filter((row) => current.has(row.recordId) && !seen.has(row.externalId));
  const ids = [...new Set(released.map(({ recordId }) => recordId))];
  const held = await table.select(manager, { kind: 'events', recordId: ids });
  const isHeld = (id: number) =>
    held.some((row) => row.recordId === id && (row.source !== source || seen.has(row.externalId)));
  return { total: current.size, released, events: ids.filter((id) => !isHeld(id)) };
}
