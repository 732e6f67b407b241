import fc from 'fast-check';
import { frozen } from '../values/frozen.js';
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
    [
      'what never changes, at the end',
      { id: 1, venue: [], tags: [frozen({ name: 'Été' }), frozen({ name: 'b', in: [1] })] },
    ],
    ['nothing but that', { venue: [frozen({ id: 1 })] }],
    ['that behind what has no JSON', { none: undefined, venue: [frozen({ id: 1 })] }],
    ['that before the end', { venue: [frozen({ id: 1 })], title: 'x' }],
    ['a field named "__proto__" before it', JSON.parse('{"__proto__":1,"tags":[]}') as object],
  ])('are those of JSON.stringify: %s', (_what, shown) => {
    expect(jsonBytes(shown).toString()).toBe(JSON.stringify(shown));
  });

  it('are those of JSON.stringify, whatever records show of what never changes', () => {
    const shared = fc.constantFrom(frozen({ id: 1, name: 'Été' }), frozen({ id: 2, tags: ['—', { deep: null }] }));
    const value = fc.oneof(fc.jsonValue(), fc.array(shared), fc.constant(undefined));
    const record = fc.dictionary(fc.string(), value);
    fc.assert(
      fc.property(
        fc.oneof(record, fc.record({ events: fc.array(record, { maxLength: 12 }), total: fc.nat() })),
        (shown) => {
          expect(jsonBytes(shown).toString()).toBe(JSON.stringify(shown));
        },
      ),
    );
  });

  it('are written once of what never changes', () => {
    let written = 0;
    const counted = () => JSON.stringify(++written);
    const venue = frozen({ name: 'Hall', details: { toJSON: counted } });
    const events = [1, 2, 3].map((id) => ({ id, venue: [venue] }));
    expect(JSON.parse(jsonBytes({ events: [...events, ...events, ...events] }).toString())).toMatchObject({
      events: expect.arrayContaining([{ id: 3, venue: [{ name: 'Hall', details: '1' }] }]) as unknown,
    });
    expect(written).toBe(1);
  });
});
