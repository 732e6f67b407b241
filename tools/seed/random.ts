/**
 * Numbers that look random and are the same for the same seed on every machine (mulberry32, seeded with FNV-1a). Each
 * record has a generator of its own, so that it does not depend on what was made before it.
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

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.fraction() * 100 < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)]!;
  }

  /** One of the values, each with its share of a hundred; the last one has the rest. */
  share<T>(...shares: readonly (readonly [number, T])[]): T {
    let left = this.fraction() * 100;
    return (shares.find(([share]) => (left -= share) < 0) ?? shares.at(-1)!)[1];
  }

  /** So many different whole numbers from 0 to below `end`, low ones more often: some places are popular. */
  popular(count: number, end: number): number[] {
    const chosen = new Set<number>();
    for (let tries = 0; chosen.size < Math.min(count, end) && tries < 20 * count; tries++)
      chosen.add(Math.floor(end * this.fraction() * this.fraction()));
    return [...chosen];
  }
}

function hash(text: string): number {
  let code = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) code = Math.imul(code ^ text.charCodeAt(place), 0x01000193);
  return code;
}
