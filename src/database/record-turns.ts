import { Unavailable, WriteConflict } from '../errors/api-error.js';
import { type Deadline } from './deadline.js';
import { Mutex } from './mutex.js';

/** How many may wait to write one record. */
const LONGEST = 100;

/** Those who want to write one record, and how many have done so. */
class Queue extends Mutex {
  done = 0;
}

/**
 * Lets those who write the same record in this process do it one after the other, in the order in which they came: side
 * by side each of them but one would do its work in vain, and some again and again. Other processes are met in the
 * database.
 */
export class RecordTurns {
  private readonly queues = new Map<string, Queue>();

  /**
   * @throws {WriteConflict} where too many wait, or the time has gone into the turns of others
   * @throws {Unavailable} where nobody got on in that time
   */
  async run<T>(record: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(record) ?? new Queue();
    if (queue.length >= LONGEST) throw new WriteConflict();
    this.queues.set(record, queue);
    const before = queue.done;
    try {
      return await this.inTurn(record, queue, deadline, work);
    } catch (error) {
      throw error instanceof Unavailable && queue.done > before ? new WriteConflict() : error;
    }
  }

  private async inTurn<T>(record: string, queue: Queue, deadline: Deadline, work: () => Promise<T>): Promise<T> {
    const turn = queue.turn();
    const leave = (end: () => void) => {
      end();
      if (queue.length === 0) this.queues.delete(record);
    };
    const end = await deadline.guard(turn, () => void turn.then(leave));
    try {
      const result = await work();
      queue.done += 1;
      return result;
    } finally {
      leave(end);
    }
  }
}
