import { type Language } from '../../../lib/i18n/language.js';
import { type ImageDto, type ImageSizeDto, type ImageSizesDto } from '../../../calendar/records/images/image.dto.js';
import { type Card, lengthOf, LONG_DAYS } from '../data/cards.js';
import { capitalized, inWords } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';
import { focusClass } from '../theme/focus.js';
import { Icon } from './icons.js';

/** A picture in the sizes that the browser can choose from. @param sizes the width at which it is shown */
export function Picture(props: { readonly image: ImageDto; readonly sizes: string; readonly isFirst?: boolean }) {
  const { image, sizes, isFirst } = props;
  const widths = image.sizes && widthsOf(image.sizes);
  return (
    <img
      class={focusClass(image.focus)}
      src={image.sizes?.medium.url ?? image.url}
      srcset={widths?.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={widths ? sizes : undefined}
      width={image.width ?? undefined}
      height={image.height ?? undefined}
      alt={image.alt ?? ''}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchpriority={isFirst ? 'high' : undefined}
      decoding="async"
      referrerpolicy="no-referrer"
    />
  );
}

/** The picture of a page, whole, as a link to its largest size. One that is not wide takes less of the width. */
export function Figure({ image, language }: { readonly image: ImageDto; readonly language: Language }) {
  const { url, sizes, alt, width, height } = image;
  const isTall = Boolean(width && height && width < 1.2 * height);
  const label = [textsIn(language).wholePicture, alt].filter(Boolean).join(', ');
  const shown = isTall ? '(max-width: 30rem) 100vw, 28rem' : '(max-width: 60rem) 100vw, 46rem';
  return (
    <figure class={isTall ? 'tall' : undefined}>
      <a href={sizes?.full.url ?? url} aria-label={label}>
        <Picture image={image} sizes={shown} isFirst />
      </a>
    </figure>
  );
}

/** The different sizes: a small picture has one several times. */
function widthsOf({ thumbnail, medium, large, full }: ImageSizesDto): ImageSizeDto[] {
  return [...new Map([thumbnail, medium, large, full].map((size) => [size.width, size])).values()];
}

/** The times of an event: `6:30 p.m. to 9 p.m.`, `All day`, `Until December 4`. */
export function timesOf(card: Card, language: Language): string {
  const texts = textsIn(language);
  const { first, last, time, endTime } = card;
  if (lengthOf(card) >= LONG_DAYS)
    return texts.fromTo(inWords('date', first, language), inWords('date', last, language));
  if (first !== last) {
    const until = texts.ongoingUntil(inWords('day', last, language));
    return time ? `${time} – ${until.charAt(0).toLowerCase()}${until.slice(1)}` : until;
  }
  if (!time) return texts.allDay;
  return endTime ? texts.fromToTimes(time, endTime) : time;
}

interface EventCardProps {
  readonly card: Card;
  readonly language: Language;
  /** Whether the day is shown on the card, since no heading says it. */
  readonly hasDay?: boolean;
  readonly level?: 'h2' | 'h3' | 'h4';
  readonly target?: '_blank';
}

/** An event in a list. */
export function EventCard({ card, language, hasDay, level: Heading = 'h3', target }: EventCardProps) {
  const { image } = card;
  const times = timesOf(card, language);
  return (
    <article class={card.isCancelled ? 'card cancelled' : 'card'}>
      <div class="card-picture">
        {image ? (
          <Picture image={image} sizes="(max-width: 40rem) 6rem, 11rem" />
        ) : (
          <Leaf card={card} language={language} hasDay={hasDay} />
        )}
      </div>
      <div class="card-text">
        {card.status && <span class="status">{card.status}</span>}
        <Heading>
          <a href={card.href} lang={card.lang} target={target}>
            {card.title}
          </a>
          {card.isLocked && <Icon name="lock" />}
        </Heading>
        <p class="card-when">
          <Icon name="calendar" />
          <time dateTime={card.startsAt}>
            {hasDay && lengthOf(card) < LONG_DAYS ? `${dayOfCard(card, language)} · ${times}` : capitalized(times)}
          </time>
        </p>
        {card.place && (
          <p>
            <Icon name="place" />
            <span>{card.place}</span>
          </p>
        )}
        {card.cost && (
          <p>
            <Icon name="price" />
            <span>{card.cost}</span>
          </p>
        )}
      </div>
    </article>
  );
}

/** In place of a picture: the day, or the time of the day that a heading names. Screen readers read it beside it. */
function Leaf({ card, language, hasDay }: Pick<EventCardProps, 'card' | 'language' | 'hasDay'>) {
  if (hasDay) {
    return (
      <span class="leaf" aria-hidden="true">
        <span>{inWords('shortMonth', card.first, language).replace('.', '')}</span>
        <b>{Number(card.first.slice(8))}</b>
      </span>
    );
  }
  return (
    <span class="leaf" aria-hidden="true">
      {card.time && card.first === card.last ? <i>{card.time}</i> : <Icon name="calendar" />}
    </span>
  );
}

function dayOfCard({ first }: Card, language: Language): string {
  return capitalized(inWords('dayOfYear', first, language));
}
