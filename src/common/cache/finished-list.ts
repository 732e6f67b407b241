import { digestOf } from '../http/etag.js';
import { type PagingDto } from '../listing/paging.dto.js';
import { type FinishedRecord } from './finished-record.js';

/** A list's answer put together from finished records: what they are made of is not gone through again. */
export class FinishedList {
  private readonly paging: string;

  /** @param name of the field that holds the records */
  constructor(
    private readonly name: string,
    private readonly records: readonly FinishedRecord[],
    paging: PagingDto,
  ) {
    this.paging = JSON.stringify(paging);
  }

  /** Those of the records themselves: nothing is copied. */
  get pieces(): Buffer[] {
    const records = this.records.map(({ bytes, bytesWithComma }, place) => (place === 0 ? bytes : bytesWithComma));
    return [Buffer.from(`{"${this.name}":[`), ...records, Buffer.from(`],${this.paging.slice(1)}`)];
  }

  /** Of the same bytes always the same, of others another. */
  get digest(): string {
    return digestOf([this.paging, ...this.records.map(({ digest }) => digest)].join('\n'));
  }
}
