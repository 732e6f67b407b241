/** In octets (RFC 5545, 3.1). */
const LONGEST = 75;
const LINE_END = 2;
const LINE_FEED = 0x0a;
const FOLD = [0x0d, 0x0a, 0x20];

/** The name of a property with its parameters, and its value as it is written: a line with its end, still to be `folded`. */
export function contentLine(beginning: string, value: string): string {
  return `${beginning}:${value}\r\n`;
}

/** Text as values hold it (RFC 5545, 3.3.11). */
export function escapedText(text: string): string {
  // One after the other: a function that is called for each of them takes longer.
  const marked = text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,');
  return marked.replaceAll('\r\n', '\\n').replaceAll('\n', '\\n');
}

/** Text as a parameter holds it: in quotes where it would end there, and without characters that cannot be in quotes (RFC 6868). */
export function parameter(text: string): string {
  const value = text.replace(/[\n^"]/g, (one) => `^${CARETED[one]!}`);
  return /[,:;]/.test(value) ? `"${value}"` : value;
}

const CARETED: Readonly<Record<string, string>> = { '\n': 'n', '^': '^', '"': "'" };

/** A day as values hold it: `20270621`. */
export function dayValue(wall: string): string {
  return wall.slice(0, 4) + wall.slice(5, 7) + wall.slice(8, 10);
}

/** A wall clock reading, `YYYY-MM-DD HH:MM:SS`, as values hold it: `20270621T193000`. */
export function timeValue(wall: string): string {
  return `${dayValue(wall)}T${wall.slice(11, 13)}${wall.slice(14, 16)}${wall.slice(17, 19)}`;
}

/** Whole lines as bytes, in lines of at most 75 octets; no character is divided (RFC 5545, 3.1). */
export function folded(lines: string): Buffer {
  const given = encoded(lines);
  // A character has four octets at most: a line that is divided keeps 71 of them, and gets three.
  const bytes = Buffer.allocUnsafe(given.length + 3 * Math.ceil(given.length / 70));
  let length = 0;
  let copied = 0;
  for (let start = 0; start < given.length;) {
    const next = given.indexOf(LINE_FEED, start) + 1 || given.length;
    for (let room = LONGEST; next - start - LINE_END > room; room = LONGEST - 1) {
      start += room;
      while (isInside(given[start]!)) start -= 1;
      length += given.copy(bytes, length, copied, start);
      for (const octet of FOLD) bytes[length++] = octet;
      copied = start;
    }
    start = next;
  }
  return bytes.subarray(0, length + given.copy(bytes, length, copied));
}

/** Where lines are before they are divided: of a long feed they would be as much memory to be freed as the feed itself. */
const room = Buffer.allocUnsafeSlow(256 * 1024);
const MOST_OCTETS = 3;

/** The octets of a text, until those of another one are asked for. */
function encoded(text: string): Buffer {
  return text.length * MOST_OCTETS > room.length ? Buffer.from(text) : room.subarray(0, room.write(text));
}

/** Whether an octet of UTF-8 is not the first one of its character. */
function isInside(octet: number): boolean {
  return (octet & 0xc0) === 0x80;
}
