import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { fieldsOf } from './field.js';
import { fileFaults } from './filed-faults.js';
import { readBody, readQuery } from './read-fields.js';
import { FieldsOfExtensions } from './more-fields.js';
import { type DtoClass } from '../../values/parser.js';

/**
 * Turns raw queries and bodies into DTOs. It files faults instead of throwing them: what a caller may not do is said
 * before what he did wrong, and only the service knows the record. A class without any field of ours is left to the
 * pipes of its own handler.
 */
@Injectable()
export class FieldsPipe implements PipeTransform {
  constructor(private readonly extensions: FieldsOfExtensions) {}

  transform(raw: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return raw;
    const input = typeof raw === 'object' && raw !== null ? raw : {};
    const { dto, faults } = (type === 'body' ? readBody : readQuery)(metatype, input, this.extensions.moreFields);
    fileFaults(dto, faults);
    return dto;
  }
}

function isDto(metatype: unknown): metatype is DtoClass {
  return typeof metatype === 'function' && fieldsOf(metatype.prototype as object).size > 0;
}
