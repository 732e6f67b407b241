import { type Language } from '../../../lib/i18n/language.js';
import { type CalendarData } from '../data/calendar-page.service.js';
import { type CalendarLinks } from '../data/calendar-links.js';
import { shiftMonth } from '../data/month.js';
import { capitalized, inWords } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';
import { Agenda, Ongoing } from './agenda.js';
import { Html } from './event-page.js';
import { Filters } from './filters.js';
import { Icon } from './icons.js';
import { DayStrip, MonthGrid } from './month-grid.js';

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
  readonly action: string;
}

/** The calendar: a month or a list. The script replaces what is inside `data-calendar`. */
export function CalendarPage(props: CalendarProps) {
  const { data, links, language, term, action } = props;
  const termId = term?.isCategory ? term.id : undefined;
  return (
    <div class={`calendar ${data.view}-view`} data-calendar>
      {term && (
        <header class="record-head">
          <a class="back" href={action}>
            <Icon name="left" />
            {textsIn(language).backToCalendar}
          </a>
          <h1 lang={term.lang}>{term.name}</h1>
          {term.description && <Html html={term.description} lang={term.lang} />}
        </header>
      )}
      {!links.isFramed && (
        <Filters links={links} language={language} categories={data.categories} termId={termId} action={action} />
      )}
      <Bar {...props} />
      <div aria-live="polite" data-results>
        <Results {...props} />
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
      <Heading>{data.isOfMonth ? capitalized(inWords('month', month, language)) : texts.upcoming}</Heading>
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
  const { cards, ongoing, today, month, from, total } = data;
  const target = links.isFramed ? '_blank' : undefined;
  if (cards.length + ongoing.length === 0) return <Empty {...props} />;
  if (data.view === 'list') {
    return (
      <>
        <Ongoing cards={ongoing} language={language} target={target} />
        <Agenda {...{ cards, from, today, language, target }} />
        <Pager {...props} />
      </>
    );
  }
  const isCurrent = month === today.slice(0, 7);
  const listed = cards.filter((card) => !ongoing.includes(card));
  return (
    <>
      <DayStrip cards={listed} from={isCurrent ? today : from} today={today} language={language} />
      <MonthGrid {...{ month, cards, today, language, links }} />
      <Agenda {...{ cards: listed, from, today, language, target }} foldBefore={isCurrent ? today : undefined} />
      <Ongoing cards={ongoing} language={language} target={target} />
      {total > cards.length && <p class="empty">{textsIn(language).andMore(total - cards.length)}</p>}
    </>
  );
}

/** Tells whether the month or the whole search is empty, and leads on. */
function Empty({ data, links, language, term }: CalendarProps) {
  const texts = textsIn(language);
  const { isOfMonth, month, nearest } = data;
  const name = inWords('month', month, language);
  const isFiltered = links.isFiltered || term !== undefined;
  const { search } = links.given;
  const nothing = search ? texts.emptySearch(search) : isFiltered ? texts.emptyFilters : texts.emptyCalendar;
  const inMonth = isFiltered ? texts.emptyMonthFiltered(name) : texts.emptyMonth(name);
  return (
    <div class="empty">
      <Icon name="calendar" />
      <p>{isOfMonth && (nearest ?? !isFiltered) ? inMonth : nothing}</p>
      {nearest && (
        <a class="button" href={links.month(nearest)}>
          {texts.nextMatch(inWords('month', nearest, language))}
        </a>
      )}
      {links.isFiltered && (
        <a class="button quiet" href={links.all()}>
          {texts.clearFilters}
        </a>
      )}
    </div>
  );
}

function Pager({ data: { page, pages }, links, language }: CalendarProps) {
  const texts = textsIn(language);
  if (pages < 2) return null;
  return (
    <nav class="pager" aria-label={texts.pages}>
      {page > 1 && (
        <a class="button quiet" href={links.page(page - 1)} rel="prev">
          <Icon name="left" />
          {texts.earlier}
        </a>
      )}
      <span>{texts.page(page, pages)}</span>
      {page < pages && (
        <a class="button quiet" href={links.page(page + 1)} rel="next">
          {texts.later}
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
