import { type Entry, type ImportRecord, isRefused, type ReadOptions } from '../record.js';
import { readIcal } from './ical.reader.js';
import { computationTime } from '../../../../test/support/process-time.js';

const OPTIONS: ReadOptions = {
  timezone: undefined,
  siteTimezone: 'America/Toronto',
  now: new Date('2027-01-01T00:00:00Z'),
};

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Concert', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...parts: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n');

function readAll(text: string, options: Partial<ReadOptions> = {}): Entry[] {
  return readIcal(text, { ...OPTIONS, ...options });
}

function read(text: string, options: Partial<ReadOptions> = {}): ImportRecord {
  const [entry] = readAll(text, options);
  if (!entry || isRefused(entry)) throw new Error(`refused: ${entry?.reason('en')}`);
  return entry;
}

const timesOf = (record: ImportRecord) =>
  record.occurrences.filter(({ isExcluded }) => !isExcluded).map(({ start, end }) => [start, end]);
const startsOf = (record: ImportRecord) => timesOf(record).map(([start]) => start);
const detailsOf = (...lines: string[]) =>
  read(calendar(event('DTSTART:20270105T200000', ...lines))).occurrences[0]!.details;
const reasonFor = (...lines: string[]) => {
  const [entry] = readAll(calendar(event(...lines)));
  return entry && isRefused(entry) ? entry.reason('en') : 'accepted';
};

describe('times', () => {
  const one = (text: string, options?: Partial<ReadOptions>) => {
    const [{ start, end, timezone, allDay } = { start: '', end: '', timezone: '', allDay: false }] = read(
      text,
      options,
    ).occurrences;
    return { start, end, timezone, allDay };
  };

  it('without a zone are read in the site’s, in the file’s, or in the one that was asked for', () => {
    const text = calendar(event('DTSTART:20270105T200000', 'DTEND:20270105T220000'));
    const own = text.replace('VERSION:2.0', 'VERSION:2.0\r\nX-WR-TIMEZONE:Europe/Paris');
    expect(one(text)).toMatchObject({
      start: '2027-01-05 20:00:00',
      end: '2027-01-05 22:00:00',
      timezone: 'America/Toronto',
    });
    expect(one(own).timezone).toBe('Europe/Paris');
    expect(one(own, { timezone: 'UTC' }).timezone).toBe('UTC');
  });

  const zone = (tzid: string, offset: string) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
  const floating = event('DTSTART:20270105T200000', 'DTEND:20270105T210000');

  it.each([
    ['a zone', zone('Europe/Paris', '+0100'), 'Europe/Paris'],
    ['a zone by another name', zone('Romance Standard Time', '+0100'), 'Europe/Paris'],
    ['one zone twice', [...zone('Romance Standard Time', '+0100'), ...zone('Europe/Paris', '+0100')], 'Europe/Paris'],
    [
      'a zone, and another one as its own',
      ['X-WR-TIMEZONE:Europe/Paris', ...zone('Asia/Tokyo', '+0900')],
      'Europe/Paris',
    ],
  ])('without a zone are read in the only one of a file that defines %s', (_what, lines, timezone) => {
    expect(one(calendar(...lines, floating))).toMatchObject({ start: '2027-01-05 20:00:00', timezone });
    expect(read(calendar(...lines, floating)).zoneNote).toBeUndefined();
    expect(one(calendar(...lines, floating), { timezone: 'UTC' }).timezone).toBe('UTC');
  });

  it('without a zone become instants where the only one of the file has no name', () => {
    expect(one(calendar(...zone('Mine', '+0300'), floating))).toMatchObject({
      start: '2027-01-05T17:00:00Z',
      end: '2027-01-05T18:00:00Z',
    });
  });

  it.each([
    ['no zone is said', [], floating, 'America/Toronto'],
    ['several are', [...zone('Europe/Paris', '+0100'), ...zone('Asia/Tokyo', '+0900')], floating, 'America/Toronto'],
    ['nobody knows the one that is', [], event('DTSTART;TZID=Nowhere:20270105T200000'), 'America/Toronto'],
    ['nobody has to guess', [], event('DTSTART:20270105T200000Z'), undefined],
    ['whole days need none', [], event('DTSTART;VALUE=DATE:20270105'), undefined],
  ])('are taken in the site’s zone, and the record says so, where %s', (_what, lines, text, assumed) => {
    const record = read(calendar(...lines, text));
    expect(record.occurrences[0]!.timezone).toBe('America/Toronto');
    if (assumed === undefined) expect(record.zoneNote).toBeUndefined();
    else expect(record.zoneNote?.(1)('en')).toContain(`taken as ${assumed};`);
    expect(read(calendar(...lines, text), { timezone: 'UTC' }).zoneNote).toBeUndefined();
  });

  it('in UTC are instants, shown in that zone', () => {
    expect(one(calendar(event('DTSTART:20270105T200000Z', 'DURATION:PT1H30M')))).toEqual({
      start: '2027-01-05T20:00:00Z',
      end: '2027-01-05T21:30:00Z',
      timezone: 'America/Toronto',
      allDay: false,
    });
  });

  it.each([
    ['the second time that the clock shows it', ['T003000', 'DTEND:20261101T063000Z'], '2026-11-01T06:30:00Z'],
    ['an earlier reading than the start', ['T014500', 'DTEND:20261101T063000Z'], '2026-11-01T06:30:00Z'],
    ['the first time', ['T003000', 'DTEND:20261101T053000Z'], '2026-11-01 01:30:00'],
    ['so many hours later', ['T003000', 'DURATION:PT2H'], '2026-11-01T06:30:00Z'],
    ['after the clock was set', ['T003000', 'DURATION:PT3H'], '2026-11-01T07:30:00Z'],
    ['so many days later', ['T003000', 'DURATION:P1D'], '2026-11-02 00:30:00'],
  ])('end in a night in which the clock is set back: %s', (_what, [start, end], expected) => {
    const found = one(calendar(event(`DTSTART;TZID=America/Toronto:20261101${start}`, end!)));
    expect(found).toMatchObject({ end: expected, timezone: 'America/Toronto' });
  });

  it('end so many hours later every week, and in the night in which the clock is set at the moment that it says', () => {
    const text = event(
      'DTSTART;TZID=America/Toronto:20261101T003000',
      'DTEND:20261101T063000Z',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    expect(read(calendar(text)).occurrences.map(({ end }) => end)).toEqual([
      '2026-11-01T06:30:00Z',
      '2026-11-08 02:30:00',
    ]);
  });

  it.each([
    ['Europe/Paris', 'Europe/Paris'],
    ['/freeassociation.sourceforge.net/Europe/Paris', 'Europe/Paris'],
    ['Romance Standard Time', 'Europe/Paris'],
    ['Nowhere', 'America/Toronto'],
  ])('with the TZID %s are told in %s', (tzid, timezone) => {
    expect(one(calendar(event(`DTSTART;TZID="${tzid}":20270105T200000`)))).toMatchObject({
      start: '2027-01-05 20:00:00',
      timezone,
    });
  });

  it('in a zone that the file alone knows become instants', () => {
    expect(
      one(
        calendar(
          ...zone('Mine', '+0300'),
          event('DTSTART;TZID=Mine:20270105T200000', 'DTEND;TZID=Mine:20270105T210000'),
        ),
      ),
    ).toMatchObject({
      start: '2027-01-05T17:00:00Z',
      end: '2027-01-05T18:00:00Z',
    });
  });

  it('may start in one zone and end in another', () => {
    const flight = event('DTSTART;TZID=Europe/Paris:20270105T100000', 'DTEND;TZID=America/Toronto:20270105T120000');
    expect(one(calendar(flight))).toMatchObject({ end: '2027-01-05 18:00:00', timezone: 'Europe/Paris' });
  });

  it.each([
    [['DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270107'], '2027-01-06'],
    [['DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270105'], '2027-01-05'],
    [['DTSTART;VALUE=DATE:20270105', 'DURATION:P2D'], '2027-01-06'],
    [['DTSTART;VALUE=DATE:20270105'], '2027-01-05'],
    [['DTSTART:20270105'], '2027-01-05'],
  ])('of whole days %j end on %s, since DTEND is exclusive', (lines, end) => {
    expect(one(calendar(event(...lines)))).toMatchObject({ start: '2027-01-05', end, allDay: true });
  });

  it.each([
    [['DTEND:20270105T200000'], 'It has no start.'],
    [['DTSTART:20270230T200000'], '“DTSTART:20270230T200000” is not a valid date.'],
    [['DTSTART:soon'], '“DTSTART:soon” is not a valid date.'],
    [['DTSTART:20270105T200000', 'DTEND:20270105T190000'], 'It ends before it starts: “DTEND:20270105T190000”.'],
    [['DTSTART:20270105T200000', 'RRULE:FREQ=SECONDLY'], 'It recurs too often for an event.'],
  ])('that make no sense refuse the event: %j', (lines, reason) => {
    expect(reasonFor(...lines)).toBe(reason);
  });
});

describe('recurrence', () => {
  it('follows rules by the wall clock, also when clocks change', () => {
    const record = read(
      calendar(event('DTSTART;TZID=Europe/Paris:20270326T200000', 'DURATION:PT2H', 'RRULE:FREQ=DAILY;COUNT=4')),
    );
    expect(timesOf(record).at(-1)).toEqual(['2027-03-29 20:00:00', '2027-03-29 22:00:00']);
    expect(record.occurrences).toHaveLength(4);
  });

  it('includes an end in UTC', () => {
    const record = read(
      calendar(event('DTSTART;TZID=Europe/Paris:20270101T100000', 'RRULE:FREQ=DAILY;UNTIL=20270103T090000Z')),
    );
    expect(record.occurrences).toHaveLength(3);
  });

  it('goes on for 24 months where a rule has no end', () => {
    expect(startsOf(read(calendar(event('DTSTART:20270104T200000', 'RRULE:FREQ=MONTHLY')))).at(-1)).toBe(
      '2028-12-04 20:00:00',
    );
  });

  it('keeps the next of too many occurrences, then those that were last: as many as a series has', () => {
    const starts = startsOf(read(calendar(event('DTSTART:20200101T200000', 'RRULE:FREQ=DAILY'))));
    expect([starts.length, starts[0], starts.at(-1)]).toEqual([750, '2026-12-13 20:00:00', '2028-12-31 20:00:00']);
  });

  it('adds RDATE, and marks what EXDATE excludes', () => {
    const lines = [
      'DTSTART:20270105T200000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'RDATE:20270106T200000',
      'EXDATE:20270112T200000',
    ];
    expect(startsOf(read(calendar(event(...lines))))).toEqual([
      '2027-01-05 20:00:00',
      '2027-01-06 20:00:00',
      '2027-01-19 20:00:00',
    ]);
  });

  it('excludes whole days by EXDATE;VALUE=DATE', () => {
    const record = read(
      calendar(event('DTSTART:20270105T200000', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20270106')),
    );
    expect(startsOf(record)).toEqual(['2027-01-05 20:00:00']);
  });

  it('replaces occurrences that were changed by themselves, and keeps their names', () => {
    const series = event('DTSTART;TZID=Europe/Paris:20270105T200000', 'RRULE:FREQ=WEEKLY;COUNT=2');
    const moved = event('RECURRENCE-ID:20270112T190000Z', 'DTSTART;TZID=Europe/Paris:20270113T210000').replace(
      'Concert',
      'Moved',
    );
    const record = read(calendar(series, moved));
    expect(record.occurrences.map(({ key, start, details }) => [key, start, details.title])).toEqual([
      ['20270105T200000', '2027-01-05 20:00:00', 'Concert'],
      ['20270112T200000', '2027-01-13 21:00:00', 'Moved'],
    ]);
  });

  it('keeps cancelled events and occurrences, as such', () => {
    const states = (text: string) =>
      read(text).occurrences.map(({ details, isConfirmed }) => (isConfirmed ? 'scheduled' : details.event_status));
    const series = event('DTSTART:20270105T200000', 'RRULE:FREQ=WEEKLY;COUNT=2');
    const cancelled = event('RECURRENCE-ID:20270112T200000', 'DTSTART:20270112T200000', 'STATUS:CANCELLED');
    expect(states(calendar(series, cancelled))).toEqual([undefined, 'cancelled']);
    expect(states(calendar(event('DTSTART:20270105T200000', 'STATUS:CONFIRMED')))).toEqual(['scheduled']);
    expect(states(calendar('METHOD:CANCEL', event('DTSTART:20270105T200000', 'STATUS:TENTATIVE')))).toEqual([
      'cancelled',
    ]);
  });
});

describe('details', () => {
  it('lift the kind and section of conference programmes out of the text', () => {
    const description =
      'DESCRIPTION:Section: sponsor-talks\\nKind: sponsor-workshop\\nName: Audio\\nhttps://a.example/\\n<p>About</p>';
    const details = detailsOf(description, 'URL:https://a.example/', 'SUMMARY:x').description;
    expect(details).toBe('<p>About</p>');
    const record = read(
      calendar(
        [
          'BEGIN:VEVENT',
          'UID:1',
          'SUMMARY:[sponsor-workshop] Audio',
          'DTSTART:20270105',
          description,
          'END:VEVENT',
        ].join('\n'),
      ),
    );
    expect(record.occurrences[0]!.details).toMatchObject({
      title: 'Audio',
      categories: ['Sponsor workshop'],
      tags: ['sponsor talks'],
    });
  });

  it('unfold lines, undo escapes and decode entities in titles', () => {
    const text = calendar(
      ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20270105', 'SUMMARY:Q&amp\\;A\\, a', '  long one', 'END:VEVENT'].join('\r\n'),
    );
    expect(read(text).title).toBe('Q&A, a long one');
  });

  it('keep words between angle brackets in titles', () => {
    const titleFrom = (summary: string) =>
      read(calendar(['BEGIN:VEVENT', 'UID:1', 'DTSTART:20270105', `SUMMARY:${summary}`, 'END:VEVENT'].join('\r\n')))
        .title;
    expect(titleFrom('<<Le Cid>>')).toBe('« Le Cid »');
    expect(titleFrom('A<B et C>D')).toBe('A< B et C>D');
    expect(titleFrom('<b>Jazz</b>')).toBe('Jazz');
  });

  it('prefer the HTML that stands beside the text', () => {
    expect(detailsOf('DESCRIPTION:Text', 'X-ALT-DESC;FMTTYPE=text/html:<p>a\\, b</p>').description).toBe('<p>a, b</p>');
  });

  it('leave out the head of a whole page, and what looks like one takes no longer than it is', () => {
    const described = (html: string) => detailsOf(`X-ALT-DESC;FMTTYPE=text/html:${html}`).description;
    expect(described('<html><HEAD lang="en"><title>Draft</title></HEAD><body>Jazz</body></html>')).toBe(
      '<html><body>Jazz</body></html>',
    );
    expect(described('<header>Jazz</header>')).toBe('<header>Jazz</header>');
    const began = computationTime();
    expect(described(`Jazz${'<head '.repeat(80_000)}`)).toMatch(/^Jazz/);
    expect(computationTime() - began).toBeLessThan(5000);
  });

  it('lift nothing out of what only begins like the head of a programme, and are read in no time', () => {
    const began = computationTime();
    expect(detailsOf(`DESCRIPTION:Section: ${' '.repeat(80_000)}x`).tags).toBeUndefined();
    expect(computationTime() - began).toBeLessThan(1000);
  });

  it('read a place of blanks, and what begins many addresses, in no time', () => {
    const began = computationTime();
    expect(detailsOf(`LOCATION:x${' '.repeat(100_000)}y`).venue).toHaveLength(1);
    detailsOf(`LOCATION:${'Zoom\\, '.repeat(20_000)}`, `DESCRIPTION:${'https://a.'.repeat(20_000)}`);
    expect(computationTime() - began).toBeLessThan(3000);
  });

  it('are not the title once more, nor left over from Markdown', () => {
    expect(detailsOf('DESCRIPTION:Concert').description).toBeUndefined();
    expect(detailsOf('DESCRIPTION:Bring:\\n- a coat\\n- [tea](https://a.example/)').description).toBe(
      '<p>Bring:</p>\n<ul><li>a coat</li><li><a href="https://a.example/">tea</a></li></ul>',
    );
  });

  it('take categories, the place and the organizer’s name, but not his mail address', () => {
    const lines = [
      'CATEGORIES:Music,Jazz\\, old',
      'LOCATION:Hall\\, 1 Main St',
      'ORGANIZER;CN="Jane":mailto:jane@a.example',
      'GEO:43.6;1.4',
    ];
    expect(detailsOf(...lines)).toMatchObject({
      categories: ['Music', 'Jazz, old'],
      venue: [{ venue: 'Hall', address: '1 Main St', geo_lat: 43.6, geo_lng: 1.4 }],
      organizer: [{ organizer: 'Jane' }],
    });
  });

  it('leave out addresses that are none', () => {
    expect(detailsOf('URL:message:x', 'LOCATION:https://meet.example/x')).toMatchObject({
      website: undefined,
      venue: undefined,
      online_url: 'https://meet.example/x',
    });
  });

  it('name the language that the title is written in', () => {
    expect(
      read(
        calendar(['BEGIN:VEVENT', 'UID:1', 'DTSTART:20270105', 'SUMMARY;LANGUAGE=fr-CA:Bal', 'END:VEVENT'].join('\n')),
      ).language,
    ).toBe('fr');
  });
});

describe('broken parts', () => {
  const whole = event('DTSTART:20270105T200000').replace('UID:1', 'UID:2');
  const reasons = (text: string) =>
    readAll(text).map((entry) => (isRefused(entry) ? [entry.id, entry.reason('en')] : [entry.id]));

  it('break no other event', () => {
    const broken = event('DTSTART:20270105T200000', 'no property');
    expect(reasons(calendar(broken, whole))).toEqual([['ical:1'], ['ical:2']]);
    const [record] = readAll(calendar(broken));
    const notes = record && !isRefused(record) ? record.occurrences[0]!.notes : [];
    expect(notes?.map((note) => note('en'))).toEqual(['“no property” is no property, and was left out.']);
  });

  it('may lack their end', () => {
    const cut = 'BEGIN:VEVENT\nUID:1\nSUMMARY:Cut';
    expect(reasons(calendar(cut, whole))).toEqual([
      ['ical:1', 'It has no end: the file is cut off, or broken here.'],
      ['ical:2'],
    ]);
  });

  it('may lack a UID or a title', () => {
    const lacking = calendar(
      event('DTSTART:20270105').replace('UID:1\r\n', ''),
      event('DTSTART:20270105').replace('SUMMARY:Concert', 'SUMMARY:'),
    );
    expect(reasons(lacking).map(([, reason]) => reason)).toEqual([
      'It has no UID and could not be found again.',
      'It has no title.',
    ]);
  });

  it('may name one UID twice; of revisions the last one counts', () => {
    const again = event('DTSTART:20270106T200000');
    expect(reasons(calendar(event('DTSTART:20270105T200000'), again))[1]![1]).toBe(
      'The file has another record with this ID.',
    );
    const [first, ...others] = readAll(
      calendar(event('DTSTART:20270105T200000'), event('DTSTART:20270106T200000', 'SEQUENCE:1')),
    );
    expect([others.length, first && !isRefused(first) && first.occurrences[0]!.start]).toEqual([
      0,
      '2027-01-06 20:00:00',
    ]);
  });
});
