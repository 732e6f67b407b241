import { type FieldErrors } from '../../lib/errors/field-error.js';
import { givenOrStored } from '../records/writing/write-published.js';
import { nameKey } from '../records/translations/translation.js';
import { type UpdateVenueDto } from './venue.dto.js';
import { type Venue } from './venue.entity.js';
import { region } from './region.js';

type VenueColumns = Pick<
  Venue,
  'city' | 'cityKey' | 'country' | 'province' | 'state' | 'zip' | 'phone' | 'showMap' | 'showMapLink'
>;

/** The columns of a venue after a write: the values of the body, else the stored ones. */
export function venueColumns(current: Venue | undefined, body: UpdateVenueDto, errors: FieldErrors): VenueColumns {
  const columns = givenOrStored(['city', 'country', 'zip', 'phone'], current, body);
  return {
    ...columns,
    ...region(current, body, columns.country, errors),
    cityKey: cityKeyOf(columns.city),
    showMap: body.show_map ?? current?.showMap ?? false,
    showMapLink: body.show_map_link ?? current?.showMapLink ?? false,
  };
}

/** The normalized name of a city, without case and accents. */
export function cityKeyOf(city: string | null): string | null {
  return city === null ? null : nameKey(city);
}

/** Searchable words of a venue, in addition to its texts. */
export function venueWords(venue: Partial<Venue>): (string | null)[] {
  const { address, city, province, state, country, zip, phone, website } = venue;
  return [address, city, province, state, country, zip, phone, website].map((word) => word ?? null);
}
