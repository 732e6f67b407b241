import { type DestinationStream, pino } from 'pino';

/** Characters of the log that may wait to be written; beyond them lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024;

/** Milliseconds before what could not be written is tried again. */
const RETRY = 100;

let shared: DestinationStream | undefined;

/** The destination of the log, one for the process. A full disk or a blocked reader does not end the process. */
export function standardOutput(): DestinationStream {
  return (shared ??= createStandardOutput());
}

function createStandardOutput(): DestinationStream {
  let isFailing = false;
  // Registered before pino's own listener, which flushes at exit, and would try for ever where nothing can be written.
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
    // A write begins with the rest of the previous one.
    setTimeout(() => destination.write(''), RETRY).unref();
  });
  // Only `write`: pino flushes synchronously after fatal errors, and would not return either.
  return { write: (line) => void destination.write(line) };
}
