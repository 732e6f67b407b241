import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type DateTimeInput } from '../../../lib/datetime/date-time-input.js';
import { endOfDay, givenAsLocalTime, type GivenMoment, startOfDay } from '../../../lib/datetime/moment.js';
import { type UpdateEventDto } from '../event.dto.js';
import { type Repeated, requestedTimes, type Schedule, wholeDayInterval } from './stored-recurrence.js';

export interface Scheduled {
  readonly times: Schedule;
  /** The requested local times, which differ from `times` if they are skipped when the clocks change. */
  readonly requested: { readonly start: string; readonly end: string };
}

/** Start and end of an event after a write; undefined if a date is missing or invalid. */
export function schedule(
  current: (Schedule & Repeated) | undefined,
  body: UpdateEventDto,
  siteTimezone: string,
  errors: FieldErrors,
): Scheduled | undefined {
  const timezone = body.timezone ?? current?.timezone ?? siteTimezone;
  const allDay = body.all_day ?? current?.allDay ?? false;
  const stored = current && storedMoments(current);
  const isSameZone = timezone === current?.timezone;
  /** The moment after the write: from the value of the body, else the stored one. */
  const resolve = (input: DateTimeInput | undefined, known: GivenMoment | undefined, edgeOf: typeof startOfDay) => {
    const given = input?.resolve(timezone, new Date());
    // A local time that occurs twice stays the stored instant, unless an offset requests the other one.
    const isOther = input?.isInstant === true && given?.utc.getTime() !== known?.utc.getTime();
    const isKept = isSameZone && !isOther && (given ?? known)?.local === known?.local;
    // If the stored local time is sent back, the originally requested time, which may be a skipped one, stays.
    const named = !given || given.named === known?.local ? known?.named : given.named;
    if (named === undefined) return undefined;
    if (isKept && (!allDay || current?.allDay)) return { ...known!, named };
    const moment = given && input!.isInstant ? given : givenAsLocalTime(named, timezone);
    return allDay ? { ...edgeOf((isKept ? known! : moment).local, timezone), named } : moment;
  };
  const start = resolve(body.start_date, stored?.start, startOfDay);
  const end = resolve(body.end_date, stored?.end, endOfDay);
  if (!start || !end) return undefined;
  if (end.utc < start.utc) errors.add('end_date', (messages) => messages.endBeforeStart);
  const times = {
    startUtc: start.utc,
    endUtc: end.utc,
    startWall: start.local,
    endWall: end.local,
    timezone,
    allDay,
  };
  const requested = { start: start.named, end: end.named };
  return { times, requested: allDay ? wholeDayInterval(requested) : requested };
}

/** The stored start and end of an event, and the local times that were requested. */
function storedMoments(event: Schedule & Repeated): Readonly<Record<'start' | 'end', GivenMoment>> {
  const meant = requestedTimes(event);
  return {
    start: { local: event.startWall, utc: event.startUtc, named: meant.start },
    end: { local: event.endWall, utc: event.endUtc, named: meant.end },
  };
}
