import fc from 'fast-check';
import { contentLine, escapedText, folded } from './content-lines.js';

describe('content lines', () => {
  it('are at most 75 octets, whole characters, and say the same when they are unfolded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const line = text.replace(/[\r\n]|\p{Cs}/gu, '');
        const lines = folded(line).split('\r\n');
        expect(lines.every((one) => Buffer.byteLength(one) <= 75)).toBe(true);
        expect(lines.join('').length - (lines.length - 1)).toBe(line.length);
        expect(lines.map((one, place) => (place === 0 ? one : one.slice(1))).join('')).toBe(line);
      }),
    );
  });

  it('escape text, and put parameters in quotes that need it', () => {
    expect(contentLine(['summary', { language: 'fr' }, 'text', 'a,b;c\\d\ne'])).toBe(
      'SUMMARY;LANGUAGE=fr:a\\,b\\;c\\\\d\\ne\r\n',
    );
    expect(contentLine(['organizer', { cn: 'A: "b"' }, 'cal-address', 'mailto:a@b.example'])).toBe(
      'ORGANIZER;CN="A: ^\'b^\'":mailto:a@b.example\r\n',
    );
    expect(escapedText('a,b\r\n;\\')).toBe('a\\,b\\n\\;\\\\');
  });
});
