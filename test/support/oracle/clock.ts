/** Local times computed with Intl only, independently of the service. Instants are milliseconds since 1970. */

export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

/** Offsets and transitions of the tested zones since 1969 are multiples of this. */
const STEP = HOUR / 12;
const FURTHEST = 14 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, hourCycle: 'h23', calendar: 'iso8601', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  formats.set(zone, format);
  return format;
}

/** Memoizes a function of two arguments. */
function memoize<V>(answer: (about: number | string, zone: string) => V): (about: number | string, zone: string) => V {
  const known = new Map<string, V>();
  return (about, zone) => {
    const key = `${about} ${zone}`;
    if (!known.has(key)) known.set(key, answer(about, zone));
    return known.get(key)!;
  };
}

/** The local time of a zone at an instant: `YYYY-MM-DD HH:MM:SS`. */
export const localTimeAt: (instant: number, zone: string) => string = memoize((instant, zone) => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(Number(instant))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
});

export function dayAt(instant: number, zone: string): string {
  return localTimeAt(instant, zone).slice(0, 10);
}

/** The first instant at which a zone's clocks show `wall`. A skipped time moves forward by the gap. */
export const instantOf: (wall: string, zone: string) => number = memoize((wall, zone) => {
  const asUtc = utc(String(wall));
  for (let instant = asUtc - FURTHEST; instant <= asUtc + FURTHEST; instant += STEP)
    if (localTimeAt(instant, zone) === wall) return instant;
  const dayBefore = asUtc - DAY;
  const aheadBefore = utc(localTimeAt(dayBefore, zone)) - dayBefore;
  return asUtc - aheadBefore;
});

/** The first and the last second that belong to a day. */
export function dayBounds(day: string, zone: string): [first: number, last: number] {
  const steps: number[] = [];
  const noon = utc(`${day} 12:00:00`);
  for (let instant = noon - 2 * DAY; instant <= noon + 2 * DAY; instant += STEP)
    if (dayAt(instant, zone) === day) steps.push(instant);
  return [steps[0]!, steps.at(-1)! + STEP - SECOND];
}

/** Adds milliseconds to a local time as if it were in UTC. */
export function addMilliseconds(wall: string, milliseconds: number): string {
  return utcText(utc(wall) + milliseconds);
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function utcText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}

export function utc(wall: string): number {
  return Date.parse(`${wall.replace(' ', 'T')}Z`);
}
