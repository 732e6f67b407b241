import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type RecordRef } from '../errors/api-error.js';
import { type CalendarRequest } from './context/calendar-request.js';
import { recordId } from './record-id.js';

/** Both paths of a record below its collection: by id and by slug. */
export const RECORD_PATHS = [':id', 'by-slug/:slug'];

/** Gives a handler the record that its path names, by id or by slug (compared in lower case). */
export const RecordAddress = createParamDecorator((_data: unknown, execution: ExecutionContext): RecordRef => {
  const { id, slug } = execution.switchToHttp().getRequest<CalendarRequest>().params;
  return slug === undefined ? { id: recordId(String(id)) } : { slug: String(slug).toLowerCase() };
});
