/** Milliseconds: whoever reads will read again. */
const LATELY = 100;

/** Whether somebody has read lately. */
export class ReadsLately {
  private last = -Infinity;
  private isWatched = false;

  /** @param ended called when nobody has for a while */
  constructor(private readonly ended: () => void) {}

  get any(): boolean {
    return performance.now() - this.last < LATELY;
  }

  note(): void {
    this.last = performance.now();
    if (!this.isWatched) this.watch();
  }

  private watch(): void {
    this.isWatched = true;
    setTimeout(() => {
      this.isWatched = false;
      if (this.any) this.watch();
      else this.ended();
    }, LATELY).unref();
  }
}
