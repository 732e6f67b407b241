import { DeleteQuery, FieldsQuery, RecordQuery } from '../records/reading/record.query.js';
import { PublishedQuery } from '../list/published.query.js';
import { VenueDto } from './venue.dto.js';

/** The parameters of the list of venues. */
export class VenuesQuery extends PublishedQuery {
  static override readonly response = VenueDto;
}

/** The parameters of reads of one venue. */
export class VenueRecordQuery extends RecordQuery {
  static override readonly response = VenueDto;
}

/** The parameters of creations and updates of venues. */
export class VenueFieldsQuery extends FieldsQuery {
  static override readonly response = VenueDto;
}

/** The parameters of deletions of venues. */
export class VenueDeleteQuery extends DeleteQuery {
  static override readonly response = VenueDto;
}
