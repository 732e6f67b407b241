import { DeleteQuery, FieldsQuery, RecordQuery } from '../records/reading/record.query.js';
import { PublishedQuery } from '../list/published.query.js';
import { SpeakerDto } from './speaker.dto.js';

/** The parameters of the list of speakers. */
export class SpeakersQuery extends PublishedQuery {
  static override readonly response = SpeakerDto;
}

/** The parameters of reads of one speaker. */
export class SpeakerRecordQuery extends RecordQuery {
  static override readonly response = SpeakerDto;
}

/** The parameters of creations and updates of speakers. */
export class SpeakerFieldsQuery extends FieldsQuery {
  static override readonly response = SpeakerDto;
}

/** The parameters of deletions of speakers. */
export class SpeakerDeleteQuery extends DeleteQuery {
  static override readonly response = SpeakerDto;
}
