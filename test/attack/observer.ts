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
  private readonly process: ChildProcess;

  constructor(port: number, ...paths: string[]) {
    this.process = fork(join(__dirname, 'observer-process.js'), [String(port), ...paths], { execArgv: [] });
  }

  /** Stops, and returns the observations of each path, in their order. */
  async end(): Promise<Observation[]> {
    this.process.send('end');
    const [observations] = (await once(this.process, 'message')) as [Observation[]];
    return observations;
  }
}
