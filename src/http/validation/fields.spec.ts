import * as rules from 'class-validator';
import { plainToInstance, Type } from 'class-transformer';
import { errorsIn, validated } from '../../../test/support/validated.js';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { messages } from '../../lib/i18n/messages.js';
import { Flag, PlainText } from './body-fields.js';
import { Field, Parameter, ReadOnly, Refused } from './field.js';
import { TRANSFORM_OPTIONS } from './request-validation.pipe.js';
import { integer, plainText } from './parsers.js';

const LONG = 'Must not be longer than 3 characters.';
const REQUIRED = 'This field is required.';

class Inner {
  @PlainText()
  name?: string | null;
}

@ReadOnly({ id: true })
class Outer {
  @PlainText()
  @rules.MaxLength(3)
  code?: string | null;

  @Flag()
  open?: boolean;

  @Type(() => Inner)
  @rules.IsOptional()
  @rules.ValidateNested()
  inner?: Inner | null;

  @Refused(() => 'No.')
  never?: never;
}

class NewOuter extends Outer {
  @PlainText({ required: true })
  declare code: string;
}

describe('fields', () => {
  it('distinguish absent, null and empty values', async () => {
    expect(await validated(Outer, {})).toEqual({});
    expect(await validated(Outer, { code: null, open: '' })).toEqual({ code: null, open: false });
    expect(await errorsIn(Outer, { code: undefined, never: undefined })).toEqual({});
    for (const body of [{}, { code: null }]) expect(await errorsIn(NewOuter, body)).toEqual({ code: REQUIRED });
  });

  it('are decided by class-validator: every refused field has its error', async () => {
    const execute = jest.spyOn(rules.Validator.prototype, 'validate');
    expect(await errorsIn(Outer, { code: 'abcd', open: 'x' })).toEqual({ code: LONG, open: messages.en.boolean });
    const found = await (execute.mock.results[0]!.value as Promise<rules.ValidationError[]>);
    expect(found.map(({ property }) => property).sort()).toEqual(['code', 'open']);
    execute.mockRestore();
  });

  it('know their own names, those that responses have, and no others', async () => {
    expect(await validated(Outer, { id: 1 })).toEqual({});
    expect(await errorsIn(Outer, { id: 1, kode: 1, never: 1, inner: { nam: 1 } })).toEqual({
      never: 'No.',
      kode: 'There is no such field. Did you mean “code”?',
      'inner.nam': 'There is no such field. Did you mean “name”?',
    });
  });

  it.each(['constructor', '__proto__', 'prototype', 'toString', 'valueOf'])('are not harmed by %s', async (name) => {
    const evil = (value: string) => JSON.parse(`{ "${name}": ${value} }`) as object;
    for (const value of ['"x"', '1', '{"prototype":{}}', '[]', 'null']) {
      expect(Object.keys(await errorsIn(Outer, evil(value)))).toEqual([name]);
      expect(Object.keys(await errorsIn(Outer, { inner: evil(value) }))).toEqual([`inner.${name}`]);
      expect(Object.keys(await errorsIn(Outer, { code: evil(value) }))).toEqual([`code.${name}`, 'code']);
    }
    expect(Object.hasOwn(Object.prototype, 'code')).toBe(false);
  });

  it('are read as the derived class declares them', async () => {
    class Derived extends Outer {
      @Field(integer())
      declare open?: never;
    }
    expect(await validated(Derived, { open: '12' })).toEqual(plainToInstance(Derived, { open: 12 }, TRANSFORM_OPTIONS));
    expect(await errorsIn(Derived, { open: 'x' })).toEqual({ open: 'Must be a whole number.' });
    expect(await errorsIn(Outer, { open: '12' })).toEqual({ open: messages.en.boolean });
  });

  it('keep defaults for empty parameters, and ignore unknown parameters', async () => {
    class Query {
      @Parameter(plainText(), { emptyIsAbsent: true })
      context?: string = 'view';
    }
    expect(await validated(Query, { context: '' }, 'query')).toEqual({ context: 'view' });
    expect(await validated(Query, { context: 'edit', fbclid: 1 }, 'query')).toEqual({ context: 'edit' });
  });
});

describe('decorators of class-validator', () => {
  it('report each value with their own message, or in the words of the catalogue', async () => {
    class Dto {
      @Field((raw) => raw)
      @rules.MaxLength(1, { each: true })
      each?: string[];

      @PlainText()
      @rules.Length(1, 2, { message: ({ constraints }) => `Own: ${constraints.join()}.` })
      own?: string;

      @PlainText()
      @rules.IsISBN()
      isbn?: string;

      @Field(integer())
      @rules.IsIn([1, 2])
      one?: number;

      @Field((raw) => new Date(String(raw)))
      @rules.MinDate(() => new Date(0))
      date?: Date;
    }
    const body = { each: ['a', 'bc'], own: 'abc', isbn: 'x', one: 3, date: '1969-01-01' };
    expect(await errorsIn(Dto, body)).toEqual({
      each: 'Each value must not be longer than 1 characters.',
      own: 'Own: 1,2.',
      isbn: 'isbn must be an ISBN',
      one: 'Must be one of: 1, 2.',
      date: 'Must not lie before 1970-01-01T00:00:00.000Z.',
    });
    expect(await errorsIn(Dto, body, { language: 'fr' })).toMatchObject({
      each: 'Chaque valeur ne doit pas dépasser 1 caractères.',
    });
    const right = { each: ['a'], own: 'a', isbn: '9780306406157', one: 1, date: '2027-01-01' };
    expect(await errorsIn(Dto, right)).toEqual({});
  });

  it('are in the catalogue under the names of class-validator', () => {
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
