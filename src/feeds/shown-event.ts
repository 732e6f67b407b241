import { type CategoryDto } from '../categories/category.dto.js';
import { type EventDto } from '../events/event.dto.js';
import { type OrganizerDto } from '../organizers/organizer.dto.js';
import { type TagDto } from '../tags/tag.dto.js';
import { type VenueDto } from '../venues/venue.dto.js';

/** A venue as events show it, with the coordinates that the geolocation extension adds. */
export type ShownVenue = VenueDto & { readonly geo_lat?: number | null; readonly geo_lng?: number | null };

/** An event as in JSON, with its related records. */
export interface ShownEvent extends EventDto {
  readonly venue: readonly ShownVenue[];
  readonly organizer: readonly OrganizerDto[];
  readonly categories: readonly CategoryDto[];
  readonly tags: readonly TagDto[];
}

/** The fields that a format uses. */
export type EventWith<Fields extends readonly (keyof ShownEvent)[]> = Pick<ShownEvent, Fields[number]>;

/** The coordinates of a venue in degrees, if known. */
export function pointOf({ geo_lat: lat, geo_lng: lng }: ShownVenue): { lat: number; lng: number } | undefined {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}

/** In Canada and the United States the city comes first, then the region with the code. */
const CITY_FIRST = /^(?:canada|united states(?: of america)?|usa|états-unis)$/i;

/** A place on one line: name, street, city, country. */
export function placeLine({ venue, address, zip, city, province, state, stateprovince, country }: ShownVenue): string {
  const region = stateprovince ?? province ?? state;
  const cityFirst = CITY_FIRST.test(country ?? '') || (country === null && region !== null);
  const locality = cityFirst ? [city, words(region, zip)] : [words(zip, city), region];
  return [venue, address, ...locality, country].filter(Boolean).join(', ');
}

function words(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}
