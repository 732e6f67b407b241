import { type Horizon, isExcluded, type Occurrence, planOccurrences, type SeriesRule } from './occurrences.js';
import { MAX_OCCURRENCES } from './recurrence.js';
import { rulePart } from './rule.js';

/** The dates that a series would have. */
export interface SeriesPreview {
  /** By time. Of a series without an end, those up to the horizon. */
  readonly occurrences: readonly Occurrence[];
  /** Whether no other date follows. */
  readonly isComplete: boolean;
  /** Excluded dates on which the series has no date anyway. */
  readonly unusedExdates: readonly string[];
}

/** Months for which a series with an end is computed, if it does not end before the horizon. */
const FARTHER = [60, 240];

export function previewSeries(rule: SeriesRule, horizon: Horizon): SeriesPreview {
  const { rrule, exdates } = rule.recurrence;
  const planUntil = (months: number) => planOccurrences(rule, { ...horizon, months }, new Set(), undefined);
  const hasEnd = rrule === null || ['COUNT', 'UNTIL'].some((part) => rulePart(rrule, part) !== undefined);
  let plan = planUntil(horizon.months);
  for (const months of hasEnd ? FARTHER : [])
    if (plan.extendAt !== null && plan.occurrences.length < MAX_OCCURRENCES && months > horizon.months)
      plan = planUntil(months);
  const occurrences = [...plan.occurrences].sort((one, other) => (one.start < other.start ? -1 : 1));
  const isComplete = plan.extendAt === null;
  const last = occurrences.at(-1)!.start;
  const isUnused = (exdate: string) =>
    (isComplete || exdate <= last) && !plan.excluded.some((one) => isExcluded(one, [exdate]));
  return { occurrences, isComplete, unusedExdates: exdates.filter(isUnused) };
}
