import { type Audience, publishedFields } from '../content/published-record.dto.js';
import { shownText } from '../content/translations/shown-text.js';
import { type SpeakerDto } from './speaker.dto.js';
import { type Speaker } from './speaker.entity.js';
import { SPEAKER } from './speaker.names.js';

/** A speaker as everybody who may read it sees it. */
export function presentSpeaker(speaker: Speaker, audience: Audience): SpeakerDto {
  const { website, email } = speaker;
  return {
    ...publishedFields(SPEAKER, speaker, audience),
    speaker: shownText(speaker.translations, audience.language).name,
    website,
    email,
  };
}
