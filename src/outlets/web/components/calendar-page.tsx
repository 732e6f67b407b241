import { type Language } from '../../../lib/i18n/language.js';
import { type CalendarData } from '../data/calendar-page.service.js';
import { type CalendarLinks } from '../data/calendar-links.js';
import { headingOf } from '../data/heading.js';
import { shiftMonth } from '../data/month.js';
import { capitalized, inWords } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';
import { Agenda, Ongoing, Ranking } from './agenda.js';
import { Html } from './event-page.js';
import { Filters, type Suggestions } from './filters.js';
import { Icon } from './icons.js';
import { DayStrip, MonthGrid } from './month-grid.js';
import { Pager } from './pager.js';

/** The category or tag whose page the calendar is. */
export interface ShownTerm {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly lang: Language | undefined;
  readonly isCategory: boolean;
}

interface CalendarProps {
  readonly data: CalendarData;
  readonly links: CalendarLinks;
  readonly language: Language;
  readonly term?: ShownTerm;
  /** The calendar of the site, which shows what the form chooses. */
  readonly action: string;
  /** Where records are suggested while one types. */
  readonly suggestions: Suggestions;
  /** The calendar of the site, with the search and the filters that the page has. */
  readonly back?: string;
}

/** The calendar: a month or a list. The script replaces what is inside `data-calendar`. */
export function CalendarPage(props: CalendarProps) {
  const { data, language, term, action, back } = props;
  // The results, and what leads on from them, are those of the corrected search; the form keeps what was typed.
  const links = data.corrected === undefined ? props.links : props.links.searching(data.corrected);
  const shown = { ...props, links };
  const termId = term?.isCategory ? term.id : undefined;
  return (
    <div class={`calendar ${data.view}-view`} data-calendar>
      {term && (
        <header class="record-head">
          <a class="back" href={back ?? action}>
            <Icon name="left" />
            {textsIn(language).backToCalendar}
          </a>
          <h1 lang={term.lang}>{term.name}</h1>
          {term.description && <Html html={term.description} lang={term.lang} />}
        </header>
      )}
      {!links.isFramed && (
        <Filters
          links={props.links}
          language={language}
          categories={data.categories}
          termId={termId}
          action={action}
          suggestions={props.suggestions}
        />
      )}
      <Bar {...shown} />
      <div aria-live="polite" data-results>
        {data.corrected !== undefined && (
          <p class="corrected">
            {textsIn(language).noResultsFor(props.links.given.search ?? '')}{' '}
            <strong>{textsIn(language).resultsFor(data.corrected)}</strong>
          </p>
        )}
        <Results {...shown} />
      </div>
    </div>
  );
}

/** The heading, the way to other months, and the two views. */
function Bar({ data, links, language, term }: CalendarProps) {
  const texts = textsIn(language);
  const { view, month, today } = data;
  const Heading = term ? 'h2' : 'h1';
  const isMonth = view === 'month';
  const [before, after] = [shiftMonth(month, -1), shiftMonth(month, 1)];
  return (
    <div class="bar">
      {isMonth && before >= '1001-01' && (
        <a class="turn" href={links.month(before)} aria-label={texts.previousMonth} rel="prev nofollow">
          <Icon name="left" />
        </a>
      )}
      <Heading>{headingOf(data, links.given, language)}</Heading>
      {isMonth && after <= '9998-12' && (
        <a class="turn" href={links.month(after)} aria-label={texts.nextMonth} rel="next nofollow">
          <Icon name="right" />
        </a>
      )}
      {isMonth && month !== today.slice(0, 7) && (
        <a class="button quiet now" href={links.monthView()}>
          {texts.thisMonth}
        </a>
      )}
      <nav class="views" aria-label={texts.view}>
        <a href={links.monthView()} aria-current={isMonth ? 'page' : undefined}>
          <Icon name="calendar" />
          <span>{texts.month}</span>
        </a>
        <a href={links.list()} aria-current={isMonth ? undefined : 'page'}>
          <Icon name="list" />
          <span>{texts.list}</span>
        </a>
      </nav>
    </div>
  );
}

function Results(props: CalendarProps) {
  const { data, links, language } = props;
  const { cards, ongoing, today, month, from, total, following } = data;
  const texts = textsIn(language);
  const target = links.isFramed ? '_blank' : undefined;
  if (cards.length + ongoing.length + (following?.cards.length ?? 0) === 0) return <Empty {...props} />;
  if (data.view === 'list') {
    return (
      <>
        {links.isNarrowed && <Count {...props} />}
        <Ongoing cards={ongoing} language={language} target={target} />
        {data.isRanked ? (
          <Ranking cards={cards} language={language} target={target} />
        ) : (
          <Agenda {...{ cards, from, today, language, target }} />
        )}
        <Pager page={data.page} pages={data.pages} language={language} hrefOf={(page) => links.page(page)} />
      </>
    );
  }
  const isCurrent = month === today.slice(0, 7);
  const listed = cards.filter((card) => !ongoing.includes(card));
  // An event that begins in the month before is listed in that month.
  const later = following?.cards.filter(({ first }) => first >= `${following.month}-01`) ?? [];
  return (
    <>
      <Coming {...props} />
      <DayStrip cards={[...listed, ...later]} from={isCurrent ? today : from} today={today} language={language} />
      <MonthGrid {...{ month, cards, today, language, links }} />
      <Agenda {...{ cards: listed, from, today, language, target }} foldBefore={isCurrent ? today : undefined} />
      {total > cards.length && <p class="empty">{texts.andMore(total - cards.length)}</p>}
      {following && (
        <section class="following">
          <h2>{capitalized(inWords('month', following.month, language))}</h2>
          <MonthGrid {...{ ...following, today, language, links }} />
          <Agenda {...{ cards: later, from: `${following.month}-01`, today, language, target }} />
        </section>
      )}
      <Ongoing cards={ongoing} language={language} target={target} />
    </>
  );
}

/** The number of results, and the choice of their order if they have several pages. */
function Count({ data: { total, order }, links, language }: CalendarProps) {
  const texts = textsIn(language);
  if (!order) return <p class="count">{texts.results(total)}</p>;
  const orders = [
    ['relevance', texts.byRelevance],
    ['start_date', texts.byDate],
  ] as const;
  return (
    <div class="count">
      <p>{texts.results(total)}</p>
      <nav aria-label={texts.order}>
        {orders.map(([name, label]) => (
          <a href={links.ordered(name)} aria-current={order === name ? 'true' : undefined} rel="nofollow" key={name}>
            {label}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** Leads from the month to all coming events that the search and the filters choose. */
function Coming({ data: { coming = 0 }, links, language }: CalendarProps) {
  if (coming === 0) return null;
  return (
    <p class="count">
      <a href={links.coming()}>{textsIn(language).resultsComing(coming)}</a>
    </p>
  );
}

/** Tells whether the month or the whole search is empty, and leads on. */
function Empty({ data, links, language, term }: CalendarProps) {
  const texts = textsIn(language);
  const { isOfMonth, month, nearest, coming = 0, isDated } = data;
  const name = inWords('month', month, language);
  const isFiltered = links.isFiltered || term !== undefined;
  const { search } = links.given;
  const nothing = search ? texts.emptySearch(search) : isFiltered ? texts.emptyFilters : texts.emptyCalendar;
  const inMonth = isFiltered ? texts.emptyMonthFiltered(name) : texts.emptyMonth(name);
  return (
    <div class="empty">
      <Icon name="calendar" />
      <p>{isOfMonth && (nearest ?? !isFiltered) ? inMonth : nothing}</p>
      {coming > 0 && (
        <a class="button" href={links.coming()}>
          {texts.resultsComing(coming)}
        </a>
      )}
      {nearest && (
        <a class={coming > 0 ? 'button quiet' : 'button'} href={links.month(nearest)}>
          {texts.nextMatch(inWords('month', nearest, language))}
        </a>
      )}
      {isDated && (
        <a class="button quiet" href={links.coming()}>
          {texts.allEventsAt}
        </a>
      )}
      {links.isFiltered && links.isNarrowed && (
        <a class="button quiet" href={links.cleared()}>
          {texts.clearFilters}
        </a>
      )}
    </div>
  );
}
