import { type SeriesRule } from './occurrences.js';
import { rdateTimes } from './recurrence.js';
import { partOf, ruleDates } from './rule.js';
import { daysBetween } from '../datetime/days.js';

/** Days within which the next date of a rule is searched. */
const FOLLOWED = 36_000;

/**
 * Finds the local start times of a series on some dates. All dates of the rule have the same time of day, so the rule
 * is only computed for added dates with that time, or for excluded days.
 */
export class Starts {
  private readonly added = new Map<string, string[]>();
  private readonly time: string;

  constructor(private readonly series: SeriesRule) {
    const { recurrence, start } = series;
    this.time = recurrence.rrule === null ? start.slice(11) : timeByRule(recurrence.rrule, start.slice(11));
    // The time of the first date may differ from BYHOUR.
    for (const local of [start, ...recurrence.rdates.map((rdate) => rdateTimes(rdate, start.slice(11)).start)]) {
      const day = local.slice(0, 10);
      this.added.set(day, [...(this.added.get(day) ?? []), local]);
    }
  }

  /** @param date of an occurrence: its day, with the time if the day has several */
  of(date: string): string {
    return withTime(date) ?? this.added.get(date)?.[0] ?? this.byRule(date);
  }

  /** The added dates without duplicates, except the first date and dates of the rule. */
  addedToRule(): string[] {
    const added = [...new Set([...this.added.values()].flat())].sort();
    const made = this.madeByRule(added).add(this.series.start);
    return added.filter((local) => !made.has(local));
  }

  /**
   * The starts that excluded dates remove; an excluded day removes all its starts. Exclusions without a start are left
   * out, because some programs then remove the next occurrence.
   */
  excludedBy(exdates: readonly string[]): string[] {
    const doubtful = exdates.filter((exdate) => this.added.has(exdate)).map((exdate) => this.byRule(exdate));
    const made = this.madeByRule(doubtful);
    return exdates.flatMap((exdate) => {
      const day = exdate.slice(0, 10);
      const byRule = this.byRule(day);
      const isMade = this.series.recurrence.rrule !== null && (made.has(byRule) || !doubtful.includes(byRule));
      const localTimes = [...new Set([...(isMade ? [byRule] : []), ...(this.added.get(day) ?? [])])];
      const exact = withTime(exdate);
      return exact === undefined ? localTimes : localTimes.filter((local) => local === exact);
    });
  }

  private byRule(day: string): string {
    return `${day} ${this.time}`;
  }

  /** The dates of the rule up to the last of some candidates. */
  private madeByRule(localTimes: readonly string[]): Set<string> {
    const { recurrence, start, timezone } = this.series;
    const isNear = (local: string) => daysBetween(start, local) < FOLLOWED;
    const last = localTimes
      .filter((local) => local.endsWith(this.time) && isNear(local))
      .sort()
      .at(-1);
    if (recurrence.rrule === null || last === undefined) return new Set();
    return new Set(ruleDates(recurrence.rrule, start, timezone, last));
  }
}

/** Undefined if a date has no time. */
function withTime(date: string): string | undefined {
  if (date.length === 10) return undefined;
  return date.length === 16 ? `${date}:00` : date;
}

function timeByRule(rrule: string, time: string): string {
  const parts = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name, place) => {
    const [value] = partOf(rrule, name)?.split(',') ?? [];
    return value?.padStart(2, '0') ?? time.split(':')[place];
  });
  return parts.join(':');
}
