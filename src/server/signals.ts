import { type Log } from './log.js';

/** Has SIGTERM and SIGINT end the process in order, by what `end` does. */
export function endOnSignals(log: Log, end: () => Promise<void>): void {
  let begun: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // Whoever presses Ctrl+C twice means it. (npm passes on the first one, which the terminal has sent already.)
    if (signal === 'SIGINT' && begun !== undefined && performance.now() - begun > 1000) process.exit(130);
    if (begun !== undefined) return;
    begun = performance.now();
    log.info(`${signal}: shutting down.`);
    void end().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'The shutdown failed.');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}
