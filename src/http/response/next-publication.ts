import { Injectable } from '@nestjs/common';

/**
 * The publication time of the next scheduled record. No public response may be cached beyond it. `Publisher` reads it
 * from the database; a write that schedules a record lowers it at once.
 */
@Injectable()
export class NextPublication {
  private nextStored = Infinity;
  /** The earliest time that was scheduled since the last look-up began, which may have missed it. */
  private scheduled = Infinity;

  /** Milliseconds since 1970; Infinity if nothing is scheduled. */
  get time(): number {
    return Math.min(this.nextStored, this.scheduled);
  }

  schedule(date: Date): void {
    this.scheduled = Math.min(this.scheduled, date.getTime());
  }

  async refresh(find: () => Promise<number>): Promise<void> {
    const { scheduled } = this;
    this.nextStored = await find();
    if (this.scheduled === scheduled) this.scheduled = Infinity;
  }
}
