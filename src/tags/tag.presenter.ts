import { type Viewer } from '../content/published-record.dto.js';
import { termFields } from '../content/taxonomy/term.dto.js';
import { type TagDto } from './tag.dto.js';
import { type Tag } from './tag.entity.js';
import { TAG } from './tag.names.js';

/** A tag as everybody sees it. */
export function presentTag(tag: Tag, viewer: Viewer): TagDto {
  return { ...termFields(TAG, tag, viewer), taxonomy: 'event_tag' };
}
