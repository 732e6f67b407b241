import { type Faults } from '../../errors/fault.js';
import { type DateTimeInput } from '../../values/time/date-time-input.js';
import { endOfDay, type Moment, momentOf, startOfDay } from '../../values/time/moment.js';
import { type UpdateEventDto } from '../event.dto.js';
import { durationClass } from './duration.js';
import { type Event } from '../event.entity.js';

export type Schedule = Pick<
  Event,
  'startWall' | 'endWall' | 'startUtc' | 'endUtc' | 'durationClass' | 'timezone' | 'allDay'
>;

/**
 * When an event takes place after a write; undefined while a date is missing or faulty.
 * @param siteTimezone zone of events that name none
 */
export function schedule(
  current: Schedule | undefined,
  body: UpdateEventDto,
  siteTimezone: string,
  faults: Faults,
): Schedule | undefined {
  const timezone = body.timezone ?? current?.timezone ?? siteTimezone;
  const allDay = body.all_day ?? current?.allDay ?? false;
  const settled = settling(current, timezone, allDay);
  const start = settled(body.start_date, current && { wall: current.startWall, utc: current.startUtc }, startOfDay);
  const end = settled(body.end_date, current && { wall: current.endWall, utc: current.endUtc }, endOfDay);
  if (!start || !end) return undefined;
  if (end.utc < start.utc) faults.add('end_date', (messages) => messages.endBeforeStart);
  const instants = { startUtc: start.utc, endUtc: end.utc };
  return {
    ...instants,
    ...{ startWall: start.wall, endWall: end.wall, timezone, allDay },
    durationClass: durationClass(instants),
  };
}

/** One end of an event after a write: what is given, else what is stored, on the clock of the zone. */
function settling(current: Schedule | undefined, timezone: string, allDay: boolean) {
  const isSameZone = timezone === current?.timezone;
  return (input: DateTimeInput | undefined, stored: Moment | undefined, edgeOf: typeof startOfDay) => {
    const given = input?.resolve(timezone, new Date());
    // An hour that the clocks show twice stays the one it was, unless the other one is named as such.
    const isOther = input?.isInstant === true && given?.utc.getTime() !== stored?.utc.getTime();
    const isKept = isSameZone && !isOther && (given ?? stored)?.wall === stored?.wall;
    const moment = isKept ? stored : (given ?? (stored && momentOf(stored.wall, timezone)));
    return allDay && moment && !(isKept && current?.allDay) ? edgeOf(moment.wall, timezone) : moment;
  };
}
