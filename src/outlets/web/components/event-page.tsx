import { type Language } from '../../../lib/i18n/language.js';
import { STATUS_LABELS } from '../../../calendar/events/states.js';
import { type Card } from '../data/cards.js';
import { type EventPageData } from '../data/event-page.service.js';
import { type PageSite } from '../data/page-site.js';
import { capitalized, inWords } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';
import { whenInWords } from '../texts/when.js';
import { Figure } from './card.js';
import { EventActions, EventFacts, langOf } from './event-facts.js';
import { Icon } from './icons.js';

interface EventPageProps {
  readonly data: EventPageData;
  readonly site: PageSite;
  readonly language: Language;
}

/** The page of an event: picture, facts, description, other dates and links. */
export function EventPage({ data, site, language }: EventPageProps) {
  const { event, previous, next } = data;
  const texts = textsIn(language);
  const { links, timezone } = site;
  const facts = { event, language, links, timezone };
  const text = event.description ?? event.excerpt;
  return (
    <article class="record">
      <BackLink site={site} language={language} />
      <header class="record-head">
        <Terms {...facts} />
        <h1 lang={langOf(event, language)}>{event.title}</h1>
        <Lead {...facts} />
        <Status data={data} language={language} />
      </header>
      <div class={event.image ? 'record-body' : 'record-body no-picture'}>
        <div class="record-text">
          {event.image && <Figure image={event.image} language={language} />}
          {text && <Html html={text} lang={langOf(event, language)} />}
          <Tags {...facts} />
        </div>
        <aside class="record-side">
          <EventFacts {...facts} />
          <EventActions {...facts} hasEnded={data.hasEnded} />
          <OtherDates data={data} site={site} language={language} />
        </aside>
      </div>
      {(previous ?? next) && (
        <nav class="neighbours">
          <Neighbour card={previous} language={language} rel="prev" label={texts.previousEvent} />
          <Neighbour card={next} language={language} rel="next" label={texts.nextEvent} />
        </nav>
      )}
    </article>
  );
}

export function BackLink({ site, language }: { readonly site: PageSite; readonly language: Language }) {
  return (
    <a class="back" href={site.links.calendar(language)}>
      <Icon name="left" />
      {textsIn(language).backToCalendar}
    </a>
  );
}

/** HTML of a record, which was sanitized when it was stored. */
export function Html({ html, lang }: { readonly html: string; readonly lang: Language | undefined }) {
  return <div class="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}

type PartProps = Parameters<typeof EventFacts>[0];

function Terms({ event: { categories }, language, links }: PartProps) {
  if (categories.length === 0) return null;
  return (
    <ul class="terms">
      {categories.map((term) => (
        <li key={term.id}>
          <a href={links.local(term.url)} lang={langOf(term, language)}>
            {term.name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Lead({ event, timezone, language }: PartProps) {
  const { days, times } = whenInWords(event, timezone, language);
  const [venue] = event.venue;
  const place = venue && [venue.venue, venue.city].filter(Boolean).join(', ');
  return (
    <p class="lead">
      {[times ? textsIn(language).timeAt(days, times.charAt(0).toLowerCase() + times.slice(1)) : days, place]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

function Status({
  data: { event, hasEnded },
  language,
}: {
  readonly data: EventPageData;
  readonly language: Language;
}) {
  const texts = textsIn(language);
  const { event_status: status, event_status_reason: reason } = event;
  if (status === 'scheduled') return hasEnded ? <p class="notice quiet">{texts.ended}</p> : null;
  return (
    <p class={status === 'full' || status === 'moved_online' ? 'notice' : 'notice bad'} role="note">
      <strong>{STATUS_LABELS[language][status]}</strong>
      {reason && <span lang={langOf(event, language)}>{reason}</span>}
    </p>
  );
}

function Tags({ event: { tags }, language, links }: PartProps) {
  if (tags.length === 0) return null;
  return (
    <ul class="tags" aria-label={textsIn(language).tags}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <a href={links.local(tag.url)} lang={langOf(tag, language)} rel="tag">
            {tag.name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function OtherDates({ data, site, language }: EventPageProps) {
  const { otherDates, hasMoreDates, event } = data;
  const series = event.occurrence?.series;
  if (otherDates.length === 0) return null;
  const texts = textsIn(language);
  return (
    <section class="dates">
      <h2>
        <Icon name="repeat" />
        {texts.otherDates}
      </h2>
      <ul>
        {otherDates.map((card) => (
          <li key={card.id}>
            <a href={card.href}>
              {capitalized(inWords('day', card.first, language))}
              {card.time && `, ${card.time}`}
            </a>
            {card.status && <span class="status">{card.status}</span>}
          </li>
        ))}
        {hasMoreDates && <li>…</li>}
      </ul>
      {series && !event.password_protected && (
        <a href={site.links.api(language, `/events/${series}.ics`, { download: 'true' })}>{texts.seriesSubscribe}</a>
      )}
    </section>
  );
}

function Neighbour(props: {
  readonly card: Card | undefined;
  readonly language: Language;
  readonly rel: 'prev' | 'next';
  readonly label: string;
}) {
  const { card, language, rel, label } = props;
  if (!card) return <span />;
  return (
    <a href={card.href} rel={rel} class={rel}>
      <Icon name={rel === 'prev' ? 'left' : 'right'} />
      <span>
        <small>{label}</small>
        <strong lang={card.lang}>{card.title}</strong>
        <small>{capitalized(inWords('dayOfYear', card.first, language))}</small>
      </span>
    </a>
  );
}
