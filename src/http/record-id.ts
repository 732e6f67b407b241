import { Injectable, type PipeTransform } from '@nestjs/common';

/**
 * The id in a path; `IdRouteGuard` ensures digits. No record has an id beyond the safe integers, so one number represents
 * all of them.
 */
export function recordId(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

@Injectable()
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(digits: string): number {
    return recordId(digits);
  }
}
