/** Errors of scripts. */
import { say } from './say.js';

/** An expected failure: its message is shown without a stack. */
export class Failure extends Error {}

/** Runs a script's work and turns what it throws into a message and exit code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    say(error instanceof Failure ? error.message : String(error?.stack ?? error));
    process.exit(1);
  }
}
