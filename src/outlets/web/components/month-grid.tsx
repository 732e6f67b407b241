import { type Language } from '../../../lib/i18n/language.js';
import { type CalendarLinks } from '../data/calendar-links.js';
import { type Card, lengthOf, LONG_DAYS } from '../data/cards.js';
import { type Day, groupByDay, weeksOf } from '../data/month.js';
import { capitalized, inWords, weekdays } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';

/** The number of events that a day has room for. */
const SHOWN = 4;

interface MonthProps {
  readonly month: string;
  readonly cards: readonly Card[];
  readonly today: string;
  readonly language: Language;
  readonly links: CalendarLinks;
}

/** The days of a month with the titles of their events, for wide screens. */
export function MonthGrid({ month, cards, today, language, links }: MonthProps) {
  return (
    <table class="month">
      <caption class="unseen">{capitalized(inWords('month', month, language))}</caption>
      <thead>
        <tr>
          {weekdays(language).map(({ long, short }) => (
            <th scope="col" key={long}>
              <abbr title={long}>{capitalized(short)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, cards).map((week, index) => (
          <tr key={index}>
            {week.map((day, weekday) =>
              day ? (
                <DayCell {...{ ...day, today, language, links }} key={day.day} />
              ) : (
                <td class="other" key={weekday} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ day, cards, today, language, links }: Day & Pick<MonthProps, 'today' | 'language' | 'links'>) {
  const shown = cards.length > SHOWN ? cards.slice(0, SHOWN - 1) : cards;
  const state = day === today ? 'today' : day < today ? 'past' : undefined;
  return (
    <td class={state} aria-current={day === today ? 'date' : undefined}>
      <time dateTime={day} class="number">
        {Number(day.slice(8))}
      </time>
      {cards.length > 0 && (
        <ul>
          {shown.map((card) => (
            <li key={card.id}>
              <Entry card={card} day={day} language={language} isFramed={links.isFramed} />
            </li>
          ))}
          {shown.length < cards.length && (
            <li>
              <a class="more" href={links.days(day)}>
                {textsIn(language).more(cards.length - shown.length)}
                <span class="unseen"> ({inWords('day', day, language)})</span>
              </a>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

function Entry(props: {
  readonly card: Card;
  readonly day: string;
  readonly language: Language;
  readonly isFramed: boolean;
}) {
  const { card, day, language, isFramed } = props;
  const isContinued = card.first < day;
  const isLong = lengthOf(card) >= LONG_DAYS;
  const time = isContinued || isLong ? undefined : card.time;
  const classes = ['entry', isContinued && 'continued', card.isCancelled && 'cancelled', !time && 'whole'];
  return (
    <a
      class={classes.filter(Boolean).join(' ')}
      href={card.href}
      lang={card.lang}
      target={isFramed ? '_blank' : undefined}
    >
      {time && <span class="time">{time} </span>}
      <span class="title">{card.title}</span>
      {card.status && <span class="status">{card.status}</span>}
      {isLong && <span class="unseen">, {textsIn(language).ongoingUntil(inWords('day', card.last, language))}</span>}
    </a>
  );
}

/** The days with events as a row of links to them, for phones. */
export function DayStrip({
  cards,
  from,
  today,
  language,
}: Pick<MonthProps, 'cards' | 'today' | 'language'> & { from: string }) {
  const days = groupByDay(cards, from).filter(({ day }) => day >= from);
  if (days.length < 2) return null;
  return (
    <nav class="strip" aria-label={textsIn(language).daysWithEvents}>
      {days.map(({ day }) => (
        <a href={`#d-${day}`} class={day === today ? 'today' : undefined} key={day}>
          <span>{capitalized(inWords('shortWeekday', day, language).replace('.', ''))}</span>
          <b>{Number(day.slice(8))}</b>
        </a>
      ))}
    </nav>
  );
}
