import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { get, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { type CalendarRecord } from '../api';
import { dataProvider } from '../data';
import { asUtc } from '../i18n';
import { whenOf } from '../lists/when-of';
import { LANGUAGES } from '../session';
import { useSettled } from '../use-settled';
import { textPath, type Values } from './body';
import { useRecordForm } from './context';
import { comparable } from './creation';
import { nameOf } from './record-names';
import { isMoment } from './moments';
import { type Recurrence } from './rule';
import { useSeriesDates } from './series-dates';

/** Milliseconds without a change after which the service is asked. */
const PAUSE = 600;

/** The longest event, in milliseconds, that keeps a venue from others: an exhibition does not. */
const LONGEST = 24 * 60 * 60 * 1000;

/** So many events are named. */
const SHOWN = 3;

/**
 * The values of the form by which it looks for events that may be the same, or take place where and when this one does.
 */
interface Sought {
  readonly start: string;
  readonly end: string;
  /** The end, or the last date of a series. */
  readonly last: string;
  readonly titles: readonly string[];
  readonly venues: readonly number[];
}

/**
 * Names other events with the title, or the venue, of this one at an overlapping time: it may have been entered before. A
 * series takes until its last date, so that one which was divided shows its other part before dates are doubled.
 */
export function Similar() {
  const t = useTranslate();
  const { record, isReadOnly } = useRecordForm();
  const sought = useSettledSearch(useSought());
  const { data } = useQuery({
    queryKey: ['similar', record?.id, sought],
    queryFn: () => readSimilar(sought!, record),
    enabled: !isReadOnly && sought !== undefined,
  });
  return (
    <div role="status">
      {(['title', 'venue'] as const).map((what) => {
        const found = data?.[what] ?? [];
        return (
          found.length > 0 && (
            <Typography key={what} color="text.secondary">
              {t(`similar.${what}`)}{' '}
              {found.slice(0, SHOWN).map((event, index) => (
                <span key={event.id}>
                  {index > 0 && ' · '}
                  <Link to={`/events/${event.id}`} target="_blank">
                    {nameOf('events')(event) || t('form.noTitle')}
                  </Link>
                  , {whenOf(event)}
                </span>
              ))}
            </Typography>
          )
        );
      })}
    </div>
  );
}

/** The time, titles and venues in the form; undefined while they are not complete. */
function useSought(): Sought | undefined {
  const values = useWatch() as Values;
  const { start_date: start, end_date: typedEnd, venue, recurrence } = values as Record<string, unknown>;
  const rule = typeof recurrence === 'string' ? { rrule: recurrence } : (recurrence as Recurrence | null);
  const { isReadOnly } = useRecordForm();
  const { dates } = useSeriesDates((!isReadOnly && rule) || undefined);
  if (!isMoment(start)) return undefined;
  const end = isMoment(typedEnd) && typedEnd > start ? typedEnd : start;
  const last = rule && (dates?.last_start_date ?? dates?.occurrences.at(-1)?.start_date);
  const titles = LANGUAGES.map((language): unknown => get(values, textPath(language, 'title')));
  return {
    start,
    end,
    last: last && last > end ? last : end,
    titles: titles.filter((title): title is string => typeof title === 'string' && title.trim() !== ''),
    venues: Array.isArray(venue) ? (venue as number[]) : [],
  };
}

/** A search once it has not changed for a while. */
function useSettledSearch(sought: Sought | undefined): Sought | undefined {
  const settled = useSettled(sought ? JSON.stringify(sought) : '', PAUSE, '');
  return settled === '' ? undefined : (JSON.parse(settled) as Sought);
}

async function readSimilar({ start, end, last, titles, venues }: Sought, record?: CalendarRecord) {
  // The last second is that before the next event begins.
  const range = (to: string) => ({ from: start, to, strict_dates: true });
  const series = record?.occurrence?.series ?? record?.id;
  const read = async (filter: object) => {
    const page = { page: 1, perPage: 20 };
    const { data } = await dataProvider.getList<CalendarRecord>('events', {
      filter,
      pagination: page,
      meta: { isAside: true },
    });
    return data.filter(({ id, occurrence }) => (occurrence?.series ?? id) !== series && id !== record?.id);
  };
  const names = titles.map(comparable);
  const isSame = ({ title, translations }: CalendarRecord) =>
    [title, ...LANGUAGES.map((language) => translations?.[language]?.title)].some(
      (one) => one && names.includes(comparable(one)),
    );
  const byTitle = titles.map((title) => read({ ...range(last), search: `"${title.replaceAll('"', ' ')}"` }));
  const withTitle = (await Promise.all(byTitle)).flat().filter(isSame);
  const atVenue = venues.length > 0 && isShort({ start, end }) ? await read({ ...range(end), venue: venues }) : [];
  const title = withTitle.filter(({ id }, index) => withTitle.findIndex((other) => other.id === id) === index);
  const venue = atVenue.filter(
    (event) =>
      !title.some(({ id }) => id === event.id) &&
      isShort({ start: String(event.start_date), end: String(event.end_date) }),
  );
  return { title, venue };
}

function isShort({ start, end }: Pick<Sought, 'start' | 'end'>): boolean {
  return asUtc(end).getTime() - asUtc(start).getTime() <= LONGEST;
}
