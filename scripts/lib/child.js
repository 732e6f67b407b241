/** Child processes that do not outlive the script that started them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { root } from './project.js';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Whether the process is about to end; then `run` never resolves. */
let ending = false;

process.once('exit', () => running.forEach((child) => child.kill()));

/**
 * Starts a program, by default in the project, and waits for its end. With `capture` its output is kept, not shown.
 * @returns {Promise<{ code: number, output: string }>} the exit code, or 128 + the number of the signal that ended it
 */
export function run(
  command,
  args,
  { env = process.env, cwd = root, capture = false, onOutput = () => undefined } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
        onOutput(text);
      });
    }
    adopt(child);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (!ending) resolve({ code: code ?? 128 + constants.signals[signal], output });
    });
  });
}

/** Runs a Node.js program. */
export const runNode = (args, options) => run(process.execPath, args, options);

/** Ends a child together with this process. */
export function adopt(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
}

/** Ends a child with SIGTERM, and after ten seconds with SIGKILL. */
export async function end(child) {
  if (!running.has(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(insist);
}

/** Installs signal handlers that end the children before this process. @returns {() => void} removes the handlers */
export function endWithChildren() {
  const endAll = async (signal) => {
    if (ending) return;
    ending = true;
    await Promise.all([...running].map(end));
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, endAll);
  return () => {
    for (const signal of signals) process.off(signal, endAll);
  };
}

/** Ends this process when npm, which has started it, was killed: otherwise it would keep its port. */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  setInterval(watch, 500).unref();
}
