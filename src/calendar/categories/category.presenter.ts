import { type Viewer } from '../records/record/published-record.dto.js';
import { termFields } from '../records/taxonomy/term.dto.js';
import { type CategoryDto } from './category.dto.js';
import { type Category } from './category.entity.js';
import { CATEGORY } from './category.names.js';

/** Presents a category; all callers see the same fields. */
export function presentCategory(category: Category, viewer: Viewer): CategoryDto {
  const fields = termFields(CATEGORY, category, viewer);
  return Object.assign(fields, { taxonomy: 'event_category' as const, parent: category.parentId ?? 0 });
}
