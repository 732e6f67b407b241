import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

interface UnsurePair {
  readonly record: string;
  readonly title: string;
  readonly start: string;
  /** Empty until a person has decided: then the id of an event, or `new`. */
  readonly event: string;
  readonly candidates: string;
}

const COLUMNS = ['record', 'title', 'start', 'event', 'candidates'] as const;

/** The file with the pairs that a person decides. */
export class Pairs {
  private readonly rows = new Map<string, UnsurePair>();

  constructor(file = '') {
    const rows: UnsurePair[] = parse(file, {
      columns: true,
      bom: true,
      delimiter: [',', ';'],
      relax_column_count: true,
    });
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
    return stringify([...this.rows.values()], {
      header: true,
      bom: true,
      columns: [...COLUMNS],
      escape_formulas: true,
    });
  }
}
