import { write, writeSync } from 'node:fs';
import { type DestinationStream } from 'pino';

const STDOUT = 1;

/** Characters of the log that wait to be written; beyond them lines are left out. */
const MOST = 4 * 1024 * 1024;

/** Milliseconds before what could not be written is tried again. */
const PAUSE = 100;

/**
 * Where the log goes: lines that come while others are written go together. Whatever keeps them from being written, a full
 * disk or a reader that stands still, keeps nothing else waiting: they are written when that is over. The destination of
 * pino ends the process then, and tries for ever before it does.
 */
class StandardOutput implements DestinationStream {
  private waiting = '';
  private writing = Buffer.alloc(0);
  /** Whether the system has been given what is to be written, and has not said yet how much it took. */
  private isAtWork = false;
  private leftOut = 0;

  write(line: string): void {
    if (this.waiting.length > MOST) {
      this.leftOut += 1;
      return;
    }
    this.waiting += line;
    if (this.writing.length === 0) this.next();
  }

  /** What waits, as far as it can be written now: the process ends. */
  end(): void {
    const rest = Buffer.concat([this.isAtWork ? Buffer.alloc(0) : this.writing, Buffer.from(this.waiting)]);
    try {
      for (let done = 0; done < rest.length;) done += writeSync(STDOUT, rest, done);
    } catch {
      // Nobody is left to wait for it.
    }
  }

  private next(): void {
    if (this.leftOut > 0) this.tellLeftOut();
    this.writing = Buffer.from(this.waiting);
    this.waiting = '';
    if (this.writing.length > 0) this.put();
  }

  private put(): void {
    this.isAtWork = true;
    write(STDOUT, this.writing, (error, written) => {
      this.isAtWork = false;
      if (error) {
        setTimeout(() => this.put(), PAUSE).unref();
        return;
      }
      this.writing = this.writing.subarray(written);
      if (this.writing.length > 0) this.put();
      else this.next();
    });
  }

  private tellLeftOut(): void {
    const line = {
      level: 'warn',
      time: new Date().toISOString(),
      msg: `${this.leftOut} lines could not be written here.`,
    };
    this.waiting += `${JSON.stringify(line)}\n`;
    this.leftOut = 0;
  }
}

let shared: StandardOutput | undefined;

/** The one of the process. */
export function standardOutput(): DestinationStream {
  if (!shared) {
    const output = new StandardOutput();
    process.once('exit', () => output.end());
    shared = output;
  }
  return shared;
}
