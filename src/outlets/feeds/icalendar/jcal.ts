import ICAL from 'ical.js';

type Value = string | number | number[] | Readonly<Record<string, string>>;

/** A property in jCal (RFC 7265): its name and parameters in lower case, its type, its values. */
export type Property = [name: string, parameters: Readonly<Record<string, string>>, type: string, ...values: Value[]];

/** Lines have at most 75 octets (RFC 5545, 3.1). ical.js does not count the blank at the start of a folded line. */
const MAX_LINE_OCTETS = 75;
ICAL.foldLength = MAX_LINE_OCTETS - 1;

const TEXT = { defaultType: 'text' };

/** Properties that ical.js does not know: those of RFC 7986, Apple and Microsoft. */
const DESIGN = {
  ...ICAL.design.icalendar,
  property: { ...(ICAL.design.icalendar.property as object), name: TEXT, 'x-wr-calname': TEXT, 'x-alt-desc': TEXT },
};

/** Writes properties as iCalendar: folded lines with line ends. */
export function serialize(properties: readonly Property[]): string {
  let lines = '';
  for (const property of properties) {
    const line = ICAL.stringify.property(property, DESIGN, true);
    // Most lines are short; without this check, `foldline` would take a third of the time.
    lines += `${Buffer.byteLength(line) > MAX_LINE_OCTETS ? ICAL.helpers.foldline(line) : line}\r\n`;
  }
  return lines;
}

/** @param name in lower case: `vevent` */
export function component(name: string, properties: readonly Property[], parts: readonly string[] = []): string {
  const type = name.toUpperCase();
  return `BEGIN:${type}\r\n${serialize(properties)}${parts.join('')}END:${type}\r\n`;
}

export function text(name: string, value: string, language?: string): Property {
  return [name, language === undefined ? {} : { language }, 'text', value];
}

export function uri(name: string, value: string, parameters: Record<string, string> = {}): Property {
  return [name, parameters, 'uri', value];
}

/** Converts a rule such as `FREQ=WEEKLY;UNTIL=…` to jCal. */
export function recurrenceRule(rrule: string): Property {
  const parts = rrule.split(';').map((part) => part.split('=') as [string, string]);
  return ['rrule', {}, 'recur', Object.fromEntries(parts)];
}
