import { Piscina } from 'piscina';
import { BoundedQueue, type QueueLoad } from './bounded-queue.js';
import { type Deadline } from './deadline.js';
import { type SqliteValue } from './sql/drivers.js';

/** Number of worker threads that read a SQLite file. */
const THREADS = 2;

export interface WorkerTask {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
  /** Milliseconds after which `within_deadline()` ends the statement. */
  readonly milliseconds: number;
}

/** The properties of a unit of work that its statements need. */
export interface WorkerCaller {
  readonly deadline: Deadline;
  /** Whether one of its statements has been run. */
  hasReadInWorker: boolean;
}

/** An error loses its code between threads, so its properties are sent. */
export interface WorkerResult {
  readonly rows?: unknown[];
  readonly failure?: { readonly message: string; readonly code?: string };
}

/**
 * Runs statements on a SQLite file in worker threads. SQLite runs in the calling thread, so in the main thread a
 * statement that scans all events would block every other request. Rows are copied between threads, so these statements
 * should return few.
 */
export class StatementWorkers {
  private readonly queue = new BoundedQueue(THREADS);
  private pool: Piscina<WorkerTask, WorkerResult> | undefined;

  constructor(private readonly path: string) {}

  get load(): QueueLoad {
    return this.queue.load;
  }

  /**
   * @param onStart called when the statement is sent to a thread
   * @throws {Overloaded} at once if too many statements wait, unless the same unit of work has run one before
   */
  async rows<Row>(
    caller: WorkerCaller,
    sql: string,
    values: readonly SqliteValue[],
    onStart: () => void,
  ): Promise<Row[]> {
    const { deadline } = caller;
    const { rows, failure } = await this.queue.run(
      () => {
        caller.hasReadInWorker = true;
        onStart();
        return deadline.guard(this.started().run({ sql, values, milliseconds: deadline.remaining }));
      },
      deadline,
      caller.hasReadInWorker,
    );
    if (failure) throw Object.assign(new Error(failure.message), { code: failure.code });
    return rows as Row[];
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  /** The threads start with the first statement, so commands and small calendars do not need them. */
  private started(): Piscina<WorkerTask, WorkerResult> {
    return (this.pool ??= new Piscina<WorkerTask, WorkerResult>({
      filename: new URL('./sqlite.worker.js', import.meta.url).href,
      workerData: { path: this.path },
      minThreads: 1,
      maxThreads: THREADS,
      idleTimeout: Infinity,
      execArgv: [],
    }));
  }
}
