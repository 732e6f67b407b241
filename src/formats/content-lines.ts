/** In octets (RFC 5545, 3.1). */
const LONGEST = 75;

/** The name of a property with its parameters, and its value as it is written: folded, with the end of the line. */
export function contentLine(beginning: string, value: string): string {
  return `${folded(`${beginning}:${value}`)}\r\n`;
}

/** Text as values hold it (RFC 5545, 3.3.11). */
export function escapedText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
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

/** In lines of at most 75 octets; no character is divided (RFC 5545, 3.1). */
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
