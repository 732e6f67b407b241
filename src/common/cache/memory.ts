import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Settings } from '../../config/settings.js';

const MEGABYTE = 1024 * 1024;

/** What an entry takes beside its own bytes: the key, the object, its place in the list. */
const OVERHEAD = 512;

/** Something that is kept in memory. */
export interface Kept {
  /** Bytes, roughly. */
  readonly size: number;
}

/** All that is kept in memory, within the bytes of one setting (`CACHE_MB`): what was not asked for longest goes first. */
@Injectable()
export class Memory {
  private readonly entries: LRUCache<string, Kept> | undefined;

  constructor({ cacheMegabytes }: Settings) {
    if (cacheMegabytes === 0) return;
    const maxSize = cacheMegabytes * MEGABYTE;
    // One entry never takes the place of all others.
    this.entries = new LRUCache({ maxSize, maxEntrySize: Math.floor(maxSize / 4) });
  }

  get isOn(): boolean {
    return this.entries !== undefined;
  }

  get(key: string): Kept | undefined {
    return this.entries?.get(key);
  }

  set(key: string, value: Kept): void {
    this.entries?.set(key, value, { size: value.size + 2 * key.length + OVERHEAD });
  }
}
