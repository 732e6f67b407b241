import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/**
 * An imported record and the events that may be the same one in the other language (`candidates`). `event` is empty until
 * a person has decided: then the id of one of them, or `new`.
 */
type UnsurePair = Readonly<Record<(typeof COLUMNS)[number], string>>;

const COLUMNS = ['record', 'title', 'start', 'event', 'candidates'] as const;

/** The file with the pairs that a person decides. `counterpartOf` in `pairing.ts` finds the others itself. */
export class Pairs {
  private readonly rows = new Map<string, UnsurePair>();

  constructor(file = '') {
    const options = { columns: true as const, bom: true, delimiter: [',', ';'], relax_column_count: true };
    const rows: UnsurePair[] = parse(file, options);
    for (const row of rows) if (row.record) this.rows.set(row.record, { ...row, event: (row.event ?? '').trim() });
  }

  decided(record: string): string {
    return this.rows.get(record)?.event ?? '';
  }

  add(pair: UnsurePair): void {
    this.rows.set(pair.record, { ...pair, event: this.decided(pair.record) });
  }

  get size(): number {
    return this.rows.size;
  }

  text(): string {
    const options = { header: true, bom: true, columns: [...COLUMNS], escape_formulas: true };
    return stringify([...this.rows.values()], options);
  }
}
