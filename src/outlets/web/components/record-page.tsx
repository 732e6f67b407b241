import { type Language } from '../../../lib/i18n/language.js';
import { type ImageDto } from '../../../calendar/records/images/image.dto.js';
import { type FeedVenue, mailto } from '../../feeds/feed-event.js';
import { type CardList } from '../data/event-lists.service.js';
import { type PageSite } from '../data/page-site.js';
import { textsIn } from '../texts/texts.js';
import { EventCard, Figure } from './card.js';
import { Address, Fact, langOf, MapLink, Telephone, withoutScheme } from './event-facts.js';
import { BackLink, Html } from './event-page.js';

/** A venue, an organizer, or a record of another resource that events are related to. */
export interface ShownRecord {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly language: Language;
  readonly description: string | null;
  readonly excerpt: string | null;
  readonly image: ImageDto | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly website?: string | null;
  /** The fields of a venue, if it is one. */
  readonly venue?: FeedVenue;
}

interface RecordPageProps {
  readonly record: ShownRecord;
  readonly events: CardList;
  /** The calendar with the events of this record. */
  readonly calendar: string;
  /** The list that the record is in. */
  readonly index: { readonly href: string; readonly title: string };
  readonly site: PageSite;
  readonly language: Language;
}

/** Renders the page of a venue or an organizer: its texts and its coming events. */
export function RecordPage({ record, events, calendar, index, site, language }: RecordPageProps) {
  const texts = textsIn(language);
  const text = record.description ?? record.excerpt;
  const { cards, total } = events;
  return (
    <article class="record">
      <BackLink site={site} language={language} />
      <header class="record-head">
        <ul class="terms">
          <li>
            <a href={index.href}>{index.title}</a>
          </li>
        </ul>
        <h1 lang={langOf(record, language)}>{record.name}</h1>
      </header>
      <div class={record.image ? 'record-body' : 'record-body no-picture'}>
        <div class="record-text">
          {record.image && <Figure image={record.image} language={language} />}
          {text && <Html html={text} lang={langOf(record, language)} />}
          <section class="coming">
            <h2>{texts.upcoming}</h2>
            {cards.length === 0 && <p class="empty">{texts.noEventsAt}</p>}
            {cards.map((card) => (
              <EventCard card={card} language={language} hasDay key={card.id} />
            ))}
            {total > cards.length && (
              <a class="button quiet" href={calendar}>
                {texts.allEventsAt} ({total})
              </a>
            )}
          </section>
        </div>
        <aside class="record-side">
          <RecordFacts record={record} language={language} />
        </aside>
      </div>
    </article>
  );
}

function RecordFacts({ record, language }: Pick<RecordPageProps, 'record' | 'language'>) {
  const texts = textsIn(language);
  const { venue, phone, email, website } = record;
  const hasAddress = venue && (venue.address ?? venue.city ?? venue.zip ?? venue.country);
  return (
    <dl class="facts">
      {hasAddress && (
        <Fact icon="place" label={texts.address}>
          <Address venue={venue} />
          {venue.show_map_link && <MapLink venue={venue} language={language} />}
        </Fact>
      )}
      {phone && (
        <Fact icon="phone" label={texts.phone}>
          <Telephone number={phone} />
        </Fact>
      )}
      {email && (
        <Fact icon="mail" label={texts.email}>
          <a href={mailto(email)}>{email}</a>
        </Fact>
      )}
      {website && (
        <Fact icon="globe" label={texts.website}>
          <a href={website}>{withoutScheme(website)}</a>
        </Fact>
      )}
    </dl>
  );
}
