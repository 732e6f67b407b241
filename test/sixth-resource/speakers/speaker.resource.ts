import { publishedResource } from '../resource/published.resource.js';
import { SpeakerTranslation, Speaker } from './speaker.entity.js';
import { CreateSpeakerDto, SpeakerDto, UpdateSpeakerDto } from './speaker.dto.js';
import { performerJsonLd, personJsonLd, presentSpeaker } from './speaker.presenter.js';
import { Speakers1790000900000 } from './1790000900000-speakers.js';
import { SPEAKER_DOCS } from './speaker.docs.js';
import { SPEAKER } from './speaker.names.js';
import { speakerColumns, speakerWords } from './speaker.write.js';

/** People who speak at events. */
export const SPEAKERS = publishedResource<Speaker, UpdateSpeakerDto, SpeakerDto>({
  names: SPEAKER,
  nameField: 'speaker',
  perLanguage: { website: 'website', image: 'imageId' },
  entity: Speaker,
  translation: SpeakerTranslation,
  body: UpdateSpeakerDto,
  response: SpeakerDto,
  schema: { entities: [Speaker, SpeakerTranslation], migrations: [Speakers1790000900000] },
  docs: SPEAKER_DOCS,
  columns: speakerColumns,
  words: speakerWords,
  present: presentSpeaker,
  jsonLd: personJsonLd,
  relation: {
    field: 'speaker',
    create: CreateSpeakerDto,
    jsonLd: (speakers) => ({ performer: speakers.map(performerJsonLd) }),
    texts: {
      en: {
        body: 'Speakers: ids, or objects that are found by name or created. They replace those before; an empty list unlinks all.',
        response: 'Speakers, in the order in which they were linked.',
        filter: 'Events at which one of these speakers speaks.',
      },
      fr: {
        body: 'Conférenciers : identifiants, ou objets retrouvés par leur nom ou créés. Ils remplacent les précédents; une liste vide délie tout.',
        response: 'Conférenciers, dans l’ordre où ils ont été liés.',
        filter: 'Les événements où l’un de ces conférenciers prend la parole.',
      },
    },
  },
});
