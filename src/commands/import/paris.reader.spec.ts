import { isRefused } from './record.js';
import { paris, readParis } from './paris.reader.js';

const record = (fields: object = {}) => ({
  uid: '1',
  title: 'Bal &amp; concert',
  lang: 'fr',
  timetable: '2018-02-02T22:00:00 2018-02-02T23:00:00',
  placename: 'La Pop',
  city: 'PARIS',
  address: '34 quai de la Loire, 75019 Paris',
  region: 'IdF',
  latlon: [48.88, 2.37],
  ...fields,
});

function read(fields: object = {}) {
  const [entry] = readParis([record(fields)]);
  if (!entry || isRefused(entry)) throw new Error(`refused: ${entry?.reason('en')}`);
  return entry;
}

const detailsOf = (fields: object) => read(fields).occurrences[0]!.details;
const datesOf = (timetable: string) => read({ timetable }).occurrences.map(({ start, end }) => [start, end]);

function reasonFor(raw: unknown): string {
  const [entry] = readParis([raw]);
  return entry && isRefused(entry) ? entry.reason('fr') : 'accepted';
}

const recognised = (json: unknown) => paris.recognise({ bytes: new Uint8Array(), text: '', json });

describe('the format', () => {
  it.each([
    ['a list of records', [record()]],
    ['records of the older interface', { records: [{ fields: record() }] }],
    ['an empty list', []],
  ])('recognises %s', (_what, json) => {
    expect(recognised(json)).toBeDefined();
  });

  it.each([
    ['other lists', [{ name: 'x' }]],
    ['objects', { uid: 1 }],
    ['texts', 'uid'],
  ])('refuses %s', (_what, json) => {
    expect(recognised(json)).toBeUndefined();
  });
});

describe('readParis', () => {
  it('decodes titles and says their language', () => {
    expect(read()).toMatchObject({ id: 'openagenda:1', title: 'Bal & concert', language: 'fr' });
  });

  it('reads the place', () => {
    expect(detailsOf({}).venue).toEqual([
      {
        venue: 'La Pop',
        address: '34 quai de la Loire',
        zip: '75019',
        city: 'Paris',
        province: 'Île-de-France',
        country: 'France',
        geo_lat: 48.88,
        geo_lng: 2.37,
      },
    ]);
  });

  it('sorts dates, drops those given twice, and takes ends before starts as after midnight', () => {
    const timetable =
      '2018-02-03T22:00:00 2018-02-03T05:30:00;2018-02-02T10:00:00 2018-02-02T11:00:00;2018-02-02T10:00:00 2018-02-02T11:00:00';
    expect(datesOf(timetable)).toEqual([
      ['2018-02-02 10:00:00', '2018-02-02 11:00:00'],
      ['2018-02-03 22:00:00', '2018-02-04 05:30:00'],
    ]);
  });

  it('tells dates apart that start together', () => {
    const timetable = '2018-02-02T10:00:00 2018-02-02T11:00:00;2018-02-02T10:00:00 2018-02-02T12:00:00';
    const keys = read({ timetable }).occurrences.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  it('takes a record without a timetable as whole days', () => {
    const [occurrence] = read({ timetable: undefined, date_start: '2018-02-02', date_end: '2018-02-04' }).occurrences;
    expect(occurrence).toMatchObject({ start: '2018-02-02', end: '2018-02-04', allDay: true });
  });

  it.each([
    ['Entrée libre', '0'],
    ['gratuit', '0'],
    ['Entrée libre, réservation conseillée', 'Entrée libre, réservation conseillée'],
    ['De 6 à 25 €', 'De 6 à 25 €'],
  ])('reads the price %s', (price, cost) => {
    expect(detailsOf({ pricing_info: price }).cost).toBe(cost);
  });

  it('puts prices that are too long for a cost into the description', () => {
    const details = detailsOf({ pricing_info: 'x'.repeat(300), description: 'Bal' });
    expect(details.cost).toBeUndefined();
    expect(details.description).toBe(`<p>Bal</p>\n<p>${'x'.repeat(300)}</p>`);
  });

  it('reads tags, the teaser, the text and addresses', () => {
    const fields = {
      tags: 'danse, paris,',
      description: 'On danse',
      free_text: '## Un bal',
      link: 'http://a.example/',
      image: 'no address',
    };
    expect(detailsOf(fields)).toMatchObject({
      tags: ['danse', 'paris'],
      excerpt: '<p>On danse</p>',
      description: '<h2>Un bal</h2>',
      website: 'http://a.example/',
      image: undefined,
    });
  });

  it.each([
    ['danse, paris,', ['danse', 'paris']],
    ['Cinéma,Paul VI  Projection  Espace Bernanos', ['Cinéma', 'Paul VI', 'Projection', 'Espace Bernanos']],
    ['Radio libertaire', ['Radio libertaire']],
    [' , ', undefined],
    [undefined, undefined],
  ])('makes categories and tags of the keywords %j', (tags, keywords) => {
    const details = detailsOf({ tags });
    expect([details.categories, details.tags]).toEqual([keywords, keywords]);
  });

  it.each([
    ['the description', 'On danse !', undefined, undefined],
    ['its beginning', 'On danse…', 'On **danse**, on chante.', undefined],
    ['the title', 'BAL & concert.', 'On danse.', undefined],
    ['nothing', '.', 'On danse.', undefined],
    ['something else', 'On chante', 'On danse.', '<p>On chante</p>'],
  ])('has no excerpt that says %s', (_what, description, free_text, excerpt) => {
    expect(detailsOf({ description, free_text }).excerpt).toBe(excerpt);
  });

  it.each([
    ['no title', record({ title: ' ' }), 'Elle n’a pas de titre.'],
    ['no uid', record({ uid: undefined }), 'Elle n’a pas d’UID : on ne pourrait pas la retrouver.'],
    ['no date', record({ timetable: undefined }), 'Elle n’a pas de début.'],
    [
      'an impossible date',
      record({ timetable: '2018-02-30T10:00:00 2018-02-30T11:00:00' }),
      '« 2018-02-30T10:00:00 » n’est pas une date, ou cette date n’existe pas.',
    ],
    [
      'an end days before its start',
      record({ timetable: '2018-02-10T10:00:00 2018-02-02T11:00:00' }),
      'Elle se termine avant de commencer : « 2018-02-10T10:00:00 2018-02-02T11:00:00 ».',
    ],
    ['no fields at all', 7, 'Ce n’est pas un objet avec des champs.'],
  ])('refuses a record with %s', (_what, raw, reason) => {
    expect(reasonFor(raw)).toBe(reason);
  });

  it('refuses an id that was there before', () => {
    const [, second] = readParis([record(), record()]);
    expect(second && isRefused(second) && second.reason('en')).toBe('The file has another record with this ID.');
  });
});
