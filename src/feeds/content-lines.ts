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

/**
 * Writes whole lines as bytes, in lines of at most 75 octets; no character is divided (RFC 5545, 3.1).
 * @param room from `start` on for four octets of each character: a line that is divided keeps 71 of them, and gets three
 * @returns where they end
 */
export function folded(lines: string, room: Buffer, start: number): number {
  const given = encoded(lines);
  let end = start;
  let copied = 0;
  for (let from = 0; from < given.length;) {
    const next = given.indexOf(LINE_FEED, from) + 1 || given.length;
    for (let left = LONGEST; next - from - LINE_END > left; left = LONGEST - 1) {
      from += left;
      while (isInside(given[from]!)) from -= 1;
      end += given.copy(room, end, copied, from);
      for (const octet of FOLD) room[end++] = octet;
      copied = from;
    }
    from = next;
  }
  return end + given.copy(room, end, copied);
}

/** Where lines are before they are divided: of a long feed they would be as much memory to be freed as the feed itself. */
const undivided = Buffer.allocUnsafeSlow(256 * 1024);
const MOST_OCTETS = 3;

/** The octets of a text, until those of another one are asked for. */
function encoded(text: string): Buffer {
  if (text.length * MOST_OCTETS > undivided.length) return Buffer.from(text);
  return undivided.subarray(0, undivided.write(text));
}

/** Whether an octet of UTF-8 is not the first one of its character. */
function isInside(octet: number): boolean {
  return (octet & 0xc0) === 0x80;
}
