import { ApiError } from '../errors/api-error.js';
import { type Language } from '../i18n/language.js';
import { messages } from '../i18n/messages.js';
import { type Outcome } from './importer.js';
import { importMessages, type Reason } from './messages.js';
import { type AssumedZone, type ImportRecord, RecordError, type RefusedRecord } from './record.js';

const ALWAYS = ['created', 'updated', 'unchanged'] as const;
const WHERE_ANY = ['trashed', 'skipped'] as const;

/** The outcomes of the records so far. */
export class Report {
  readonly refused: RefusedRecord[] = [];
  /** Whether the source was read to its end. */
  isWhole = false;
  private readonly records = new Map<Outcome, number>();
  private readonly events = new Map<Outcome, number>();
  /** Number of events for which a zone was assumed. */
  private readonly assumed = new Map<string, { readonly zone: AssumedZone; events: number }>();
  /** Problems of stored records, for a person to look at. */
  private readonly notes: RefusedRecord[] = [];

  /** Records that were dealt with. */
  get done(): number {
    return this.refused.length + [...this.records.values()].reduce((sum, count) => sum + count, 0);
  }

  add({ id, title, line, assumedZone, occurrences }: ImportRecord, outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) count(this.events, outcome);
    count(this.records, asOne(outcomes));
    const stored = outcomes.filter((outcome) => ALWAYS.some((kept) => kept === outcome)).length;
    if (stored === 0) return;
    if (assumedZone) {
      const key = JSON.stringify(assumedZone);
      const known = this.assumed.get(key) ?? { zone: assumedZone, events: 0 };
      this.assumed.set(key, { ...known, events: known.events + stored });
    }
    const notes = occurrences.flatMap(({ details }) => details.notes ?? []);
    const unique = new Map(notes.map((reason) => [reason('en'), reason]));
    for (const reason of unique.values()) this.notes.push({ id, title, ...(line && { line }), reason });
  }

  recordsThat(outcome: Outcome): number {
    return this.records.get(outcome) ?? 0;
  }

  eventsThat(outcome: Outcome): number {
    return this.events.get(outcome) ?? 0;
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
      return words.said(words[outcome], `${records}, ${events}`);
    });
    const about = ({ id, title, line, reason }: RefusedRecord) => {
      const place = line === undefined ? '' : ` (${words.line(line)})`;
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

/** Why a record could not be stored: the errors of the API, field by field. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof RecordError) return error.reason;
  if (!(error instanceof ApiError)) return () => (error instanceof Error ? error.message : String(error));
  return (language) => {
    const { params } = error.data(messages[language]);
    const fields =
      typeof params === 'object' && params !== null && !Array.isArray(params) ? Object.entries(params) : [];
    if (fields.length === 0) return error.wording(messages[language]);
    return fields.map(([field, sentence]) => importMessages[language].said(field, String(sentence))).join(' ');
  };
}
