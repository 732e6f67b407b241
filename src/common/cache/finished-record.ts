import { digestOf } from '../http/etag.js';
import { type Kept } from './memory.js';

/** A row that a record's JSON was made of, as it was then. */
export interface Part {
  readonly table: string;
  readonly id: number;
  /** Changes with whatever is shown of the row. */
  readonly state: string;
}

/** A row that counts its writes; terms also count their events, which no revision tells. */
interface Revised {
  readonly id: number;
  readonly revision: number;
  readonly count?: number;
}

/** Parts of one table; null where there is no such row. */
export function parts(table: string, rows: readonly (Revised | null)[]): Part[] {
  return rows.flatMap((row) => (row ? { table, id: row.id, state: stateOf(row) } : []));
}

export function stateOf({ revision, count = 0 }: Revised): string {
  return `${revision} ${count}`;
}

/** Bytes of a part in memory, roughly; that of the record itself stands for the objects around its bytes. */
const PART = 160;

/** The finished JSON of one record in one language, as everybody gets it. */
export class FinishedRecord implements Kept {
  /** With a comma in front, as they follow another record in a list. */
  readonly bytesWithComma: Buffer;
  readonly bytes: Buffer;
  readonly digest: string;
  readonly size: number;
  /** How often the record itself was written: the first part is the record. */
  readonly revision: number;

  /** @param checked the version of the data for which it is known to hold; undefined where it is not to be kept */
  constructor(
    shown: object,
    readonly parts: readonly Part[],
    public checked: number | undefined,
  ) {
    this.bytesWithComma = Buffer.from(`,${JSON.stringify(shown)}`);
    this.bytes = this.bytesWithComma.subarray(1);
    this.digest = digestOf(this.bytes);
    this.revision = Number.parseInt(parts[0]!.state, 10);
    this.size = this.bytes.length + PART * parts.length;
  }

  get pieces(): Buffer[] {
    return [this.bytes];
  }
}
