import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import { Button, IconButton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type CalendarRecord } from '../api';
import { readAll } from '../data';
import { asLocal, asUtc, formats } from '../i18n';
import { type EventFilters } from './event-filters';

const DAY = 86_400_000;

/** Titles that a day shows before it counts the rest. */
const MOST = 4;

const dayOf = (time: number): string => asLocal(new Date(time)).slice(0, 10);

/** The weeks of a month as days; they begin on Sunday, as calendars in Canada do. */
function daysOf(month: string): string[] {
  const first = asUtc(`${month}-01`);
  const start = first.getTime() - first.getUTCDay() * DAY;
  const last = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0);
  const weeks = Math.ceil((last - start + DAY) / (7 * DAY));
  return Array.from({ length: weeks * 7 }, (_day, index) => dayOf(start + index * DAY));
}

const shift = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number - 1 + by, 1)).slice(0, 7);
};

const thisMonth = (): string => new Intl.DateTimeFormat('en-CA').format().slice(0, 7);

/** The events of a month under the filters of the list. */
export function Month() {
  const t = useTranslate();
  const format = formats();
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const filters = filterValues as EventFilters;
  const { month = thisMonth() } = filters;
  const days = daysOf(month);
  const filter = { ...filters, from: days[0], to: days.at(-1) };
  const { data = [] } = useQuery({ queryKey: ['events', filter], queryFn: () => readAll('events', filter) });
  const open = (next: string) => setFilters({ ...filters, month: next }, displayedFilters);
  const today = new Intl.DateTimeFormat('en-CA').format();
  const on = (day: string) =>
    data.filter(
      ({ start_date: start = '', end_date: end = '' }) => start.slice(0, 10) <= day && end.slice(0, 10) >= day,
    );
  return (
    <section className="month" aria-labelledby="month">
      <div className="month-head">
        <IconButton aria-label={t('event.previous')} onClick={() => open(shift(month, -1))}>
          <PreviousIcon />
        </IconButton>
        <Typography variant="h2" id="month" aria-live="polite">
          {format.month(`${month}-01`)}
        </Typography>
        <IconButton aria-label={t('event.next')} onClick={() => open(shift(month, 1))}>
          <NextIcon />
        </IconButton>
        <Button onClick={() => open(thisMonth())}>{t('event.today')}</Button>
      </div>
      <ol className="month-grid">
        {days.map((day, index) => (
          <li
            key={day}
            className={day.startsWith(month) ? 'day' : 'day other'}
            aria-current={day === today ? 'date' : undefined}
          >
            <span className="day-head">
              <small>{format.shortWeekday(day)}</small> {Number(day.slice(8))}
            </span>
            <Events events={on(day)} day={day} isFirst={index === 0} isMonthStart={day === `${month}-01`} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface EventsProps {
  readonly events: readonly CalendarRecord[];
  readonly day: string;
  /** The first day shown also names what has begun before it. */
  readonly isFirst: boolean;
  /** On a phone, this is the first day shown. */
  readonly isMonthStart: boolean;
}

function Events({ events, day, isFirst, isMonthStart }: EventsProps) {
  const t = useTranslate();
  const format = formats();
  const left = events.length - MOST;
  const isContinued = ({ start_date: start = '' }: CalendarRecord) => !isFirst && start.slice(0, 10) < day;
  return (
    <>
      {events.slice(0, MOST).map((event) => (
        <Link
          key={event.id}
          to={`/events/${event.id}`}
          className={`status-${event.status} event-${event.event_status}${isContinued(event) && !isMonthStart ? ' continued' : ''}`}
          title={event.title}
        >
          {!event.all_day && !isContinued(event) && <small>{format.time(event.start_date ?? '')} </small>}
          {event.title || t('form.noTitle')}
        </Link>
      ))}
      {left > 0 && <small>{t('event.more', { smart_count: left })}</small>}
    </>
  );
}
