import { type Log } from './log.js';

/** Shuts the process down gracefully on SIGTERM and SIGINT, then ends it. */
export function shutDownOnSignals(log: Log, shutDown: () => Promise<void>): void {
  let startedAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // A second Ctrl+C ends the process at once. A SIGINT within a second is no second Ctrl+C: the terminal and npm both
    // send one.
    if (signal === 'SIGINT' && startedAt !== undefined && performance.now() - startedAt > 1000) process.exit(130);
    if (startedAt !== undefined) return;
    startedAt = performance.now();
    log.info(`${signal}: shutting down.`);
    void shutDown().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'The shutdown failed.');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}
