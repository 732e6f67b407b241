import { htmlToPlainText } from '../../lib/text/html-to-plain-text.js';
import { type Viewer, publishedFields } from '../records/record/published-record.dto.js';
import { valueIn } from '../records/translations/language-values.js';
import { resolveText } from '../records/translations/translation.js';
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

/** A speaker as a schema.org Person. */
export function personJsonLd(speaker: SpeakerDto): Record<string, unknown> {
  return {
    '@type': 'Person',
    name: speaker.speaker,
    ...(speaker.description && { description: htmlToPlainText(speaker.description) }),
    url: speaker.url,
    ...(speaker.email && { email: speaker.email }),
    ...(speaker.website && { sameAs: speaker.website }),
    ...(speaker.image && { image: speaker.image.url }),
  };
}

/** The same as somebody who appears at an event. */
export function performerJsonLd({ speaker, url, website }: SpeakerDto): Record<string, unknown> {
  return { '@type': 'Person', name: speaker, url: website ?? url };
}
