import { jsonBytes } from './json-bytes.js';

const many = <T>(value: T): T[] => Array.from({ length: 9 }, () => value);

describe('the bytes of an answer', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['a short list', { events: [{ title: 'Été — «ça»' }], total: 1 }],
    ['a long list', { events: [...many({ title: 'Été — «ça»' }), { title: '\ud83c\udfb7' }], total: 10 }],
    ['lists alone', { none: [], long: [1, 'two', null, ...many([3])], short: [4] }],
    ['what has no JSON', { none: undefined, call: () => 1, list: [undefined, () => 1, ...many(Symbol('x'))] }],
    ['nothing but what has no JSON', { none: undefined }],
    ['what says its JSON itself', Object.assign(new Date(0), { list: many(1) })],
    ['members that do', { dates: many(new Date(0)), at: new Date(0) }],
    ['names in need of quotes', { 'a "name"': many(1), é: 2 }],
    ['a list at the top', [{ id: 1 }, many(1)]],
  ])('are those of JSON.stringify: %s', (_what, shown) => {
    expect(jsonBytes(shown).toString()).toBe(JSON.stringify(shown));
  });
});
