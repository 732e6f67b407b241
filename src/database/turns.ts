/** Milliseconds for which connections that come go before work, after each turn that had some. */
const PAUSE = 15;

let accepting = 0;
let pauseEnd = 0;

/** Has work wait while more connections may wait behind one that came: Node accepts one of them in each turn. */
export function letConnectionsCome(): void {
  accepting += 1;
  setImmediate(() => setImmediate(() => (accepting -= 1)));
}

/**
 * A share of the time of each turn of the event loop: what is done in pieces goes on in the next turn when it has had its
 * share, so that others have theirs.
 */
export class TurnShare {
  private begun: number | undefined;

  constructor(private readonly milliseconds: number) {}

  /** Whether something is left of it in this turn. Asked before each piece of work. */
  get isLeft(): boolean {
    const now = performance.now();
    if (this.begun === undefined) {
      if (accepting > 0 && now < pauseEnd) return false;
      this.begun = now;
      setImmediate(this.end);
    }
    return now - this.begun < this.milliseconds;
  }

  /** Before a piece of work: waits for a turn that has time for it. */
  async giveWay(): Promise<void> {
    while (!this.isLeft) await new Promise((resolve) => setImmediate(resolve));
  }

  /**
   * Calls back when what has just been begun has gone as far as it goes without a pause: at once, or in the next turn of the
   * event loop.
   */
  afterThis(next: () => void): void {
    // A tick that a microtask asks for comes when there are no more microtasks.
    queueMicrotask(() => process.nextTick(() => (this.isLeft ? next() : void setImmediate(next))));
  }

  private readonly end = (): void => {
    this.begun = undefined;
    pauseEnd = performance.now() + PAUSE;
  };
}

/** Of what is read from a file, and made of its rows: SQLite answers without a pause. */
export const readShare = new TurnShare(15);

/**
 * Of what is written to it. A share of its own: who goes on first in one turn does so in the next one, so that a long write
 * would have all of a common share, and reads none until it ends.
 */
export const writeShare = new TurnShare(1);
