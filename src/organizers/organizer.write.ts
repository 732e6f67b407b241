import { type UpdateOrganizerDto } from './organizer.dto.js';
import { type Organizer } from './organizer.entity.js';

type OrganizerColumns = Pick<Organizer, 'phone' | 'email'>;

/** The columns of an organizer after a write: the values of the body, else the stored ones. */
export function organizerColumns(current: Organizer | undefined, body: UpdateOrganizerDto): OrganizerColumns {
  const { phone = null, email = null } = current ?? {};
  return {
    phone: body.phone === undefined ? phone : body.phone,
    email: body.email === undefined ? email : body.email,
  };
}

/** Searchable words of an organizer, in addition to its texts. */
export function organizerWords({ phone = null, website = null, email = null }: Partial<Organizer>): (string | null)[] {
  return [phone, website, email];
}
