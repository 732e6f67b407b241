import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { hasSiblings } from './has-siblings.js';
import { isMessage, type Message } from './messages.js';
import { type Count, MinuteCounts } from './minute-counts.js';

/** Milliseconds for an answer of the primary. */
const PATIENCE = 1000;

/** Counts by name and minute, over all workers: where there are several, the primary counts. */
@Injectable()
export class SharedCounts {
  private readonly own: MinuteCounts | undefined;
  /** What waits for the primary, by the number of the question. */
  private readonly waiting = new Map<number, (count: Count) => void>();
  private questions = 0;

  constructor(settings: Settings) {
    if (!hasSiblings(settings)) this.own = new MinuteCounts();
    else process.on('message', (message) => isMessage(message) && this.receive(message));
  }

  /** @throws {Error} where the primary does not answer */
  add(name: string, by = 1): Count | Promise<Count> {
    return this.own?.add(name, by) ?? this.ask(name, by);
  }

  private ask(name: string, by: number): Promise<Count> {
    const id = (this.questions += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error('The primary does not answer.'));
      }, PATIENCE);
      this.waiting.set(id, (count) => (clearTimeout(timer), resolve(count)));
      process.send?.({ siblings: 'count', id, name, by } satisfies Message);
    });
  }

  private receive(message: Message): void {
    if (message.siblings !== 'counted') return;
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }
}
