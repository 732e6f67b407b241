export function decode(bytes: Uint8Array): string {
  return inUtf16(bytes) ?? inUtf8(bytes) ?? lineByLine(bytes);
}

/** Detects UTF-16 by its byte order mark, or by a zero byte in the first character, which is ASCII in all formats. */
function inUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first! > 0 && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second! > 0))
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

/**
 * Decodes each line separately, because some files mix encodings. Lines are unfolded first, since programs fold them
 * inside a character. Empty continuation lines keep the line numbers.
 */
function lineByLine(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .replace(/\r+\n?/g, '\n')
    .split(/\n(?![ \t])/);
  return lines
    .map((line) => {
      const whole = Buffer.from(line.replace(/\n[ \t]/g, ''), 'latin1');
      return (inUtf8(whole) ?? inWindows1252(whole)) + '\n '.repeat(line.split('\n').length - 1);
    })
    .join('\n');
}

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Replaces `TextDecoder`, which decodes windows-1252 as Latin-1 in some releases of Node. */
function inWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80]!);
}
