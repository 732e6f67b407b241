import { ApiError } from '../../lib/errors/api-error.js';
import { CommandError, type Sentence } from '../../lib/errors/command-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { messages } from '../../lib/i18n/messages.js';
import { isPlainObject } from '../../http/validation/body-fields.js';
import { importMessages } from './messages.js';
import { SeenRecords } from './prune.js';
import {
  type ImportRecord,
  type RelatedEntry,
  type RelatedKind,
  type RecordHeader,
  type RefusedRecord,
  type ZoneNote,
} from './record.js';
import { type Outcome, type StoreResult } from './write.js';

const ALWAYS_REPORTED: readonly Outcome[] = ['created', 'updated', 'unchanged'];
const REPORTED_IF_ANY: readonly Outcome[] = ['trashed', 'skipped'];
const RELATED_KINDS: readonly RelatedKind[] = ['venues', 'organizers', 'categories', 'tags'];

export class Report {
  readonly refused: RefusedRecord[] = [];
  /** Whether the source was read to its end. If not, `failure` may have the reason. */
  isComplete = false;
  failure: Sentence | undefined;
  hasEntries = false;
  readonly seen = new SeenRecords();
  private readonly records: Outcome[] = [];
  private readonly events: Outcome[] = [];
  /** The notes about zones with the numbers of their events, by their text. */
  private readonly zones = new Map<string, { readonly note: ZoneNote; readonly events: number }>();
  /** Ids by kind and outcome: a set, because many events refer to the same record. */
  private readonly related = new Map<string, Set<number>>();
  private readonly remarks: Sentence[] = [];
  private readonly notes: RefusedRecord[] = [];
  private kept = 0;

  get done(): number {
    return this.refused.length + this.records.length;
  }

  addNote(note: Sentence): void {
    this.remarks.push(note);
  }

  refuse(record: RecordHeader, reason: Sentence): void {
    this.refused.push(refusalOf(record, reason));
    this.seen.addRefused(record);
  }

  add(entry: ImportRecord | RelatedEntry, { outcomes, related, kept }: StoreResult): void {
    this.kept += kept;
    for (const { kind, id, outcome } of related) {
      // A record that one event created or updated is unchanged for the next event, and must not be counted twice.
      const counted = outcome === 'unchanged' ? ALWAYS_REPORTED : [outcome];
      if (counted.some((earlier) => this.related.get(`${kind} ${earlier}`)?.has(id))) continue;
      const key = `${kind} ${outcome}`;
      this.related.set(key, (this.related.get(key) ?? new Set()).add(id));
    }
    if (!('related' in entry)) this.addEvents(entry, outcomes);
  }

  private addEvents(record: ImportRecord, outcomes: readonly Outcome[]): void {
    this.seen.add(record);
    this.events.push(...outcomes);
    this.records.push(combinedOutcome(outcomes));
    const stored = outcomes.filter((outcome) => ALWAYS_REPORTED.includes(outcome)).length;
    if (stored === 0) return;
    if (record.zoneNote) {
      const key = record.zoneNote(1)('en');
      this.zones.set(key, { note: record.zoneNote, events: (this.zones.get(key)?.events ?? 0) + stored });
    }
    const notes = record.occurrences.flatMap((occurrence) => occurrence.notes ?? []);
    const unique = new Map(notes.map((reason) => [reason('en'), reason]));
    for (const reason of unique.values()) this.notes.push(refusalOf(record, reason));
  }

  countRecords(outcome: Outcome): number {
    return this.records.filter((reported) => reported === outcome).length;
  }

  countEvents(outcome: Outcome): number {
    return this.events.filter((reported) => reported === outcome).length;
  }

  text(language: Language): string {
    const words = importMessages[language];
    const told = ({ reason, ...record }: RefusedRecord) => words.withLabel(nameOf(record, language), reason(language));
    const parts = [
      [...this.totals(language), words.withLabel(words.refused, words.records(this.refused.length))],
      this.kept > 0 ? [words.kept(this.kept)] : [],
      [...this.remarks, ...(this.failure ? [this.failure] : [])].map((reason) => reason(language)),
      [...this.zones.values()].map(({ note, events }) => note(events)(language)),
      this.notes.map(told),
      this.refused.map(told),
    ];
    return parts
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n');
  }

  private totals(language: Language): string[] {
    const words = importMessages[language];
    const isAny = (outcome: Outcome) => this.events.includes(outcome) || this.records.includes(outcome);
    return [...ALWAYS_REPORTED, ...REPORTED_IF_ANY.filter(isAny)].map((outcome) => {
      const related = RELATED_KINDS.flatMap((kind) => {
        const ids = this.related.get(`${kind} ${outcome}`);
        return ids ? words[kind](ids.size) : [];
      });
      const numbers = [words.records(this.countRecords(outcome)), words.events(this.countEvents(outcome)), ...related];
      return words.withLabel(words[outcome], numbers.join(', '));
    });
  }
}

/** Without the content of the record, which need not stay in memory. */
function refusalOf({ id, title, line, isRow }: RecordHeader, reason: Sentence): RefusedRecord {
  return { id, title, line, isRow, reason };
}

function nameOf({ id, title, line, isRow }: RecordHeader, language: Language): string {
  const words = importMessages[language];
  const place = line === undefined ? '' : ` (${isRow ? words.row(line) : words.line(line)})`;
  return `${id}${title === '' ? '' : ` ${words.title(title)}`}${place}`;
}

function combinedOutcome(outcomes: readonly Outcome[]): Outcome {
  const [first = 'skipped', ...different] = new Set(outcomes.filter((outcome) => outcome !== 'skipped'));
  return different.length === 0 ? first : 'updated';
}

/** The reason why a record was not stored: the errors of the API by field, or by the column of a table. */
export function reasonOf(error: unknown, columns: Readonly<Record<string, string>> = {}): Sentence {
  if (error instanceof CommandError) return error.reason;
  if (!(error instanceof ApiError)) return () => (error instanceof Error ? error.message : String(error));
  return (language) => {
    const { params } = error.data(messages[language]);
    const fields = isPlainObject(params) ? Object.entries(params) : [];
    if (fields.length === 0) return error.wording(messages[language]);
    const { withLabel } = importMessages[language];
    return fields.map(([field, sentence]) => withLabel(columns[field] ?? field, String(sentence))).join(' ');
  };
}
