import { type Venue } from '../venues/venue.entity.js';
import { placeJsonLd } from '../venues/venue.json-ld.js';
import { type EventDto } from './event.dto.js';

/** An event as schema.org Event, made of what the answer shows anyway. */
export function eventJsonLd(event: EventDto, venues: readonly Venue[]): object {
  const [first] = event.venue;
  const place = venues.find(({ id }) => id === first?.id);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    ...(event.description && { description: event.description }),
    ...(event.image && { image: event.image.url }),
    url: event.url,
    inLanguage: event.language,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: event.all_day ? event.start_date.slice(0, 10) : event.starts_at,
    endDate: event.all_day ? event.end_date.slice(0, 10) : event.ends_at,
    ...(first && { location: placeJsonLd(first, place?.additions) }),
    ...(event.organizer.length > 0 && {
      organizer: event.organizer.map(({ organizer, url, phone, email, website }) => ({
        '@type': 'Organization',
        name: organizer,
        url: website ?? url,
        ...(phone && { telephone: phone }),
        ...(email && { email }),
      })),
    }),
    ...offers(event),
  };
}

function offers({ cost_details: cost, url, website }: EventDto): object {
  const prices = cost?.values ?? [];
  if (!cost || prices.length === 0) return {};
  return {
    offers: prices.map((price) => ({
      '@type': 'Offer',
      price,
      priceCurrency: cost.currency_code,
      url: website ?? url,
    })),
  };
}
