import fc from 'fast-check';
import { FieldError } from '../errors/field-error.js';
import { parseFieldPaths, parseIdList, parseTermList, parseTermNames, parseWordList } from './lists.js';

describe('parseFieldPaths', () => {
  it.each([
    ['id,title', ['id', 'title']],
    [' id , venue.venue ,, id', ['id', 'venue.venue']],
    [
      ['id', 'title,url'],
      ['id', 'title', 'url'],
    ],
    ['a.b.c.d.e', ['a.b.c.d.e']],
    [',', []],
  ])('reads %j', (raw, paths) => expect(parseFieldPaths(raw)).toEqual(paths));

  it.each([
    'a.b.c.d.e.f',
    'x'.repeat(256),
    Array.from({ length: 201 }, (_, number) => `f${number}`).join(),
    [7],
    [{ id: 1 }],
    null,
  ])('refuses %j', (raw) => expect(parseFieldPaths(raw)).toBeInstanceOf(FieldError));
});

describe('parseIdList', () => {
  it.each([
    ['12,15', [12, 15]],
    ['12', [12]],
    [12, [12]],
    [' 3 , 1,2 ', [3, 1, 2]],
    [
      ['3,1', '2', 3],
      [3, 1, 2],
    ],
    [
      [['1', ['2,3']], 4],
      [1, 2, 3, 4],
    ],
    ['5,5,05', [5]],
    [{ id: 7, title: 'Jazz' }, [7]],
    [
      [{ id: 7 }, '8'],
      [7, 8],
    ],
    [[], []],
  ])('reads %j', (raw, ids) => expect(parseIdList(raw)).toEqual(ids));

  it.each([
    '',
    'a',
    '1,',
    '1,,2',
    '0',
    '-1',
    '1.5',
    '1;2',
    true,
    null,
    {},
    [null],
    [1, 'x'],
    [{ id: 'x' }],
    [{ id: [1] }],
  ])('refuses %j', (raw) => expect(parseIdList(raw)).toBeInstanceOf(FieldError));

  it('refuses lists that are nested too deep', () => {
    expect(parseIdList([[[[[[1]]]]]])).toBeInstanceOf(FieldError);
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(parseIdList(deep)).toBeInstanceOf(FieldError);
  });

  it('gives each id once, in the order in which they first stand, however they are split up', () => {
    const lists = fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(lists, (parts) => {
        const expected = [...new Set(parts.flat())];
        expect(parseIdList(parts)).toEqual(expected);
        expect(parseIdList(parts.map((part) => part.join(',')))).toEqual(expected);
        expect(parseIdList(parts.flat().join(', '))).toEqual(expected);
      }),
    );
  });
});

describe('parseTermList', () => {
  it('keeps digits that come as text apart from ids', () => {
    expect(parseTermList(['12', 12, 'music'])).toEqual([{ text: '12' }, { id: 12 }, { text: 'music' }]);
  });

  it('splits text at its commas', () => {
    const expected = [{ text: 'Wine' }, { text: 'cheese' }, { text: 'été' }];
    expect(parseTermList('Wine, cheese,été')).toEqual(expected);
    expect(parseTermList(['Wine, cheese', 'été'])).toEqual(expected);
  });

  it('takes terms as they were read', () => {
    expect(parseTermList([{ id: 5, name: 'Jazz', slug: 'jazz' }, 5])).toEqual([{ id: 5 }]);
  });

  it('cleans names as every plain text', () => {
    expect(parseTermList('<b>Jazz</b>\u0000')).toEqual([{ text: 'Jazz' }]);
  });

  it.each(['', 'a,', '<b></b>', 0, -1, 1.5, true, null, {}, [{ name: 'Jazz' }], 'x'.repeat(256)])('refuses %j', (raw) =>
    expect(parseTermList(raw)).toBeInstanceOf(FieldError),
  );
});

describe('parseTermNames', () => {
  it('leaves the commas of a name in a list alone', () => {
    expect(parseTermNames(['Wine, cheese', 'été'])).toEqual([{ text: 'Wine, cheese' }, { text: 'été' }]);
  });

  it('splits one text', () => expect(parseTermNames('Wine, cheese')).toEqual([{ text: 'Wine' }, { text: 'cheese' }]));
});

describe('parseWordList', () => {
  const parseStatuses = parseWordList(['publish', 'draft', 'any']);

  it.each([['publish,draft'], ['publish , draft,publish'], [['publish', 'draft']], [['publish,draft', 'draft']]])(
    'reads %j',
    (raw) => expect(parseStatuses(raw)).toEqual(['publish', 'draft']),
  );

  it.each(['', 'Publish', 'publish,', 'other', 1, null, {}])('refuses %j', (raw) =>
    expect(parseStatuses(raw)).toBeInstanceOf(FieldError),
  );
});

it('no parser of lists ever throws', () => {
  const parsers = fc.constantFrom(parseIdList, parseTermList, parseTermNames, parseWordList(['a']));
  fc.assert(fc.property(fc.anything(), parsers, (value, parse) => void parse(value)));
});
