import { type CategoryDto } from '../categories/category.dto.js';
import { type EventDto } from '../events/event.dto.js';
import { type OrganizerDto } from '../organizers/organizer.dto.js';
import { type TagDto } from '../tags/tag.dto.js';
import { type VenueDto } from '../venues/venue.dto.js';

/** A venue in the JSON response, with the coordinates that the geolocation extension adds. */
export type FeedVenue = VenueDto & { readonly geo_lat?: number | null; readonly geo_lng?: number | null };

/** An event of the JSON response with its related records, the input of all feeds. */
export interface FeedEvent extends EventDto {
  readonly venue: readonly FeedVenue[];
  readonly organizer: readonly OrganizerDto[];
  readonly categories: readonly CategoryDto[];
  readonly tags: readonly TagDto[];
}

/** An event with only the fields that a format declares. */
export type EventFields<Fields extends readonly (keyof FeedEvent)[]> = Pick<FeedEvent, Fields[number]>;

/** The coordinates of a venue in degrees, if known. */
export function pointOf({ geo_lat: lat, geo_lng: lng }: FeedVenue): { lat: number; lng: number } | undefined {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}

/** In Canada and the United States the city comes first, then the region with the code. */
const CITY_FIRST = /^(?:canada|united states(?: of america)?|usa|états-unis)$/i;

/** A place on one line: name, street, city, country. */
export function placeLine({ venue, address, zip, city, province, state, stateprovince, country }: FeedVenue): string {
  const region = stateprovince ?? province ?? state;
  const cityFirst = CITY_FIRST.test(country ?? '') || (country === null && region !== null);
  const locality = cityFirst ? [city, joinWords(region, zip)] : [joinWords(zip, city), region];
  return [venue, address, ...locality, country].filter(Boolean).join(', ');
}

function joinWords(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}
