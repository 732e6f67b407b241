import { setTimeout } from 'node:timers/promises';
import { build } from './support/build.js';
import { ImportFolder } from './support/import-command.js';
import { workbookOf, xlsx } from './support/xlsx.js';

let folder: ImportFolder;

beforeAll(() => build(), 300_000);
beforeEach(() => void (folder = new ImportFolder()));
afterEach(() => folder.remove());

const ALL = '/events?starts_after=1990-01-01&status=any&translations=all&per_page=100';
const imported = (name: string, content: string | Uint8Array, ...args: string[]) =>
  folder.import([folder.file(name, content), '--language', 'en', ...args]);

type Shown = Record<string, unknown> & { translations: Record<string, Record<string, unknown>> };

const events = (path = ALL) =>
  folder.inCalendar(async (calendar) => (await calendar.get(path, { as: 'editor' })).body.events as Shown[]);

describe('a table', () => {
  it('has an event in each row: dates as people write them, several values in a cell, both languages', async () => {
    const rows = [
      'ID;Title;Title_FR;Start;End;Venue;City;Venue_fr;Organizer;Categories;Categories_fr;Cost;Description',
      '1;Concert;Concert d’été;31/05/2027 19h30;22:00;Park;Windsor;Parc;A, B;"Music; Outdoors";Musique;20 $;"First line\nSecond line"',
      '2;Fair;;5 juin 2027;7 juin 2027;;;;;;;;',
      ';;;;;;;;;;;;',
      '3;Talk;;June 8, 2027 7 pm;;Town Hall;;;;;;free;',
    ];
    const { status, lines } = await imported('programme.csv', `\uFEFF${rows.join('\r\n')}`);
    expect({ status, first: lines[0] }).toEqual({
      status: 0,
      first: expect.stringMatching(/^created: 3 records, 3 events/),
    });
    const found = await events();
    expect(found.map(({ title, start_date, end_date, all_day }) => [title, start_date, end_date, all_day])).toEqual([
      ['Concert', '2027-05-31 19:30:00', '2027-05-31 22:00:00', false],
      ['Fair', '2027-06-05 00:00:00', '2027-06-07 23:59:59', true],
      ['Talk', '2027-06-08 19:00:00', '2027-06-08 19:00:00', false],
    ]);
    expect(found[0]).toMatchObject({
      translations: { fr: { title: 'Concert d’été' } },
      venue: [{ venue: 'Park', city: 'Windsor', alternates: [{ language: 'en' }, { language: 'fr' }] }],
      organizer: [{ organizer: 'A' }, { organizer: 'B' }],
      categories: [{ name: 'Music' }, { name: 'Outdoors' }],
      description: expect.stringMatching(/First line<br ?\/?>\s*Second line/),
    });
    expect((await imported('programme.csv', rows.join('\n'))).lines[2]).toMatch(/^unchanged: 3 records, 3 events/);
    const changed = rows.join('\n').replace('Talk', 'Lecture').replaceAll(';', '\t');
    expect((await imported('programme.csv', changed.replace('"Music\t Outdoors"', 'Music, Outdoors'))).lines[1]).toBe(
      'updated: 1 record, 1 event',
    );
  });

  it('may have French columns, or columns that a file maps', async () => {
    const french =
      'Titre,Date de début,Heure de début,Lieu,Prix,Journée entière\nConcert,03/04/2027,19 h 30,Parc,Gratuit,non\n';
    const first = await folder.import([folder.file('programme.csv', french), '--language', 'fr']);
    expect(first.lines[0]).toBe('créées\u00a0: 1 fiche, 1 événement');
    const mapping = folder.file('columns.json', JSON.stringify({ Activity: 'title', When: 'start_date', Note: '' }));
    const other = await imported('other.csv', 'Activity,When,Note\nChess,2027-04-04,x\n', '--mapping', mapping);
    expect(other.lines[0]).toBe('created: 1 record, 1 event');
    expect((await events()).map(({ title, start_date, cost }) => [title, start_date, cost])).toEqual([
      ['Concert', '2027-04-03 19:30:00', 'Free'],
      ['Chess', '2027-04-04 00:00:00', null],
    ]);
    const unknown = await imported('other.csv', 'title,start_date,Colour\nChess,2027-04-04,red\n');
    expect(unknown.lines.join('\n')).toContain('unknown: Colour; map them with --mapping');
  });

  it('is refused row by row, with the number of the row and the name of the column', async () => {
    const rows = [
      'Title,Starts,Web',
      'A,soon or later,',
      ',2027-01-01,',
      'B,03/04/2027,',
      'C,2027-01-01,no address',
      'D,2027-01-02,',
    ];
    const { status, lines } = await imported('bad.csv', rows.join('\n'));
    expect({ status, first: lines[0] }).toEqual({ status: 0, first: 'created: 1 record, 1 event' });
    const text = lines.join('\n');
    expect(text).toMatch(/“A” \(row 2\): Starts: /);
    expect(text).toMatch(/\(row 3\): It has no title\./);
    expect(text).toMatch(/“B” \(row 4\): Starts: .*2027-0[34]-0[34]/);
    expect(text).toMatch(/“C” \(row 5\): Web: /);
    const headless = await imported('bad.csv', 'Title,Venue,City\nA,B,C\n');
    expect(headless).toMatchObject({ status: 2 });
    expect(headless.stderr).toContain('no column for the title or for the start');
    const unclosed = ['title,start_date', 'E,2027-01-03', '"F', '2",2027-01-04', 'G,"2027-01-05', 'H,2027-01-06'];
    const broken = await imported('unclosed.csv', unclosed.join('\n'));
    expect([broken.status, broken.lines[0]]).toEqual([0, 'created: 2 records, 2 events']);
    expect(broken.lines.at(-1)).toMatch(/^table \(row 4\): A quote opens in this row/);
    // Rows that cannot be identified do not count as missing.
    const pruned = await imported('unclosed.csv', unclosed.toSpliced(1, 1).join('\n'), '--prune', '--yes');
    expect(pruned.lines.join('\n')).not.toContain('gone from the source');
    // A text with the delimiter needs quotes; otherwise its date would lose its year.
    const unquoted = 'Title,Starts\nI,January 5, 2031\nJ,"January 6, 2031"\nK,2031-01-07,, \n';
    const wide = await imported('wide.csv', unquoted);
    expect(wide.lines[0]).toBe('created: 2 records, 2 events');
    expect(wide.lines.join('\n')).toMatch(/“I” \(row 2\): It has more cells .*contain “,” between double quotes/);
    expect((await imported('tabs.csv', 'Title\tStarts\nL\t2031-01-08\tx')).lines.join('\n')).toMatch(
      /\(row 2\): .*contain tabs /,
    );
  });

  it('spares with --prune what a row may be that can no longer be read, and says so', async () => {
    const table = (...rows: string[]) => ['Title,Starts,Featured', ...rows].join('\n');
    const before = table('M,2031-02-01,no', 'N,2031-02-02,no', 'O,2031-02-03,no');
    expect((await imported('edited.csv', before)).lines[0]).toBe('created: 3 records, 3 events');
    const prune = async (...rows: string[]) =>
      (await imported('edited.csv', table('M,2031-02-01,no', 'N,2031-02-02,no', ...rows), '--prune', '--yes')).lines;
    const spared = '1 event not found in the source, but kept: records that cannot be read may be theirs';
    for (const row of ['O,one evening,no', ',2031-02-03,no', 'O,,no', 'O,February 3, 2031,no'])
      expect([row, await prune(row)]).toEqual([row, expect.arrayContaining([spared])]);
    expect((await prune('O,"February 3, 2031",no')).join()).not.toContain('not found');
    // A heading, and the empty row of a sheet with boxes to tick, are no events.
    expect(await prune('More to come', ',,no')).toContain('1 event gone from the source, moved to the trash');
  });

  it('does not mix up two files of one name, and finds rows again however their dates are written', async () => {
    const table = (title: string, start: string, fair: string) =>
      `id,title,start_date\n1,${title},${start}\n,Fair,${fair}\n`;
    const first = await imported('a/events.csv', table('Yoga', '2027-05-01', '2027-05-02'));
    expect(first.lines[0]).toBe('created: 2 records, 2 events');
    const other = await imported('b/events.csv', table('Chess', '2027-06-01', '2 May 2027'));
    expect(other.lines[2]).toBe('unchanged: 1 record, 1 event');
    expect(other.lines.at(-1)).toMatch(
      /“Chess” \(row 2\): The event with this ID has neither this title nor this start/,
    );
    const named = await imported('b/events.csv', table('Chess', '2027-06-01', '2 May 2027'), '--source', 'chess');
    expect([named.lines[0], named.lines[2]]).toEqual(['created: 1 record, 1 event', 'unchanged: 1 record, 1 event']);
    const moved = await imported('c/events.csv', table('Yoga', '"June 3, 2027"', '"May 2, 2027"'));
    expect([moved.lines[1], moved.lines[2]]).toEqual(['updated: 1 record, 1 event', 'unchanged: 1 record, 1 event']);
    const piped = await folder.import(['-', '--language', 'en'], { input: table('Film', '2027-07-01', '2027-05-02') });
    expect(piped.lines[0]).toBe('created: 1 record, 1 event');
    const nameless = await folder.import(['-', '--language', 'en', '--prune'], {
      input: table('Film', '2027-07-01', ''),
    });
    expect(nameless).toMatchObject({ status: 2, stderr: expect.stringContaining('--source') });
    expect((await events()).map(({ title }) => title).sort()).toEqual(['Chess', 'Fair', 'Film', 'Yoga']);
  });

  it('may be a workbook of Excel', async () => {
    const book = xlsx([
      ['Title', 'Start', 'End', 'Featured'],
      ['Concert', { day: 46538.8125 }, { day: 46538.9166666667 }, true],
      ['Fair', { day: 46539 }, null, false],
      ['Film', { day: 46539.8333333333 }, { day: 46539.9375 }, false],
    ]);
    expect((await imported('programme.xlsx', book)).lines[0]).toBe('created: 3 records, 3 events');
    expect(
      (await events()).map(({ title, start_date, end_date, featured }) => [title, start_date, end_date, featured]),
    ).toEqual([
      ['Concert', '2027-05-31 19:30:00', '2027-05-31 22:00:00', true],
      ['Fair', '2027-06-01 00:00:00', '2027-06-01 23:59:59', false],
      ['Film', '2027-06-01 20:00:00', '2027-06-01 22:30:00', false],
    ]);
    const broken = await imported('broken.xlsx', book.subarray(0, 300));
    expect(broken).toMatchObject({ status: 2, stderr: expect.stringContaining('It cannot be read') });
    // A few kilobytes that would fill the memory when unpacked.
    const long = xlsx([['Title', 'Start'], ['x'.repeat(140 * 1024 * 1024)]]);
    const wide = [`r='XFD1048576'`, `r = "XFD1048576"`, 'r="XFD9999999"'].map((at) =>
      workbookOf([{ rows: [['Title', 'Start'], ['x']] }], (xml) => xml.replace('r="A2"', at)),
    );
    for (const bomb of [long, ...wide]) {
      expect(bomb.length).toBeLessThan(200_000);
      const { status, stderr } = await imported('bomb.xlsx', bomb);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^Unpacked, it has more than/) });
    }
  });

  it('has a template, which is itself a valid table', async () => {
    for (const language of ['en', 'fr']) {
      const { status, stdout } = await folder.raw(['--template', 'csv', '--language', language]);
      expect(status).toBe(0);
      const path = folder.file('template.csv', stdout);
      const { lines } = await folder.import([path, '--language', language, '--source', language]);
      expect(lines[0]).toMatch(/1 record, 1 event|1 fiche, 1 événement/);
    }
    expect(await events()).toHaveLength(2);
  });
});

describe('events.csv of this calendar', () => {
  it('is imported again: rows are matched by their id, and only changed cells are written', async () => {
    const csv = await folder.inCalendar(async (calendar) => {
      const body = {
        ...{ title: 'Concert', start_date: '2027-06-05 20:00', end_date: '2027-06-05 22:00', cost: '10 - 20' },
        description: '<p>Some <strong>bold</strong> text</p>',
        venue: { venue: '=Park', address: '1 Main St, Suite 2', city: 'Windsor' },
        categories: ['Music', 'Outdoors'],
        image: 'https://example.com/a.jpg',
        website: 'https://example.com/',
      };
      await calendar.post('/events', body, { as: 'editor' }).expect(201);
      await calendar.post('/events', { ...body, title: 'Fair', all_day: true }, { as: 'editor' }).expect(201);
      return (await calendar.get('/events.csv?starts_after=1990-01-01').expect(200)).text;
    });
    const before = await events();
    expect((await imported('events.csv', csv)).lines.slice(0, 4)).toEqual([
      'created: 0 records, 0 events',
      'updated: 0 records, 0 events',
      'unchanged: 2 records, 2 events',
      'refused: 0 records',
    ]);
    expect(await events()).toEqual(before);
    const changed = csv.replace('Fair', 'Great fair').replace('https://example.com/,', ',');
    // An event that was changed after the export stays as it is with --keep-local.
    const id = Number(/^(\d+),Fair/m.exec(csv)![1]);
    await setTimeout(1100);
    const cost = { cost: '5' };
    await folder.inCalendar((calendar) => calendar.patch(`/events/${id}`, cost, { as: 'editor' }).expect(200));
    const kept = await imported('events.csv', changed, '--keep-local');
    expect(kept.lines).toContain('unchanged: 2 records, 2 events');
    expect(kept.lines.join('\n')).toMatch(/3 fields or records that editors changed here/);
    expect((await imported('events.csv', changed)).lines[1]).toBe('updated: 1 record, 1 event');
    const after = await events();
    expect(after.map(({ title, description, website }) => [title, description, website])).toEqual([
      ['Great fair', '<p>Some <strong>bold</strong> text</p>', null],
      ['Concert', '<p>Some <strong>bold</strong> text</p>', 'https://example.com/'],
    ]);
    expect(after.map(({ venue }) => venue)).toEqual(before.map(({ venue }) => venue));
    const foreign = csv.replace(/^(\d+),(?:Concert|Fair),/gm, '99$1,Other,');
    expect((await imported('events.csv', foreign)).lines.join('\n')).toMatch(
      /Event 99\d+ of this calendar does not match this row/,
    );
  });
});
