import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TableOptions } from '../src/commands/import/record.js';
import { importInto } from './support/importing.js';
import { TestCalendar } from './support/test-calendar.js';
import { workbookOf, xlsx } from './support/xlsx.js';

let calendar: TestCalendar;

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_TIMEZONE: 'America/Toronto', CURRENCY: 'CAD' });
});

afterEach(() => calendar.empty());
afterAll(() => calendar.stop());

const file = (name: string) => readFileSync(join(__dirname, 'data', 'cases', name));

async function imported(content: Uint8Array | string, table: TableOptions = {}, language: 'en' | 'fr' = 'en') {
  return (await importInto(calendar, content, { timezone: undefined, table, language })).text(language);
}

const table = (...rows: string[]) => rows.join('\n');

type Shown = Record<string, unknown> & { title: string; cost_details: { values: string[]; currency_code: string } };

async function events(): Promise<Shown[]> {
  const path = '/events?starts_after=1960-01-01&status=any&per_page=100&orderby=id';
  return (await calendar.get(path, { as: 'editor' }).expect(200)).body.events as Shown[];
}

/** Titles with start, end and `all day`. */
async function times(): Promise<string[]> {
  return (await events()).map(
    ({ title, start_date, end_date, all_day }) =>
      `${title}: ${String(start_date).slice(0, 16)} – ${String(end_date).slice(0, 16)}${all_day ? ', all day' : ''}`,
  );
}

describe('time zones of a table', () => {
  it('that are unknown refuse their row and no other', async () => {
    const report = await imported(file('unknown-zone.csv'));
    expect(report).toContain('“Bad zone” (row 3): timezone: Must be a time zone');
    expect(await times()).toEqual([
      'Good: 2027-06-21 19:30 – 2027-06-21 19:30',
      'Also good: 2027-06-23 19:30 – 2027-06-23 19:30',
    ]);
  });

  it('may have names of Windows; one word alone is no zone', async () => {
    const zones = [
      'Eastern Standard Time',
      '(UTC+01:00) Brussels, Copenhagen, Madrid, Paris',
      'W. Europe Standard Time',
    ];
    const unknown = ['EDT', 'Paris', 'Eastern', 'Nowhere/City'];
    const rows = [...zones, ...unknown].map((zone, place) => `"Row ${place}",2027-06-21 19:30,"${zone}"`);
    const report = await imported(table('title,start_date,Time zone', ...rows));
    expect((await events()).map(({ timezone }) => timezone)).toEqual([
      'America/New_York',
      'Europe/Brussels',
      'Europe/Berlin',
    ]);
    expect(report).toContain('refused: 4 records');
    expect(report.match(/: Time zone: Must be a time zone/g)).toHaveLength(4);
  });
});

describe('a table in another encoding', () => {
  const text =
    'title;start_date;description\r\nFête du Québec à l’été;2027-06-21 19:00;"Entrée\r\n libre"\r\n Bal;2027-06-22 20:00;Ça va\r\n';
  const mac = (from: string) =>
    Buffer.from(
      [...from].map((letter) => ({ é: 0x8e, ê: 0x90, à: 0x88, '’': 0xd5, Ç: 0x82 })[letter] ?? letter.charCodeAt(0)),
    );
  const windows = (from: string) => Buffer.from(from.replace('’', '\x92'), 'latin1');

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['Windows-1252', windows(text)],
    ['Mac Roman', mac(text)],
    ['Mac Roman with line ends of a Mac', mac(text.replaceAll('\r\n', '\r'))],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from(`é${text}`.slice(1), 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('has the same lines and letters: %s', async (_name, bytes) => {
    expect(await imported(bytes)).toContain('created: 2 records, 2 events');
    expect((await events()).map(({ title, description }) => [title, description])).toEqual([
      ['Fête du Québec à l’été', expect.stringMatching(/^<p>Entrée<br ?\/?>\n libre<\/p>$/)],
      ['Bal', '<p>Ça va</p>'],
    ]);
  });

  it('keeps rows apart that begin with a blank, also beside a stray byte', async () => {
    await imported(file('windows-1252-indented.csv'));
    expect((await events()).map(({ title }) => title)).toEqual(['Fête du port', 'Soirée jazz', 'Bal']);
    const stray = Buffer.from('title,start_date\nÉté,2027-06-21\n\tJazz \x93live\x94,2027-06-22\n', 'latin1');
    await imported(stray);
    expect((await events()).map(({ title }) => title).slice(3)).toEqual(['Été', 'Jazz “live”']);
  });
});

describe('times', () => {
  it('are read as people write them; others refuse their row', async () => {
    const report = await imported(file('times.csv'));
    expect(report.match(/: start_time: “.*” is not understood as a time/g)).toHaveLength(5);
    const starts = (await events()).map(({ title, start_date }) => [title, String(start_date).slice(5, 16)]);
    const others: Record<string, string> = {
      ...{ 'T 7 PM': '06-21 19:00', 'T noon': '06-21 12:00', 'T midi': '06-21 12:00', 'T 12:00 AM': '06-21 00:00' },
      ...{ 'T 24:00': '06-22 00:00', 'T 8:30:00 PM': '06-21 20:30' },
    };
    expect(starts).toHaveLength(15);
    for (const [title, start] of starts) expect([title, start]).toEqual([title, others[title!] ?? '06-21 19:30']);
  });

  it('are read at the end, after a date, and in a cell with a date', async () => {
    const report = await imported(
      table(
        'title;start_date;start_time;end_date;end_time',
        'A;2027-06-21;19.30;;22h15',
        'B;21/06/2027 19.30;;22.45;',
        'C;21 juin 2027, 7.30pm;;22/06/2027 1.30am;',
        'D;2027-06-21;1899-12-30 19:30:00;2027-06-21;2027-06-21 21:00',
        'E;2027-06-21;19:30;;until late',
        'F;2027-06-21;2027-06-22 19:30;;',
        'G;2027-06-21;19:30;12.06;',
      ),
    );
    expect(await times()).toEqual([
      'A: 2027-06-21 19:30 – 2027-06-21 22:15',
      'B: 2027-06-21 19:30 – 2027-06-21 22:45',
      'C: 2027-06-21 19:30 – 2027-06-22 01:30',
      'D: 2027-06-21 19:30 – 2027-06-21 21:00',
    ]);
    expect(report).toContain('“E” (row 6): end_time: “until late” is not understood as a time.');
    expect(report).toContain('“F” (row 7): start_time: “2027-06-22 19:30” is not understood as a time.');
    expect(report).toMatch(/“G” \(row 8\): end_date: /);
  });

  it('are fractions of a day in a workbook', async () => {
    await imported(
      xlsx([
        ['title', 'start_date', 'start_time', 'end_date', 'end_time'],
        ['A', { day: 46559 }, 0.8125, { day: 46559 }, 0.9166666667],
        ['B', 46559, { day: 46559.8125 }, null, { day: 0.9166666667 }],
        ['C', 46559.8125, null, 46560.25, null],
        ['D', 46559, 1930, null, '22h'],
      ]),
    );
    expect(await times()).toEqual([
      'A: 2027-06-21 19:30 – 2027-06-21 22:00',
      'B: 2027-06-21 19:30 – 2027-06-21 22:00',
      'C: 2027-06-21 19:30 – 2027-06-22 06:00',
      'D: 2027-06-21 19:30 – 2027-06-21 22:00',
    ]);
  });
});

describe('numbers', () => {
  it('in a column of dates are serial numbers of days, and never seconds since 1970', async () => {
    const report = await imported(file('serial-dates.csv'));
    expect(await times()).toEqual([
      'Serial both: 2027-06-21 00:00 – 2027-06-22 23:59, all day',
      'Serial end: 2027-06-21 00:00 – 2027-06-22 23:59, all day',
      'Unix: 2027-06-21 19:30 – 2027-06-21 19:30',
    ]);
    expect(report).toContain('“Year” (row 2): start_date: “2027” is not a valid date.');
    expect(report).toContain('“Year end” (row 3): end_date: “2027” is not a valid date.');
    const book = await imported(
      xlsx([
        ['title', 'start_date'],
        ['Year', 2027],
        ['Month', 202706],
        ['Day', 46559],
        ['Digits', 20270621],
      ]),
    );
    expect(book).toContain('refused: 2 records');
    expect((await times()).slice(3)).toEqual([
      'Day: 2027-06-21 00:00 – 2027-06-21 23:59, all day',
      'Digits: 2027-06-21 00:00 – 2027-06-21 23:59, all day',
    ]);
  });

  it('as costs have no thousands separator, and are rounded to cents', async () => {
    await imported(file('number-costs.xlsx'));
    const amounts = Object.fromEntries(
      (await events()).map(({ title, cost_details }) => [title, cost_details.values[0]]),
    );
    expect(amounts).toMatchObject({
      ...{ 'Cost General 20.125': '20.13', 'Cost 50/3': '16.67', 'Cost .1+.2': '0.30', 'Cost 1234.5': '1234.50' },
      ...{ 'Cost 0': '0', 'Cost 1234567': '1234567', 'Cost 205': '12.50', 'Cost 212': '12.50' },
    });
    await imported(table('title,start_date,cost', 'Noise,2027-06-21,16.666666666666668', 'Many,2027-06-21,"20,125"'));
    const [noise, many] = (await events()).slice(-2).map(({ cost_details }) => cost_details.values[0]);
    expect([noise, many]).toEqual(['16.67', '20125']);
  });

  it('count days from 1904 where the workbook says so in any way', async () => {
    await imported(file('date1904-true.xlsx'));
    const days = [
      '2027-06-21 00:00 – 2027-06-21 23:59, all day',
      ...Array(2).fill('2027-06-21 19:30 – 2027-06-21 19:30'),
    ];
    expect((await times()).map((shown) => shown.slice(shown.indexOf(': ') + 2))).toEqual(days);
    for (const value of ['1', 'on']) {
      const rows = [
        ['title', 'start_date'],
        [`Day ${value}`, 45097],
      ];
      await imported(
        workbookOf([{ rows }], (xml) => xml.replace('<sheets>', `<workbookPr date1904='${value}'/><sheets>`)),
      );
    }
    expect((await times()).slice(3)).toEqual(
      ['1', 'on'].map((value) => `Day ${value}: 2027-06-21 00:00 – 2027-06-21 23:59, all day`),
    );
  });
});

describe('a cost of a language', () => {
  const costs = async () => {
    const shown = (language: 'en' | 'fr') =>
      calendar.get('/events?from=2027-01-01&orderby=id&translations=all', { language, as: 'editor' });
    const [en, fr] = [(await shown('en')).body.events as Shown[], (await shown('fr')).body.events as Shown[]];
    return en.map(({ cost, translations }, place) => {
      const { en: english, fr: french } = translations as Record<string, { cost: string | null } | undefined>;
      return [cost, fr[place]!.cost, english?.cost, french?.cost];
    });
  };

  it('has a column, and the currency of its row', async () => {
    const rows = [
      'title,title_fr,start_date,price_en,prix_fr,currency',
      'Meal,Repas,2027-06-21,Pay what you can,Contribution volontaire,',
      'Talk,Causerie,2027-06-22,10,12.345678,EUR',
      'Walk,Marche,2027-06-23,Free,,',
    ];
    await imported(table(...rows));
    const expected = [
      ['Pay what you can', 'Contribution volontaire', null, 'Contribution volontaire'],
      ['€10', '12,35\u00A0€', null, '12,35\u00A0€'],
      ['Free', 'Gratuit', null, null],
    ];
    expect(await costs()).toEqual(expected);
    expect(await imported(table(...rows))).toContain('unchanged: 3 records, 3 events');
    const long = rows.map((row) => row.replace('Contribution volontaire', 'x'.repeat(256)));
    expect(await imported(table(...long))).toMatch(/row 2.*prix_fr: .*255/);
  });

  it('is that of a table in the other language, unless it is displayed alike', async () => {
    const rows = (...cost: string[]) =>
      table('id,title,start_date,cost', ...cost.map((one, place) => `${place + 1},${one}`));
    await imported(rows('Meal,2027-06-21,Pay what you can', 'Talk,2027-06-22,20', 'Walk,2027-06-23,Free'));
    const french = rows(
      'Repas,2027-06-21,Contribution volontaire',
      'Causerie,2027-06-22,"20,00 $"',
      'Marche,2027-06-23,Gratuit',
    );
    await imported(french, {}, 'fr');
    const expected = [
      ['Pay what you can', 'Contribution volontaire', null, 'Contribution volontaire'],
      ['$20', '20\u00A0$', null, null],
      ['Free', 'Gratuit', null, null],
    ];
    expect(await costs()).toEqual(expected);
    expect(await imported(french, {}, 'fr')).toContain('inchangées');
    await imported(french.replace('Gratuit', '5 $').replace('Contribution volontaire', 'Pay what you can'), {}, 'fr');
    expect(await costs()).toEqual([
      ['Pay what you can', 'Pay what you can', null, null],
      ['$20', '20\u00A0$', null, null],
      ['Free', '5\u00A0$', null, '5\u00A0$'],
    ]);
  });
});

describe('cells of a workbook', () => {
  it('without addresses are counted from the left', async () => {
    const report = await imported(file('cells-without-address.xlsx'));
    expect(report).toContain('created: 4 records');
    expect((await events()).map(({ title }) => title)).toEqual([
      'Rich title',
      'Formula',
      'Inline',
      'Underscore _x000D_ kept',
    ]);
  });

  it('may have prefixes before their tags', async () => {
    const rows = [
      ['title', 'start_date'],
      ['Prefix', { day: 46559.5 }],
    ];
    const prefixed = (xml: string, path: string) =>
      path.includes('worksheets') ? xml.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=') : xml;
    await imported(workbookOf([{ rows }], prefixed));
    expect(await times()).toEqual(['Prefix: 2027-06-21 12:00 – 2027-06-21 12:00']);
  });
});

describe('columns of one name', () => {
  it('are read together where they complete each other', async () => {
    await imported(file('outlook-fr.csv'), {}, 'fr');
    expect(await times()).toEqual([
      'Réunion: 2027-06-21 19:30 – 2027-06-21 21:00',
      'Congé: 2027-06-22 00:00 – 2027-06-22 23:59, all day',
    ]);
    const filled = await imported(
      table('title,start_date,City,Town,Venue', 'A,2027-06-21,Windsor,,Hall', 'B,2027-06-21,,Tecumseh,Hall'),
    );
    expect(filled).not.toContain('not read');
    expect((await events()).slice(2).map(({ venue }) => (venue as { city: string }[])[0]!.city)).toEqual([
      'Windsor',
      'Tecumseh',
    ]);
  });

  it('are named in the report where they contradict each other', async () => {
    const report = await imported(table('title,start_date,Price,Tarif', 'A,2027-06-21,10,12', 'B,2027-06-22,5,'));
    expect(report).toContain('columns: Tarif: not read, an earlier column has the same meaning.');
    expect((await events()).map(({ cost_details }) => cost_details.values)).toEqual([['10'], ['5']]);
  });
});

describe('whole days', () => {
  it('that end at midnight end the day before; a date alone is the last day', async () => {
    await imported(file('outlook-whole-days.csv'));
    const rows = [
      'A,2027-06-21,,2027-06-22,,yes',
      'B,2027-06-21 00:00,,2027-06-24 00:00,,Vrai',
      'C,2027-06-21,00:00,2027-06-21,24:00,true',
      'D,2027-06-21,00:00,2027-06-21,00:00,true',
    ];
    const report = await imported(
      table('title,start_date,start_time,end_date,end_time,all_day', ...rows, 'E,2027-06-21,10:00,,,perhaps'),
    );
    expect(await times()).toEqual([
      'Outlook one day: 2027-06-21 00:00 – 2027-06-21 23:59, all day',
      'Outlook three days: 2027-06-21 00:00 – 2027-06-23 23:59, all day',
      'A: 2027-06-21 00:00 – 2027-06-22 23:59, all day',
      'B: 2027-06-21 00:00 – 2027-06-23 23:59, all day',
      'C: 2027-06-21 00:00 – 2027-06-21 23:59, all day',
      'D: 2027-06-21 00:00 – 2027-06-21 23:59, all day',
      'E: 2027-06-21 10:00 – 2027-06-21 10:00',
    ]);
    expect(report).toContain('“E” (row 6): all_day: “perhaps” is neither yes nor no, and was not used.');
  });
});

describe('the header', () => {
  it('may have an empty first name, or stand below a line for Excel', async () => {
    await imported(file('empty-first-heading.tsv'));
    await imported(file('sep-line.csv'));
    await imported(table('"sep=|"', 'title|start_date', 'Quoted|2027-06-21 19:00'));
    await imported(table('sep=\t', '\tstart_date\ttitle', '1\t2027-06-21 19:00\tTab'));
    expect((await events()).map(({ title, start_date }) => [title, start_date])).toEqual([
      ['Shift A', '2027-06-21 19:00:00'],
      ['Shift B', '2027-06-22 19:00:00'],
      ...['Sep event', 'Quoted', 'Tab'].map((title) => [title, '2027-06-21 19:00:00']),
    ]);
  });

  it('may stand below a title and blank rows, in the first ten rows, or in a row that is named', async () => {
    await imported(file('title-line.csv'));
    const rows = (above: number) => [
      ...Array<string>(above).fill('Programme'),
      'title,start_date',
      'A,2027-06-21',
      ',x',
    ];
    expect(await imported(table(...rows(9)))).toContain('(row 12): It has no title.');
    await expect(imported(table(...rows(10)))).rejects.toThrow();
    expect(await imported(table(...rows(10)), { headerRow: 11 })).toContain('(row 13): It has no title.');
    await expect(imported(table(...rows(0)), { headerRow: 2 })).rejects.toThrow('Its columns: A, 2027-06-21.');
    expect((await events()).map(({ title }) => title)).toEqual(['With title line', 'A']);
  });

  it('is sought in the sheets that are shown', async () => {
    const rows = (title: string) => [
      ['Programme', null],
      ['title', 'start_date'],
      [title, { day: 46559 }],
    ];
    const sheets = [
      { name: 'Lists', isHidden: true, rows: rows('Hidden') },
      { name: 'Notes', rows: [['Read me']] },
      { name: 'Events', rows: rows('Shown') },
      { name: 'Old', rows: rows('Old') },
    ];
    expect(await imported(workbookOf(sheets))).toContain('The sheet “Events” was read, and no other.');
    expect((await events()).map(({ title }) => title)).toEqual(['Shown']);
    expect(await imported(xlsx(rows('One')))).not.toContain('sheet');
  });
});

describe('rows marked as private', () => {
  it('are not imported, are counted, and go to the trash if they were imported before', async () => {
    const rows = (...marks: string[]) =>
      table(
        'Subject,Start Date,Private,Sensitivity',
        ...marks.map((mark, place) => `Row ${place},2027-06-2${place},${mark}`),
      );
    const report = await imported(rows('True,', 'Vrai,', 'False,Normal', ',Confidential', 'False,Personnel', ','));
    expect(report).toContain('created: 2 records, 2 events');
    expect(report).toContain('skipped (excluded, private, in the trash, or exported from here): 4 records, 4 events');
    expect((await events()).map(({ title }) => title)).toEqual(['Row 2', 'Row 5']);
    expect(await imported(rows('True,', 'True,', ',Private'))).toContain('trashed (excluded, or private): 1 record');
    expect(await imported(table('Titre,Début,Privé', 'Rendez-vous,2027-06-21,Oui'), {}, 'fr')).toMatch(
      /laissées de côté.*: 1 fiche/,
    );
  });
});

it('adds the protocol to addresses that begin with www', async () => {
  await imported(
    table(
      'title,title_fr,start_date,Web,website_fr,image',
      'A,B,2027-06-21,www.example.org/a,www.example.org/fr,www.example.org/a.jpg',
    ),
  );
  const [event] = await events();
  expect(event).toMatchObject({
    website: 'https://www.example.org/a',
    image: { url: 'https://www.example.org/a.jpg' },
  });
  const french = await calendar.get(`/events/${String(event!.id)}`, { language: 'fr' });
  expect(french.body.website).toBe('https://www.example.org/fr');
});

describe('the table of The Events Calendar', () => {
  it('has currencies, maps and listings', async () => {
    const report = await imported(file('tec-export.csv'));
    expect(report).not.toContain('unknown');
    expect(report).not.toContain('not read');
    const { body } = await calendar.get('/events/by-slug/single-day-event').expect(200);
    expect(body).toMatchObject({
      cost_details: { values: ['15'], currency_code: 'EUR' },
      ...{ show_map: true, show_map_link: true, hide_from_listings: true, sticky: true, featured: true },
      ...{ timezone: 'America/New_York', tags: [{ name: 'a' }, { name: 'b' }] },
    });
  });

  it('adds the currency to amounts only', async () => {
    const rows = [
      'A,$15 - $20,$,AUD',
      'B,120,kr,NOK',
      'C,10,€,',
      'D,Free,$,USD',
      'E,"12,50 € sur place",$,USD',
      'F,8,,',
    ];
    await imported(
      table(
        'Event name,Event start date,Event cost,Event currency symbol,Event ISO currency code',
        ...rows.map((row) => row.replace(',', ',2027-06-21,')),
      ),
    );
    expect(
      (await events()).map(({ title, cost_details }) => [title, cost_details.currency_code, ...cost_details.values]),
    ).toEqual([
      ['A', 'AUD', '15', '20'],
      ['B', 'NOK', '120'],
      ['C', 'EUR', '10'],
      ['D', 'CAD', '0'],
      ['E', 'EUR', '12.50'],
      ['F', 'CAD', '8'],
    ]);
  });
});

it('titles of a table keep words between angle brackets', async () => {
  const dates = '2027-06-21 19:30';
  await imported(table('title,title (fr),start_date', `A<B and C>D,<<Le Cid>>,${dates}`, `<b>Jazz</b>,,${dates}`));
  const titles = (await events()).map(({ title }) => title);
  expect(titles).toEqual(['A< B and C>D', 'Jazz']);
  const { body } = await calendar.get('/events?from=2027-06-01', { language: 'fr' });
  expect(body.events[0].title).toBe('«\u00A0Le Cid\u00A0»');
});
