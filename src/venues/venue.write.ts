import { type FieldErrors } from '../errors/field-error.js';
import { nameKey } from '../content/translations/texts.js';
import { type UpdateVenueDto } from './venue.dto.js';
import { type Venue } from './venue.entity.js';
import { regionColumn, stateProvince } from './region.js';

type VenueColumns = Pick<
  Venue,
  'city' | 'cityKey' | 'country' | 'province' | 'state' | 'zip' | 'phone' | 'showMap' | 'showMapLink'
>;

/** The columns of a venue after a write: the values of the body, else the stored ones. */
export function venueColumns(current: Venue | undefined, body: UpdateVenueDto, errors: FieldErrors): VenueColumns {
  const { city, country, zip, phone, showMap = false, showMapLink = false } = current ?? {};
  const newCity = givenOrStored(body.city, city);
  const columns = {
    city: newCity,
    cityKey: cityKeyOf(newCity),
    country: givenOrStored(body.country, country),
    zip: givenOrStored(body.zip, zip),
    phone: givenOrStored(body.phone, phone),
    showMap: body.show_map ?? showMap,
    showMapLink: body.show_map_link ?? showMapLink,
  };
  return { ...columns, ...region(current, body, columns.country, errors) };
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

function givenOrStored(value: string | null | undefined, before: string | null | undefined): string | null {
  return value === undefined ? (before ?? null) : value;
}

/**
 * `stateprovince` is an alias of `state` or `province`: of the two values, the one that differs from the stored one is
 * used.
 */
function region(
  current: Venue | undefined,
  body: UpdateVenueDto,
  country: string | null,
  errors: FieldErrors,
): Pick<Venue, 'state' | 'province'> {
  const before = { state: current?.state ?? null, province: current?.province ?? null };
  const after = {
    state: givenOrStored(body.state, before.state),
    province: givenOrStored(body.province, before.province),
  };
  const combined = body.stateprovince;
  if (combined === undefined || combined === (current ? stateProvince(current) : null)) return after;
  const column = regionColumn(country);
  if (after[column] !== before[column] && after[column] !== combined)
    errors.add('stateprovince', (messages) => messages.disagrees(column));
  return { ...after, [column]: combined };
}
