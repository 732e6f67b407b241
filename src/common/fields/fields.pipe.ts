import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { Faults } from '../errors/fault.js';
import { Extensions } from '../extensions/extensions.js';
import { fieldsOf } from './field.js';
import { type DtoClass, readBody, readFields } from './read-fields.js';

const filed = new WeakMap<object, Faults>();

/** The faults of a request's DTOs, together. Services add theirs and throw once rights are known. */
export function faultsOf(...dtos: readonly object[]): Faults {
  const all = new Faults();
  for (const dto of dtos) for (const [field, fault] of filed.get(dto)?.all ?? []) all.add(field, fault);
  return all;
}

/** Files what is wrong with an input for `faultsOf`, under what the service has at hand. */
export function fileFaults(owner: object, faults: Faults): void {
  filed.set(owner, faults);
}

/**
 * Turns raw queries and bodies into DTOs. It files faults instead of throwing them: what a caller may not do is said
 * before what he did wrong, and only the service knows the record.
 */
@Injectable()
export class FieldsPipe implements PipeTransform {
  constructor(private readonly extensions: Extensions) {}

  transform(raw: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return raw;
    const input = typeof raw === 'object' && raw !== null ? raw : {};
    const { dto, faults } = (type === 'body' ? readBody : readFields)(metatype, input, this.extensions.moreFields);
    fileFaults(dto, faults);
    return dto;
  }
}

function isDto(metatype: unknown): metatype is DtoClass {
  return typeof metatype === 'function' && fieldsOf(metatype.prototype as object).size > 0;
}
