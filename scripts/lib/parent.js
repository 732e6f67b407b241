/** A program that npm started ends when npm is killed: otherwise it would stay behind and keep its port. */

const pollMilliseconds = 500;

/** Sends this process the signal of an orderly end once the process that started it is gone. */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  };
  setInterval(watch, pollMilliseconds).unref();
}
