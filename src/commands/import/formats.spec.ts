import { recognise } from './formats.js';
import { type Entry } from './record.js';
import { computationTime } from '../../../test/support/process-time.js';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const CALENDAR = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20270105\nSUMMARY:Été\nEND:VEVENT\nEND:VCALENDAR';

const titleIn = async (content: Uint8Array) => {
  const entries = (await recognise(content))?.read({ timezone: undefined, siteTimezone: 'UTC', now: new Date() });
  return (entries as Entry[] | undefined)?.[0]?.title;
};

describe('recognise', () => {
  it.each([
    ['UTF-8', bytes(CALENDAR)],
    ['UTF-8 with a mark', bytes(`\uFEFF${CALENDAR}`)],
    ['UTF-16 with a mark', bytes(`\uFEFF${CALENDAR}`, 'utf16le')],
    ['UTF-16 without a mark', bytes(CALENDAR, 'utf16le')],
    ['UTF-16 with its first byte first', Buffer.from(bytes(CALENDAR, 'utf16le')).swap16()],
    ['what old programs on Windows write', bytes(CALENDAR, 'latin1')],
  ])('reads %s', async (_what, content) => {
    expect(await titleIn(content)).toBe('Été');
  });

  it('reads Windows-1252, whatever this Node takes for it', async () => {
    const [before, after] = CALENDAR.split('Été');
    const letters = [0x80, 0x8c, 0x91, 0x92, 0x93, 0x94, 0x96, 0x9c, 0x9f, 0xe9];
    expect(await titleIn(Buffer.concat([bytes(before!), Buffer.from(letters), bytes(after!)]))).toBe('€Œ‘’“”–œŸé');
  });

  it('reads lines that end in any way, and a file of nothing else in no time', async () => {
    expect(await titleIn(bytes(CALENDAR.replaceAll('\n', '\r')))).toBe('Été');
    expect(await titleIn(bytes(CALENDAR.replaceAll('\n', '\r\r\n')))).toBe('Été');
    const began = computationTime();
    await titleIn(bytes(CALENDAR.replace('\n', '\r'.repeat(100_000))));
    expect(computationTime() - began).toBeLessThan(2000);
  });

  it.each(['', 'hello', '{"a":1}', '[{"name":"x"}]', '[{"uid":1,', '<html>', 'BEGIN:VCARD'])(
    'knows nothing of %j',
    async (text) => {
      expect(await recognise(bytes(text))).toBeUndefined();
    },
  );
});
