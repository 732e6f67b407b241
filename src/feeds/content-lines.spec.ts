import fc from 'fast-check';
import ICAL from 'ical.js';
import { contentLine, escapedText, folded, parameter } from './content-lines.js';

/** As a document holds them. */
function foldedAlone(lines: string): Buffer {
  const room = Buffer.alloc(4 * lines.length);
  return room.subarray(0, folded(lines, room, 0));
}

describe('content lines', () => {
  it('are at most 75 octets, whole characters, and say the same when they are unfolded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400, size: 'max' }), (text) => {
        const line = text.replace(/[\r\n]|\p{Cs}/gu, '');
        const [written, last, ...others] = foldedAlone(`${line}\r\nEND:VEVENT\r\n`)
          .toString()
          .split(/\r\n(?! )/);
        expect([last, ...others]).toEqual(['END:VEVENT', '']);
        const lines = written!.split('\r\n');
        expect(lines.every((one) => Buffer.byteLength(one) <= 75)).toBe(true);
        expect(lines.map((one, place) => (place === 0 ? one : one.slice(1))).join('')).toBe(line);
      }),
    );
  });

  it('are the same however many are divided at once', () => {
    const lines = Array.from({ length: 3000 }, (_, place) =>
      contentLine(`X-${place}`, 'été, 東京 🎵 '.repeat(place % 20)),
    );
    const whole = lines.join('');
    expect(whole.length).toBeGreaterThan(256 * 1024);
    expect(foldedAlone(whole).equals(Buffer.concat(lines.map(foldedAlone)))).toBe(true);
  });

  it('escape text, and put parameters in quotes that need it', () => {
    expect(contentLine('SUMMARY;LANGUAGE=fr', escapedText('a,b;c\\d\ne'))).toBe(
      'SUMMARY;LANGUAGE=fr:a\\,b\\;c\\\\d\\ne\r\n',
    );
    expect([parameter('A: "b"'), parameter('a^b'), parameter('plain')]).toEqual(['"A: ^\'b^\'"', 'a^^b', 'plain']);
    expect(escapedText('a,b\r\n;\\')).toBe('a\\,b\\n\\;\\\\');
  });

  it('say what was written to those that read them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (given) => {
        const text = given.replace(/[^\P{Cc}\n]|\p{Cs}/gu, '');
        const line = contentLine(`SUMMARY;X-TOLD=${parameter(text)}`, escapedText(text));
        const property = ICAL.Property.fromString(line.replace(/\r\n /g, '').replace(/\r\n$/, ''));
        expect([property.getFirstValue(), property.getFirstParameter('x-told')]).toEqual([text, text]);
      }),
    );
  });
});
