import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { hasSiblings } from './has-siblings.js';
import { isMessage, type Message } from './messages.js';

/** Milliseconds that a write waits for siblings which do not answer, because they hang or have just died. */
const PATIENCE = 250;

/** The other workers of this instance (`WEB_CONCURRENCY`), which hear of each other's writes at once. */
@Injectable()
export class Siblings {
  private readonly exist: boolean;
  private readonly listeners: (() => void)[] = [];
  /** What waits for an announcement to be heard. */
  private readonly waiting = new Map<string, () => void>();
  private announcements = 0;

  constructor(settings: Settings) {
    this.exist = hasSiblings(settings);
    if (!this.exist) return;
    process.on('message', (message) => isMessage(message) && this.receive(message));
    // From now on, which is before anything was read that a sibling could change.
    send({ siblings: 'joined' });
  }

  /** Tells the others that something was written. Resolves when all have acted on it, or after 250 ms; alone at once. */
  async announce(): Promise<void> {
    if (!this.exist) return;
    const id = `${process.pid}.${(this.announcements += 1)}`;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      this.waiting.set(id, () => (clearTimeout(timer), resolve()));
      send({ siblings: 'written', id });
    });
    this.waiting.delete(id);
  }

  /** Calls the listener whenever another worker has written, before that write is answered. */
  onAnnounced(listener: () => void): void {
    this.listeners.push(listener);
  }

  private receive(message: Message): void {
    if (message.siblings === 'heard') this.waiting.get(message.id)?.();
    if (message.siblings !== 'written') return;
    for (const listener of this.listeners) listener();
    send({ siblings: 'heard', id: message.id });
  }
}

function send(message: Message): void {
  process.send?.(message);
}
