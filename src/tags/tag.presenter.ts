import { type Audience } from '../content/published-record.dto.js';
import { termFields } from '../content/taxonomy/term.dto.js';
import { type TagDto } from './tag.dto.js';
import { type Tag } from './tag.entity.js';
import { TAG } from './tag.names.js';

/** A tag as everybody sees it. */
export function presentTag(tag: Tag, audience: Audience): TagDto {
  return { ...termFields(TAG, tag, audience), taxonomy: 'event_tag' };
}
