import { DeleteQuery, FieldsQuery, RecordQuery } from '../records/reading/record.query.js';
import { PublishedQuery } from '../list/published.query.js';
import { OrganizerDto } from './organizer.dto.js';

/** The parameters of the list of organizers. */
export class OrganizersQuery extends PublishedQuery {
  static override readonly response = OrganizerDto;
}

/** The parameters of reads of one organizer. */
export class OrganizerRecordQuery extends RecordQuery {
  static override readonly response = OrganizerDto;
}

/** The parameters of creations and updates of organizers. */
export class OrganizerFieldsQuery extends FieldsQuery {
  static override readonly response = OrganizerDto;
}

/** The parameters of deletions of organizers. */
export class OrganizerDeleteQuery extends DeleteQuery {
  static override readonly response = OrganizerDto;
}
