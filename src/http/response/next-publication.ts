import { Injectable } from '@nestjs/common';

/**
 * The time at which the next scheduled record is published. A public response must not be cached past it. The publisher
 * reads it from the database; a write that schedules a record sets it at once.
 */
@Injectable()
export class NextPublication {
  private found = Infinity;
  /** The earliest record scheduled since the last look-up began, which may have missed it. */
  private scheduled = Infinity;

  /** Milliseconds since 1970; Infinity where nothing is scheduled. */
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
