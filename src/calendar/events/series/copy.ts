import { addMilliseconds, millisecondsBetween } from '../../../lib/datetime/moment.js';
import { FieldError, FieldErrors } from '../../../lib/errors/field-error.js';
import { moveRecurrence } from '../../../lib/recurrence/move-recurrence.js';
import { type Recurrence } from '../../../lib/recurrence/recurrence.js';
import { type Content } from '../../records/revisions/content.js';
import { type UpdateEventDto } from '../event.dto.js';

/**
 * The content of the copy of an event whose body has a new start: the end moves by the same difference unless the body
 * gives it, and so does the recurrence of a series.
 * @throws {InvalidParameters} if the recurrence cannot be moved
 */
export function movedContent(content: Content, given: UpdateEventDto): Content {
  const [from, end] = [String(content.fields.start_date), String(content.fields.end_date)];
  const timezone = given.timezone ?? String(content.fields.timezone);
  const start = given.start_date?.resolve(timezone, new Date())?.named;
  if (start === undefined) return content;
  const difference = millisecondsBetween(from, start);
  const fields = { ...content.fields, end_date: addMilliseconds(end, difference) };
  const recurrence = content.fields.recurrence as Recurrence | null;
  if (!recurrence || given.recurrence !== undefined || difference === 0) return { ...content, fields };
  const moved = moveRecurrence(recurrence, { from, to: start, end: difference, byRule: from, timezone });
  const errors = new FieldErrors();
  if (moved instanceof FieldError) errors.add('start_date', moved);
  errors.throwIfAny();
  return { ...content, fields: { ...fields, recurrence: moved } };
}
