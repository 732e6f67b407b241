import { type ApiPropertyOptions } from '@nestjs/swagger';
import { Field } from '../../../http/validation/field.js';
import { parseCost } from './cost.js';

const ONE = [{ type: 'string' }, { type: 'number' }];

/** A cost in a body: a text, a number or a list of these. */
export const Cost = ({ example }: { readonly example: string }): PropertyDecorator =>
  Field(parseCost, {
    schema: {
      oneOf: [...ONE, { type: 'array', items: { oneOf: ONE } }],
      example,
    } as object as ApiPropertyOptions,
  });
