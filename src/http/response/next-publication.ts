import { Injectable } from '@nestjs/common';

/**
 * The date of the next scheduled record, beyond which a public response must not be cached. The publisher reads it from
 * the database; a write that schedules a record sets it at once.
 */
@Injectable()
export class NextPublication {
  private found = Infinity;
  /** The earliest record that was scheduled since the last look-up began, which may not have found it. */
  private scheduled = Infinity;

  /** Milliseconds since 1970; Infinity if nothing is scheduled. */
  get at(): number {
    return Math.min(this.found, this.scheduled);
  }

  schedule(date: Date): void {
    this.scheduled = Math.min(this.scheduled, date.getTime());
  }

  async lookUp(find: () => Promise<number>): Promise<void> {
    const { scheduled } = this;
    this.found = await find();
    if (this.scheduled === scheduled) this.scheduled = Infinity;
  }
}
