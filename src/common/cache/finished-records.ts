import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { DataVersion } from './data-version.js';
import { FinishedRecord, type Part, stateOf } from './finished-record.js';
import { type RequestContext } from '../http/calendar-request.js';
import { type Kind } from '../records/kind.js';
import { Memory } from './memory.js';
import { keptTotal } from './totals.js';

/** A record about to be finished. */
export interface Rendered {
  readonly id: number;
  readonly shown: object;
  readonly parts: readonly Part[];
}

/** How records are finished that are not in memory, or no longer hold. */
export interface Finishing {
  /** What tells one form of a record from another: kind and language. */
  readonly form: string;
  /** The version of the data, read before anything else was; undefined where nothing is to be kept. */
  readonly version: number | undefined;
  /** Reads records and makes what is shown of them; those that are gone are left out. */
  render(ids: readonly number[]): Promise<Rendered[]>;
}

/**
 * The finished JSON of records. Each holds while every row that it was made of is what it was then: which is asked once
 * after a change of the data, for all records of a page in one statement.
 */
@Injectable()
export class FinishedRecords {
  constructor(
    private readonly memory: Memory,
    private readonly versions: DataVersion,
  ) {}

  /** The version of the data to finish records by; undefined where none are kept. */
  async version(): Promise<number | undefined> {
    return this.memory.isOn ? this.versions.current() : undefined;
  }

  /** How many records a list has; counted once while the data stands, where it is the same for everybody. */
  total(
    kind: Kind,
    context: RequestContext,
    version: number | undefined,
    count: () => Promise<number>,
  ): Promise<number> {
    return version === undefined ? count() : keptTotal(this.memory, kind, context, version, count);
  }

  /** In the order of the ids. */
  async of(manager: EntityManager, ids: readonly number[], finishing: Finishing): Promise<FinishedRecord[]> {
    const records = await this.holding(manager, ids, finishing);
    const missing = ids.filter((id) => !records.has(id));
    const rendered = missing.length === 0 ? [] : await finishing.render(missing);
    for (const { id, shown, parts } of rendered) {
      const record = new FinishedRecord(shown, parts, finishing.version);
      records.set(id, record);
      if (finishing.version !== undefined) this.memory.set(nameOf(finishing, id), record);
    }
    return ids.flatMap((id) => records.get(id) ?? []);
  }

  /** Those in memory that hold, by their ids. */
  private async holding(
    manager: EntityManager,
    ids: readonly number[],
    finishing: Finishing,
  ): Promise<Map<number, FinishedRecord>> {
    const { version } = finishing;
    if (version === undefined) return new Map();
    const kept = ids.map((id) => [id, this.memory.get(nameOf(finishing, id))] as const).filter(isFinished);
    const doubtful = kept.map(([, record]) => record).filter(({ checked }) => checked !== version);
    if (doubtful.length > 0) {
      const states = await statesOf(manager, doubtful);
      for (const record of doubtful)
        if (record.parts.every((part) => states.get(keyOf(part)) === part.state)) record.checked = version;
    }
    return new Map(kept.filter(([, { checked }]) => checked === version));
  }
}

const nameOf = ({ form }: Finishing, id: number) => `record ${form} ${id}`;
const keyOf = ({ table, id }: Pick<Part, 'table' | 'id'>) => `${table} ${id}`;

function isFinished(entry: readonly [number, unknown]): entry is readonly [number, FinishedRecord] {
  return entry[1] instanceof FinishedRecord;
}

interface Row {
  readonly part: string;
  readonly id: number;
  readonly revision: number;
  readonly count: number;
}

/** What the rows are now that records were made of; those that are gone are missing. */
async function statesOf(manager: EntityManager, records: readonly FinishedRecord[]): Promise<Map<string, string>> {
  const ids = new Map<string, Set<number>>();
  for (const { table, id } of records.flatMap(({ parts }) => parts))
    ids.set(table, (ids.get(table) ?? new Set()).add(id));
  const selects = [...ids].map(([table, some]) => select(manager, table, [...some]));
  const rows = await manager.query<Row[]>(selects.join(' UNION ALL '));
  return new Map(rows.map((row) => [`${row.part} ${row.id}`, stateOf(row)]));
}

function select({ dataSource }: EntityManager, table: string, ids: readonly number[]): string {
  const isCounted = dataSource.getMetadata(table).findColumnWithPropertyName('count') !== undefined;
  const count = isCounted ? dataSource.driver.escape('count') : '0';
  return `SELECT '${table}' AS part, id, revision, ${count} AS ${dataSource.driver.escape('count')} FROM ${table} WHERE id IN (${ids.join()})`;
}
