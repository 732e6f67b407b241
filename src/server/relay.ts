import cluster, { type Worker } from 'node:cluster';
import { isMessage, type Message } from '../siblings/messages.js';
import { type Count, MinuteCounts } from '../siblings/minute-counts.js';

/** Milliseconds; more than an announcement waits. */
const PATIENCE = 1_000;

/** An announcement under way. */
interface Round {
  readonly from: Worker;
  /** Those who have not heard of it yet. */
  readonly others: Set<Worker>;
}

/**
 * In the primary: passes on what a worker tells the others, tells it when all have heard of an announcement, and counts
 * for all.
 */
export class Relay {
  private readonly members = new Set<Worker>();
  private readonly rounds = new Map<string, Round>();
  private readonly counts = new MinuteCounts();

  constructor() {
    cluster.on('message', (worker, message: unknown) => {
      if (isMessage(message)) this.receive(worker, message);
    });
    cluster.on('exit', (worker) => this.leave(worker));
  }

  private receive(worker: Worker, message: Message): void {
    if (message.siblings === 'count') this.count(worker, message.id, this.counts.add(message.name, message.by));
    else if (message.siblings === 'joined') this.members.add(worker);
    else if (message.siblings === 'heard') this.hear(worker, message.id);
    else this.passOn(worker, message);
    if (message.siblings === 'written') this.hear(worker, message.id);
  }

  private count(worker: Worker, id: number, counted: Count): void {
    worker.send({ siblings: 'counted', id, ...counted } satisfies Message);
  }

  private passOn(from: Worker, message: Message): void {
    const others = new Set(this.members);
    others.delete(from);
    if (message.siblings === 'written') this.begin(message.id, { from, others });
    for (const worker of others) worker.send(message);
  }

  /** Whoever announced something waits a moment for workers that hang, and so does its round. */
  private begin(id: string, round: Round): void {
    this.rounds.set(id, round);
    setTimeout(() => this.rounds.delete(id), PATIENCE).unref();
  }

  private hear(worker: Worker, id: string): void {
    const round = this.rounds.get(id);
    round?.others.delete(worker);
    if (round?.others.size !== 0) return;
    this.rounds.delete(id);
    round.from.send({ siblings: 'heard', id } satisfies Message);
  }

  /** Nobody waits for a worker that is gone. */
  private leave(worker: Worker): void {
    this.members.delete(worker);
    for (const id of this.rounds.keys()) this.hear(worker, id);
  }
}
