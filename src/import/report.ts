import { ApiError } from '../errors/api-error.js';
import { type Language } from '../i18n/language.js';
import { messages } from '../i18n/messages.js';
import { type Outcome, type Stored } from './write.js';
import { importMessages, type Reason } from './messages.js';
import { Seen } from './prune.js';
import {
  type AssumedZone,
  type ImportRecord,
  type LinkedName,
  RecordError,
  type RefusedRecord,
  type SourceNote,
} from './record.js';

const ALWAYS = ['created', 'updated', 'unchanged'] as const;
const WHERE_ANY = ['trashed', 'skipped'] as const;
const LINKED: readonly LinkedName[] = ['venues', 'organizers', 'categories', 'tags'];

/** The outcomes of the records so far. */
export class Report {
  readonly refused: RefusedRecord[] = [];
  /** Whether the source was read to its end, and why not. */
  isWhole = false;
  failure: Reason | undefined;
  /** Whether anything was read of it. */
  hasBegun = false;
  readonly seen = new Seen();
  private readonly records = new Map<Outcome, number>();
  private readonly events = new Map<Outcome, number>();
  /** Number of events for which a zone was assumed. */
  private readonly assumed = new Map<string, { readonly zone: AssumedZone; events: number }>();
  /** Ids of venues, organizers and terms by kind and outcome: many events bring the same ones. */
  private readonly linked = new Map<string, Set<number>>();
  /** Notes about the source as a whole. */
  private readonly remarks: Reason[] = [];
  private kept = 0;
  /** Problems of stored records, for a person to look at. */
  private readonly notes: RefusedRecord[] = [];

  /** Number of processed records. */
  get done(): number {
    return this.refused.length + [...this.records.values()].reduce((sum, count) => sum + count, 0);
  }

  addNote(entry: SourceNote): void {
    if ('note' in entry) this.remarks.push(entry.note);
    else this.seen.isPublicOnly = true;
  }

  refuse(record: RefusedRecord): void {
    this.refused.push(record);
    this.seen.addRefused(record);
  }

  addLinked({ linked, kept }: Omit<Stored, 'outcomes'>): void {
    this.kept += kept;
    for (const { kind, id, outcome } of linked) {
      // A related record that is stored with one event counts as unchanged for the next one.
      const outcomes = outcome === 'unchanged' ? ALWAYS : [outcome];
      if (outcomes.some((other) => this.linked.get(`${kind} ${other}`)?.has(id))) continue;
      const key = `${kind} ${outcome}`;
      this.linked.set(key, (this.linked.get(key) ?? new Set()).add(id));
    }
  }

  add(record: ImportRecord, { outcomes, ...stored }: Stored): void {
    const { assumedZone, occurrences, title, id, line, isRow } = record;
    this.seen.add(record);
    this.addLinked(stored);
    for (const outcome of outcomes) count(this.events, outcome);
    count(this.records, asOne(outcomes));
    const number = outcomes.filter((outcome) => ALWAYS.some((kept) => kept === outcome)).length;
    if (number === 0) return;
    if (assumedZone) {
      const key = JSON.stringify(assumedZone);
      const known = this.assumed.get(key) ?? { zone: assumedZone, events: 0 };
      this.assumed.set(key, { ...known, events: known.events + number });
    }
    const notes = occurrences.flatMap(({ details }) => details.notes ?? []);
    const unique = new Map(notes.map((reason) => [reason('en'), reason]));
    for (const reason of unique.values()) this.notes.push({ id, title, line, isRow, reason });
  }

  recordsThat(outcome: Outcome): number {
    return this.records.get(outcome) ?? 0;
  }

  eventsThat(outcome: Outcome): number {
    return this.events.get(outcome) ?? 0;
  }

  /** The number of venues, organizers and terms by outcome, if there are any. */
  private linkedThat(outcome: Outcome, language: Language): string[] {
    return LINKED.flatMap((kind) => {
      const number = this.linked.get(`${kind} ${outcome}`)?.size ?? 0;
      return number > 0 ? `${number} ${importMessages[language].linked(number)[kind]}` : [];
    });
  }

  /** The report as text. */
  text(language: Language): string {
    const words = importMessages[language];
    const shown = [
      ...ALWAYS,
      ...WHERE_ANY.filter((outcome) => this.recordsThat(outcome) + this.eventsThat(outcome) > 0),
    ];
    const totals = shown.map((outcome) => {
      const [records, events] = [words.records(this.recordsThat(outcome)), words.events(this.eventsThat(outcome))];
      return words.said(words[outcome], [records, events, ...this.linkedThat(outcome, language)].join(', '));
    });
    const about = ({ id, title, line, isRow, reason }: RefusedRecord) => {
      const place = line === undefined ? '' : ` (${isRow ? words.row(line) : words.line(line)})`;
      return words.said(`${id}${title === '' ? '' : ` ${words.title(title)}`}${place}`, reason(language));
    };
    const zones = [...this.assumed.values()].map(({ zone: { timezone, defined }, events }) => {
      if (!defined) return words.assumedZone(events, timezone);
      return defined.fault === 'unusable'
        ? words.unusableZone(events, timezone, defined.name)
        : words.incompleteZone(events, defined.name);
    });
    const parts = [
      [...totals, words.said(words.refused, words.records(this.refused.length))],
      this.kept > 0 ? [words.kept(this.kept)] : [],
      [...this.remarks, ...(this.failure ? [this.failure] : [])].map((reason) => reason(language)),
      zones,
      this.notes.map(about),
      this.refused.map(about),
    ];
    return parts
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n');
  }
}

/** The outcome of a record, which may be several events. */
function asOne(outcomes: readonly Outcome[]): Outcome {
  const told = [...new Set(outcomes.filter((outcome) => outcome !== 'skipped'))];
  if (told.length === 0) return 'skipped';
  return told.length === 1 ? told[0]! : 'updated';
}

function count(counts: Map<Outcome, number>, outcome: Outcome): void {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}

/**
 * The reason why a record was not stored: the errors of the API by field.
 * @param columns of a table, by field
 */
export function reasonOf(error: unknown, columns: Readonly<Record<string, string>> = {}): Reason {
  if (error instanceof RecordError) return error.reason;
  if (!(error instanceof ApiError)) return () => (error instanceof Error ? error.message : String(error));
  return (language) => {
    const { params } = error.data(messages[language]);
    const fields =
      typeof params === 'object' && params !== null && !Array.isArray(params) ? Object.entries(params) : [];
    if (fields.length === 0) return error.wording(messages[language]);
    const named = (field: string) => columns[field] ?? field;
    return fields.map(([field, sentence]) => importMessages[language].said(named(field), String(sentence))).join(' ');
  };
}
