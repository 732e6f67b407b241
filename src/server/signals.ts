import { type Log } from './log.js';

/** Ends the process gracefully with `end` on SIGTERM and SIGINT. */
export function endOnSignals(log: Log, end: () => Promise<void>): void {
  let begun: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // A second Ctrl+C ends the process at once. (npm passes on the first one, which the terminal has already sent.)
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
