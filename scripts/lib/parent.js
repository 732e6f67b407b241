/** Ends a program that npm started when npm is killed; otherwise it would keep running and occupy its port. */

const pollMilliseconds = 500;

/** Sends SIGTERM to this process once its parent process is gone. */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  };
  setInterval(watch, pollMilliseconds).unref();
}
