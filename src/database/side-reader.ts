import { Worker } from 'node:worker_threads';
import { NobodyWaits } from '../errors/api-error.js';
import { Gate, type Leave } from './gate.js';
import { type Waiter } from './waiter.js';

/** What a statement may be given on SQLite. */
type Stored = string | number | bigint | Uint8Array | null;

/** What the thread answers: one of the two. */
interface Answer {
  readonly rows?: unknown[];
  readonly failure?: { readonly message: string; readonly code?: string };
}

interface Asked {
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/** Milliseconds between two looks whether a statement that runs is still awaited. */
const LOOK = 50;

/**
 * Reads a SQLite file in a thread of its own, one statement at a time. SQLite runs where it is called: a statement that
 * looks through all events would keep everybody else from being answered. What crosses threads is copied, so that this is
 * for statements that look at much and answer little.
 */
export class SideReader {
  private worker: Worker | undefined;
  private asked: Asked | undefined;
  private readonly gate: Gate;
  /** Those for whom a statement has run. */
  private readonly begun = new WeakSet<Waiter>();
  private readonly unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  /** @param patience milliseconds that a statement may have to wait for those before it */
  constructor(
    private readonly path: string,
    private readonly patience: number,
  ) {
    this.gate = new Gate(1, patience);
  }

  /**
   * The rows that a statement answers.
   * @throws {Overloaded} at once where too much is to be read before it, unless a statement has run for the same waiter
   * @throws {NobodyWaits}
   */
  async rows<Row>(sql: string, values: readonly Stored[], waiter: Waiter, onBegin: () => void): Promise<Row[]> {
    const leave = await this.enter(waiter);
    this.begun.add(waiter);
    onBegin();
    Atomics.store(this.unwanted, 0, 0);
    const look = setInterval(() => waiter.isAwaited() || Atomics.store(this.unwanted, 0, 1), LOOK);
    try {
      return (await this.run(sql, values)) as Row[];
    } catch (error) {
      throw waiter.isAwaited() ? error : new NobodyWaits();
    } finally {
      clearInterval(look);
      leave();
    }
  }

  async end(): Promise<void> {
    Atomics.store(this.unwanted, 0, 1);
    await this.worker?.terminate();
  }

  private enter(waiter: Waiter): Promise<Leave> {
    if (this.begun.has(waiter)) return this.gate.enterAgain(waiter);
    return this.gate.enter(waiter, this.patience, 2 * this.patience);
  }

  private run(sql: string, values: readonly Stored[]): Promise<unknown[]> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      this.asked = { resolve, reject };
      worker.postMessage({ sql, values });
    });
  }

  /** When the first one asks: commands and small calendars do without. */
  private start(): Worker {
    const worker = new Worker(new URL('./side-reader.worker.js', import.meta.url), {
      workerData: { path: this.path, unwanted: this.unwanted },
      execArgv: [],
    });
    worker.on('message', ({ rows, failure }: Answer) => {
      if (failure) this.asked?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
      else this.asked?.resolve(rows ?? []);
    });
    worker.on('error', (error: Error) => this.asked?.reject(error));
    worker.on('exit', () => {
      this.worker = undefined;
      this.asked?.reject(new Error('The thread that reads has ended.'));
    });
    // Whoever waits for an answer keeps the process running.
    worker.unref();
    return worker;
  }
}
