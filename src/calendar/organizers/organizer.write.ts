import { givenOrStored } from '../records/writing/write-published.js';
import { type UpdateOrganizerDto } from './organizer.dto.js';
import { type Organizer } from './organizer.entity.js';

/** The columns of an organizer after a write. */
export function organizerColumns(
  current: Organizer | undefined,
  body: UpdateOrganizerDto,
): Pick<Organizer, 'phone' | 'email'> {
  return givenOrStored(['phone', 'email'], current, body);
}

/** Searchable words of an organizer, in addition to its texts. */
export function organizerWords({ phone = null, website = null, email = null }: Partial<Organizer>): (string | null)[] {
  return [phone, website, email];
}
