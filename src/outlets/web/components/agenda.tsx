import { type Language } from '../../../lib/i18n/language.js';
import { type Card } from '../data/cards.js';
import { type Day, groupByDay } from '../data/month.js';
import { capitalized, inWords } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';
import { EventCard } from './card.js';

interface AgendaProps {
  readonly cards: readonly Card[];
  /** The first day that is shown. */
  readonly from: string;
  readonly today: string;
  readonly language: Language;
  readonly target?: '_blank';
  /** The days before this one are folded. */
  readonly foldBefore?: string;
}

/** Events by day. */
export function Agenda({ cards, from, today, language, target, foldBefore = '' }: AgendaProps) {
  const days = groupByDay(cards, from);
  const [folded, shown] = [days.filter(({ day }) => day < foldBefore), days.filter(({ day }) => day >= foldBefore)];
  const count = folded.reduce((sum, { cards: some }) => sum + some.length, 0);
  const show = (one: Day) => <AgendaDay {...{ ...one, today, language, target }} key={one.day} />;
  return (
    <div class="agenda">
      {shown.map(show)}
      {count > 0 && (
        <details class="earlier">
          <summary>{textsIn(language).earlierThisMonth(count)}</summary>
          {folded.map(show)}
        </details>
      )}
    </div>
  );
}

function AgendaDay(props: Day & Pick<AgendaProps, 'today' | 'language' | 'target'>) {
  const { day, cards, today, language, target } = props;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const name = capitalized(inWords(isThisYear ? 'day' : 'dayOfYear', day, language));
  return (
    <section class={day === today ? 'day today' : 'day'} id={`d-${day}`}>
      <h2>
        {day === today && <span class="badge">{textsIn(language).today}</span>}
        <time dateTime={day}>{name}</time>
      </h2>
      <div>
        {cards.map((card) => (
          <EventCard card={card} language={language} target={target} key={card.id} />
        ))}
      </div>
    </section>
  );
}

/** Events in the order in which they fit a search, each with its day. */
export function Ranking({ cards, language, target }: Pick<AgendaProps, 'cards' | 'language' | 'target'>) {
  return (
    <div class="agenda ranking">
      {cards.map((card) => (
        <EventCard card={card} language={language} target={target} level="h2" hasDay key={card.id} />
      ))}
    </div>
  );
}

/** Events that have begun before the days that are shown. */
export function Ongoing({ cards, language, target }: Pick<AgendaProps, 'cards' | 'language' | 'target'>) {
  const texts = textsIn(language);
  if (cards.length === 0) return null;
  return (
    <section class="ongoing">
      <h2>{texts.ongoing}</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <a href={card.href} lang={card.lang} target={target}>
              {card.title}
            </a>
            <span>
              {[texts.ongoingUntil(inWords('date', card.last, language)), card.place].filter(Boolean).join(' · ')}
            </span>
            {card.status && <span class="status">{card.status}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
