import { type ComponentChildren } from 'preact';
import { type Language } from '../../../lib/i18n/language.js';
import { type FeedEvent, type FeedVenue, mailto } from '../../feeds/feed-event.js';
import { addressLines, googleCalendarUrl, mapUrl, outlookCalendarUrl } from '../data/event-links.js';
import { type Links } from '../data/links.js';
import { textsIn } from '../texts/texts.js';
import { whenInWords } from '../texts/when.js';
import { Icon } from './icons.js';

interface FactsProps {
  readonly event: FeedEvent;
  readonly language: Language;
  readonly links: Links;
  readonly timezone: string;
}

/** One thing to know about a record. */
export function Fact(props: {
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="fact">
      <dt>
        <Icon name={props.icon} />
        {props.label}
      </dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** When, where, for how much and by whom an event takes place. */
export function EventFacts(props: FactsProps) {
  const { event, language } = props;
  const texts = textsIn(language);
  return (
    <dl class="facts">
      <WhenFact {...props} />
      <WhereFact {...props} />
      {(event.cost ?? event.ticketed) && (
        <Fact icon="price" label={texts.price}>
          {event.cost && <strong>{event.cost}</strong>}
          {event.ticketed && <div>{texts.tickets}</div>}
        </Fact>
      )}
      <OrganizersFact {...props} />
      {event.website && (
        <Fact icon="globe" label={texts.website}>
          <a href={event.website}>{withoutScheme(event.website)}</a>
        </Fact>
      )}
    </dl>
  );
}

function WhenFact({ event, language, timezone }: FactsProps) {
  const texts = textsIn(language);
  const { days, times } = whenInWords(event, timezone, language);
  return (
    <Fact icon="calendar" label={texts.when}>
      <time dateTime={event.all_day ? event.start_date.slice(0, 10) : event.starts_at}>
        <strong>{days}</strong>
        {times && <span>{times}</span>}
      </time>
      {!event.all_day && (
        <p
          class="own-time"
          data-starts={event.starts_at}
          data-ends={event.ends_at}
          data-label={texts.yourTime}
          hidden
        />
      )}
    </Fact>
  );
}

function WhereFact({ event, language, links }: FactsProps) {
  const texts = textsIn(language);
  const { venue: venues, attendance, online_url: online, event_status: status } = event;
  const isOnline = attendance !== 'offline' || status === 'moved_online';
  if (venues.length === 0 && !isOnline) return null;
  return (
    <Fact icon="place" label={texts.where}>
      {venues.map((venue) => (
        <div class="place" key={venue.id}>
          <a href={links.local(venue.url)} lang={langOf(venue, language)}>
            <strong>{venue.venue}</strong>
          </a>
          <Address venue={venue} />
          {event.show_map_link && <MapLink venue={venue} language={language} />}
        </div>
      ))}
      {isOnline && <div>{venues.length > 0 && attendance === 'mixed' ? texts.onlineAlso : texts.online}</div>}
      {online && (
        <a href={online} rel="noreferrer">
          {texts.joinOnline}
        </a>
      )}
    </Fact>
  );
}

/** The address of a venue, a line each. */
export function Address({ venue }: { readonly venue: FeedVenue }) {
  return (
    <address>
      {addressLines(venue).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

export function MapLink({ venue, language }: { readonly venue: FeedVenue; readonly language: Language }) {
  return (
    <a href={mapUrl(venue)} rel="noreferrer">
      {textsIn(language).map}
    </a>
  );
}

/** A telephone number that can be called, with its extension: `819 555-0100, poste 3`. */
export function Telephone({ number }: { readonly number: string }) {
  const [main = '', extension = ''] = number.split(/(?:ext(?:ension)?|poste|\bp|\bx)\b\.?/i);
  const digits = (text: string) => text.replace(/[^\d+*#]/g, '');
  return <a href={`tel:${[digits(main), digits(extension)].filter(Boolean).join(';ext=')}`}>{number}</a>;
}

function OrganizersFact({ event: { organizer }, language, links }: FactsProps) {
  const texts = textsIn(language);
  if (organizer.length === 0) return null;
  return (
    <Fact icon="people" label={organizer.length > 1 ? texts.organizers : texts.organizer}>
      {organizer.map((one) => (
        <div key={one.id}>
          <a href={links.local(one.url)} lang={langOf(one, language)}>
            <strong>{one.organizer}</strong>
          </a>
          {one.phone && (
            <div>
              <Telephone number={one.phone} />
            </div>
          )}
          {one.email && (
            <div>
              <a href={mailto(one.email)}>{one.email}</a>
            </div>
          )}
        </div>
      ))}
    </Fact>
  );
}

/**
 * The links that put an event into the calendar of a visitor, and the address to pass on. The file of a protected event
 * needs the password, which is never in an address.
 */
export function EventActions({ event, language, links, hasEnded }: FactsProps & { readonly hasEnded: boolean }) {
  const texts = textsIn(language);
  const isOff = hasEnded || event.event_status === 'cancelled' || event.event_status === 'postponed';
  const file = links.api(language, `/events/${event.id}.ics`, { download: 'true' });
  return (
    <div class="actions">
      <details class="menu">
        <summary class={isOff ? 'button quiet' : 'button'}>
          <Icon name="calendar" />
          {texts.addToCalendar}
        </summary>
        <ul>
          {!event.password_protected && (
            <li>
              <a href={file}>{texts.icsFile}</a>
            </li>
          )}
          <li>
            <a href={googleCalendarUrl(event)} rel="noreferrer">
              Google Calendar
            </a>
          </li>
          <li>
            <a href={outlookCalendarUrl(event)} rel="noreferrer">
              Outlook
            </a>
          </li>
        </ul>
      </details>
      <a class="button quiet" href={event.url} data-copy={texts.copied}>
        <Icon name="link" />
        <span>{texts.share}</span>
      </a>
    </div>
  );
}

/** The language of a record where it is not that of the page. */
export function langOf(record: { readonly language: Language }, language: Language): Language | undefined {
  return record.language === language ? undefined : record.language;
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
