import { type Viewer } from '../records/record/published-record.dto.js';
import { termFields } from '../records/taxonomy/term.dto.js';
import { type TagDto } from './tag.dto.js';
import { type Tag } from './tag.entity.js';
import { TAG } from './tag.names.js';

/** Presents a tag; all callers see the same fields. */
export function presentTag(tag: Tag, viewer: Viewer): TagDto {
  return { ...termFields(TAG, tag, viewer), taxonomy: 'event_tag' };
}
