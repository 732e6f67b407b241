import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { formats } from '../i18n';
import { EventSigns, stateClasses } from './event-sign';
import { type Bar, barsOf, type Span, today } from './month-days';
import { listAddress, newEventAddress } from './addresses';

/** Lines of events that a week shows before its days count the rest. */
const MOST = 4;

interface Props {
  readonly month: string;
  readonly weeks: readonly (readonly string[])[];
  readonly spans: readonly Span[];
  /** Whether a day opens the form of a new event. */
  readonly isCreator: boolean;
  /** The filters of the list that the rest of a day opens. */
  readonly filter: object;
}

/** A month as weeks. An event of several days is one bar across them. */
export function MonthWeeks({ weeks, ...props }: Props) {
  const format = formats();
  return (
    <>
      <div className="weekdays" aria-hidden>
        {weeks[0]?.map((day) => (
          <span key={day}>{format.shortWeekday(day)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <Week key={week[0]} {...props} week={week} />
      ))}
    </>
  );
}

function Week({ week, month, spans, isCreator, filter }: Omit<Props, 'weeks'> & { readonly week: readonly string[] }) {
  const bars = barsOf(spans, week);
  return (
    <ol className="week">
      {week.map((day, column) => {
        const onDay = bars.filter(({ from, to }) => from <= column && to >= column);
        const hidden = onDay.filter(({ line }) => line >= MOST).length;
        return (
          <li key={day} aria-current={day === today() ? 'date' : undefined}>
            <Day {...{ day, column, isCreator }} isOther={!day.startsWith(month)} isEmpty={onDay.length === 0} />
            {onDay
              .filter(({ from, line }) => from === column && line < MOST)
              .map((bar) => (
                <EventBar key={bar.event.id} bar={bar} week={week} />
              ))}
            {hidden > 0 && <Rest {...{ day, column, hidden, filter }} />}
          </li>
        );
      })}
    </ol>
  );
}

interface DayProps {
  readonly day: string;
  readonly column: number;
  readonly isCreator: boolean;
  readonly isOther: boolean;
  readonly isEmpty: boolean;
}

/** The cell of a day, below its events: a click beside them makes a new one. */
function Day({ day, column, isCreator, isOther, isEmpty }: DayProps) {
  const t = useTranslate();
  const format = formats();
  const cell = { className: `day${isEmpty ? ' empty' : ''}`, style: { gridColumn: column + 1 } };
  const name = t('event.newOn', { day: format.day(day) });
  return (
    <>
      {isCreator ? (
        <Link {...cell} to={newEventAddress(day)} aria-label={name} title={name} />
      ) : (
        <div {...cell}>
          <span className="visually-hidden">{format.day(day)}</span>
        </div>
      )}
      <span className={`day-number${isOther ? ' other' : ''}`} style={cell.style} aria-hidden>
        {Number(day.slice(8))}
      </span>
    </>
  );
}

/** An event from its first to its last day in a week; what goes on before or after has no corner there. */
function EventBar({
  bar: { event, first, last, from, to, line },
  week,
}: {
  readonly bar: Bar;
  readonly week: readonly string[];
}) {
  const t = useTranslate();
  const format = formats();
  const [start = '', end = ''] = [week[0], week.at(-1)];
  const goesOn = [first < start && 'from-before', last > end && 'goes-on', first !== last && 'long'];
  const time = !event.all_day && first === last ? `${format.time(event.start_date ?? '')} ` : '';
  const title = event.title || t('form.noTitle');
  return (
    <Link
      to={`/events/${event.id}`}
      className={['event', stateClasses(event), ...goesOn].filter(Boolean).join(' ')}
      style={{ gridColumn: `${from + 1} / ${to + 2}`, gridRow: line + 2 }}
      title={t('error.field', { label: format.days(first, last), message: title })}
    >
      <EventSigns event={event} />
      {time && <small>{time}</small>}
      {title}
    </Link>
  );
}

interface RestProps {
  readonly day: string;
  readonly column: number;
  readonly hidden: number;
  readonly filter: object;
}

/** The number of the events of a day that are not shown, and the way to all of them. */
function Rest({ day, column, hidden, filter }: RestProps) {
  const t = useTranslate();
  return (
    <Link
      className="rest"
      to={listAddress({ ...filter, from: day, to: day })}
      style={{ gridColumn: column + 1, gridRow: MOST + 2 }}
    >
      {t('event.more', { smart_count: hidden })}
    </Link>
  );
}
