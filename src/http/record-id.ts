import { Injectable, type PipeTransform } from '@nestjs/common';

/** The id in a path, which `IdRouteGuard` has seen to be digits. Numbers beyond those that are exact are no record's: one stands for all. */
export function recordId(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

@Injectable()
export class RecordIdPipe implements PipeTransform<string, number> {
  transform(digits: string): number {
    return recordId(digits);
  }
}
