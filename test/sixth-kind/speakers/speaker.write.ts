import { type UpdateSpeakerDto } from './speaker.dto.js';
import { type Speaker } from './speaker.entity.js';

type SpeakerColumns = Pick<Speaker, 'email'>;

/** The columns of a speaker after a write: what a body says, else what they were. */
export function speakerColumns(current: Speaker | undefined, body: UpdateSpeakerDto): SpeakerColumns {
  const { email = null } = current ?? {};
  return { email: body.email === undefined ? email : body.email };
}

/** What a search finds of a speaker beside its texts. */
export function speakerWords({ website = null, email = null }: Partial<Speaker>): (string | null)[] {
  return [website, email];
}
