import { BoundedQueue, type QueueLoad } from './bounded-queue.js';
import { type Deadline } from './deadline.js';
import { Piscina } from 'piscina';

/** Number of worker threads that read a SQLite file. */
const THREADS = 2;

export interface WorkerTask {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Milliseconds after which `within_deadline()` ends the statement. */
  readonly milliseconds: number;
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
   * @param caller the unit of work: its first statement may be refused, and the others go first
   * @param onStart called when the statement is sent to a thread
   * @throws {Overloaded} at once if too many statements wait
   */
  async rows<Row>(
    caller: { readonly deadline: Deadline; hasReadInWorker: boolean },
    { sql, values }: Pick<WorkerTask, 'sql' | 'values'>,
    onStart: () => void,
  ): Promise<Row[]> {
    const { deadline } = caller;
    const runInThread = () => {
      caller.hasReadInWorker = true;
      onStart();
      return deadline.guard(this.startedPool().run({ sql, values, milliseconds: deadline.remaining }));
    };
    const { rows, failure } = await this.queue.run(runInThread, deadline, caller.hasReadInWorker);
    if (failure) throw Object.assign(new Error(failure.message), { code: failure.code });
    return rows as Row[];
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  /** The threads start with the first statement, so commands and small calendars do not need them. */
  private startedPool(): Piscina<WorkerTask, WorkerResult> {
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
