import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { asLocal, asUtc } from '../i18n';

const HOUR = 3_600_000;

/**
 * Whether a value is a day or a local time. While a year is typed it has leading zeros, and with a digit too many it has
 * five: neither is a date yet.
 */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d(?!\d)/.test(value) && !Number.isNaN(asUtc(value).getTime());

/** A date of the form, or the last one that it had while another one is being typed. */
export function useLastMoment(name: string): string | null {
  const value = useWatch({ name }) as unknown;
  const [last, setLast] = useState<string | null>(null);
  const known = isMoment(value) ? value : last;
  if (known !== last) setLast(known);
  return known;
}

/** The times with which a new event begins on a day that was chosen: most are in the evening. */
export const eveningOf = (day: string) => ({
  start_date: `${day.slice(0, 10)} 19:00:00`,
  end_date: `${day.slice(0, 10)} 21:00:00`,
});

interface Span {
  readonly start: string | null;
  readonly end: string | null;
}

/** The end that belongs to a new start: the length stays, and an end without a start stays where it is later. */
function endOf(start: string, { start: from, end }: Span, isAllDay: boolean): string {
  const at = asUtc(start).getTime();
  const to = isMoment(end) ? asUtc(end).getTime() : undefined;
  if (to !== undefined && isMoment(from)) return asLocal(new Date(at + Math.max(0, to - asUtc(from).getTime())));
  if (to !== undefined && to >= at) return asLocal(new Date(to));
  return asLocal(new Date(at + (isAllDay ? 0 : 2 * HOUR)));
}

/**
 * Lets the end of an event follow its start. The length is that from before Start was typed into: an input is empty, or a
 * date of long ago, while its parts are typed.
 */
export function useEndFollows(isAllDay: boolean) {
  const { getValues, setValue } = useFormContext();
  const before = useWatch({ name: 'start_date' }) as unknown;
  const [span, setSpan] = useState<Span>();
  const isEmpty = !isMoment(before);

  const onStart = (typed: string) => {
    const end = getValues('end_date') as string | null;
    const from = span ?? { start: isEmpty ? null : before, end };
    if (!span) setSpan(from);
    if (isMoment(typed)) setValue('end_date', endOf(typed, from, isAllDay), { shouldDirty: true });
  };
  /** The next change begins with what is there; a start that was left empty still has its length. */
  const onStartLeft = () => !isEmpty && setSpan(undefined);
  const onEnd = () => setSpan(isEmpty ? { start: null, end: getValues('end_date') as string | null } : undefined);
  return { onStart, onStartLeft, onEnd };
}
