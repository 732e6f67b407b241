/**
 * A pseudo-random generator with the same numbers for a seed on every machine (mulberry32, seeded with FNV-1a). Each
 * record has its own generator, so that it does not depend on the records before it.
 */
export class Random {
  private state: number;

  constructor(...seed: (string | number)[]) {
    this.state = hash(seed.join(' '));
  }

  /** At least 0, less than 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** From `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** True with a probability of `share` percent. */
  percent(share: number): boolean {
    return this.fraction() * 100 < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)]!;
  }

  /** One of the values by their weights in percent; the last one gets the remainder. */
  share<T>(...shares: readonly (readonly [number, T])[]): T {
    let remaining = this.fraction() * 100;
    return (shares.find(([share]) => (remaining -= share) < 0) ?? shares.at(-1)!)[1];
  }

  /** `count` different whole numbers from 0 to below `end`. Low numbers are more frequent, like popular venues. */
  popular(count: number, end: number): number[] {
    const chosen = new Set<number>();
    for (let tries = 0; chosen.size < Math.min(count, end) && tries < 20 * count; tries++)
      chosen.add(Math.floor(end * this.fraction() * this.fraction()));
    return [...chosen];
  }
}

function hash(text: string): number {
  let code = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) code = Math.imul(code ^ text.charCodeAt(index), 0x01000193);
  return code;
}
