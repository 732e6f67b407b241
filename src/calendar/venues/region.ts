import { type FieldErrors } from '../../lib/errors/field-error.js';
import { givenOrStored } from '../records/writing/write-published.js';
import { type UpdateVenueDto } from './venue.dto.js';
import { type Venue } from './venue.entity.js';

/** `stateprovince` is an alias of `state` or `province`: of two values, the one that is new is used. */
export function region(
  current: Venue | undefined,
  body: UpdateVenueDto,
  country: string | null,
  errors: FieldErrors,
): Pick<Venue, 'state' | 'province'> {
  const after = givenOrStored(['state', 'province'], current, body);
  const combined = body.stateprovince;
  if (combined === undefined || combined === (current ? stateProvince(current) : null)) return after;
  const column = regionColumn(country);
  if (after[column] !== (current?.[column] ?? null) && after[column] !== combined)
    errors.add('stateprovince', (messages) => messages.disagrees(column));
  return { ...after, [column]: combined };
}

/** The column for `stateprovince`, which depends on the country. */
function regionColumn(country: string | null): 'state' | 'province' {
  return country === null || /^(us|usa|u\.s\.(a\.)?|united states( of america)?|états-unis|etats-unis)$/i.test(country)
    ? 'state'
    : 'province';
}

export function stateProvince(venue: Pick<Venue, 'country' | 'province' | 'state'>): string | null {
  return venue[regionColumn(venue.country)];
}
