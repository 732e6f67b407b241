import { givenOrStored } from '../records/writing/write-published.js';
import { type UpdateSpeakerDto } from './speaker.dto.js';
import { type Speaker } from './speaker.entity.js';

/** The columns of a speaker after a write. */
export function speakerColumns(current: Speaker | undefined, body: UpdateSpeakerDto): Pick<Speaker, 'email'> {
  return givenOrStored(['email'], current, body);
}

/** Searchable words of a speaker, in addition to its texts. */
export function speakerWords({ website = null, email = null }: Partial<Speaker>): (string | null)[] {
  return [website, email];
}
