import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The responses that an observer got for one path. */
export interface Observation {
  /** Milliseconds. */
  readonly times: readonly number[];
  /** 0 without a response. */
  readonly statuses: readonly number[];
}

/** A client that reads from its own address during an attack. */
export class Observer {
  private constructor(private readonly process: ChildProcess) {}

  /** Resolves when the observer has read each path once: the start of its process does not count for the service. */
  static async start(port: number, ...paths: string[]): Promise<Observer> {
    const child = fork(join(__dirname, 'observer-process.js'), [String(port), ...paths], { execArgv: [] });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The observer ended with code ${code} before it had read each path.`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new Observer(child);
  }

  /** Stops, and returns the observations of each path, in their order. */
  async end(): Promise<Observation[]> {
    this.process.send('end');
    const [observations] = (await once(this.process, 'message')) as [Observation[]];
    return observations;
  }
}
