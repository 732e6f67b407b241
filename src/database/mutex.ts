/** Lets one through at a time, in the order of arrival. */
export class Mutex {
  private last: Promise<void> = Promise.resolve();
  private inside = 0;

  /** How many hold a turn or wait for one. */
  get length(): number {
    return this.inside;
  }

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async turn(): Promise<() => void> {
    const previous = this.last;
    let end = (): void => undefined;
    this.last = new Promise((resolve) => {
      end = () => {
        this.inside -= 1;
        resolve();
      };
    });
    this.inside += 1;
    await previous;
    return end;
  }
}
