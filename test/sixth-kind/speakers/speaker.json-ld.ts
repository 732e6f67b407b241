import { type SpeakerDto } from './speaker.dto.js';

/** A speaker as a schema.org Person. */
export function personJsonLd(speaker: SpeakerDto): Record<string, unknown> {
  return {
    '@type': 'Person',
    name: speaker.speaker,
    ...(speaker.description && { description: speaker.description }),
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
