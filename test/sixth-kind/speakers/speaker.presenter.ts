import { type Viewer, publishedFields } from '../content/published-record.dto.js';
import { valueIn } from '../content/translations/language-values.js';
import { resolveText } from '../content/translations/resolve-text.js';
import { type SpeakerDto } from './speaker.dto.js';
import { type Speaker } from './speaker.entity.js';
import { SPEAKER } from './speaker.names.js';

/** A speaker as everybody who may read it sees it. */
export function presentSpeaker(speaker: Speaker, viewer: Viewer): SpeakerDto {
  const { language } = viewer;
  const { email } = speaker;
  return {
    ...publishedFields(SPEAKER, speaker, viewer),
    speaker: resolveText(speaker.translations, language).name,
    website: valueIn(speaker, language, 'website'),
    email,
  };
}
