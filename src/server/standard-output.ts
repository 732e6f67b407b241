import { type DestinationStream, pino } from 'pino';

/** Maximum number of characters of log lines that wait to be written. Further lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024;

/** Milliseconds after which a failed write is tried again. */
const RETRY = 100;

let shared: DestinationStream | undefined;

/**
 * The destination of the log, one for the process. It never throws, so that a full disk or a blocked reader does not
 * end the process.
 */
export function standardOutput(): DestinationStream {
  return (shared ??= createStandardOutput());
}

function createStandardOutput(): DestinationStream {
  let isFailing = false;
  // Registered before the listener of pino, which flushes at exit and would retry for ever if writing is impossible.
  process.once('exit', () => {
    if (isFailing) destination.destroy();
  });
  const destination = pino.destination({
    dest: 1,
    sync: false,
    maxLength: MAX_WAITING,
    retryEAGAIN: () => (isFailing = true),
  });
  destination.on('write', () => (isFailing = false));
  destination.on('error', () => {
    isFailing = true;
    // An empty write makes pino resend the rest of the write that failed.
    setTimeout(() => destination.write(''), RETRY).unref();
  });
  // Only `write` is exposed to pino. It would flush synchronously after fatal errors, and block while writing fails.
  return { write: (line) => void destination.write(line) };
}
