import * as rules from 'class-validator';
import { type Language, LANGUAGES } from '../languages/language.js';
import { messages } from '../errors/messages.js';
import { line } from '../values/texts.js';
import { integer } from './scalars.js';
import { Flag, Line } from './body-fields.js';
import { Field, Parameter, Refused, Required } from './field.js';
import { nested, readBody, readFields } from '../requests/fields/read-fields.js';
import { type DtoClass } from '../values/parser.js';

/** What is wrong with a body, by path. */
function told(Dto: DtoClass, body: object, language: Language = 'en'): Record<string, string> {
  const { faults } = readBody(Dto, body);
  return Object.fromEntries([...faults.all].map(([path, fault]) => [path, fault.wording(messages[language])]));
}

const LONG = 'Must not be longer than 3 characters.';
const REQUIRED = 'This field is required.';

class Inner {
  @Line()
  name?: string | null;
}

class Outer {
  @rules.MaxLength(3)
  @Line()
  code?: string | null;

  @Flag()
  open?: boolean;

  @Field((raw, more) => nested(Inner, raw as object, more))
  inner?: Inner | null;

  @Refused(() => 'No.')
  never?: never;

  static readonly readOnly = { id: true } as const;
}

@Required('code')
class NewOuter extends Outer {}

describe('fields', () => {
  it('tell absent, null and empty values apart', () => {
    expect({ ...readBody(Outer, {}).dto }).toEqual({});
    expect(readBody(Outer, { code: null, open: '' }).dto).toEqual({ code: null, open: false });
    expect(told(Outer, { code: undefined, never: undefined })).toEqual({});
    expect(told(NewOuter, {})).toEqual({ code: REQUIRED });
    expect(told(NewOuter, { code: null })).toEqual({});
  });

  it('leave what is wrong undefined', () => {
    const { dto } = readBody(Outer, { code: 'abcd', open: 'x' });
    expect([dto.code, dto.open]).toEqual([undefined, undefined]);
  });

  it('know their own names, those that reads answer, and no others', () => {
    expect(told(Outer, { id: 1, kode: 1, never: 1 })).toEqual({
      never: 'No.',
      kode: 'There is no such field. Did you mean “code”?',
    });
  });

  it.each(['constructor', '__proto__', 'prototype', 'toString', 'then'])('take no harm from %s', (name) => {
    const evil = (value: string) => JSON.parse(`{ "${name}": ${value}, "code": "a" }`) as object;
    for (const value of ['"x"', '1', '{"prototype":{}}', '[]', 'null']) {
      const { dto } = readBody(Outer, { inner: evil(value) });
      expect(dto).toBeInstanceOf(Outer);
      expect(Object.keys(told(Outer, evil(value)))).toEqual([name]);
      expect(Object.keys(told(Outer, { inner: evil(value) }))).toEqual([`inner.${name}`, 'inner.code']);
    }
    expect(Object.hasOwn(Object.prototype, 'code')).toBe(false);
  });

  it('bear any depth', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(told(Outer, { code: deep })).toEqual({ code: 'Must be text.' });
  });

  it('are read as the derived class has them, where it declares them anew', () => {
    class Derived extends Outer {
      @Field(integer())
      declare open?: never;
    }
    expect(readBody(Derived, { open: '12' }).dto).toEqual(Object.assign(new Derived(), { open: 12 }));
    expect(told(Derived, { open: 'x' })).toEqual({ open: 'Must be a whole number.' });
    expect(told(Outer, { open: '12' })).toEqual({ open: messages.en.boolean });
  });

  it('keep defaults where a parameter is empty', () => {
    class Query {
      @Parameter(line(), { emptyIsAbsent: true })
      context?: string = 'view';
    }
    expect(readFields(Query, { context: '' }).dto).toEqual({ context: 'view' });
    expect(readFields(Query, { context: 'edit', more: 1 }).dto).toEqual({ context: 'edit' });
  });
});

describe('rules of class-validator beside them', () => {
  it('hold in derived classes too', () => {
    class Derived extends NewOuter {
      @rules.MinLength(2)
      declare code: string;
    }
    expect(told(NewOuter, { code: 'abcd' })).toEqual({ code: LONG });
    expect(told(Derived, { code: 'a' })).toEqual({ code: 'Must have 2 characters or more.' });
    expect(told(Derived, { code: [[]] })).toEqual({ code: 'Must be text.' });
    expect(told(Derived, {})).toEqual({ code: REQUIRED });
  });

  it('are told of each value, by their own message, or as class-validator words them', () => {
    class Dto {
      @rules.MaxLength(1, { each: true })
      @Field((raw) => raw)
      each?: string[];

      @rules.Length(1, 2, { message: ({ constraints }) => `Own: ${constraints.join()}.` })
      @Line()
      own?: string;

      @rules.IsISBN()
      @Line()
      isbn?: string;

      @rules.Matches(/a/)
      @rules.Matches(/b/)
      @Line()
      twice?: string;

      @rules.IsIn([1, 2])
      @Field(integer())
      one?: number;

      @rules.MinDate(() => new Date(0))
      @Field((raw) => new Date(String(raw)))
      date?: Date;
    }
    const body = { each: ['a', 'bc'], own: 'abc', isbn: 'x', twice: 'a', one: 3, date: '1969-01-01' };
    expect(told(Dto, body)).toEqual({
      each: 'Each value must not be longer than 1 characters.',
      own: 'Own: 1,2.',
      isbn: 'isbn must be an ISBN',
      twice: expect.stringContaining('Must match /b/.'),
      one: 'Must be one of: 1, 2.',
      date: 'Must not lie before 1970-01-01T00:00:00.000Z.',
    });
    expect(told(Dto, body, 'fr')).toMatchObject({ each: 'Chaque valeur ne doit pas dépasser 1 caractères.' });
    expect(
      told(Dto, { each: ['a'], own: 'a', isbn: '9780306406157', twice: 'ab', one: 1, date: '2027-01-01' }),
    ).toEqual({});
  });

  it('may forbid what is empty', () => {
    class Dto {
      @rules.IsNotEmpty()
      @Line()
      name?: string;
    }
    for (const name of ['', ' ', null]) expect(told(Dto, { name })).toEqual({ name: 'Must not be blank.' });
    expect(told(Dto, {})).toEqual({});
  });

  it('never let pass what was not understood', () => {
    class Dto extends Outer {
      @rules.IsDefined()
      declare code: string;

      @rules.ValidateIf(() => false)
      @Line()
      name?: string;
    }
    expect(told(Dto, { code: {}, name: {} })).toEqual({ code: 'Must be text.', name: 'Must be text.' });
    expect(told(Dto, {})).toEqual({ code: REQUIRED });
  });

  it('cannot be such as wait for something', () => {
    @rules.ValidatorConstraint({ async: true })
    class Waits {
      validate = () => Promise.resolve(false);
    }
    class Dto {
      @rules.Validate(Waits)
      @Line()
      name?: string;
    }
    expect(() => readBody(Dto, {})).toThrow('Dto.name');
  });

  it('are in the catalogue by the names that class-validator has for them', () => {
    const names = Object.values(rules).filter((value) => typeof value === 'string');
    expect(names).toEqual(
      expect.arrayContaining(Object.keys(messages.en.rules).filter((name) => name !== 'nestedValidation')),
    );
    for (const language of LANGUAGES) {
      const begins = language === 'en' ? /^Must / : /^(Doit|Ne doit) /;
      for (const sentence of Object.values(messages[language].rules)) expect(sentence('1', '2')).toMatch(begins);
    }
  });
});
