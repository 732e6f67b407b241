/** Writes messages of scripts to stderr, so that the output of a command can be piped. */
import { performance } from 'node:perf_hooks';

/** Lines of `npm start` are JSON like those of the service, for what collects its log; a person at a terminal reads words. */
const isJson = () => process.env.JSON_LINES === '1' && !process.stderr.isTTY;

const lineOf = (text, level) =>
  isJson() ? JSON.stringify({ level, time: new Date().toISOString(), context: 'Start', msg: text.trim() }) : text;

export const say = (text, level = 'info') => process.stderr.write(`${lineOf(text, level)}\n`);

/** An expected failure: its message is shown without a stack. */
export class Failure extends Error {}

/** Runs a script's work and turns what it throws into a message and exit code 1. */
export async function main(work) {
  try {
    assertNodeVersion();
    await work();
  } catch (error) {
    say(error instanceof Failure ? error.message : String(error?.stack ?? error), 'error');
    process.exit(1);
  }
}

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const least = { 20: 19, 22: 13, 24: 11 }[major] ?? (major > 24 ? 0 : Infinity);
  if (minor >= least) return;
  throw new Failure(
    `This project needs Node.js 20.19 or later, 22.13 or later, or 24.11 or later; this is ${process.versions.node}.`,
  );
}

/** The time since a reading of performance.now(), such as `2.8 s`. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Prints a task such as `Building`, a progress line every ten seconds, and how long it took. */
export async function timed(what, work) {
  const start = performance.now();
  say(`${what} …`);
  const ticker = setInterval(() => say(`  … ${since(start)}`), 10_000);
  try {
    const result = await work();
    say(`  done in ${since(start)}`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}
