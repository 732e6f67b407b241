import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What somebody has seen of a path, who is not among the attackers. */
export interface Seen {
  /** Milliseconds. */
  readonly times: readonly number[];
  /** 0 where there was no answer. */
  readonly statuses: readonly number[];
}

/** Somebody who looks at a service meanwhile, from an address of his own. */
export class Onlooker {
  private readonly process: ChildProcess;

  constructor(port: number, ...paths: string[]) {
    this.process = fork(join(__dirname, 'looking.js'), [String(port), ...paths], { execArgv: [] });
  }

  /** What he has seen of each path, in their order. */
  async end(): Promise<Seen[]> {
    this.process.send('end');
    const [seen] = (await once(this.process, 'message')) as [Seen[]];
    return seen;
  }
}
