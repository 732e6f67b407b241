import { type EntityManager } from 'typeorm';
import { ImportedRecord } from '../../calendar/records/identity/imported-record.entity.js';
import { tableOf } from '../../database/sql/table.js';
import { Event } from '../../calendar/events/event.entity.js';
import { externalId, type ImportRecord, momentOf, type RecordHeader } from './record.js';

/** The records that a source has, so that the others are known to be gone. */
export class SeenRecords {
  private readonly names = new Set<string>();
  private readonly refused: string[] = [];
  /** The start of the first event. Missing events that ended before it are kept, since many feeds drop the past. */
  begins = Infinity;
  /** Whether only public events were read, so that missing drafts do not count as removed. */
  isPublicOnly = false;

  add(record: ImportRecord): void {
    this.names.add(externalId(record));
    for (const occurrence of record.occurrences) {
      if (!occurrence.isExcluded) this.names.add(externalId(record, occurrence.key));
      const start = momentOf(occurrence.start, occurrence)?.utc.getTime() ?? Infinity;
      this.begins = Math.min(this.begins, start);
    }
  }

  /** A record that cannot be read still exists in the source. */
  addRefused(record: RecordHeader): void {
    this.refused.push(externalId(record));
  }

  has(name: string): boolean {
    return this.names.has(name) || this.refused.includes(name);
  }

  /** Whether a record that cannot be read may have the name: a date of that series, or any row of that table. */
  mayHave(name: string): boolean {
    return this.refused.some((id) => name.startsWith(`${id}:`));
  }
}

export interface MissingEvents {
  readonly total: number;
  /** The rows of events that the source no longer has, by the ids of the events. */
  readonly released: ReadonlyMap<number, readonly ImportedRecord[]>;
  /** The ids of those events that no other source has; these go to the trash. */
  readonly events: readonly number[];
  /** Number of events that are spared because records that cannot be read may be theirs. */
  readonly spared: number;
}

export async function findMissingEvents(
  manager: EntityManager,
  source: string,
  seen: SeenRecords,
): Promise<MissingEvents> {
  const table = tableOf(manager, ImportedRecord);
  const rows = await table.select(manager, { source, kind: 'events' });
  const begins = Math.min(seen.begins, Date.now());
  const events = await tableOf(manager, Event).select(manager, { id: [...new Set(rows.map((row) => row.recordId))] });
  const isSpared = ({ status, endUtc }: Event) =>
    status === 'trash' || (seen.isPublicOnly && status !== 'publish') || endUtc.getTime() < begins;
  const current = new Set(events.filter((event) => !isSpared(event)).map(({ id }) => id));
  const released = new Map<number, ImportedRecord[]>();
  const spared = new Set<number>();
  for (const row of rows) {
    if (!current.has(row.recordId) || seen.has(row.externalId)) continue;
    if (seen.mayHave(row.externalId)) spared.add(row.recordId);
    else released.set(row.recordId, [...(released.get(row.recordId) ?? []), row]);
  }
  const others = await table.select(manager, { kind: 'events', recordId: [...released.keys()] });
  const held = new Set(
    others
      .filter(({ source: other, externalId: name }) => other !== source || seen.has(name) || seen.mayHave(name))
      .map(({ recordId }) => recordId),
  );
  const gone = [...released.keys()].filter((id) => !held.has(id));
  return { total: current.size, released, events: gone, spared: spared.size };
}
