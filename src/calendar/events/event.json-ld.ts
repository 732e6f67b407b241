import { imageJsonLd } from '../records/images/image.dto.js';
import { jsonLdDescription } from '../../lib/text/html-to-plain-text.js';
import { type EventDto } from './event.dto.js';
import { type Attendance, type EventStatus } from './states.js';

interface StoredDetails {
  /** Whether the whole cost could be parsed, because search engines show offers as the price. */
  readonly isPriced: boolean;
  /** The start before the event was moved, if it is known. */
  readonly previousStart: string | null;
}

/**
 * An event as schema.org Event, made from the fields of the response.
 * @param related properties from related records: the place and the organizers
 * @param stored what the response does not have
 */
export function eventJsonLd(
  event: EventDto,
  related: Readonly<Record<string, unknown>>,
  { isPriced, previousStart }: StoredDetails,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    ...jsonLdDescription(event.description),
    ...(event.image && { image: imageJsonLd(event.image) }),
    url: event.url,
    inLanguage: event.language,
    eventAttendanceMode: `https://schema.org/${MODES[attendanceOf(event)]}EventAttendanceMode`,
    eventStatus: `https://schema.org/Event${STATUSES[event.event_status]}`,
    ...(event.event_status === 'full' && { remainingAttendeeCapacity: 0 }),
    ...(event.event_status === 'rescheduled' && previousStart && { previousStartDate: previousStart }),
    startDate: event.all_day ? event.start_date.slice(0, 10) : event.starts_at,
    endDate: event.all_day ? event.end_date.slice(0, 10) : event.ends_at,
    ...related,
    ...location(event, related),
    ...(isPriced && offers(event)),
  };
}

/** EventStatusType and EventAttendanceModeEnumeration. A full event still takes place. */
const STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  rescheduled: 'Rescheduled',
  moved_online: 'MovedOnline',
  full: 'Scheduled',
};

const MODES: Readonly<Record<Attendance, string>> = { offline: 'Offline', online: 'Online', mixed: 'Mixed' };

/** An event that has moved online is online, even if `attendance` was not changed. */
function attendanceOf({ event_status: status, attendance }: EventDto): Attendance {
  return status === 'moved_online' && attendance === 'offline' ? 'online' : attendance;
}

/** The online location, in addition to the place: the address of the meeting, else the page of the event. */
function location(event: EventDto, { location: place }: Readonly<Record<string, unknown>>): object {
  const url = event.online_url ?? (attendanceOf(event) === 'offline' ? undefined : event.url);
  if (url === undefined) return {};
  const virtual = { '@type': 'VirtualLocation', url };
  return { location: place === undefined ? virtual : [place, virtual] };
}

function offers({ cost_details: cost, event_status: status, url, website }: EventDto): object {
  const prices = cost?.values ?? [];
  if (!cost || prices.length === 0) return {};
  return {
    offers: prices.map((price) => ({
      '@type': 'Offer',
      price,
      priceCurrency: cost.currency_code,
      ...(status === 'full' && { availability: 'https://schema.org/SoldOut' }),
      url: website ?? url,
    })),
  };
}
