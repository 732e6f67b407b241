/**
 * The text of a file in UTF-8 or UTF-16, or in Windows-1252 or Mac Roman, also if only some of its lines are. Only
 * iCalendar folds lines, also inside a character; in other formats a line that begins with a blank is a line.
 */
export function decode(bytes: Uint8Array): string {
  return inUtf16(bytes) ?? inUtf8(bytes) ?? lineByLine(Buffer.from(bytes).toString('latin1'));
}

/** Number of bytes of which UTF-16 without a byte order mark is recognised. */
const SAMPLE = 1000;

/** Detects UTF-16 by its byte order mark, or by the zero bytes of its characters, of which most are ASCII. */
function inUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const zeros = [0, 0];
  for (const [place, byte] of bytes.subarray(0, SAMPLE).entries()) if (byte === 0) zeros[place % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  const few = Math.min(bytes.length, SAMPLE) / 4;
  if ((first === 0xff && second === 0xfe) || (odd > few && even < few / 2))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (even > few && odd < few / 2))
    return new TextDecoder('utf-16be').decode(bytes);
  return undefined;
}

function inUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes each line separately, because some files mix encodings. Empty continuation lines keep the line numbers. */
function lineByLine(latin1: string): string {
  const isFolded = /^(?:\u00ef\u00bb\u00bf)?\s*BEGIN:VCALENDAR\b/i.test(latin1);
  const inOneByte = isMacRoman(latin1) ? inMacRoman : inWindows1252;
  return latin1
    .replace(/\r+\n?/g, '\n')
    .split(isFolded ? /\n(?![ \t])/ : '\n')
    .map((line) => {
      const whole = Buffer.from(isFolded ? line.replace(/\n[ \t]/g, '') : line, 'latin1');
      return (inUtf8(whole) ?? inOneByte(whole)) + '\n '.repeat(line.split('\n').length - 1);
    })
    .join('\n');
}

/**
 * Whether the letters with accents are those of Mac Roman, as Excel on a Mac writes CSV: in Windows-1252, the bytes of
 * its ç, é, è, ê, à, â and ù are signs or undefined, and those of its own are capital letters or signs here.
 */
function isMacRoman(latin1: string): boolean {
  const ofMac = latin1.match(/(?<=[A-Za-z])[\x88\x89\x8d-\x90\x9d]|[\x88\x89\x8d-\x90\x9d](?=[a-z])/g) ?? [];
  const ofWindows = latin1.match(/(?<=[a-z])[\xe0-\xff]|[\xe0-\xff](?=[a-z])/g) ?? [];
  return ofMac.length > ofWindows.length;
}

function inMacRoman(bytes: Buffer): string {
  return new TextDecoder('macintosh').decode(bytes);
}

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Replaces `TextDecoder`, which decodes windows-1252 as Latin-1 in some releases of Node. */
function inWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80]!);
}
