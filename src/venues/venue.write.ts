import { type Faults } from '../common/errors/fault.js';
import { type UpdateVenueDto } from './venue.dto.js';
import { type Venue } from './venue.entity.js';
import { regionColumn, stateProvince } from './venue.kind.js';

type VenueColumns = Pick<
  Venue,
  'address' | 'city' | 'country' | 'province' | 'state' | 'zip' | 'phone' | 'website' | 'showMap' | 'showMapLink'
>;

/** The columns of a venue after a write: what a body says, else what they were. */
export function venueColumns(current: Venue | undefined, body: UpdateVenueDto, faults: Faults): VenueColumns {
  const { address, city, country, zip, phone, website, showMap = false, showMapLink = false } = current ?? {};
  const columns = {
    address: said(body.address, address),
    city: said(body.city, city),
    country: said(body.country, country),
    zip: said(body.zip, zip),
    phone: said(body.phone, phone),
    website: said(body.website, website),
    showMap: body.show_map ?? showMap,
    showMapLink: body.show_map_link ?? showMapLink,
  };
  return { ...columns, ...region(current, body, columns.country, faults) };
}

/** What a search finds of a venue beside its texts. */
export function venueWords(venue: VenueColumns): (string | null)[] {
  return [venue.address, venue.city, venue.province, venue.state, venue.country, venue.zip, venue.phone, venue.website];
}

function said(value: string | null | undefined, before: string | null | undefined): string | null {
  return value === undefined ? (before ?? null) : value;
}

/** `stateprovince` is another name of state or province: the one that differs from what is stored counts. */
function region(
  current: Venue | undefined,
  body: UpdateVenueDto,
  country: string | null,
  faults: Faults,
): Pick<Venue, 'state' | 'province'> {
  const before = { state: current?.state ?? null, province: current?.province ?? null };
  const after = { state: said(body.state, before.state), province: said(body.province, before.province) };
  const combined = body.stateprovince;
  if (combined === undefined || combined === (current ? stateProvince(current) : null)) return after;
  const column = regionColumn(country);
  if (after[column] !== before[column] && after[column] !== combined)
    faults.add('stateprovince', (messages) => messages.disagrees(column));
  return { ...after, [column]: combined };
}
