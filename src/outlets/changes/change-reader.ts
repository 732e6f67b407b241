import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { SEVERAL_AUTHORS } from '../../calendar/records/change-log/change-log.js';
import { RecordChange } from '../../calendar/records/change-log/record-change.entity.js';
import { WRITABLE_STATUSES } from '../../calendar/records/visibility/access.js';
import { unmasked, whereVisible } from '../../calendar/records/visibility/visible.js';
import { type SqlFragment, query, parseSqliteTime } from '../../database/sql/statements.js';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { SLOTS } from '../../database/write-counter.entity.js';
import { Event } from '../../calendar/events/event.entity.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { RELATIONS } from '../../calendar/events/relations/relations.js';
import { type Caller, hasRole, isEditor } from '../../http/role.js';
import { resources as allKinds } from '../../calendar/resources.js';
import { type LastChange, type Position } from './change-token.js';

/** A change that is listed. */
export interface ListedChange {
  readonly kind: string;
  readonly id: number;
  readonly change: 'upsert' | 'delete';
  readonly modifiedAt: Date;
}

export interface ChangePage {
  readonly changes: readonly ListedChange[];
  readonly position: Position;
  /** Whether there were more changes when the page was read. */
  readonly more: boolean;
}

/** The requested changes, and the caller. */
export interface ChangeRequest {
  readonly kinds: readonly string[];
  /** Whether events also count as changed if a record that they show has changed. */
  readonly embedded: boolean;
  readonly limit: number;
  readonly caller: Caller;
}

type ChangeRow = Pick<RecordChange, 'kind' | 'recordId' | 'slot' | 'number'> & { readonly changedAt: Date | string };

const NOTHING_READ: readonly number[] = Array.from({ length: SLOTS }, () => -1);

/**
 * The numbers up to which a caller reads. Callers who only learn of public changes read up to the last of these, so that
 * neither their token nor the ETag shows when something else was written.
 */
export async function readableCounters(
  manager: EntityManager,
  counters: readonly number[],
  caller: Caller,
): Promise<readonly number[]> {
  if (hasRole(caller, 'contributor')) return counters;
  const last = counters.map(
    (number, slot) =>
      `(SELECT MAX(publicNumber) FROM record_changes WHERE publicSlot = ${slot} AND publicNumber <= ${number}) AS slot${slot}`,
  );
  const [row] = await query<Record<string, number | null>>(manager, `SELECT ${last.join(', ')}`);
  return counters.map((_, slot) => row?.[`slot${slot}`] ?? 0);
}

/** The position before all changes. */
export function beginning(counters: readonly number[]): Position {
  return { readUpTo: NOTHING_READ, firstPass: counters };
}

/**
 * Reads the changes after a position, counter by counter. The numbers of one counter follow the order of commits, so a
 * transaction that commits later never has a lower number.
 */
export class ChangeReader {
  private readonly found = new Map<string, ListedChange>();
  private readonly read: number[];
  private readonly readKinds: readonly string[];

  constructor(
    private readonly manager: EntityManager,
    private readonly start: Position,
    private readonly counters: readonly number[],
    private readonly request: ChangeRequest,
  ) {
    this.read = [...start.readUpTo];
    this.readKinds =
      request.embedded && request.kinds.includes(EVENT.plural)
        ? allKinds.map(({ names }) => names.plural)
        : request.kinds;
  }

  async page(): Promise<ChangePage> {
    let last = this.start.last;
    // The counter at which the previous page ended comes first.
    for (const slot of slotsFrom(last?.slot ?? 0)) {
      const from = last?.slot === slot ? last : undefined;
      if (!from && this.read[slot]! >= this.counters[slot]!) continue;
      last = this.room > 0 ? await this.readSlot(slot, from) : from;
      if (last || this.room <= 0) return this.end(last);
    }
    return this.end(undefined);
  }

  private get room(): number {
    return this.request.limit - this.found.size;
  }

  private end(last: LastChange | undefined): ChangePage {
    const { read, start } = this;
    const isUnread = (numbers: readonly number[]) => numbers.some((number, slot) => read[slot]! < number);
    const firstPass = start.firstPass && isUnread(start.firstPass) ? start.firstPass : undefined;
    const more = last !== undefined || isUnread(this.counters);
    return { changes: [...this.found.values()], position: { readUpTo: read, firstPass, last }, more };
  }

  /** @returns the change at which the page ended, if it is full and more changes of this counter follow */
  private async readSlot(slot: number, from: LastChange | undefined): Promise<LastChange | undefined> {
    let last = from;
    for (;;) {
      const limit = this.request.limit;
      const rows = await this.rows(slot, last, limit);
      const shown = await this.visible(rows);
      for (const row of rows) {
        if (this.room <= 0) return last;
        const isResumed = last?.eventId !== undefined && isSame(row, last);
        if (!isResumed) this.addRecord(row, shown.get(keyOf(row.kind, row.recordId)));
        const eventId = await this.addEvents(row, isResumed ? last!.eventId! : 0);
        const { kind, recordId, number } = row;
        last = { slot, number, kind, recordId, eventId };
        if (eventId !== undefined) return last;
      }
      if (rows.length < limit) {
        this.read[slot] = Math.max(this.counters[slot]!, this.read[slot]!);
        return undefined;
      }
      if (this.room <= 0) return last;
    }
  }

  private addRecord(row: ChangeRow, modifiedAt: Date | undefined): void {
    if (!this.request.kinds.includes(row.kind)) return;
    const { kind, recordId: id } = row;
    if (modifiedAt) this.list({ kind, id, change: 'upsert', modifiedAt });
    else if (!this.isOfFirstPass(row)) this.list({ kind, id, change: 'delete', modifiedAt: dateOf(row.changedAt) });
  }

  private list(change: ListedChange): void {
    this.found.set(keyOf(change.kind, change.id), change);
  }

  private isOfFirstPass({ slot, number }: ChangeRow): boolean {
    return number <= (this.start.firstPass?.[slot] ?? -1);
  }

  /** @returns the last event that was added, if there may be more events than the page has room for */
  private async addEvents(row: ChangeRow, after: number): Promise<number | undefined> {
    const { request } = this;
    const relation = RELATIONS.find(({ name }) => name === row.kind);
    if (!request.embedded || !relation || !request.kinds.includes(EVENT.plural) || this.isOfFirstPass(row))
      return undefined;
    const limit = this.room;
    // The page is full: the next one begins with these events.
    if (limit <= 0) return after;
    const rows = this.shownRows(Event)
      .andWhere(unmasked('record', request.caller))
      .andWhere(
        `record.id IN (SELECT relation.eventId FROM ${relation.table} relation WHERE relation.${relation.column} = :related)`,
        {
          related: row.recordId,
        },
      )
      .andWhere('record.id > :after', { after });
    const events = await rows.read<Modified>({ columns: MODIFIED, order: ['record.id'], limit });
    for (const { id, modifiedAt } of events)
      this.list({ kind: EVENT.plural, id, change: 'upsert', modifiedAt: dateOf(modifiedAt) });
    return events.length === limit ? events.at(-1)!.id : undefined;
  }

  /**
   * The changes of one counter after a position that the caller may learn of: of all records for editors; for others
   * the public changes, and for contributors all changes of their own records.
   */
  private async rows(slot: number, last: LastChange | undefined, limit: number): Promise<ChangeRow[]> {
    const { caller } = this.request;
    if (isEditor(caller)) return this.rowsBy(EVERY_CHANGE, slot, last, limit);
    const ofPublic = await this.rowsBy(PUBLIC_CHANGE, slot, last, limit);
    if (!hasRole(caller, 'contributor')) return ofPublic;
    const own = await this.rowsBy(EVERY_CHANGE, slot, last, limit, ownedBy(caller!.id));
    const rows = new Map([...own, ...ofPublic].map((row) => [`${row.number} ${keyOf(row.kind, row.recordId)}`, row]));
    return [...rows.values()].sort(inOrder).slice(0, limit);
  }

  private rowsBy(
    change: ChangeColumns,
    slot: number,
    last: LastChange | undefined,
    limit: number,
    condition?: SqlFragment,
  ): Promise<ChangeRow[]> {
    const [ofSlot, ofNumber] = [`entry.${change.slot}`, `entry.${change.number}`];
    const rows = SelectBuilder.of(this.manager, RecordChange, 'entry').andWhere(`${ofSlot} = :slot`, { slot });
    // Later changes may have been committed between two statements: their numbers are read next time.
    rows.andWhere(`${ofNumber} <= :counter`, { counter: this.counters[slot] });
    if (last) {
      const { number, kind, recordId, eventId } = last;
      const isAfter = eventId === undefined ? '>' : '>=';
      rows.andWhere(
        `(${ofNumber} > :number OR (${ofNumber} = :number AND ` +
          `(entry.kind > :kind OR (entry.kind = :kind AND entry.recordId ${isAfter} :recordId))))`,
        { number, kind, recordId },
      );
    } else rows.andWhere(`${ofNumber} > :read`, { read: this.read[slot] });
    rows.andWhere('entry.kind IN (:...kinds)', { kinds: this.readKinds });
    if (condition) rows.andWhere(condition);
    return rows.read<ChangeRow>({
      columns: [
        ...['kind', 'recordId'].map((name) => `entry.${name} AS ${name}`),
        ...Object.entries(change).map(([name, column]) => `entry.${column} AS ${name}`),
      ],
      order: [ofNumber, 'entry.kind', 'entry.recordId'],
      limit,
    });
  }

  /** The dates of the last change of the records that the caller may see now. */
  private async visible(rows: readonly ChangeRow[]): Promise<ReadonlyMap<string, Date>> {
    const shown = new Map<string, Date>();
    for (const { names, entity, isPublished } of allKinds) {
      const ids = rows.flatMap(({ kind, recordId }) => (kind === names.plural ? [recordId] : []));
      if (ids.length === 0) continue;
      const records = isPublished ? this.shownRows(entity) : SelectBuilder.of(this.manager, entity, 'record');
      records.andWhere('record.id IN (:...ids)', { ids });
      for (const { id, modifiedAt } of await records.read<Modified>({ columns: MODIFIED }))
        shown.set(keyOf(names.plural, id), dateOf(modifiedAt));
    }
    return shown;
  }

  /** The condition for records that lists may show to the caller, with any status that the caller may read. */
  private shownRows(entity: new () => ObjectLiteral): SelectBuilder {
    const { caller } = this.request;
    const statuses = hasRole(caller, 'contributor') ? WRITABLE_STATUSES : (['publish'] as const);
    const rows = whereVisible(SelectBuilder.of(this.manager, entity, 'record'), caller, statuses);
    return entity === Event ? rows.andWhere('record.hidden = FALSE') : rows;
  }
}

interface Modified {
  readonly id: number;
  readonly modifiedAt: Date | string;
}

const MODIFIED = ['record.id AS id', 'record.modifiedAt AS modifiedAt'];

/** The columns of a change of a record: of its last one, or of the last one that the public could see. */
type ChangeColumns = Readonly<Record<'slot' | 'number' | 'changedAt', keyof RecordChange>>;
const EVERY_CHANGE: ChangeColumns = { slot: 'slot', number: 'number', changedAt: 'changedAt' };
const PUBLIC_CHANGE: ChangeColumns = { slot: 'publicSlot', number: 'publicNumber', changedAt: 'publicChangedAt' };

/** The condition for records that an account has, or may have had. */
function ownedBy(me: number): SqlFragment {
  const sql = '(entry.authorId = :me OR entry.formerAuthorId IN (:me, :several))';
  return { sql, parameters: { me, several: SEVERAL_AUTHORS } };
}

/** The order of rows as SQL sorts them. */
function inOrder(one: ChangeRow, other: ChangeRow): number {
  if (one.number !== other.number) return one.number - other.number;
  if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1;
  return one.recordId - other.recordId;
}

/** All counters, beginning with the given one. */
function slotsFrom(first: number): number[] {
  return Array.from({ length: SLOTS }, (_, place) => (first + place) % SLOTS);
}

const keyOf = (kind: string, id: number) => `${kind} ${id}`;

const isSame = (row: ChangeRow, last: LastChange) =>
  row.number === last.number && row.kind === last.kind && row.recordId === last.recordId;

const dateOf = (value: Date | string) => (value instanceof Date ? value : parseSqliteTime(value));
