import { type RequestContext } from './calendar-request.js';

/** Milliseconds for which an answer holds that goes by the time of day: less than a second, which nobody else may keep it. */
const A_MOMENT = 900;

/** Notes that an answer depends on the time: it is not kept beyond a moment in milliseconds since 1970. */
export function holds(context: RequestContext, until: number): void {
  context.holdsUntil = Math.min(context.holdsUntil, until);
}

/** Notes that an answer may change with any second. */
export function holdsForAMoment(context: RequestContext): void {
  holds(context, Date.now() + A_MOMENT);
}
