import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ApiError, type Schemas, send } from '../api';
import { useLabels } from '../i18n';
import { useSettled } from '../use-settled';
import { useLastMoment } from './moments';
import { type Recurrence } from './rule';

type Dates = Schemas['PreviewedOccurrences'];

/** Milliseconds without a change after which the service is asked. */
const PAUSE = 400;

export interface SeriesDates {
  /** Undefined until the service has answered; the former ones while it cannot be reached. */
  readonly dates?: Dates;
  /** Why the series cannot be stored, or that the service cannot be reached. */
  readonly error?: string;
  /** Whether the service refuses the series. */
  readonly isRefused?: boolean;
}

/** The dates of the series in the form, as the service would store them. */
export function useSeriesDates(recurrence: Recurrence | undefined): SeriesDates {
  const inWords = useReason();
  const [start, end] = [useLastMoment('start_date'), useLastMoment('end_date')];
  const [timezone, isAllDay] = useWatch({ name: ['timezone', 'all_day'] }) as [string | null, boolean | null];
  const rrule = recurrence?.rrule?.replace(/;UNTIL=$/, '');
  const times = { start_date: start, end_date: end ?? start, timezone: timezone || undefined, all_day: !!isAllDay };
  // A last day whose year has a digit too many is reported at its input.
  const isEntered = recurrence !== undefined && start !== null && !/UNTIL=\d{9}/.test(rrule ?? '');
  const body = useSettled(isEntered ? JSON.stringify({ ...times, recurrence: { ...recurrence, rrule } }) : '', PAUSE);
  const { data, error } = useQuery({
    queryKey: ['events', 'occurrences', body],
    queryFn: async () =>
      (await send<Dates>('POST', '/events/occurrences', { body: JSON.parse(body), isAside: true })).data,
    enabled: isEntered && body !== '',
    retry: false,
    staleTime: Infinity,
    // The state of the network that browsers report is that of the machine, on which the service may run.
    networkMode: 'always',
  });
  const [known, setKnown] = useState<Dates>();
  if (data && data !== known) setKnown(data);
  const isRefused = error instanceof ApiError && error.status !== 0;
  return { dates: isRefused ? undefined : (data ?? known), error: error ? inWords(error) : undefined, isRefused };
}

/** The sentence for a refusal: that of the rule, else those of the other fields with their labels. */
function useReason(): (error: Error) => string {
  const t = useTranslate();
  const labels = useLabels();
  return (error) => {
    if (!(error instanceof ApiError)) return error.message;
    if (error.status === 0) return t('error.network');
    const { recurrence, ...others } = error.params;
    const reasons = Object.entries(others).map(([name, message]) =>
      t('error.field', { label: labels.field(name), message }),
    );
    return recurrence ?? (reasons.join(' ') || error.message);
  };
}
