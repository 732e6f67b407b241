import { ApiError, Unavailable } from '../errors/api-error.js';
import { type Language } from '../i18n/language.js';
import { messages } from '../i18n/messages.js';
import { type Outcome } from './importer.js';
import { because, importMessages, type Reason } from './messages.js';
import { type ImportRecord, type RefusedRecord, UnreadableRecord } from './record.js';
import { leftOvers } from './tidy.js';

const ALWAYS = ['created', 'updated', 'unchanged'] as const;
const WHERE_ANY = ['trashed', 'skipped'] as const;

/** What is wrong with a record that was stored, and is for a person to mend. */
interface LeftOver {
  readonly id: string;
  readonly title: string;
  readonly reason: Reason;
}

/** Of what is no address, so much is shown, in characters. */
const SHOWN = 60;

/** What has become of the records of a file so far. */
export class Report {
  readonly refused: RefusedRecord[] = [];
  private readonly records = new Map<Outcome, number>();
  private readonly events = new Map<Outcome, number>();
  /** How many events were taken in a zone that nobody has said. */
  private readonly assumed = new Map<string, number>();
  private readonly leftOvers: LeftOver[] = [];

  /** Records that were dealt with. */
  get done(): number {
    return this.refused.length + [...this.records.values()].reduce((sum, count) => sum + count, 0);
  }

  add(record: ImportRecord, outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) count(this.events, outcome);
    count(this.records, asOne(outcomes));
    const stored = outcomes.filter((outcome) => ALWAYS.some((kept) => kept === outcome));
    if (stored.length === 0) return;
    const zone = record.assumedTimezone;
    if (zone !== undefined) this.assumed.set(zone, (this.assumed.get(zone) ?? 0) + stored.length);
    const details = new Set(record.occurrences.map((occurrence) => occurrence.details));
    const texts = new Set([...new Set([...details].map(({ description = '' }) => description))].flatMap(leftOvers));
    const fields = [...details].flatMap(({ noAddresses = [] }) => noAddresses);
    const others = new Map(fields.map((one) => [`${one.field} ${one.text}`, one]));
    const { id, title } = record;
    for (const text of texts) this.leftOvers.push({ id, title, reason: because((words) => words.leftOver(text)) });
    for (const { field, text } of others.values()) {
      const reason = because((words) => words.said(field, words.noAddress(text.slice(0, SHOWN))));
      this.leftOvers.push({ id, title, reason });
    }
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
    const nameOf = ({ id, title }: { id: string; title: string }) =>
      title === '' ? id : `${id} ${words.title(title)}`;
    const parts = [
      table,
      [...this.assumed].map(([zone, events]) => words.assumedZone(events, zone)),
      this.leftOvers.map((one) => words.said(nameOf(one), one.reason(language))),
      this.refused.map((one) => words.said(nameOf(one), one.reason(language))),
    ];
    return parts
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n');
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
  if (error instanceof UnreadableRecord) return error.reason;
  if (!(error instanceof ApiError)) return () => (error instanceof Error ? error.message : String(error));
  return (language) => {
    const { params } = error.data(messages[language]);
    const fields =
      typeof params === 'object' && params !== null && !Array.isArray(params) ? Object.entries(params) : [];
    if (fields.length === 0) return error.wording(messages[language]);
    return fields.map(([field, sentence]) => importMessages[language].said(field, String(sentence))).join(' ');
  };
}

/** Whether going on is of no use: the database is away. */
export function endsImport(error: unknown): boolean {
  return error instanceof Unavailable;
}
