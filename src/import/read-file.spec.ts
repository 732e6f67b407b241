import { recogniseFile } from './read-file.js';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const CALENDAR = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20270105\nSUMMARY:Été\nEND:VEVENT\nEND:VCALENDAR';

const titleIn = (content: Uint8Array) =>
  recogniseFile(content)?.read({ timezone: undefined, siteTimezone: 'UTC', now: new Date() })[0]?.title;

describe('recogniseFile', () => {
  it.each([
    ['UTF-8', bytes(CALENDAR)],
    ['UTF-8 with a mark', bytes(`\uFEFF${CALENDAR}`)],
    ['UTF-16 with a mark', bytes(`\uFEFF${CALENDAR}`, 'utf16le')],
    ['what old programs on Windows write', bytes(CALENDAR, 'latin1')],
  ])('reads %s', (_what, content) => {
    expect(titleIn(content)).toBe('Été');
  });

  it('reads lines that end in any way, and a file of nothing else in no time', () => {
    expect(titleIn(bytes(CALENDAR.replaceAll('\n', '\r')))).toBe('Été');
    expect(titleIn(bytes(CALENDAR.replaceAll('\n', '\r\r\n')))).toBe('Été');
    const began = performance.now();
    titleIn(bytes(CALENDAR.replace('\n', '\r'.repeat(100_000))));
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it.each(['', 'hello', '{"a":1}', '[{"name":"x"}]', '[{"uid":1,', '<html>', 'BEGIN:VCARD'])(
    'knows nothing of %j',
    (text) => {
      expect(recogniseFile(bytes(text))).toBeUndefined();
    },
  );
});
