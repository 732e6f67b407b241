import { ApiError, Unavailable } from '../common/errors/api-error.js';
import { type Language } from '../common/language/language.js';
import { messages } from '../common/errors/messages.js';
import { type Outcome } from './importer.js';
import { importMessages, type Reason } from './import.messages.js';
import { type RefusedRecord } from './import-record.js';

const ALWAYS = ['created', 'updated', 'unchanged'] as const;
const WHERE_ANY = ['trashed', 'skipped'] as const;

/** What has become of the records of a file so far. */
export class Report {
  readonly refused: RefusedRecord[] = [];
  private readonly records = new Map<Outcome, number>();
  private readonly events = new Map<Outcome, number>();

  /** Records that were dealt with. */
  get done(): number {
    return this.refused.length + [...this.records.values()].reduce((sum, count) => sum + count, 0);
  }

  add(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) count(this.events, outcome);
    count(this.records, asOne(outcomes));
  }

  recordsThat(outcome: Outcome): number {
    return this.records.get(outcome) ?? 0;
  }

  eventsThat(outcome: Outcome): number {
    return this.events.get(outcome) ?? 0;
  }

  /** The report as a person reads it. */
  text(language: Language): string {
    const words = importMessages[language];
    const shown = [
      ...ALWAYS,
      ...WHERE_ANY.filter((outcome) => this.recordsThat(outcome) + this.eventsThat(outcome) > 0),
    ];
    const rows = [
      ['', words.records, words.events],
      ...shown.map((outcome) => [words[outcome], String(this.recordsThat(outcome)), String(this.eventsThat(outcome))]),
      [words.refused, String(this.refused.length), ''],
    ];
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
    const table = rows.map(([name = '', ...numbers]) =>
      [name.padEnd(widths[0]!), ...numbers.map((number, column) => number.padStart(widths[column + 1]!))]
        .join('  ')
        .trimEnd(),
    );
    const refused = this.refused.map(({ id, title, reason }) => {
      const name = title === '' ? id : `${id} ${words.title(title)}`;
      return `${name}: ${reason(language)}`;
    });
    return [...table, ...(refused.length > 0 ? [''] : []), ...refused].join('\n');
  }
}

/** What became of a record as a whole, which may be several events. */
function asOne(outcomes: readonly Outcome[]): Outcome {
  const told = [...new Set(outcomes.filter((outcome) => outcome !== 'skipped'))];
  if (told.length === 0) return 'skipped';
  return told.length === 1 ? told[0]! : 'updated';
}

function count(counts: Map<Outcome, number>, outcome: Outcome): void {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}

/** Why a record could not be stored: what the interface would have answered, field by field. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError)) return () => (error instanceof Error ? error.message : String(error));
  return (language) => {
    const { params } = error.data(messages[language]);
    const fields =
      typeof params === 'object' && params !== null && !Array.isArray(params) ? Object.entries(params) : [];
    if (fields.length === 0) return error.wording(messages[language]);
    return fields.map(([field, sentence]) => `${field}: ${String(sentence)}`).join(' ');
  };
}

/** Whether going on is of no use: the database is away. */
export function endsImport(error: unknown): boolean {
  return error instanceof Unavailable;
}
