import ICAL from 'ical.js';

/** In octets (RFC 5545, 3.1). */
const LONGEST = 75;

const DESIGN = ICAL.design.icalendar;

/** A property as jCal has it (RFC 7265): name, parameters, type and values. */
export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  ...values: unknown[],
];

/** A property as a content line, folded. */
export function contentLine(property: Property): string {
  return `${folded(ICAL.stringify.property([...property], DESIGN, true))}\r\n`;
}

/** A rule as a content line, as it is: ical.js would put its parts in another order. */
export function ruleLine(rule: string): string {
  return `${folded(`RRULE:${rule}`)}\r\n`;
}

/** Text as properties hold it whose type ical.js does not know. */
export function escapedText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** ical.js folds as well, but counts no blank at the beginning of a line: what it makes is 76 octets long. */
export function folded(line: string): string {
  if (line.length * 3 <= LONGEST) return line;
  let text = '';
  let [start, octets] = [0, 0];
  for (let at = 0; at < line.length; at += 1) {
    const length = octetsOf(line.charCodeAt(at));
    if (octets + length > LONGEST) {
      text += `${line.slice(start, at)}\r\n `;
      // The blank.
      [start, octets] = [at, 1];
    }
    octets += length;
  }
  return text + line.slice(start);
}

/** In UTF-8. The second half of a surrogate pair stays with the first, which has the four octets of both. */
function octetsOf(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit >= 0xd800 && unit < 0xdc00) return 4;
  return unit >= 0xdc00 && unit < 0xe000 ? 0 : 3;
}
