import ICAL from 'ical.js';

type Value = string | number | number[] | Readonly<Record<string, string>>;

/** A property in jCal (RFC 7265): its name and parameters in lower case, its type, its values. */
export type Property = [name: string, parameters: Readonly<Record<string, string>>, type: string, ...values: Value[]];

/** Lines have at most 75 octets (RFC 5545, 3.1). ical.js does not count the blank at the start of a folded line. */
const LONGEST_LINE = 75;
ICAL.foldLength = LONGEST_LINE - 1;

const TEXT = { defaultType: 'text' };

/** Properties that ical.js does not know, of RFC 7986 and of Apple and Microsoft. */
const DESIGN = {
  ...ICAL.design.icalendar,
  property: { ...(ICAL.design.icalendar.property as object), name: TEXT, 'x-wr-calname': TEXT, 'x-alt-desc': TEXT },
};

/** Properties as iCalendar: folded lines, each with its line end. */
export function written(properties: readonly Property[]): string {
  let lines = '';
  for (const property of properties) {
    const line = ICAL.stringify.property(property, DESIGN, true);
    // Most lines are short; folding them would take a third of the time.
    lines += `${Buffer.byteLength(line) > LONGEST_LINE ? ICAL.helpers.foldline(line) : line}\r\n`;
  }
  return lines;
}

/** @param name in lower case: `vevent` */
export function component(name: string, properties: readonly Property[], parts: readonly string[] = []): string {
  const type = name.toUpperCase();
  return `BEGIN:${type}\r\n${written(properties)}${parts.join('')}END:${type}\r\n`;
}

export function text(name: string, value: string, language?: string): Property {
  return [name, language === undefined ? {} : { language }, 'text', value];
}

export function uri(name: string, value: string, parameters: Record<string, string> = {}): Property {
  return [name, parameters, 'uri', value];
}

/** A local time, `YYYY-MM-DD HH:MM:SS`, as jCal has it. */
export function localTime(local: string): string {
  return local.replace(' ', 'T');
}

/** A time in UTC, `YYYY-MM-DD HH:MM:SS`, as jCal has it. */
export function utcTime(utc: string): string {
  return `${localTime(utc)}Z`;
}

/** `FREQ=WEEKLY;UNTIL=…` as jCal has it. */
export function recurrenceRule(rrule: string): Property {
  const parts = rrule.split(';').map((part) => part.split('=') as [string, string]);
  return ['rrule', {}, 'recur', Object.fromEntries(parts)];
}
