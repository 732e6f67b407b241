import { TurnShare } from '../../database/turns.js';
import { FairQueue } from '../../values/fair-queue.js';

/** Milliseconds of each turn of the event loop in which requests are begun. */
const SHARE = 15;

/**
 * Has requests begin in turns. Node hands over all that has arrived, which may be hundreds of requests of one client,
 * before it looks at anybody else; here each turn of the event loop begins as many as it has time for, client by client.
 */
export class RequestTurns {
  private readonly share = new TurnShare(SHARE);
  private readonly waiting = new FairQueue<() => void>();
  private isServing = false;

  waitingOf(client: string): number {
    return this.waiting.of(client);
  }

  /** At once where there is time for it, else when the client has its turn. */
  take(client: string, begin: () => void): void {
    if (!this.isServing && this.share.isLeft) return begin();
    this.waiting.push(client, begin);
    if (this.isServing) return;
    this.isServing = true;
    setImmediate(this.serve);
  }

  private readonly serve = (): void => {
    if (!this.share.isLeft) return void setImmediate(this.serve);
    const begin = this.waiting.shift();
    this.isServing = begin !== undefined;
    if (!begin) return;
    begin();
    this.share.afterThis(this.serve);
  };
}
