import { tableOf } from '../../database/sql/table.js';
import { taxonomy } from '../resource/term.resource.js';
import { TagTranslation, Tag } from './tag.entity.js';
import { TagDto, UpdateTagDto } from './tag.dto.js';
import { TAG_DOCS } from './tag.docs.js';
import { TAG } from './tag.names.js';
import { presentTag } from './tag.presenter.js';
import { tagListing, type TagsQuery } from './tags.query.js';

/** The resource of tags, which are keywords of events. */
export const TAGS = taxonomy<Tag, UpdateTagDto, TagDto, TagsQuery>({
  names: TAG,
  nameField: 'name',
  entity: Tag,
  translation: TagTranslation,
  body: UpdateTagDto,
  response: TagDto,
  schema: { entities: [Tag, TagTranslation], migrations: [] },
  docs: TAG_DOCS,
  listing: tagListing,
  columns: () => Promise.resolve({}),
  remove: async (manager, { id }) => void (await tableOf(manager, Tag).remove(manager, { id })),
  present: presentTag,
  relation: {
    field: 'tags',
    example: 'outdoors',
    texts: {
      en: {
        body: 'Tags: ids, slugs or names. They replace those before; an empty list clears them.',
        response: 'Tags, by name.',
        filter: 'Events with one of these tags: ids or slugs, of either language.',
      },
      fr: {
        body: 'Étiquettes : identifiants, slugs ou noms. Elles remplacent les précédentes; une liste vide les efface.',
        response: 'Étiquettes, par nom.',
        filter: 'Les événements avec l’une de ces étiquettes : identifiants ou slugs, de l’une ou l’autre langue.',
      },
    },
  },
});
