/** Has the generator send requests. */
import { once } from 'node:events';
import { fork } from 'node:child_process';
import { adopt, end } from '../../scripts/lib/child.js';
import { Failure } from '../../scripts/lib/failure.js';
import { inProject } from '../../scripts/lib/project.js';

/** @typedef {import('./generator.js').Traffic} Traffic */
/** @typedef {import('./generator.js').Answers} Answers */

export class Load {
  #process = fork(inProject('bench', 'load', 'generator.js'));

  constructor() {
    adopt(this.#process);
  }

  get pid() {
    return this.#process.pid;
  }

  /**
   * @param {Traffic} traffic
   * @returns {Promise<Answers>}
   * @throws {Failure} where an answer was another than it should be, or none
   */
  async send(traffic) {
    this.#process.send(traffic);
    const [{ answers, failure }] = await once(this.#process, 'message');
    if (failure) throw new Failure(failure);
    return answers;
  }

  stop() {
    return end(this.#process);
  }
}
