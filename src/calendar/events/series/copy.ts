import { type DateTimeInput } from '../../../lib/datetime/date-time-input.js';
import {
  addMilliseconds,
  givenAsInstant,
  type GivenMoment,
  isoWithOffset,
  isUnambiguous,
  millisecondsBetween,
  momentFromInstant,
  momentFromLocal,
} from '../../../lib/datetime/moment.js';
import { FieldError, FieldErrors } from '../../../lib/errors/field-error.js';
import { copyRecurrence } from '../../../lib/recurrence/copy-recurrence.js';
import { type Recurrence } from '../../../lib/recurrence/recurrence.js';
import { type Content } from '../../records/revisions/content.js';
import { type UpdateEventDto } from '../event.dto.js';
import { type Schedule } from '../schedule/stored-recurrence.js';

/**
 * The content of the copy of an event whose body has a new start: the end moves by the same difference of local time
 * unless the body gives it, and so does the recurrence of a series.
 * @param event the event that is copied
 * @throws {InvalidParameters} if its rule does not have the new start
 */
export function movedContent(content: Content, given: UpdateEventDto, event: Schedule): Content {
  const timezone = given.timezone ?? event.timezone;
  const start = given.start_date?.resolve(timezone, new Date());
  if (start === undefined) return content;
  const from = event.startWall;
  const isAllDay = given.all_day ?? event.allDay;
  const to = isAllDay ? `${start.named.slice(0, 10)} ${from.slice(11)}` : start.named;
  const difference = millisecondsBetween(from, to);
  const fields = { ...content.fields, end_date: movedEnd(event, start, { difference, timezone }) };
  const recurrence = content.fields.recurrence as Recurrence | null;
  if (!recurrence || given.recurrence !== undefined || difference === 0) return { ...content, fields };
  const moved = copyRecurrence(recurrence, { from, to, end: difference, byRule: from, timezone });
  const errors = new FieldErrors();
  if (moved instanceof FieldError) errors.add('start_date', moved);
  errors.throwIfAny();
  return { ...content, fields: { ...fields, recurrence: moved } };
}

/** The end of a copy. Where it would be before the start, since the clocks went back, the copy lasts as long as the event. */
function movedEnd(
  { endWall, startUtc, endUtc }: Schedule,
  start: GivenMoment,
  { difference, timezone }: { readonly difference: number; readonly timezone: string },
): string {
  const end = addMilliseconds(endWall, difference);
  if (momentFromLocal(end, timezone).utc >= start.utc) return end;
  const { local, utc } = momentFromInstant(
    new Date(start.utc.getTime() + endUtc.getTime() - startUtc.getTime()),
    timezone,
  );
  return isoWithOffset(local, utc);
}

/** The body of a copy in which a local time that occurs twice, and that the event has, stays the instant of the event. */
export function withSameInstants<B extends UpdateEventDto>(body: B, event: Schedule): B {
  const { timezone, startWall, startUtc, endWall, endUtc, allDay } = event;
  if (allDay || body.all_day || (body.timezone ?? timezone) !== timezone) return body;
  const kept = (input: DateTimeInput | undefined, local: string, utc: Date): DateTimeInput | undefined => {
    const isSame = input?.isInstant === false && input.resolve(timezone, new Date())?.named === local;
    return isSame && !isUnambiguous(local, timezone) ? instantOf(utc) : input;
  };
  const times = {
    start_date: kept(body.start_date, startWall, startUtc),
    end_date: kept(body.end_date, endWall, endUtc),
  };
  return { ...body, ...times };
}

function instantOf(utc: Date): DateTimeInput {
  return { hasTime: true, isInstant: true, isRelative: false, resolve: (zone) => givenAsInstant(utc, zone) };
}
