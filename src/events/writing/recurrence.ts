import { type Faults } from '../../errors/fault.js';
import { type RequestContext } from '../../requests/context/calendar-request.js';
import { type Site } from '../../site/site.js';
import { movedExdates, seriesFault } from '../../values/recurrence/occurrences.js';
import { type Recurrence } from '../../values/recurrence/recurrence.js';
import { type UpdateEventDto } from '../event.dto.js';
import { EVENT } from '../event.names.js';
import { isShownParent } from '../event.presenter.js';
import { type LinkedEvent } from '../links/load.js';
import { type Schedule } from '../times/schedule.js';
import { isOccurrence, saidRecurrence, seriesRule, storedRecurrence } from '../times/stored-recurrence.js';

/**
 * How an event takes place again after a write, as it is stored; files a fault where that makes no sense.
 * @param times undefined where they are missing or faulty
 */
export function recurrenceAfter(
  current: LinkedEvent | undefined,
  { recurrence: asked }: UpdateEventDto,
  times: Schedule | undefined,
  { links, seriesHorizon }: Site,
  { language, caller }: RequestContext,
  faults: Faults,
): string | null {
  const before = current?.recurrence ?? null;
  if (current && isOccurrence(current)) {
    const { parent } = current;
    const route = parent && isShownParent(parent, { caller }) ? links.record(language, EVENT, parent.id) : undefined;
    if (asked) faults.add('recurrence', (messages) => messages.recurrenceOfSeries(route));
    return before;
  }
  const said = current && saidRecurrence(current);
  const recurrence = asked === undefined ? said : asked;
  if (!recurrence || !times) return null;
  const next = { ...recurrence, first: firstAfter(current, times) };
  const after = JSON.stringify(next);
  const isMoved = times.startWall !== current?.startWall || times.timezone !== current.timezone;
  if (after === before && !isMoved) return before;
  const rule = seriesRule({ ...times, recurrence: after });
  const horizon = { now: new Date(), months: seriesHorizon };
  const fault = seriesFault(rule, horizon);
  if (fault) faults.add('recurrence', fault);
  if (fault || !current || JSON.stringify(recurrence) !== JSON.stringify(said)) return after;
  return JSON.stringify({ ...next, exdates: movedExdates(seriesRule(current), rule, horizon) });
}

/** What the clocks skip on the day of the first one, of what is not moved. */
function firstAfter(current: LinkedEvent | undefined, times: Schedule): Recurrence['first'] {
  const { first } = (current && storedRecurrence(current)) ?? {};
  if (!first || times.timezone !== current!.timezone || times.allDay) return undefined;
  const isKept = { start: times.startWall === current!.startWall, end: times.endWall === current!.endWall };
  if (!isKept.start && !isKept.end) return undefined;
  return { start: isKept.start ? first.start : times.startWall, end: isKept.end ? first.end : times.endWall };
}
