import { Injectable, type PipeTransform } from '@nestjs/common';

/**
 * Parses the id of a path, which `IdRouteGuard` has checked for digits. Ids beyond the safe integers belong to no
 * record, and become the largest safe integer.
 */
export function parseRecordId(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

@Injectable()
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(digits: string): number {
    return parseRecordId(digits);
  }
}
