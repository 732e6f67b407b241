import { type SeriesRule } from './occurrences.js';
import { rdateTimes } from './recurrence.js';
import { rulePart, datesByRule } from './rule.js';
import { daysBetween } from '../datetime/days.js';

/** Candidates later than this number of days after the start are not checked against the rule. */
const SEARCH_DAYS = 36_000;

/** Finds the local starts of dates of a series. The rule is computed only if it could coincide with an rdate. */
export class SeriesStarts {
  private readonly added = new Map<string, string[]>();
  private readonly time: string;

  constructor(private readonly series: SeriesRule) {
    const { recurrence, start } = series;
    this.time = recurrence.rrule === null ? start.slice(11) : timeByRule(recurrence.rrule, start.slice(11));
    // `start` is added explicitly, since its time may differ from BYHOUR.
    for (const local of [start, ...recurrence.rdates.map((rdate) => rdateTimes(rdate, start.slice(11)).start)]) {
      const day = local.slice(0, 10);
      this.added.set(day, [...(this.added.get(day) ?? []), local]);
    }
  }

  /** @param date of an occurrence: its day, with the time if the day has several */
  startOf(date: string): string {
    return startWithTime(date) ?? this.added.get(date)?.[0] ?? this.byRule(date);
  }

  /** The added dates without duplicates, except the first date and dates of the rule. */
  addedStarts(): string[] {
    const added = [...new Set([...this.added.values()].flat())].sort();
    const ruleStart = this.ruleStartsAmong(added).add(this.series.start);
    return added.filter((local) => !ruleStart.has(local));
  }

  /**
   * The starts that `exdates` remove; an excluded day removes all its starts. An exdate on which the series has no
   * start is omitted, because some programs would then remove the next occurrence.
   */
  excludedBy(exdates: readonly string[]): string[] {
    const ambiguous = exdates.filter((exdate) => this.added.has(exdate)).map((exdate) => this.byRule(exdate));
    const confirmed = this.ruleStartsAmong(ambiguous);
    return exdates.flatMap((exdate) => {
      const day = exdate.slice(0, 10);
      const ruleStartOn = this.byRule(day);
      const isByRule =
        this.series.recurrence.rrule !== null && (confirmed.has(ruleStartOn) || !ambiguous.includes(ruleStartOn));
      const localTimes = [...new Set([...(isByRule ? [ruleStartOn] : []), ...(this.added.get(day) ?? [])])];
      const exact = startWithTime(exdate);
      return exact === undefined ? localTimes : localTimes.filter((local) => local === exact);
    });
  }

  private byRule(day: string): string {
    return `${day} ${this.time}`;
  }

  /** The starts of the rule up to the last candidate that has its time of day. */
  private ruleStartsAmong(localTimes: readonly string[]): Set<string> {
    const { recurrence, start, timezone } = this.series;
    const isNear = (local: string) => daysBetween(start, local) < SEARCH_DAYS;
    const last = localTimes
      .filter((local) => local.endsWith(this.time) && isNear(local))
      .sort()
      .at(-1);
    if (recurrence.rrule === null || last === undefined) return new Set();
    return new Set(datesByRule(recurrence.rrule, start, timezone, last));
  }
}

/** The start of a date that names its time; undefined for a day alone. */
function startWithTime(date: string): string | undefined {
  if (date.length === 10) return undefined;
  return date.length === 16 ? `${date}:00` : date;
}

function timeByRule(rrule: string, time: string): string {
  const parts = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name, index) => {
    const [value] = rulePart(rrule, name)?.split(',') ?? [];
    return value?.padStart(2, '0') ?? time.split(':')[index];
  });
  return parts.join(':');
}
