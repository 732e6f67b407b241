import cluster, { type Worker } from 'node:cluster';
import { on } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';

const ASK = 'calendar:metrics';

/** Timeout in milliseconds. The primary waits 5 s for its workers. */
const TIMEOUT = 6000;

/** The request of a worker to the primary, and its response, which has `text` or `error`. */
interface Message {
  readonly type: typeof ASK;
  readonly id: number;
  readonly text?: string;
  readonly error?: string;
}

let lastRequestId = 0;

/** In the primary: sends the sum of the metrics of all workers to each worker that requests it. */
export function answerMetricsRequests(): void {
  const workers = new AggregatorRegistry();
  const response = async (worker: Worker, { type, id }: Message) => {
    const result = await workers.clusterMetrics().then(
      (text) => ({ text }),
      (error: Error) => ({ error: error.message }),
    );
    if (worker.isConnected()) worker.send({ type, id, ...result });
  };
  cluster.on('message', (worker, message: Message) => {
    if (message.type === ASK) void response(worker, message);
  });
}

/** In a worker: lets the primary request the metrics of this worker. */
export function exposeToPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // The constructor starts to listen to the primary.
  new AggregatorRegistry();
}

/** In a worker: gets the metrics of all workers; fails if one of them does not respond, as while it starts. */
export async function metricsOfAllWorkers(): Promise<string> {
  const id = (lastRequestId += 1);
  const messages = on(process, 'message', { signal: AbortSignal.timeout(TIMEOUT) });
  process.send!({ type: ASK, id } satisfies Message);
  for await (const [message] of messages as AsyncIterable<[Message]>) {
    if (message.type !== ASK || message.id !== id) continue;
    if (message.text !== undefined) return message.text;
    throw new Error(message.error);
  }
  throw new Error('The primary has gone.');
}
