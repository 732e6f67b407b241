import AddIcon from '@mui/icons-material/Add';
import { IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { formats } from '../i18n';
import { newEventAddress } from './addresses';
import { EventSigns, stateClasses } from './event-sign';
import { type Span, today } from './month-days';

interface Props {
  readonly month: string;
  readonly days: readonly string[];
  readonly spans: readonly Span[];
  /** Whether a day opens the form of a new event. */
  readonly isCreator: boolean;
}

/** A month on a phone: its days below each other. An event of several days stands once, with its days. */
export function MonthDays({ month, days, spans, isCreator }: Props) {
  const t = useTranslate();
  const format = formats();
  const begunBefore = spans.filter(({ first, last }) => first < `${month}-01` && last >= `${month}-01`);
  const on = (day: string) => [
    ...(day === `${month}-01` ? begunBefore : []),
    ...spans.filter(({ first }) => first === day),
  ];
  return (
    <ol className="month-days">
      {days.map((day) => (
        <li key={day} aria-current={day === today() ? 'date' : undefined}>
          <span className="day-head">
            <small>{format.shortWeekday(day)}</small> {Number(day.slice(8))}
          </span>
          <div className="day-events">
            {on(day).map(({ event, first, last }) => (
              <Link key={event.id} to={`/events/${event.id}`} className={`event ${stateClasses(event)}`}>
                <EventSigns event={event} />
                {first !== last && <small>{format.days(first, last)} </small>}
                {first === last && !event.all_day && <small>{format.time(event.start_date ?? '')} </small>}
                {event.title || t('form.noTitle')}
              </Link>
            ))}
          </div>
          {isCreator && (
            <IconButton
              component={Link}
              to={newEventAddress(day)}
              size="small"
              aria-label={t('event.newOn', { day: format.day(day) })}
            >
              <AddIcon fontSize="small" />
            </IconButton>
          )}
        </li>
      ))}
    </ol>
  );
}
