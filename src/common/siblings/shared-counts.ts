import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { hasSiblings } from './has-siblings.js';
import { isMessage, type Message } from './messages.js';

/** Milliseconds between two messages: to ask the primary each time would cost more than many an answer. */
const INTERVAL = 100;

/** Numbers that each worker counts up and that the others hear of soon after. Alone there is nothing to share. */
@Injectable()
export class SharedCounts {
  private readonly isShared: boolean;
  /** What the others have not been told yet, by name. */
  private readonly untold = new Map<string, number>();

  constructor(settings: Settings) {
    this.isShared = hasSiblings(settings);
  }

  /**
   * Counts one more for the others.
   * @param group a word
   */
  add(group: string, key: string): void {
    if (!this.isShared) return;
    const name = `${group} ${key}`;
    if (this.untold.size === 0) setTimeout(() => this.tell(), INTERVAL);
    this.untold.set(name, (this.untold.get(name) ?? 0) + 1);
  }

  /** Calls the listener with what the others have counted in a group. */
  onAdded(group: string, listener: (key: string, count: number) => void): void {
    if (!this.isShared) return;
    process.on('message', (message) => {
      if (!isMessage(message) || message.siblings !== 'counted') return;
      for (const [name, count] of message.counts)
        if (name.startsWith(`${group} `)) listener(name.slice(group.length + 1), count);
    });
  }

  private tell(): void {
    process.send?.({ siblings: 'counted', counts: [...this.untold] } satisfies Message);
    this.untold.clear();
  }
}
