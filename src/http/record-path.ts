import { Injectable, type PipeTransform, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type RecordRef } from '../lib/errors/api-error.js';
import { type CalendarRequest } from './request-context.js';

/** Parses an id, which `AccessGuard` has checked for digits. Ids beyond the safe integers become the largest one. */
function parseRecordId(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

@Injectable()
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(digits: string): number {
    return parseRecordId(digits);
  }
}

/** The two paths of a record below its collection: by id and by slug. */
export const RECORD_PATHS = [':id', 'by-slug/:slug'];

/** Passes the id or slug (in lower case) of the path to a handler. */
export const RecordRefParam = createParamDecorator((_data: unknown, execution: ExecutionContext): RecordRef => {
  const { id, slug } = execution.switchToHttp().getRequest<CalendarRequest>().params;
  return slug === undefined ? { id: parseRecordId(String(id)) } : { slug: String(slug).toLowerCase() };
});
