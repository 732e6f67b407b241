import { untilLocal } from '../../recurrence/rule.js';

/** The name of a zone in JSCalendar, which has no names for fixed offsets. */
export function ianaZone(timezone: string): string | undefined {
  if (timezone === 'UTC') return 'Etc/UTC';
  return /^[A-Z]/i.test(timezone) ? timezone : undefined;
}

/**
 * The name of a custom time zone for a fixed offset, which the event defines in `timeZones` (RFC 8984, 1.4.8).
 */
export function offsetZone(offset: string): string {
  return `/UTC${offset}`;
}

export function offsetDefinition(offset: string): object {
  const always = { '@type': 'TimeZoneRule', start: '1970-01-01T00:00:00', offsetFrom: offset, offsetTo: offset };
  return { '@type': 'TimeZone', tzId: `UTC${offset}`, standard: [always] };
}

/** Formats a local time as LocalDateTime. */
export function localDateTime(local: string): string {
  return local.replace(' ', 'T');
}

/** The JSCalendar property of each part of an RRULE, and the parser of its value. UNTIL is added separately. */
const PARTS: Readonly<Record<string, readonly [name: string, read: (value: string) => unknown]>> = {
  FREQ: ['frequency', (value) => value.toLowerCase()],
  INTERVAL: ['interval', Number],
  COUNT: ['count', Number],
  WKST: ['firstDayOfWeek', (value) => value.toLowerCase()],
  BYDAY: ['byDay', (value) => value.split(',').map(nthDay)],
  BYMONTH: ['byMonth', (value) => value.split(',')],
  BYMONTHDAY: ['byMonthDay', numbers],
  BYYEARDAY: ['byYearDay', numbers],
  BYWEEKNO: ['byWeekNo', numbers],
  BYHOUR: ['byHour', numbers],
  BYMINUTE: ['byMinute', numbers],
  BYSECOND: ['bySecond', numbers],
  BYSETPOS: ['bySetPosition', numbers],
};

/** Converts a rule to a RecurrenceRule (RFC 8984, 4.3.3). */
export function jscalRule(rrule: string, timezone: string): object {
  const until = untilLocal(rrule, timezone);
  const parts = rrule.split(';').flatMap((part) => {
    const [name = '', value = ''] = part.split('=');
    const known = PARTS[name];
    return known ? [[known[0], known[1](value)]] : [];
  });
  const rule = Object.fromEntries(parts) as object;
  return { '@type': 'RecurrenceRule', ...rule, ...(until !== undefined && { until: localDateTime(until) }) };
}

function numbers(value: string): number[] {
  return value.split(',').map(Number);
}

/** Parses `2TU`, `-1FR` or `MO`. */
function nthDay(value: string): object {
  const day = value.slice(-2).toLowerCase();
  const nth = value.slice(0, -2);
  return { '@type': 'NDay', day, ...(nth !== '' && { nthOfPeriod: Number(nth) }) };
}
